/** @file The clips that a lizard comes with: idle, a gait and an action. */

import { add } from '../../math/vector.js';
import { bump, ease, hold, stepAt, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

export function createLizardClips(
  animator: Animator,
  plan: CreaturePlan,
  { limb, stance, wide }: Readonly<Record<'limb' | 'stance' | 'wide', number>>,
  size: number,
) {
  const { spine, neck, head, jaw, tail, legs } = plan;
  const bones = spine.slice(1);
  const shut = -0.03 / wide;
  /** The body as an arc: + is hollow on the left. The hips give way by half, so the middle stays on its line. */
  const arc = (d: PoseDraft, angle: number) => {
    d.rotate(spine[0], 0, -0.5 * angle, 0);
    d.bend(bones, 0, angle, 0);
  };
  const sweep = (d: PoseDraft, phase: number, size: number, curl = 0) => {
    for (const [i, joint] of tail.entries()) {
      const s = (i + 1) / tail.length;
      d.rotate(joint, 0, ((0.4 + s) * size * wave(phase, 0.5 * s) + curl) / tail.length, 0);
    }
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.1, 0.18, 0.36, 0.44) - hold(t, 0.55, 0.62, 0.8, 0.9);
    d.shift(0, 0.003 * size * (1 + wave(2 * t)), 0);
    arc(d, 0.06 * wave(t));
    d.bend(neck, -0.06, 0.4 * look, 0);
    d.rotate(head, -0.05 * Math.abs(look), 0.3 * look, 0.06 * look);
    d.rotate(jaw, shut + 0.04 * (1 + wave(2 * t)), 0, 0);
    sweep(d, t, 0.35);
    stand(d);
  });

  // Diagonal pairs nearly together; the body is hollow where the hind foot is in front and the forefoot behind.
  const stride = 0.85 * limb;
  const duty = 0.66;
  const offsets = [0.6, 0.1, 0, 0.5];
  const swing = 0.5;
  const walk = animator.clip('walk', 1.1, (d, t) => {
    const bent = swing * Math.cos(2 * Math.PI * t);
    d.shift(0.006 * size * wave(t), 0.004 * size * (1 + wave(2 * t, 0.1)), (stride / duty) * t);
    arc(d, bent);
    d.bend(neck, 0, -0.35 * bent, 0);
    d.rotate(head, 0.02 * wave(2 * t), -0.15 * bent, 0);
    d.rotate(jaw, shut, 0, 0);
    sweep(d, t + 0.25, 1);
    for (const [i, joints] of legs.entries()) {
      const step = stepAt(t, offsets[i], duty);
      const target = add(d.restPosition(joints[3]), [
        0,
        0.3 * limb * step.lift,
        (stride / duty) * step.travel,
      ]);
      const flex = step.swing > 0 ? bump(step.swing, 0, 0.85) : 0;
      const roll =
        step.swing > 0 ? 0.25 * (1 - ease(step.swing / 0.7)) : 0.25 * ease((step.stance - 0.6) / 0.4);
      d.plant(joints, target, [roll + 0.25 * flex, 0.4 * flex]);
    }
  });

  // Stands tall with open jaws and a curled tail, snaps to one side and then straight ahead.
  const snap = animator.clip('snap', 2.6, (d, t) => {
    const tall = hold(t, 0.04, 0.2, 0.8, 0.96);
    const [aside, ahead] = [hold(t, 0.34, 0.42, 0.44, 0.56), hold(t, 0.58, 0.66, 0.68, 0.84)];
    const gape = hold(t, 0.1, 0.24, 0.36, 0.42) + hold(t, 0.46, 0.56, 0.6, 0.66);
    d.shift(0, (0.12 + 0.1 * (1 - Math.min(1, stance))) * limb * tall, limb * (0.3 * ahead - 0.15 * tall));
    d.rotate(spine[0], -0.06 * tall, 0, 0);
    arc(d, 0.4 * aside);
    d.bend(neck, -0.1 * tall + 0.15 * ahead, 0.5 * aside, 0);
    d.rotate(head, -0.1 * tall + 0.05 * ahead, 0.35 * aside, 0.12 * aside);
    d.rotate(jaw, shut + 0.5 * gape, 0, 0);
    for (const joint of tail) d.rotate(joint, (0.1 * tall) / tail.length, 0, 0);
    sweep(d, 2 * t, 0.3, 1.1 * tall);
    stand(d);
  });
  return [idle, walk, snap];
}
