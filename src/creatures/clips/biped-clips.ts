/** @file The clips that a biped comes with: idle, a gait and an action. */

import { add } from '../../math/vector.js';
import { bump, ease, hold, stepAt, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

export function createBipedClips(animator: Animator, plan: CreaturePlan, leg: number, size: number) {
  const { spine, neck, head, legs, arms } = plan;
  const [hips, spine1, spine2, chest] = spine;
  /** Lets an arm hang: swing forward (+), bend of the elbow, distance from the body. */
  const hang = (d: PoseDraft, i: number, swing: number, elbow: number, out = 0.5) => {
    const sign = i === 0 ? 1 : -1;
    const [shoulder, upper, fore, hand] = arms[i];
    d.rotate(shoulder, 0, 0, -0.05 * sign);
    d.rotate(upper, -swing, 0, 0);
    d.rotate(upper, 0, 0, -out * sign);
    d.rotate(fore, -0.66 * elbow, -0.76 * elbow * sign, 0);
    d.rotate(hand, 0, 0, -0.08 * sign);
    for (let k = 1; k <= 3; k++) d.rotate(hand + 2 * k - 1, 0, 0, -0.25 * sign);
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const breath = wave(2 * t);
    const look = hold(t, 0.1, 0.22, 0.38, 0.5) - 0.8 * hold(t, 0.58, 0.68, 0.8, 0.92);
    d.shift(0.018 * size * wave(t, 0.05), -0.012 * size + 0.003 * size * breath, 0);
    d.rotate(hips, 0, 0.04 * wave(t), 0.04 * wave(t, 0.05));
    d.rotate(spine1, 0.015 * breath, 0, -0.03 * wave(t, 0.05));
    d.rotate(spine2, -0.01 * breath, 0.05 * look, -0.02 * wave(t, 0.05));
    d.rotate(chest, -0.025 * breath, 0.05 * look, 0);
    d.rotate(neck[0], 0, 0.2 * look, 0);
    d.rotate(head, 0.05 * wave(t, 0.3), 0.35 * look, 0.06 * look);
    for (const i of [0, 1]) hang(d, i, 0.05 * wave(t, 0.3), 0.25 + 0.04 * breath, 0.5);
    stand(d);
  });

  const stride = 0.72 * leg;
  const duty = 0.6;
  const travel = stride / duty;
  const walk = animator.clip('walk', 0.95, (d, t) => {
    d.shift(
      0.014 * size * wave(t, 0.05),
      -0.022 * size - 0.013 * size * Math.cos(4 * Math.PI * (t - 0.04)),
      travel * t,
    );
    // The left foot lands at phase 0: hips lead with it, the chest counters.
    const turn = Math.cos(2 * Math.PI * t);
    d.rotate(hips, 0.04, -0.1 * turn, 0.045 * wave(t, 0.02));
    d.rotate(spine1, 0.02, 0.09 * turn, -0.03 * wave(t, 0.02));
    d.rotate(spine2, 0.02, 0.08 * turn, -0.02 * wave(t, 0.02));
    d.rotate(chest, 0.0, 0.06 * turn, 0);
    d.rotate(neck[0], -0.04, -0.08 * turn, 0);
    d.setWorld(head, [0.02 * wave(2 * t, 0.2), 0, 0]);
    hang(d, 0, -0.55 * turn, 0.4 - 0.2 * turn);
    hang(d, 1, 0.55 * turn, 0.4 + 0.2 * turn);
    for (const [i, joints] of legs.entries()) {
      const step = stepAt(t, i === 0 ? 0 : 0.5, duty);
      const target = add(d.restPosition(joints[3]), [0, 0.11 * leg * step.lift, travel * step.travel]);
      // The heel leaves the ground first; the ball of the foot stays where it is.
      const push = 0.42 * ease((step.stance - 0.55) / 0.45);
      const pitch =
        step.swing > 0 ? 0.42 * (1 - ease(step.swing / 0.7)) - 0.2 * bump(step.swing, 0.3, 0.85) : push;
      d.plant(joints, target, [pitch, step.swing > 0 ? 0.4 * pitch : 0]);
    }
  });

  const waveHand = animator.clip('wave', 2.6, (d, t) => {
    const lift = hold(t, 0.06, 0.26, 0.74, 0.95);
    const shake = hold(t, 0.2, 0.32, 0.7, 0.82) * wave(5 * t);
    d.shift(-0.012 * size * lift, -0.012 * size, 0);
    d.rotate(hips, 0, 0.05 * lift, -0.03 * lift);
    d.rotate(spine2, 0, 0, -0.05 * lift);
    d.rotate(chest, -0.03 * lift, 0.04 * shake, -0.05 * lift);
    d.rotate(neck[0], 0, 0.06 * lift, 0.05 * lift);
    d.rotate(head, -0.05 * lift, 0.1 * lift, 0.12 * lift + 0.03 * shake);
    hang(d, 1, 0.04 * wave(t), 0.3);
    const [shoulder, upper, fore, hand] = arms[0];
    d.rotate(shoulder, 0, 0, -0.05 + 0.32 * lift);
    d.rotate(upper, 0, -0.3 * lift, -0.5 + 1.5 * lift);
    d.rotate(fore, -0.16 * (1 - lift), -0.19 * (1 - lift), lift * (0.95 + 0.3 * shake));
    d.rotate(hand, 0, 0, -0.08 + lift * 0.22 * wave(5 * t, 0.1) * hold(t, 0.2, 0.32, 0.7, 0.82));
    for (let k = 1; k <= 3; k++) d.rotate(hand + 2 * k - 1, 0, 0, -0.25 * (1 - lift));
    stand(d);
  });
  return [idle, walk, waveHand];
}
