/**
 * @file A pose for a frame in which the body was lost: fast wings and legs leave the reach of the flow. Poses of the pose
 * space, and then limbs turned one by one or in mirrored pairs, are scored by how well their outline fills the matte in a
 * small picture; the best goes on to the fit.
 */

import type { Matte } from '../track/find-matte.js';
import { drawBody, drawnMask } from './draw-body.js';
import { type FitPose, poseBody } from './fit-body.js';
import type { FitScene } from './fit-scene.js';
import { rotationVectorsInto } from './rotation-steps.js';
import { largestJoints, turnJoint } from './turn-joint.js';

/** Size of the trial pictures against the working ones. */
const SHRINK = 3;
const SWEEPS = 2;
/** What a radian away from the pose before costs in overlap, mean over joints: of two equal poses the near one. */
const CHANGE_COST = 0.05;

/** The best pose that is found from several starts. */
export function searchPose(
  scene: FitScene,
  frame: number,
  starts: readonly FitPose[],
  near: FitPose,
): FitPose {
  const { body, search } = scene;
  const score = createScore(scene, scene.fields[frame].matte, near);
  const [first] = starts;
  const candidates = [...starts];
  const length = body.jointCount * 4;
  for (let o = 0; o + length <= search.samples.length; o += length) {
    const rotations = search.samples.slice(o, o + length);
    // Where the body faces is that of the frame before.
    rotations.set(first.rotations.subarray(0, 4));
    candidates.push({ rotations, root: first.root });
  }
  let best = first;
  let highest = -Infinity;
  for (const pose of candidates) {
    const value = score(pose);
    if (value > highest) [best, highest] = [pose, value];
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const before = highest;
    for (const joint of largestJoints(body)) {
      for (const turned of turnJoint(best, joint, search)) {
        const value = score(turned);
        if (value > highest + 1e-3) [best, highest] = [turned, value];
      }
    }
    if (highest - before < 0.01) break;
  }
  return best;
}

/** Overlap with the matte in a small picture, less what changes cost. */
function createScore({ body, camera, width, height }: FitScene, matte: Matte, near: FitPose) {
  const [w, h] = [Math.round(width / SHRINK), Math.round(height / SHRINK)];
  const target = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = Math.floor(((y + 0.5) * height) / h) * width + Math.floor(((x + 0.5) * width) / w);
      target[y * w + x] = matte.mask[i];
    }
  }
  const change = new Float64Array(body.jointCount * 3);
  return (pose: FitPose): number => {
    const mask = drawnMask(drawBody(body, poseBody(body, pose), camera, w, h));
    let [both, either] = [0, 0];
    for (let i = 0; i < mask.length; i++) {
      both += mask[i] & target[i];
      either += mask[i] | target[i];
    }
    rotationVectorsInto(change, pose.rotations, near.rotations);
    const away = change.reduce((sum, value) => sum + Math.abs(value), 0) / body.jointCount;
    return (either > 0 ? both / either : 0) - CHANGE_COST * away;
  };
}
