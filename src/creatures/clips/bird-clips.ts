/** @file The clips that a bird comes with: idle, a gait and an action. */

import { bump, hold, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

export function createBirdClips(animator: Animator, plan: CreaturePlan, size: number) {
  const { spine, neck, head, jaw, tail, legs, wings } = plan;
  const [hips, spine1, chest] = spine;
  const closed = -0.14;
  /** Wings laid down and back along the flanks; `open` 1 lets them out again. */
  const fold = (d: PoseDraft, open: number, level = 0) => {
    for (const [i, [w1, w2, w3, w4]] of wings.entries()) {
      const s = i === 0 ? 1 : -1;
      const shut = 1 - open;
      d.rotate(w1, -level, 0, 0);
      d.rotate(w1, 0, 0, -0.72 * shut * s);
      d.rotate(w1, 0, 0.42 * shut * s, 0);
      d.rotate(w2, 0, 0.32 * shut * s, 0.1 * shut * s);
      d.rotate(w3, 0, 0.4 * shut * s, 0.06 * shut * s);
      d.rotate(w4, 0, 0.3 * shut * s, 0.04 * shut * s);
    }
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look =
      hold(t, 0.06, 0.1, 0.26, 0.3) -
      1.2 * hold(t, 0.4, 0.44, 0.62, 0.66) +
      0.5 * hold(t, 0.72, 0.76, 0.88, 0.92);
    const tilt = hold(t, 0.44, 0.5, 0.58, 0.64);
    d.shift(0, -0.006 * size - 0.002 * size * wave(3 * t), 0);
    d.rotate(hips, 0.02 * wave(t), 0.04 * look, 0);
    d.rotate(chest, -0.02 * wave(3 * t), 0, 0);
    d.rotate(neck[0], 0.05 * wave(t, 0.2), 0.3 * look, 0);
    d.rotate(head, 0.04 * Math.abs(look), 0.45 * look, 0.3 * tilt);
    d.rotate(jaw, closed, 0, 0);
    d.bend(tail, 0.25 * bump(t, 0.3, 0.36) + 0.25 * bump(t, 0.36, 0.42), 0, 0);
    fold(d, 0.06 * bump(t, 0.68, 0.78));
    stand(d);
  });

  const fly = animator.clip('fly', 0.6, (d, t) => {
    // Phase 0 is the top of the stroke; down is slower and spread, up is quick and half folded.
    const beat = t - 0.05 * Math.sin(2 * Math.PI * t);
    const flap = Math.cos(2 * Math.PI * beat);
    const rising = bump(t, 0.48, 1.0);
    d.shift(0, 0.32 * size - 0.022 * size * Math.cos(2 * Math.PI * (t - 0.2)), 2.1 * size * t);
    d.rotate(hips, 0.42 + 0.04 * wave(t, 0.1), 0, 0);
    d.rotate(spine1, 0.05, 0, 0);
    d.rotate(neck[0], -0.1, 0, 0);
    d.setWorld(head, [0.05, 0, 0]);
    d.rotate(jaw, closed, 0, 0);
    d.bend(tail, -0.25 + 0.12 * wave(t, 0.2), 0, 0);
    for (const [i, [w1, w2, w3, w4]] of wings.entries()) {
      const s = i === 0 ? 1 : -1;
      d.rotate(w1, -0.3 + 0.22 * wave(t), 0, 0);
      d.rotate(w1, 0, 0.22 * rising * s, (0.12 + 0.72 * flap) * s);
      d.rotate(w2, 0, 0.1 * rising * s, (0.22 * Math.cos(2 * Math.PI * (t - 0.1)) - 0.14 * rising) * s);
      d.rotate(w3, 0, 0.3 * rising * s, (0.2 * Math.cos(2 * Math.PI * (t - 0.16)) - 0.3 * rising) * s);
      d.rotate(w4, 0, 0.2 * rising * s, (0.16 * Math.cos(2 * Math.PI * (t - 0.22)) - 0.16 * rising) * s);
    }
    for (const [upper, lower, ankle, foot] of legs) {
      d.rotate(upper, 0.35, 0, 0);
      d.rotate(lower, 0.3, 0, 0);
      d.rotate(ankle, 0.1 + 0.05 * wave(t, 0.3), 0, 0);
      d.rotate(foot, 0.55, 0, 0);
    }
  });

  const peck = animator.clip('peck', 2.4, (d, t) => {
    const down = hold(t, 0.1, 0.28, 0.7, 0.9);
    const stab = bump(t, 0.3, 0.4) + bump(t, 0.42, 0.52) + bump(t, 0.56, 0.66);
    d.shift(0, -0.006 * size * down, -0.02 * size * down);
    d.rotate(hips, 0.1 * down + 0.03 * stab, 0, 0);
    d.rotate(spine1, 0.3 * down, 0, 0);
    d.rotate(chest, 0.32 * down + 0.05 * stab, 0, 0);
    d.rotate(neck[0], 0.42 * down + 0.14 * stab, 0, 0);
    d.rotate(head, 0.3 * down + 0.14 * stab, 0, 0.1 * bump(t, 0.74, 0.95));
    d.rotate(jaw, closed + 0.3 * stab, 0, 0);
    d.bend(tail, -0.3 * down, 0, 0);
    fold(d, 0.1 * bump(t, 0.7, 0.95), 0.3 * down);
    stand(d);
  });
  return [idle, fly, peck];
}
