/** @file The poses that a file's pose space learns from: those saved in it, and those of its clips that are not the network's own. */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import { type ExamplePoses, readExamplePoses } from '../io/example-poses.js';
import type { Model } from '../io/model.js';
import type { Pose } from '../rig/rig-records.js';

export interface CollectedExamples {
  /** Saved poses first, then those of clips. */
  readonly poses: readonly Pose[];
  /** How many of them were saved in the file. */
  readonly savedCount: number;
  /** Why saved poses could not be used. */
  readonly findings: readonly Finding[];
}

/** Poses to learn from. Clips whose source is `model` are left out, so that the network never learns from itself. */
export function collectExamples(model: Model): CollectedExamples {
  const { poses: saved, findings } = readSavedPoses(model);
  return { poses: [...saved, ...collectClipPoses(model)], savedCount: saved.length, findings };
}

/** Saved poses; those that cannot be read are a finding, as the model is usable without them. */
function readSavedPoses(model: Model): ExamplePoses {
  try {
    return readExamplePoses(model);
  } catch (error) {
    if (!(error instanceof PosespaceError)) throw error;
    return {
      poses: [],
      findings: [{ code: 'broken-examples', severity: 'warning', message: error.message }],
    };
  }
}

/** All finite poses of the clips that the network did not produce. */
export const collectClipPoses = ({ clips }: Pick<Model, 'clips'>): Pose[] =>
  clips
    .filter(({ source }) => source !== 'model')
    .flatMap(({ poses }) => poses)
    .filter(({ rotations, root }) => rotations.every(Number.isFinite) && root.every(Number.isFinite));
