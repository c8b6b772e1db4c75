/** @file The clips that a quadruped comes with: idle, a gait and an action. */

import { add, type Vec3 } from '../../math/vector.js';
import { bump, ease, hold, stepAt, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

export function createQuadrupedClips(
  animator: Animator,
  plan: CreaturePlan,
  shoulders: readonly number[],
  leg: number,
  size: number,
) {
  const { spine, neck, head, jaw, tail, legs } = plan;
  const [hips, spine1, spine2, chest] = spine;
  const swayTail = (d: PoseDraft, phase: number, swing: number, raise: number) => {
    for (const [i, joint] of tail.entries()) d.rotate(joint, raise / 5, swing * wave(phase, 0.12 * i), 0);
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    d.shift(0.008 * size * wave(t), -0.004 * size * (1 + wave(2 * t)), 0);
    d.rotate(hips, 0, 0, 0.02 * wave(t));
    d.rotate(chest, 0.012 * wave(2 * t, 0.1), 0.03 * wave(t, 0.2), 0);
    const look = hold(t, 0.15, 0.28, 0.42, 0.55) - 0.7 * hold(t, 0.6, 0.7, 0.8, 0.92);
    d.bend(neck, 0.03 * wave(2 * t), 0.4 * look, 0);
    d.rotate(head, 0.05 * wave(t, 0.3) - 0.06 * Math.abs(look), 0.25 * look, 0.1 * look);
    d.rotate(jaw, -0.12 + 0.04 * wave(4 * t), 0, 0);
    swayTail(d, t, 0.1, 0.05 * wave(t));
    stand(d);
  });

  // Lateral sequence: left hind, left front, right hind, right front, a quarter of a cycle apart.
  const stride = 0.62 * leg;
  const duty = 0.64;
  const offsets = [0.75, 0.25, 0, 0.5];
  const walk = animator.clip('walk', 0.95, (d, t) => {
    d.shift(
      0.008 * size * wave(t, 0.1),
      -0.012 * size + 0.006 * size * wave(2 * t, 0.1),
      (stride / duty) * t,
    );
    d.rotate(hips, 0.015 * wave(2 * t), 0.05 * wave(t, 0.06), 0.05 * wave(t, 0.3));
    d.rotate(spine1, 0, -0.05 * wave(t, 0.06), -0.03 * wave(t, 0.3));
    d.rotate(spine2, -0.015 * wave(2 * t), -0.05 * wave(t, 0.06), -0.04 * wave(t, 0.3));
    d.rotate(chest, 0.01 * wave(2 * t, 0.2), 0, -0.02 * wave(t, 0.3));
    d.bend(neck, 0.1 + 0.05 * wave(2 * t, 0.15), 0.03 * wave(t, 0.1), 0);
    d.setWorld(head, [0.04 + 0.02 * wave(2 * t, 0.3), 0, 0]);
    d.rotate(jaw, -0.12, 0, 0);
    swayTail(d, t, 0.12, 0.03 * wave(2 * t));
    for (const [i, joints] of legs.entries()) {
      const front = i < 2;
      const step = stepAt(t, offsets[i], duty);
      const foot = d.restPosition(joints[3]);
      const rise = (front ? 0.1 : 0.085) * leg * 2 * step.lift;
      const target = add(foot, [0, rise, (stride / duty) * step.travel]);
      const flex = step.swing > 0 ? bump(step.swing, 0, 0.8) : 0;
      const roll = step.swing > 0 ? 0.3 - 0.55 * ease(step.swing) : -0.25 + 0.55 * step.stance;
      if (front)
        d.rotate(
          shoulders[i],
          step.swing > 0 ? 0.1 - 0.2 * ease(step.swing) : -0.1 + 0.2 * step.stance,
          0,
          0,
        );
      d.plant(joints, target, [roll + (front ? 0.75 : 0.25) * flex, 0.75 * flex]);
    }
  });

  // An invitation to play: the front feet step out one after the other, the chest goes down, the tail wags.
  const bow = animator.clip('bow', 3, (d, t) => {
    const down = hold(t, 0.16, 0.36, 0.66, 0.84);
    const wag = hold(t, 0.3, 0.4, 0.64, 0.78);
    d.shift(0, -0.03 * size * down, -0.035 * size * down);
    d.rotate(hips, 0.2 * down, 0.06 * wag * wave(6 * t), 0);
    d.rotate(spine1, 0.06 * down, -0.04 * wag * wave(6 * t), 0);
    d.rotate(spine2, 0.04 * down, 0, 0);
    d.rotate(chest, -0.04 * down, 0, 0);
    d.bend(neck, -0.26 * down, 0, 0);
    d.rotate(head, -0.06 * down, 0.06 * wag * wave(3 * t), 0.14 * wag * wave(3 * t));
    d.rotate(jaw, -0.12 + 0.2 * wag, 0, 0);
    swayTail(d, 6 * t, 0.05 + 0.2 * wag, -0.9 * down);
    for (const [i, joints] of legs.entries()) {
      const start = i === 0 ? 0.04 : 0.14;
      const out = ease((t - start) / 0.1) * (1 - ease((t - start - 0.74) / 0.1));
      const lift = bump(t, start, start + 0.1) + bump(t, start + 0.74, start + 0.84);
      const offset: Vec3 = i < 2 ? [0, 0.08 * leg * lift, 0.3 * leg * out] : [0, 0, 0];
      d.plant(joints, add(d.restPosition(joints[3]), offset), [
        i < 2 ? 0.3 * lift - 0.25 * down : 0,
        0.12 * lift,
      ]);
    }
  });
  return [idle, walk, bow];
}
