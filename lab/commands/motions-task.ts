/**
 * @file The task of `dataset motions`: a file with its clips, or a made body with motions of the library, packed for the
 * motion prior.
 */

import { createRng } from '../../src/base/rng.js';
import type { ReadLimits } from '../../src/io/limits.js';
import { kindOf } from '../../src/rig/anatomy/views.js';
import { anatomyOf } from '../../src/rig/reading/read-anatomy.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { generateBody } from '../bodies/generate-body.js';
import { isHeldOutFamily } from '../bodies/held-out-family.js';
import { createCreature } from '../creatures/create-creature.js';
import { CREATURE_KINDS } from '../creatures/creature-record.js';
import { FIRST_SEED } from '../dataset/convert-creature.js';
import type { DatasetRow } from '../dataset/dataset-row.js';
import { type MovingBody, readMovingBody, toMovingBody } from '../motions/carry-body-clips.js';
import type { ListedMover } from '../motions/encode-motions.js';
import { libraryClips } from '../motions/library-clips.js';
import { packMover } from '../motions/pack-motions.js';
import { defineTask } from './task-pool.js';

/** What is packed, and how many motions of the library with it. */
export type MotionsTaskInput = { readonly library: number } & (
  | { readonly folder: string; readonly limits: Partial<ReadLimits>; readonly row: DatasetRow }
  | { readonly creature: number }
  | { readonly generated: number; readonly seed: number }
);

type Told = Omit<ListedMover, 'mover' | 'plan'>;

/** Gives the packed rig, or why there is none. */
export const motionsTask = defineTask(
  import.meta.url,
  async (input: MotionsTaskInput): Promise<ListedMover | string> => {
    const { library } = input;
    if ('row' in input) {
      const { folder, row, limits } = input;
      const family = row.rigFamily ?? row.file;
      const seed = row.file.length;
      return pack(
        await readMovingBody(folder, row, limits, (rig) => libraryClips(rig, createRng(seed), library)),
        {
          name: row.name ?? row.file,
          file: row.file,
          family,
          source: row.source ?? 'unknown',
          licence: row.licence ?? 'unknown',
          heldOut: isHeldOutFamily(family),
        },
      );
    }
    return 'creature' in input ? packCreature(input.creature, library) : packGenerated(input);
  },
);

const LICENCE = 'Apache-2.0';

function packCreature(creature: number, library: number): ListedMover | string {
  const kind = CREATURE_KINDS[creature % CREATURE_KINDS.length];
  const seed = FIRST_SEED + Math.floor(creature / CREATURE_KINDS.length);
  const { name, rig } = createCreature(kind, { seed, resolution: 0.7 });
  const told = { name, file: `posespace/${name}`, family: `sample-${kind}`, source: 'sample-creatures' };
  const add = (body: Rig) => libraryClips(body, createRng(seed), library);
  return pack(toMovingBody({ body: rig, clips: [] }, undefined, add), {
    ...told,
    licence: LICENCE,
    heldOut: false,
  });
}

function packGenerated(input: { generated: number; seed: number; library: number }): ListedMover | string {
  const rng = createRng(Math.imul(input.seed, 0x85ebca6b) + input.generated * 4 + 1);
  const { name, family, source, mesh, skeleton, skin } = generateBody(rng, { heldOut: false });
  if (!skeleton || !skin) return 'no skin';
  const own = { body: { mesh, skeleton, skin }, clips: [] };
  const add = (body: Rig) => libraryClips(body, createRng(input.generated + input.seed), input.library);
  const told = { name, file: `posespace/${name}`, family, source, licence: LICENCE, heldOut: false };
  return pack(toMovingBody(own, undefined, add), told);
}

function pack(moving: MovingBody | string, told: Told): ListedMover | string {
  if (typeof moving === 'string') return moving;
  const { rig, clips } = moving;
  const anatomy = anatomyOf(rig);
  const mover = packMover(rig, anatomy, clips);
  return mover ? { ...told, plan: kindOf(anatomy), mover } : 'nothing moves';
}
