/**
 * @file A lying body without limbs whose one chain of joints leads to an upright fin is a fish, whatever its plan says:
 * its root is in the body and the end of the chain in the tail.
 */

import type { BodyPlan } from '../body-plan/body-plan.js';
import type { Skeleton } from '../rig-records.js';
import { longestWay } from './serpent-plan.js';

/** Share of the joints that are on the chain, and of the length of the body that it covers, at least. */
const ON_CHAIN = 0.6;
const COVERS = 0.2;
/** How much of the body's length is its fin, and how thin that is over its height. */
const FIN = 0.12;
const THIN = 0.4;

/** The plan of a fish, and whether its head is at the back; undefined for what is none. */
export function findFishPlan(
  plan: BodyPlan,
  skeleton: Skeleton,
  points: Float32Array,
): { readonly plan: BodyPlan; readonly reversed: boolean } | undefined {
  const { parents, rest } = skeleton;
  if (plan.legs.length + plan.arms.length + plan.wings.length > 0 || parents.length < 2) return undefined;
  const { joints } = longestWay(skeleton, 0);
  const end = joints[joints.length - 1];
  const [rise, along] = [1, 2].map((k) => rest[end * 3 + k] - rest[k]);
  const [low, high] = sidesOf(points, () => true);
  const length = high[2] - low[2];
  if (joints.length < ON_CHAIN * parents.length || Math.abs(along) < COVERS * length) return undefined;
  if (Math.abs(rise) > Math.abs(along) / 2) return undefined;
  const back = Math.sign(along);
  const tip = back > 0 ? high[2] : low[2];
  const [finLow, finHigh] = sidesOf(points, (i) => Math.abs(points[i + 2] - tip) < FIN * length);
  if (!(finHigh[0] - finLow[0] < THIN * (finHigh[1] - finLow[1]))) return undefined;
  const trunk = Math.max(1, Math.floor(joints.length / 3));
  return {
    plan: {
      ...plan,
      spine: joints.slice(0, trunk),
      neck: [],
      head: -1,
      jaw: -1,
      tail: joints.slice(trunk),
      extras: [],
    },
    reversed: back > 0,
  };
}

/** The box around some points. */
function sidesOf(points: Float32Array, counts: (i: number) => boolean): [number[], number[]] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 3) {
    if (!counts(i)) continue;
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], points[i + k]);
      high[k] = Math.max(high[k], points[i + k]);
    }
  }
  return [low, high];
}
