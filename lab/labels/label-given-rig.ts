/**
 * @file A rig as its maker left it, with what is known of its joints: those of the labelled body by their names, idle
 * leaves and idle roots as controls. Idle joints in between and joints that were merged are not known.
 */

import { jointCount, type Rig } from '../../src/rig/rig-records.js';
import { turnRig } from '../bodies/find-facing.js';
import type { LabelledBody } from '../bodies/labelled-body.js';
import type { JointLabel } from './joint-sample.js';
import type { JointTruth } from './maker-conventions.js';

/** A joint moves something if a vertex takes more than this part of its motion from it. */
const LEAST_WEIGHT = 0.1;

export interface GivenRig {
  /** The maker's rig, turned to face +Z. */
  readonly rig: Rig;
  /** [J] */
  readonly labels: readonly (JointLabel | undefined)[];
}

/** Labels the rig of a file by the labelled body that was read from it, and by its maker's names where they are known. */
export function labelGivenRig(
  original: Rig,
  body: LabelledBody,
  truths?: readonly (JointTruth | undefined)[],
): GivenRig | undefined {
  const own = body.skeleton;
  if (!own) return undefined;
  const places = new Map(own.names.map((name, b) => [name, b]));
  const matched = original.skeleton.names.map((name) => places.get(name) ?? -1);
  const rig = turnLike(original, own.rest, matched);
  const { parents } = rig.skeleton;
  const joints = new Map(matched.flatMap((b, j): [number, number][] => (b >= 0 ? [[b, j]] : [])));
  const idle = idleJoints(rig);
  const holds = holdersOf(parents, (j) => matched[j] >= 0);
  const labels = matched.map((b, j): JointLabel | undefined => {
    const truth = truths?.[j];
    if (b >= 0) {
      const above = own.parents[b];
      const moves = above < 0 ? -1 : (joints.get(above) ?? -1);
      const read = body.roles[b];
      if (!truth) return { role: read, side: body.sides[b], moves };
      return { role: truth.roles.includes(read) ? read : truth.roles[0], side: truth.side, moves };
    }
    const isRoot = holds[j] && !hasMatchedAbove(parents, matched, j);
    if (!idle[j] || (holds[j] && !isRoot)) return undefined;
    return { role: 'control', side: truth?.side ?? 'middle', moves: nearestMatched(rig, matched, j) };
  });
  return { rig, labels };
}

function idleJoints({ skin, skeleton }: Rig): Uint8Array {
  const idle = new Uint8Array(jointCount(skeleton)).fill(1);
  for (let i = 0; i < skin.weights.length; i++) if (skin.weights[i] > LEAST_WEIGHT) idle[skin.joints[i]] = 0;
  return idle;
}

/** Whether a joint has one below it that the test holds for. [J] */
function holdersOf(parents: Int16Array, test: (j: number) => boolean): Uint8Array {
  const holds = new Uint8Array(parents.length);
  for (let j = parents.length - 1; j > 0; j--) if (test(j) || holds[j]) holds[parents[j]] = 1;
  return holds;
}

function hasMatchedAbove(parents: Int16Array, matched: readonly number[], joint: number): boolean {
  for (let up = parents[joint]; up >= 0; up = parents[up]) if (matched[up] >= 0) return true;
  return false;
}

/** The nearest matched ancestor, or else the nearest matched joint. */
function nearestMatched(
  { skeleton: { parents, rest } }: Rig,
  matched: readonly number[],
  joint: number,
): number {
  for (let up = parents[joint]; up >= 0; up = parents[up]) if (matched[up] >= 0) return up;
  const away = (j: number) => Math.hypot(...[0, 1, 2].map((k) => rest[j * 3 + k] - rest[joint * 3 + k]));
  return matched.reduce((best, b, j) => (b >= 0 && (best < 0 || away(j) < away(best)) ? j : best), -1);
}

/** The rig in the quarter turn that brings its joints to where they are in the labelled body. */
function turnLike(original: Rig, rest: Float32Array, matched: readonly number[]): Rig {
  const errorOf = (rig: Rig) =>
    matched.reduce(
      (sum, b, j) =>
        b < 0
          ? sum
          : sum + [0, 1, 2].reduce((e, k) => e + Math.abs(rig.skeleton.rest[j * 3 + k] - rest[b * 3 + k]), 0),
      0,
    );
  const turned = [0, 1, 2, 3].map((quarters) => turnRig(original, quarters));
  return turned.reduce((best, rig) => (errorOf(rig) < errorOf(best) ? rig : best));
}
