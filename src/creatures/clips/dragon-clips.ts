/** @file The clips that a dragon comes with: idle, a gait and an action. */

import { add } from '../../math/vector.js';
import { bump, ease, hold, stepAt, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

export function createDragonClips(
  animator: Animator,
  plan: CreaturePlan,
  shoulders: readonly number[],
  leg: number,
  size: number,
) {
  const { spine, neck, head, jaw, tail, legs, wings } = plan;
  const [hips, spine1, spine2, chest] = spine;
  const closed = -0.12;
  const swayTail = (d: PoseDraft, phase: number, swing: number, lift: number) => {
    for (const [i, joint] of tail.entries())
      d.rotate(joint, lift / tail.length, swing * (0.5 + 0.1 * i) * wave(phase, 0.08 * i), 0);
  };
  /** Wings: `shut` folds them up and back, `raise` lifts them as a whole. */
  const holdWings = (d: PoseDraft, shut: number, raise: number, flap = 0) => {
    for (const [i, [w1, w2, a1, a2, b1, b2, c1, c2]] of wings.entries()) {
      const s = i === 0 ? 1 : -1;
      d.rotate(w1, 0, 0.3 * shut * s, (0.22 * shut + raise) * s);
      d.rotate(w2, 0, -0.16 * shut * s, (0.12 * shut + 0.5 * flap) * s);
      d.rotate(a1, 0, 0.34 * shut * s, (-0.08 * shut + 0.4 * flap) * s);
      d.rotate(a2, 0, 0.06 * shut * s, 0.4 * flap * s);
      d.rotate(b1, 0, 0.1 * shut * s, 0.4 * flap * s);
      d.rotate(b2, 0, 0.02 * shut * s, 0.4 * flap * s);
      d.rotate(c1, 0, -0.04 * shut * s, 0.3 * flap * s);
      d.rotate(c2, 0, 0, 0.3 * flap * s);
    }
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.1, 0.24, 0.4, 0.54) - 0.8 * hold(t, 0.58, 0.7, 0.82, 0.94);
    d.shift(0.01 * size * wave(t), -0.012 * size - 0.005 * size * wave(2 * t), 0);
    d.rotate(hips, 0, 0, 0.015 * wave(t));
    d.rotate(chest, 0.02 * wave(2 * t), 0.02 * wave(t), 0);
    d.bend(neck, 0.06 * wave(2 * t, 0.1), 0.5 * look, 0);
    d.rotate(head, 0.05 * wave(t, 0.4), 0.2 * look, 0.06 * look);
    d.rotate(jaw, closed + 0.06 * (0.5 + 0.5 * wave(2 * t)), 0, 0);
    swayTail(d, t, 0.12, 0.06 * wave(t, 0.3));
    holdWings(d, 0.85 + 0.1 * wave(2 * t, 0.1), 0.03 * wave(2 * t));
    stand(d);
  });

  const stride = 0.7 * leg;
  const duty = 0.66;
  const offsets = [0.75, 0.25, 0, 0.5];
  const walk = animator.clip('walk', 1.2, (d, t) => {
    d.shift(0.01 * size * wave(t, 0.1), -0.026 * size + 0.007 * size * wave(2 * t, 0.1), (stride / duty) * t);
    d.rotate(hips, 0.01 * wave(2 * t), 0.06 * wave(t, 0.06), 0.04 * wave(t, 0.3));
    d.rotate(spine1, 0, -0.05 * wave(t, 0.06), -0.02 * wave(t, 0.3));
    d.rotate(spine2, 0, -0.05 * wave(t, 0.06), -0.03 * wave(t, 0.3));
    d.rotate(chest, 0, 0.01 * wave(t), -0.01 * wave(t, 0.3));
    for (const [i, joint] of neck.entries())
      d.rotate(joint, 0.05 + 0.04 * wave(2 * t, 0.15 + 0.08 * i), 0.03 * wave(t, 0.15 * i), 0);
    d.setWorld(head, [0.05 + 0.02 * wave(2 * t, 0.3), 0, 0]);
    d.rotate(jaw, closed, 0, 0);
    swayTail(d, t, 0.14, 0.05 * wave(2 * t));
    holdWings(d, 0.9, 0.03 * wave(2 * t, 0.2), 0.04 * wave(2 * t, 0.3));
    for (const [i, joints] of legs.entries()) {
      const front = i < 2;
      const step = stepAt(t, offsets[i], duty);
      const target = add(d.restPosition(joints[3]), [
        0,
        0.14 * leg * step.lift,
        (stride / duty) * step.travel,
      ]);
      const flex = step.swing > 0 ? bump(step.swing, 0, 0.8) : 0;
      const roll = step.swing > 0 ? 0.28 - 0.5 * ease(step.swing) : -0.22 + 0.5 * step.stance;
      if (front)
        d.rotate(
          shoulders[i],
          step.swing > 0 ? 0.1 - 0.2 * ease(step.swing) : -0.1 + 0.2 * step.stance,
          0,
          0,
        );
      d.plant(joints, target, [roll + (front ? 0.6 : 0.2) * flex, 0.7 * flex]);
    }
  });

  const roar = animator.clip('roar', 3, (d, t) => {
    const draw = hold(t, 0.05, 0.26, 0.32, 0.42);
    const out = hold(t, 0.32, 0.44, 0.7, 0.92);
    const gape = hold(t, 0.3, 0.42, 0.68, 0.82);
    const shake = hold(t, 0.4, 0.46, 0.66, 0.74) * wave(10 * t);
    d.shift(
      0,
      -0.015 * size - 0.04 * size * draw - 0.01 * size * out,
      -0.05 * size * draw + 0.05 * size * out,
    );
    d.rotate(hips, -0.06 * draw + 0.03 * out, 0, 0);
    d.rotate(chest, -0.08 * draw + 0.02 * out, 0.015 * shake, 0);
    for (const joint of neck) d.rotate(joint, -0.14 * draw + 0.16 * out, 0.02 * shake, 0);
    d.rotate(head, 0.3 * draw - 0.42 * out, 0.04 * shake, 0.05 * shake);
    d.rotate(jaw, closed + 0.6 * gape + 0.03 * shake, 0, 0);
    swayTail(d, 2 * t, 0.06 + 0.08 * out, 0.5 * out - 0.3 * draw);
    holdWings(d, 0.85 * (1 - out) + 0.15 * draw, 0.1 * draw + 0.22 * out + 0.03 * shake, 0.1 * out);
    stand(d);
  });
  return [idle, walk, roar];
}
