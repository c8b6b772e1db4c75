/** @file The clips that a raptor comes with: idle, a gait and an action. */

import { add } from '../../math/vector.js';
import { bump, ease, hold, stepAt, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

export function createRaptorClips(animator: Animator, plan: CreaturePlan, leg: number, size: number) {
  const { spine, neck, head, jaw, tail, legs, arms } = plan;
  const [hips, spine1, spine2, chest] = spine;
  const closed = -0.1;
  const swayTail = (d: PoseDraft, phase: number, swing: number, lift: number) => {
    for (const [i, joint] of tail.entries())
      d.rotate(joint, lift / 7, swing * (0.5 + 0.12 * i) * wave(phase, 0.07 * i), 0);
  };
  const holdArms = (d: PoseDraft, swing: number) => {
    for (const [i, joints] of arms.entries()) {
      d.rotate(joints[0], (i === 0 ? 1 : -1) * swing, 0, 0);
      d.rotate(joints[1], -0.3 * Math.abs(swing), 0, 0);
    }
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.08, 0.14, 0.34, 0.4) - hold(t, 0.55, 0.61, 0.8, 0.86);
    d.shift(0.01 * size * wave(t), -0.01 * size - 0.005 * size * wave(2 * t), 0);
    d.rotate(hips, 0.015 * wave(2 * t, 0.1), 0.03 * wave(t), 0.02 * wave(t));
    d.rotate(chest, 0.015 * wave(2 * t), 0, -0.02 * wave(t));
    d.bend(neck, 0.04 * wave(2 * t, 0.2), 0.5 * look, 0);
    // Birds and their ancestors snap the head from one fixation to the next.
    d.rotate(head, 0.06 * wave(t, 0.4), 0.25 * look, 0.14 * look);
    d.rotate(jaw, closed + (0.06 * (1 + wave(2 * t, 0.2))) / 2, 0, 0);
    swayTail(d, t, 0.08, 0.05 * wave(t, 0.2));
    holdArms(d, 0.06 * wave(t));
    stand(d);
  });

  const stride = 0.64 * leg;
  const duty = 0.58;
  const travel = stride / duty;
  const walk = animator.clip('walk', 0.9, (d, t) => {
    const turn = Math.cos(2 * Math.PI * t);
    d.shift(
      0.012 * size * wave(t),
      -0.03 * size - 0.014 * size * Math.cos(4 * Math.PI * (t - 0.05)),
      travel * t,
    );
    d.rotate(hips, 0.02 * wave(2 * t), -0.07 * turn, 0.05 * wave(t));
    d.rotate(spine1, 0, 0.04 * turn, -0.02 * wave(t));
    d.rotate(spine2, 0, 0.04 * turn, -0.02 * wave(t));
    d.rotate(chest, 0, 0.02 * turn, -0.01 * wave(t));
    // The head bobs against the step and stays level.
    d.rotate(neck[0], 0.16 + 0.09 * wave(2 * t, 0.2), -0.02 * turn, 0);
    d.rotate(neck[1], -0.02 - 0.09 * wave(2 * t, 0.25), 0, 0);
    d.setWorld(head, [0.03, 0, 0]);
    d.rotate(jaw, closed, 0, 0);
    swayTail(d, t + 0.25, 0.1, 0.04 * wave(2 * t));
    holdArms(d, 0.14 * turn);
    for (const [i, joints] of legs.entries()) {
      const step = stepAt(t, i === 0 ? 0 : 0.5, duty);
      const target = add(d.restPosition(joints[3]), [0, 0.13 * leg * step.lift, travel * step.travel]);
      const flex = step.swing > 0 ? bump(step.swing, 0, 0.85) : 0;
      const roll = step.swing > 0 ? 0.35 - 0.65 * ease(step.swing) : -0.3 + 0.65 * step.stance;
      d.plant(joints, target, [roll + 0.35 * flex, 0.65 * flex]);
    }
  });

  const bite = animator.clip('bite', 2.2, (d, t) => {
    const crouch = hold(t, 0.06, 0.3, 0.38, 0.5);
    const lunge = hold(t, 0.38, 0.48, 0.6, 0.86);
    const gape = hold(t, 0.22, 0.36, 0.46, 0.51);
    const shake = hold(t, 0.5, 0.54, 0.62, 0.74) * wave(9 * t);
    d.shift(0, -0.05 * size * crouch - 0.07 * size * lunge, -0.06 * size * crouch + 0.1 * size * lunge);
    d.rotate(hips, -0.08 * crouch + 0.14 * lunge, 0.03 * shake, 0);
    d.rotate(spine1, -0.04 * crouch + 0.06 * lunge, 0, 0);
    d.rotate(chest, -0.04 * crouch + 0.08 * lunge, 0.04 * shake, 0);
    d.rotate(neck[0], -0.2 * crouch + 0.5 * lunge, 0.1 * shake, 0);
    d.rotate(neck[1], 0.12 * crouch + 0.3 * lunge, 0.12 * shake, 0);
    d.rotate(head, 0.12 * crouch - 0.5 * lunge, 0.16 * shake, 0.2 * shake);
    d.rotate(jaw, closed + 0.55 * gape, 0, 0);
    swayTail(d, 2 * t, 0.05, 0.35 * crouch - 0.3 * lunge);
    for (const joints of arms) d.rotate(joints[0], 0.3 * crouch - 0.5 * lunge, 0, 0);
    stand(d);
  });
  return [idle, walk, bite];
}
