/** @file The clips that a spider comes with: idle, a gait and an action. */

import { add, type Vec3 } from '../../math/vector.js';
import { bump, hold, stepAt, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

export function createSpiderClips(animator: Animator, plan: CreaturePlan, size: number) {
  const { spine, head, tail, legs, arms } = plan;
  const body = spine[0];
  const place = (d: PoseDraft, i: number, offset: Vec3) => {
    const [upper, middle, , foot] = legs[i];
    d.reach(upper, middle, foot, add(d.restPosition(foot), offset));
  };
  const feel = (d: PoseDraft, phase: number, amount: number) => {
    for (const [i, [root, tip]] of arms.entries()) {
      d.rotate(root, amount * 0.3 * wave(phase, 0.5 * i), 0, 0);
      d.rotate(tip, amount * 0.35 * wave(phase, 0.5 * i + 0.15), 0, 0);
    }
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.1, 0.18, 0.34, 0.42) - hold(t, 0.55, 0.63, 0.78, 0.86);
    d.shift(0, 0.002 * size * wave(2 * t) - 0.002 * size, 0);
    d.rotate(body, 0.03 * wave(t), 0.1 * look, 0);
    d.rotate(head, 0, 0.12 * look, 0.1 * look);
    d.bend(tail, 0.05 * wave(2 * t), -0.1 * look, 0);
    feel(d, 4 * t, 1);
    for (let i = 0; i < 8; i++) place(d, i, [0, i === 0 ? 0.018 * size * bump(t, 0.42, 0.54) : 0, 0]);
  });

  // Alternating tetrapods: neighbours on a side, and opposite legs, are half a cycle apart.
  const stride = 0.028 * size;
  const duty = 0.6;
  const walk = animator.clip('walk', 0.7, (d, t) => {
    d.shift(0, 0.0015 * size * wave(2 * t), (stride / duty) * t);
    d.rotate(body, 0.02 * wave(2 * t), 0.05 * wave(t), 0.03 * wave(t, 0.25));
    d.rotate(head, -0.02 * wave(2 * t), -0.05 * wave(t), -0.03 * wave(t, 0.25));
    d.bend(tail, 0.05 * wave(2 * t, 0.2), -0.12 * wave(t, 0.1), 0);
    feel(d, 2 * t, 0.7);
    for (let i = 0; i < 8; i++) {
      const set = (i % 4) % 2 === (i < 4 ? 0 : 1) ? 0 : 0.5;
      // Legs of a set land one after the other, back to front, as in a real walk.
      const step = stepAt(t, set - 0.03 * (3 - (i % 4)), duty);
      place(d, i, [0, 0.019 * size * step.lift, (stride / duty) * step.travel]);
    }
  });

  const threat = animator.clip('threat', 2.8, (d, t) => {
    const up = hold(t, 0.08, 0.24, 0.74, 0.92);
    const shake = hold(t, 0.3, 0.36, 0.66, 0.74) * wave(8 * t);
    d.shift(0, 0.006 * size * up, -0.012 * size * up);
    d.rotate(body, -0.4 * up + 0.03 * shake, 0.05 * shake, 0);
    d.rotate(head, -0.08 * up, 0.05 * shake, 0);
    d.bend(tail, 0.45 * up, 0, 0);
    feel(d, 8 * t, 0.8 * up);
    for (let i = 0; i < 8; i++) {
      const n = i % 4;
      const s = i < 4 ? 1 : -1;
      if (n === 0)
        place(d, i, [s * 0.022 * size * up, (0.105 + 0.012 * shake * s) * size * up, -0.012 * size * up]);
      else if (n === 1)
        place(d, i, [s * 0.01 * size * up, (0.04 - 0.008 * shake * s) * size * up, -0.008 * size * up]);
      else place(d, i, [0, 0, 0]);
    }
  });
  return [idle, walk, threat];
}
