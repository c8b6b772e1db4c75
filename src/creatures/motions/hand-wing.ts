/**
 * @file A wing that is a hand: upper arm, forearm, palm and fingers in one plane with the skin between them.
 *
 * Such a wing folds like a fan and a letter Z at once: the upper arm goes back, the forearm forward, the fingers back
 * and together. All of it happens about the normal of the wing, where turns simply add, so the skin stays flat and
 * never crosses itself; then the whole wing is twisted and raised. Angles are counted in the plane, from straight out
 * (0) to straight back (π/2), and not from how an individual is drawn: one that rests half folded spreads as wide as
 * the others.
 */

import { add, cross, dot, normalize, scale, subtract, type Vec3 } from '../../math/vector.js';
import type { Skeleton } from '../../rig/rig-records.js';
import { type Controls, compose, rotateJoint } from './controls.js';

/** A posture of one wing, of any kind; radians. */
export interface WingPose {
  /** Lifts the whole wing. */
  readonly raise: number;
  /** Sweeps it back. */
  readonly sweep: number;
  /** Lowers its leading edge. */
  readonly twist: number;
  /** 0 spread as drawn, 1 folded along the body. */
  readonly fold: number;
  /** Bends the outer wing up. */
  readonly curl: number;
}

/** Spread and folded angle of each bone; fingers lie between the first and the last. */
const UPPER_ARM = [0.42, 1.2] as const;
const FOREARM = [-0.45, -1.1] as const;
const FIRST_FINGER = [0.1, 0.98] as const;
const LAST_FINGER = [1.5, 1.46] as const;
/** How far each finger of a folded wing lies above the next, radians: the skin between them is pleated. */
const PLEAT = 0.09;

const between = ([from, to]: readonly [number, number], t: number) => from + (to - from) * t;

/** Angles of upper arm, forearm and fingers of a wing that is folded so far, 0 to 1; radians. */
export function handWingAngles(
  fold: number,
  fingerCount: number,
): { arm: number; forearm: number; fingers: number[] } {
  const [first, last] = [between(FIRST_FINGER, fold), between(LAST_FINGER, fold)];
  return {
    arm: between(UPPER_ARM, fold),
    forearm: between(FOREARM, fold),
    fingers: Array.from({ length: fingerCount }, (_, i) => between([first, last], i / (fingerCount - 1))),
  };
}

/** Turns that pose a wing of upper arm, forearm, hand, and two joints per finger. One rotation vector per joint. */
export function handWingRotations(skeleton: Skeleton, wing: readonly number[], pose: WingPose): Vec3[] {
  const { raise, sweep, twist, fold, curl } = pose;
  const { rest } = skeleton;
  const at = (j: number): Vec3 => [rest[j * 3], rest[j * 3 + 1], rest[j * 3 + 2]];
  const [arm, forearm, hand, ...fingers] = wing;
  const side = at(arm)[0] < 0 ? -1 : 1;

  // (1) The plane of the wing: its normal up, straight out, straight back.
  const across = cross(subtract(at(forearm), at(arm)), subtract(at(hand), at(forearm)));
  const normal = normalize(scale(across, Math.sign(across[1])));
  const out = normalize(add([side, 0, 0], scale(normal, -side * normal[0])));
  const back = scale(cross(normal, out), side);
  const angleOf = (from: number, to: number): number => {
    const bone = subtract(at(to), at(from));
    return Math.atan2(dot(bone, back), dot(bone, out));
  };

  // (2) How far each bone goes round from where it is drawn.
  const count = fingers.length / 2;
  const wanted = handWingAngles(fold, count);
  const armGoes = wanted.arm + sweep - angleOf(arm, forearm);
  const forearmGoes = wanted.forearm + 0.8 * sweep - angleOf(forearm, hand);
  const fingersGo = wanted.fingers.map(
    (angle, i) => angle + sweep - angleOf(fingers[2 * i], fingers[2 * i + 1]),
  );
  const handGoes = (fingersGo[0] + fingersGo[count - 1]) / 2;
  const round = (angle: number): Vec3 => scale(normal, angle * side);

  // (3) Fingers that lie back would only roll when they are curled up.
  const lift = (angle: number): Vec3 => scale(back, -angle * side);
  const supple = curl * (1 - 0.75 * Math.min(1, Math.max(0, fold)));
  return [
    compose([twist, 0, 0], lift(raise), round(armGoes)),
    compose(lift(0.3 * supple), round(forearmGoes - armGoes)),
    compose(lift(0.3 * supple), round(handGoes - forearmGoes)),
    ...fingersGo.flatMap((goes, i): Vec3[] => {
      const bone = normalize(subtract(at(fingers[2 * i + 1]), at(fingers[2 * i])));
      const above = PLEAT * fold * (count - i);
      return [
        compose(lift(0.2 * supple), round(goes - handGoes), scale(cross(bone, normal), above)),
        compose(lift(0.35 * supple), round(0.1 * fold)),
      ];
    }),
  ];
}

/** Adds the turns of a pose to the controls. */
export function poseHandWing(
  c: Controls,
  skeleton: Skeleton,
  wing: readonly number[],
  pose: WingPose,
  amount = 1,
): void {
  const turns = handWingRotations(skeleton, wing, pose);
  for (const [k, rotation] of turns.entries()) rotateJoint(c, wing[k], ...scale(rotation, amount));
}
