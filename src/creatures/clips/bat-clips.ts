/** @file The clips that a bat comes with: idle, a gait and an action. */

import { bump, hold, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';
import type { WingPose } from '../motions/hand-wing.js';
import { handWingRotations } from '../motions/hand-wing.js';

export function createBatClips(animator: Animator, plan: CreaturePlan, size: number, droop: number) {
  const { spine, neck, head, jaw, tail, legs, wings } = plan;
  const hips = spine[0];
  const trunk = spine.slice(1);
  const closed = -0.1;
  const ears = animator.skeleton.names.flatMap((name, j) => (name.endsWith('Ear') ? [j] : []));
  const poseWings = (d: PoseDraft, pose: WingPose) => {
    for (const wing of wings)
      for (const [k, [x, y, z]] of handWingRotations(animator.skeleton, wing, pose).entries())
        d.rotate(wing[k], x, y, z);
  };
  const prick = (d: PoseDraft, amount: number, lag: number, t: number) => {
    for (const [i, ear] of ears.entries()) d.rotate(ear, amount * wave(2 * t, lag + 0.2 * i), 0, 0);
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.08, 0.14, 0.3, 0.36) - hold(t, 0.45, 0.52, 0.7, 0.78);
    const breath = wave(3 * t);
    d.shift(0, -0.004 * size - 0.0015 * size * breath, 0);
    d.bend(trunk, -0.02 * breath, 0.08 * look, 0);
    d.rotate(neck[0], 0.04 * wave(t, 0.2), 0.25 * look, 0);
    d.rotate(head, 0.05 * Math.abs(look), 0.3 * look, 0.1 * look);
    d.rotate(jaw, closed, 0, 0);
    prick(d, 0.12, 0, t);
    d.bend(tail, 0.06 * wave(t, 0.3), 0, 0);
    const ruffle = bump(t, 0.8, 0.96);
    poseWings(d, {
      raise: -droop + 0.02 * breath + 0.1 * ruffle,
      sweep: 0,
      twist: -0.2 + 0.02 * breath,
      fold: 0.53 - 0.06 * ruffle,
      curl: 0,
    });
    stand(d);
  });

  const fly = animator.clip('fly', 0.6, (d, t) => {
    // Phase 0 is the top of the stroke; down is spread, up is half folded.
    const flap = Math.cos(2 * Math.PI * t);
    const rising = bump(t, 0.55, 1);
    d.shift(0, 0.62 * size - 0.03 * size * Math.cos(2 * Math.PI * (t - 0.2)), 2.4 * size * t);
    d.rotate(hips, 0.6 + 0.05 * wave(t, 0.1), 0, 0);
    d.bend(trunk, 0.1 + 0.04 * wave(t, 0.2), 0, 0);
    d.rotate(neck[0], -0.3, 0, 0);
    d.setWorld(head, [0.08, 0, 0]);
    d.rotate(jaw, closed + 0.12 * bump(t, 0.1, 0.5), 0, 0);
    prick(d, 0.06, 0.3, t);
    d.bend(tail, -0.08 + 0.16 * wave(t, 0.25), 0, 0);
    poseWings(d, {
      raise: 0.24 + 0.68 * flap,
      sweep: -0.12 * wave(t),
      twist: -0.45 + 0.2 * wave(t),
      fold: 0.38 * rising,
      curl: 0.6 * Math.cos(2 * Math.PI * (t - 0.12)) - 0.5 * rising,
    });
    for (const [upper, lower, ankle, foot] of legs) {
      d.rotate(upper, 0.35, 0, 0);
      d.rotate(lower, 0.25, 0, 0);
      d.rotate(ankle, 0.1 + 0.05 * wave(t, 0.3), 0, 0);
      d.rotate(foot, 0.4, 0, 0);
    }
  });

  const screech = animator.clip('screech', 2.4, (d, t) => {
    const draw = hold(t, 0.04, 0.18, 0.24, 0.34);
    const out = hold(t, 0.24, 0.36, 0.7, 0.92);
    const gape = hold(t, 0.24, 0.34, 0.66, 0.8);
    const shake = hold(t, 0.36, 0.42, 0.62, 0.7) * wave(9 * t);
    d.shift(0, -0.005 * size - 0.02 * size * draw, -0.012 * size * draw);
    d.rotate(hips, 0.1 * draw - 0.08 * out, 0, 0);
    d.bend(trunk, 0.16 * draw - 0.1 * out, 0, 0);
    d.rotate(neck[0], 0.2 * draw - 0.1 * out, 0.03 * shake, 0);
    d.rotate(head, 0.1 * draw - 0.16 * out, 0.05 * shake, 0.04 * shake);
    d.rotate(jaw, closed + 0.55 * gape, 0, 0);
    for (const ear of ears) d.rotate(ear, 0.2 * draw - 0.3 * out, 0, 0);
    d.bend(tail, 0.1 * out, 0, 0);
    poseWings(d, {
      raise: (0.5 + droop) * out - droop + 0.04 * shake,
      sweep: 0,
      twist: -0.2,
      fold: 0.53 - 0.5 * out,
      curl: 0.25 * out,
    });
    stand(d);
  });
  return [idle, fly, screech];
}
