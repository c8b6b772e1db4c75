/**
 * @file A pose for a frame in which the body was lost: fast wings and legs leave the reach of the flow. Poses of the pose
 * space, and then limbs turned one by one or in mirrored pairs, are scored by how well their outline fills the matte in a
 * small picture; the best goes on to the fit.
 */

import { expRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import type { Matte } from '../track/find-matte.js';
import { drawBody, drawnMask } from './draw-body.js';
import { type FitBody, type FitPose, poseBody } from './fit-body.js';
import type { FitScene, PoseSearch } from './fit-scene.js';
import { rotationVectorsInto } from './rotation-steps.js';

/** Size of the trial pictures against the working ones. */
const SHRINK = 3;
const ANGLES = [0.35, -0.35, 0.8, -0.8];
const MAX_JOINTS = 20;
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

/** Joints that move most of the body below them, the root aside. */
function largestJoints({ parents, jointCount }: FitBody): number[] {
  const sizes = new Float64Array(jointCount).fill(1);
  for (let j = jointCount - 1; j > 0; j--) sizes[parents[j]] += sizes[j];
  return Array.from({ length: jointCount - 1 }, (_, j) => j + 1)
    .sort((a, b) => sizes[b] - sizes[a])
    .slice(0, MAX_JOINTS);
}

/** A pose with one joint turned, and with its partner turned as its mirror image. */
function* turnJoint(pose: FitPose, joint: number, { partners, mirrorAxis }: PoseSearch): Generator<FitPose> {
  const partner = partners[joint];
  for (let axis = 0; axis < 3; axis++) {
    for (const angle of ANGLES) {
      const alone = turn(pose, joint, axis, angle);
      yield alone;
      // A mirror keeps the sense of a rotation about the axis across it, and reverses the others.
      if (partner >= 0) yield turn(alone, partner, axis, axis === mirrorAxis ? angle : -angle);
    }
  }
}

function turn({ rotations, root }: FitPose, joint: number, axis: number, angle: number): FitPose {
  const vector = [0, 0, 0];
  vector[axis] = angle;
  const step = [0, 0, 0, 1];
  expRotationInto(step, 0, vector, 0);
  const turned = rotations.slice();
  multiplyQuaternionInto(turned, joint * 4, step, 0, rotations, joint * 4);
  return { rotations: turned, root };
}
