/**
 * @file The angles of a wing that is a hand: upper arm, forearm and fingers in one plane with the skin between them.
 *
 * Such a wing folds like a fan and a letter Z at once: the upper arm goes back, the forearm forward, the fingers back
 * and together. Angles are counted in the plane, from straight out (0) to straight back (π/2).
 */

/** Spread and folded angle of each bone; fingers lie between the first and the last. */
const UPPER_ARM = [0.42, 1.2] as const;
const FOREARM = [-0.45, -1.1] as const;
const FIRST_FINGER = [0.1, 0.98] as const;
const LAST_FINGER = [1.5, 1.46] as const;

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
