/** @file The record of a distractor: pieces of mesh and the joints that carry them. */

import type { Rng } from '../../../src/base/rng.js';
import type { Mesh } from '../../../src/mesh/mesh.js';
import type { BodyMeasures } from '../measure-rigged-body.js';

/** Something that a body wears, holds or stands on. */
export interface Distractor {
  readonly pieces: readonly Mesh[];
  /** Who carries it: each point follows the nearest of these. */
  readonly joints: readonly number[];
}

/** Makes a distractor for a body; undefined where it has no place for it. */
export type DistractorMaker = (measures: BodyMeasures, rng: Rng) => Distractor | undefined;
