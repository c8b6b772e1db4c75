/** @file The clips that an insect comes with: idle, a gait and an action. */

import { add, scale, type Vec3 } from '../../math/vector.js';
import { bump, ease, hold, stepAt, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

export function createInsectClips(animator: Animator, plan: CreaturePlan, size: number) {
  const { spine, head, tail, legs, arms, wings } = plan;
  const body = spine[0];
  const place = (d: PoseDraft, i: number, offset: Vec3) => {
    const [upper, middle, , foot] = legs[i];
    d.reach(upper, middle, foot, add(d.restPosition(foot), offset));
    d.setWorld(foot, [0, 0, 0]);
  };
  const feel = (d: PoseDraft, phase: number, amount: number) => {
    for (const [i, [root, tip]] of arms.entries()) {
      d.rotate(root, 0.2 * amount * wave(phase, 0.37 * i), 0.12 * amount * wave(phase, 0.2), 0);
      d.rotate(tip, 0.25 * amount * wave(phase, 0.37 * i + 0.15), 0, 0);
    }
  };
  /** Wings: laid back over the body (`rest` 1) or beating. */
  const beat = (d: PoseDraft, phase: number, amount: number, rest: number) => {
    for (const [i, [root, tip]] of wings.entries()) {
      const s = i < 2 ? 1 : -1;
      const hind = i % 2;
      const flap = amount * wave(phase, 0.08 * hind);
      d.rotate(
        root,
        0.3 * amount * wave(phase, 0.25) * 0.6,
        (0.34 - 0.26 * hind) * rest * s,
        ((0.6 - 0.25 * hind) * flap + 0.12 * hind * amount + (0.18 - 0.04 * hind) * rest) * s,
      );
      d.rotate(tip, 0, 0, 0.16 * amount * wave(phase, 0.12 + 0.08 * hind) * s);
    }
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.12, 0.2, 0.34, 0.42) - hold(t, 0.56, 0.64, 0.76, 0.84);
    d.shift(0, 0.0015 * size * wave(3 * t), 0);
    d.rotate(body, 0.025 * wave(t), 0.06 * look, 0);
    d.rotate(head, 0.04 * wave(3 * t), 0.22 * look, 0.12 * look);
    d.bend(tail, 0.16 * wave(3 * t), 0, 0);
    feel(d, 3 * t, 1);
    beat(d, 20 * t, 0.12 * hold(t, 0.44, 0.48, 0.54, 0.58), 1);
    for (let i = 0; i < 6; i++) place(d, i, [0, 0, 0]);
  });

  // Alternating tripods: front and hind leg of one side with the middle leg of the other.
  const stride = 0.027 * size;
  const duty = 0.56;
  const walk = animator.clip('walk', 0.6, (d, t) => {
    d.shift(0, 0.0015 * size * wave(2 * t), (stride / duty) * t);
    d.rotate(body, 0.02 * wave(2 * t), 0.05 * wave(t), 0.04 * wave(t, 0.25));
    d.rotate(head, -0.02 * wave(2 * t), -0.05 * wave(t), -0.04 * wave(t, 0.25));
    d.bend(tail, 0.06 * wave(2 * t), -0.06 * wave(t, 0.1), 0);
    feel(d, 2 * t, 0.8);
    beat(d, 0, 0, 1);
    for (let i = 0; i < 6; i++) {
      const step = stepAt(t, i % 2 === 0 ? 0 : 0.5, duty);
      place(d, i, [0, 0.011 * size * step.lift, (stride / duty) * step.travel]);
    }
  });

  const takeoff = animator.clip('takeoff', 3, (d, t) => {
    const spread = hold(t, 0.04, 0.16, 0.84, 0.96);
    const buzz = hold(t, 0.14, 0.26, 0.78, 0.88);
    const up = ease((t - 0.26) / 0.18) * (1 - ease((t - 0.62) / 0.2));
    const crouch = bump(t, 0.16, 0.32) + 0.6 * bump(t, 0.74, 0.9);
    d.shift(
      0.006 * size * up * wave(3 * t),
      -0.004 * size * crouch + 0.11 * size * up + 0.004 * size * up * wave(4 * t),
      0,
    );
    d.rotate(body, -0.06 * crouch - 0.08 * up, 0, 0.06 * up * wave(3 * t, 0.2));
    d.rotate(head, 0.2 * up, 0, 0);
    d.bend(tail, 0.22 * crouch + 0.12 * up + 0.06 * wave(4 * t) * up, 0, 0);
    feel(d, 4 * t, 0.7);
    beat(d, 15 * t, buzz, 1 - spread);
    for (let i = 0; i < 6; i++) {
      const [upper, middle] = legs[i];
      const foot = d.restPosition(legs[i][3]);
      // On the ground the feet hold; in the air they are drawn in and follow the body.
      const s = Math.sign(foot[0]);
      const hang: Vec3 = [
        (Math.abs(foot[2]) > 0.03 * size ? 0.016 : 0) * size * s,
        0.086 * size + 0.003 * size * wave(4 * t, 0.1 * i),
        -0.006 * size,
      ];
      d.reach(upper, middle, legs[i][3], add(foot, scale(hang, up)));
      d.setWorld(legs[i][3], [0.3 * up, 0, 0]);
    }
  });
  return [idle, walk, takeoff];
}
