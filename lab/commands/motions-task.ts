/**
 * @file The task of `dataset motions`: a file with its clips, or a made body with motions of the library, packed for the
 * motion prior.
 */

import { join } from 'node:path';
import { createRng } from '../../src/base/rng.js';
import { createCreature } from '../../src/creatures/create-creature.js';
import { CREATURE_KINDS } from '../../src/creatures/creature-record.js';
import type { ReadLimits } from '../../src/io/limits.js';
import type { Model } from '../../src/io/model.js';
import { readModelFile } from '../../src/io/node.js';
import { createMotion } from '../../src/motion/library/create-motion.js';
import { createMotionBody } from '../../src/motion/library/motion-body.js';
import { motionsOf } from '../../src/motion/library/motions.js';
import { findBodyPlan } from '../../src/rig/body-plan/find-body-plan.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { generateBody } from '../bodies/generate-body.js';
import { isHeldOutFamily } from '../bodies/held-out-family.js';
import { FIRST_SEED } from '../dataset/convert-creature.js';
import type { DatasetRow } from '../dataset/dataset-row.js';
import { type BodyClips, TRANSFER_CLIPS_DEFAULTS, transferClips } from '../dataset/transfer-clips.js';
import type { ListedMover } from '../motions/encode-motions.js';
import { packMover } from '../motions/pack-motions.js';
import { defineTask } from './task-pool.js';

export type MotionsTaskInput =
  | {
      readonly folder: string;
      readonly limits: Partial<ReadLimits>;
      readonly row: DatasetRow;
      readonly library: number;
    }
  | { readonly creature: number; readonly library: number }
  | { readonly generated: number; readonly seed: number; readonly library: number };

/** Rigs with more joints are left out: the network takes no more. */
const MOST_JOINTS = 96;
const MOST_VERTICES = 30_000;
/** Clips whose joints the bones miss by more than this share of the diameter are left out. */
const MOST_RESIDUAL = 0.05;

/** Gives the packed rig, or why there is none. */
export const motionsTask = defineTask(
  import.meta.url,
  async (input: MotionsTaskInput): Promise<ListedMover | string> => {
    if ('row' in input) return readMover(input);
    if ('creature' in input) {
      const kind = CREATURE_KINDS[input.creature % CREATURE_KINDS.length];
      const seed = FIRST_SEED + Math.floor(input.creature / CREATURE_KINDS.length);
      const { name, rig, clips } = createCreature(kind, { seed, resolution: 0.7 });
      const told = { name, file: `posespace/${name}`, family: `sample-${kind}`, source: 'sample-creatures' };
      return pack(
        { body: rig, clips },
        undefined,
        { ...told, licence: 'Apache-2.0', heldOut: false },
        input.library,
        seed,
      );
    }
    const rng = createRng(Math.imul(input.seed, 0x85ebca6b) + input.generated * 4 + 1);
    const { name, family, source, mesh, skeleton, skin } = generateBody(rng, { heldOut: false });
    if (!skeleton || !skin) return 'no skin';
    const told = { name, file: `posespace/${name}`, family, source, licence: 'Apache-2.0', heldOut: false };
    const seed = input.generated + input.seed;
    return pack({ body: { mesh, skeleton, skin }, clips: [] }, undefined, told, input.library, seed);
  },
);

async function readMover({
  folder,
  limits,
  row,
  library,
}: Extract<MotionsTaskInput, { row: DatasetRow }>): Promise<ListedMover | string> {
  const { frameRate } = TRANSFER_CLIPS_DEFAULTS;
  const read = (file: string) => readModelFile(join(folder, file), { limits, frameRate });
  const own = fleshed(await read(row.file));
  const lender = row.clipsFrom === undefined ? undefined : fleshed(await read(row.clipsFrom));
  if (!own) return 'no mesh with a skeleton';
  const family = row.rigFamily ?? row.file;
  const told = {
    name: row.name ?? row.file,
    file: row.file,
    family,
    source: row.source ?? 'unknown',
    licence: row.licence ?? 'unknown',
    heldOut: isHeldOutFamily(family),
  };
  return pack(own, lender, told, library, row.file.length);
}

function fleshed({ skeleton, mesh, skin, clips }: Model): BodyClips | undefined {
  return skeleton && skin && mesh.positions.length > 0
    ? { body: { skeleton, mesh, skin }, clips }
    : undefined;
}

function pack(
  own: BodyClips,
  lender: BodyClips | undefined,
  told: Omit<ListedMover, 'mover' | 'plan'>,
  library: number,
  seed: number,
): ListedMover | string {
  const { mesh, skeleton } = own.body;
  if (!mesh || mesh.positions.length > MOST_VERTICES * 3) return 'too many vertices';
  if (skeleton.parents.length > MOST_JOINTS) return 'too many joints';
  const made = library > 0 ? libraryClips(own.body as Rig, library, seed) : [];
  const carried = transferClips({ ...own, clips: [...own.clips, ...made] }, lender, { maxFrames: 100_000 });
  if (!carried) return 'the joints are not those of the file that holds its clips';
  const clips = carried.clips.filter(({ residual }) => residual <= MOST_RESIDUAL);
  const { mesh: flesh, skin } = carried.body;
  if (!flesh || !skin || clips.length === 0) return 'no clips';
  const found = findBodyPlan(flesh, carried.body.skeleton, { skin });
  const mover = packMover(carried.body as Rig, found, clips);
  return mover ? { ...told, plan: found.kind, mover } : 'nothing moves';
}

/** Motions of the library that the body can do, in random styles. */
function libraryClips(rig: Rig, most: number, seed: number): BodyClips['clips'] {
  const rng = createRng(seed);
  const body = createMotionBody(rig);
  const left = [...motionsOf(body)];
  const clips = [];
  while (left.length > 0 && clips.length < most) {
    const [definition] = left.splice(rng.integer(left.length), 1);
    const style = { seed: rng.integer(1e6), energy: rng.range(0.7, 1.4), frameRate: 12 };
    try {
      const { clip } = createMotion(body, definition, style);
      clips.push({ ...clip, name: `library ${definition.name}` });
    } catch {
      // A body that cannot do what its plan promises is no example.
    }
  }
  return clips;
}
