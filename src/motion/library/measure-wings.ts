/** @file The wings of a body, or the pectoral fins of a fish: the longest chain of each, and whether it rests spread. */

import { clamp } from '../../math/scalar.js';
import { distance, normalize, subtract, type Vec3, vectorAt } from '../../math/vector.js';
import type { BodyPlan } from '../../rig/body-plan/body-plan.js';
import type { Skeleton } from '../../rig/rig-records.js';

export interface MotionWing {
  readonly side: 1 | -1;
  /** From the body to the tip. */
  readonly joints: readonly number[];
  /** Joints that branch off the chain. */
  readonly others: readonly number[];
  /** From the first joint to the last, at rest. */
  readonly direction: Vec3;
  readonly length: number;
  /** How much it rests spread, 0 to 1: such wings are folded on the ground. */
  readonly spread: number;
}

export function measureWings({ parents, rest }: Skeleton, plan: BodyPlan): MotionWing[] {
  return plan.wings.map((all) => {
    const own = new Set(all);
    const depth = new Map<number, number>();
    for (const j of [...all].sort((a, b) => a - b)) {
      const p = parents[j];
      depth.set(j, own.has(p) ? depth.get(p)! + distance(vectorAt(rest, j), vectorAt(rest, p)) : 0);
    }
    let at = all.reduce((a, b) => (depth.get(b)! > depth.get(a)! ? b : a));
    const joints = [at];
    for (at = parents[at]; own.has(at); at = parents[at]) joints.unshift(at);
    const base = vectorAt(rest, joints[0]);
    const tip = vectorAt(rest, joints[joints.length - 1]);
    const side = (tip[0] + base[0] < 0 ? -1 : 1) as 1 | -1;
    const away = distance(base, tip);
    return {
      side,
      joints,
      others: all.filter((j) => !joints.includes(j)),
      direction: away > 1e-6 ? normalize(subtract(tip, base)) : [side, 0, 0],
      length: away,
      spread: clamp((Math.abs(subtract(tip, base)[0]) / (away || 1) - 0.55) / 0.3, 0, 1),
    };
  });
}
