/**
 * @file Adds something to a body that carries no limb: a hat, hair, a saddle, a skirt, a sword, a plinth. Joints, roles
 * and counts stay as they are, which is the lesson.
 */

import type { Rng } from '../../src/base/rng.js';
import { mergeMeshes } from '../../src/mesh/primitives.js';
import type { DistractorMaker } from './distractors/distractor.js';
import { HEAD_WEAR } from './distractors/head-wear.js';
import { SURROUNDINGS } from './distractors/surroundings.js';
import { TRUNK_WEAR } from './distractors/trunk-wear.js';
import { bindNear, joinPiece } from './join-piece.js';
import type { LabelledBody } from './labelled-body.js';
import { type BodyMeasures, measureBody } from './measure-rigged-body.js';
import { faceOutward } from './things/reshape.js';

/** All distractors by name. */
export const DISTRACTORS: Readonly<Record<string, DistractorMaker>> = {
  ...HEAD_WEAR,
  ...TRUNK_WEAR,
  ...SURROUNDINGS,
};

/** How many are tried before the body is left as it is. */
const TRIES = 12;

/** The body with one distractor, any that it has a place for, or the named one; a body without joints stays as it is. */
export function addDistractor(body: LabelledBody, rng: Rng, name?: string): LabelledBody {
  const measures = measureBody(body);
  if (!measures) return body;
  const names = Object.keys(DISTRACTORS);
  for (let k = 0; k < (name ? 1 : TRIES); k++) {
    const changed = wear(measures, DISTRACTORS[name ?? names[rng.integer(names.length)]], rng);
    if (changed) return changed;
  }
  return body;
}

function wear(measures: BodyMeasures, make: DistractorMaker, rng: Rng): LabelledBody | undefined {
  const made = make(measures, rng);
  if (!made || made.pieces.length === 0) return undefined;
  const piece = mergeMeshes(made.pieces.map(faceOutward));
  if (!piece.positions.every(Number.isFinite)) return undefined;
  return joinPiece(measures.body, piece, bindNear(measures.body, made.joints));
}
