/** @file The task of `eval library`: all motions of one file, which is rigged first where it has no rig, or of a sample creature. */

import { join } from 'node:path';
import type { ReadLimits } from '../../src/io/limits.js';
import { readModelFile } from '../../src/io/node.js';
import { gaitOfName, isPlainGait } from '../../src/motion/gait-names.js';
import { trackMotion } from '../../src/motion/physics/track-motion.js';
import { labelModel } from '../../src/verbs/label-model.js';
import { rigModel } from '../../src/verbs/rig-model.js';
import { createCreature } from '../creatures/create-creature.js';
import type { CreatureKind } from '../creatures/creature-record.js';
import { type LibraryOutcome, type LibrarySubject, measureLibrary } from '../eval/evaluate-library.js';
import type { IndexRow } from '../eval/index-row.js';
import { defineTask } from './task-pool.js';

export interface LibraryTaskInput {
  readonly row: IndexRow;
  readonly folder?: string;
  readonly own?: { readonly kind: CreatureKind; readonly seed: number };
  readonly limits: Partial<ReadLimits>;
  readonly motions?: readonly string[];
  readonly track: boolean;
  readonly intersections: boolean;
}

export const libraryTask = defineTask(
  import.meta.url,
  async (input: LibraryTaskInput): Promise<LibraryOutcome> => {
    const subject = await readSubject(input);
    // Motion without a body, as of motion capture, has nothing to move.
    if (!subject) return { rows: [], failed: [] };
    return measureLibrary(subject, {
      ...(input.motions && { motions: input.motions }),
      ...(input.track && { track: trackMotion }),
      intersections: input.intersections,
      now: () => performance.now(),
    });
  },
);

/** Walks and runs of a file that are looked at. */
const GAITS = 2;

async function readSubject({
  row,
  folder = '',
  own,
  limits,
}: LibraryTaskInput): Promise<LibrarySubject | undefined> {
  if (own) {
    const { rig, limits: joints } = createCreature(own.kind, { seed: own.seed, resolution: 0.8 });
    return { file: row.file, rig, limits: joints };
  }
  const model = await labelModel(await readModelFile(join(folder, row.file), { limits }));
  if (model.mesh.triangles.length === 0) return undefined;
  const { rig } = await rigModel(model);
  const gaits = model.clips
    .filter(({ name }) => gaitOfName(name) !== undefined && isPlainGait(name))
    .slice(0, GAITS);
  return { file: row.file, rig, gaits };
}
