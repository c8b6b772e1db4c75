/**
 * @file What happens to a sample before it is handed out: joints that hardly move anything stay at rest
 * (`still-turns.ts`), and skin that runs through skin is brought out of it (`repair/relieve-body.ts`). Poses nearer to
 * what artists make, for 2 milliseconds each.
 */

import type { Pose } from '../rig/rig.js';
import type { BodySpace } from './body-space.js';
import { createBodyRelief } from './repair/relieve-body.js';
import { findStillAngles, stillTurnsInto } from './still-turns.js';

/**
 * Settled poses spread less than they did: noise has to be stronger by this much for samples that spread as those left
 * as they are.
 */
export const SETTLED_NOISE = 1.015;

export type PoseSettler = (pose: Pose, signal?: AbortSignal) => Pose;

/** Prepares a body; poses are those of its anatomical tree. */
export function createPoseSettler(space: BodySpace): PoseSettler {
  const angles = findStillAngles(space.body);
  const relief = createBodyRelief(space);
  return (pose, signal) => {
    const rotations = pose.rotations.slice();
    stillTurnsInto(rotations, angles);
    return { ...pose, rotations: relief?.relieve(rotations, signal) ?? rotations };
  };
}
