/** @file The clips that a fish comes with: idle, a gait and an action. */

import { bump, ease, hold, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

export function createFishClips(
  animator: Animator,
  plan: CreaturePlan,
  crests: readonly number[],
  size: number,
) {
  const { spine, head, jaw, tail, wings } = plan;
  const body = spine[0];
  /** A wave that runs from head to tail and grows on the way. */
  const undulate = (d: PoseDraft, phase: number, amount: number) => {
    d.rotate(body, 0, 0.14 * amount * wave(phase, 0.05), 0);
    d.rotate(head, 0, -0.2 * amount * wave(phase, 0.02), 0);
    for (const [i, joint] of tail.entries()) {
      const growth = 0.22 + 0.3 * ((i + 1) / tail.length) ** 1.5;
      d.rotate(joint, 0, amount * growth * wave(phase, 0.16 + 0.11 * i), 0);
    }
  };
  const fins = (d: PoseDraft, phase: number, amount: number, tuck: number) => {
    for (const [i, [root, tip]] of wings.entries()) {
      const s = i === 0 ? 1 : -1;
      d.rotate(
        root,
        0,
        (0.45 * tuck + 0.12 * amount * wave(phase, 0.2)) * s,
        0.38 * amount * wave(phase) * s,
      );
      d.rotate(tip, 0, 0, 0.3 * amount * wave(phase, 0.2) * s);
    }
    for (const joint of crests) d.rotate(joint, 0, 0, 0.1 * amount * wave(phase, 0.3));
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    d.shift(0.006 * size * wave(t), 0.016 * size * wave(t, 0.25), 0);
    d.rotate(body, 0.06 * wave(t, 0.4), 0.1 * wave(t), 0.04 * wave(t, 0.1));
    undulate(d, 2 * t, 0.32);
    fins(d, 4 * t, 1, 0.1);
    d.rotate(jaw, 0.16 * (0.5 + 0.5 * wave(4 * t)), 0, 0);
  });

  const swim = animator.clip('swim', 0.9, (d, t) => {
    d.shift(-0.008 * size * wave(t, 0.1), 0, 0.55 * size * t);
    undulate(d, t, 0.85);
    fins(d, t, 0.5, 0.7);
    d.rotate(jaw, 0.05, 0, 0);
  });

  // A startled fish bends into a C and straightens with one great beat of the tail.
  const dart = animator.clip('dart', 2, (d, t) => {
    const coil = hold(t, 0.12, 0.26, 0.28, 0.38);
    const beat = bump(t, 0.3, 0.5);
    const glide = hold(t, 0.3, 0.42, 0.5, 0.95);
    d.shift(0, 0.02 * size * bump(t, 0.2, 0.9), 0.75 * size * ease((t - 0.28) / 0.6));
    d.rotate(body, -0.12 * beat, 0.4 * coil - 0.2 * beat, 0.3 * coil - 0.15 * beat);
    d.rotate(head, 0, 0.22 * coil - 0.12 * beat, 0);
    for (const joint of tail) d.rotate(joint, 0, -0.4 * coil + 0.3 * beat, 0);
    undulate(d, 4 * t, 0.35 * (1 - coil) * (0.6 + 0.6 * glide) * (1 - beat));
    fins(d, 4 * t, 0.7 * (1 - glide), 0.2 + 0.7 * glide);
    d.rotate(jaw, 0.2 * coil, 0, 0);
  });
  return [idle, swim, dart];
}
