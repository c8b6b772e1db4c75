/**
 * @file The rigs that the skinning network learns from, one at a time: artists' rigs as their files have them and as a
 * finder would leave them (without names and orientations), sample creatures, generated bodies.
 */

import { join } from 'node:path';
import { createRng } from '../../src/base/rng.js';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile } from '../../src/io/node.js';
import type { Clip } from '../../src/motion/clip.js';
import type { Rig, Skeleton } from '../../src/rig/rig-records.js';
import { isHeldOutFamily } from '../bodies/held-out-family.js';
import { type MadeBodyCounts, makeBodies } from '../bodies/make-bodies.js';
import { createCreature } from '../creatures/create-creature.js';
import { CREATURE_KINDS } from '../creatures/creature-record.js';
import { FIRST_SEED } from '../dataset/convert-creature.js';
import type { IndexRow } from '../eval/index-row.js';
import { rigToMeasure } from '../eval/outcome.js';
import { libraryClips } from '../motions/library-clips.js';

/** A rig with what is told of it. */
export interface ListedRig {
  readonly name: string;
  readonly family: string;
  readonly source: string;
  readonly heldOut: boolean;
  readonly rig: Rig;
  readonly clips: readonly Clip[];
}

/** More joints or vertices than these are left out: the rest is enough, and they would take most of the time. */
const MOST_JOINTS = 128;
const MOST_VERTICES = 15_000;
const CLIPS_OF_A_CREATURE = 3;

/** The rig of a file, or why it is left out. */
export async function readListedRig(
  folder: string,
  row: IndexRow,
  limits: Partial<ReadLimits> = {},
): Promise<ListedRig | string> {
  const model = await readModelFile(join(folder, row.file), { limits });
  const rig = rigToMeasure(row, model);
  if (typeof rig === 'string') return rig;
  if (rig.skeleton.parents.length > MOST_JOINTS) return 'too many joints';
  if (rig.mesh.positions.length > MOST_VERTICES * 3) return 'too many vertices';
  const family = row.rigFamily ?? row.file;
  return {
    name: row.name ?? model.name,
    family,
    source: row.source ?? 'unknown',
    heldOut: isHeldOutFamily(family),
    rig,
    clips: model.clips,
  };
}

/** Rigs that are made; the same seed gives the same ones. */
export function* makeRigs(
  { creatures, generated }: Pick<MadeBodyCounts, 'creatures' | 'generated'>,
  seed: number,
): Generator<ListedRig> {
  for (let i = 0; i < creatures; i++) {
    for (const kind of CREATURE_KINDS) {
      const creatureSeed = FIRST_SEED + i;
      const { name, rig } = createCreature(kind, { seed: creatureSeed, resolution: 0.7 });
      const clips = libraryClips(rig, createRng(creatureSeed), CLIPS_OF_A_CREATURE);
      yield { name, family: `sample-${kind}`, source: 'sample-creatures', heldOut: false, rig, clips };
    }
  }
  for (const { body, heldOut } of makeBodies({ creatures: 0, generated, things: 0, parts: 0 }, seed)) {
    const { name, family, source, mesh, skeleton, skin } = body;
    if (!skeleton || !skin || mesh.positions.length > MOST_VERTICES * 3) continue;
    yield { name, family, source, heldOut, rig: { mesh, skeleton, skin }, clips: [] };
  }
}

/** The same skeleton without what a finder does not give: names and orientations. */
export function stripSkeleton({ parents, rest }: Skeleton): Skeleton {
  const frames = new Float32Array(parents.length * 4);
  for (let j = 3; j < frames.length; j += 4) frames[j] = 1;
  return { names: Array.from(parents, (_, j) => (j === 0 ? 'root' : `joint${j}`)), parents, rest, frames };
}
