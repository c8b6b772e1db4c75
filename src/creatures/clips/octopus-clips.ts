/** @file The clips that an octopus comes with: idle, a gait and an action. */

import { rotate } from '../../math/vector.js';
import { bump, ease, hold, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

const SEGMENTS = 5;

/** `angles`: the direction of each arm, radians from straight ahead to the left. */
export function createOctopusClips(
  animator: Animator,
  plan: CreaturePlan,
  angles: readonly number[],
  size: number,
) {
  const { spine, head, tail, arms } = plan;
  const body = spine[0];
  /** Curls an arm joint upwards (+) and sideways, as seen along the arm. */
  const curl = (d: PoseDraft, arm: number, segment: number, lift: number, side: number) => {
    // The arm points along (sin, 0, cos): lifting turns about the horizontal axis across it.
    const across = rotate([0, angles[arm], 0], [-1, 0, 0]);
    d.rotate(arms[arm][segment], lift * across[0], side, lift * across[2]);
  };
  const breathe = (d: PoseDraft, phase: number, amount: number) => {
    for (const [i, joint] of tail.entries()) d.rotate(joint, 0.06 * amount * wave(phase, 0.15 * i), 0, 0);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.12, 0.24, 0.4, 0.52) - hold(t, 0.58, 0.7, 0.82, 0.94);
    d.shift(0, 0.006 * size + 0.005 * size * wave(2 * t), 0);
    d.rotate(head, 0.04 * wave(t), 0.18 * look, 0.05 * look);
    breathe(d, 2 * t, 1);
    for (let i = 0; i < 8; i++) {
      for (let k = 1; k < SEGMENTS; k++) {
        const amount = 0.05 + 0.035 * k;
        curl(
          d,
          i,
          k,
          (k > 2 ? 1.6 : 0.25) * amount * (0.5 + 0.5 * wave(t, 0.12 * k + 0.17 * i)),
          amount * wave(t, 0.1 * k + 0.29 * i),
        );
      }
    }
  });

  // Mantle first: a quick squeeze of all arms, a long glide, a slow opening.
  const swim = animator.clip('swim', 1.6, (d, t) => {
    const open = 0.5 - 0.5 * Math.cos(2 * Math.PI * (t - 0.12 * Math.sin(2 * Math.PI * t)));
    const surge = t + 0.1 * wave(t, 0.62) - 0.1 * wave(0, 0.62);
    d.shift(0, 0.38 * size + 0.012 * size * wave(t, 0.3), 0.8 * size * surge);
    d.rotate(body, 1.15, 0, 0);
    d.rotate(head, 0.12, 0, 0);
    breathe(d, t, 1.5);
    for (let i = 0; i < 8; i++) {
      const lag = bump(t, 0.1, 0.9);
      curl(d, i, 0, -0.4 + 0.3 * open, 0);
      curl(d, i, 1, -0.2 + 0.34 * open, 0);
      curl(d, i, 2, -0.2 + 0.3 * open, 0.06 * wave(t, 0.11 * i));
      curl(d, i, 3, -0.2 + 0.3 * lag, 0.08 * wave(t, 0.11 * i + 0.1));
      curl(d, i, 4, -0.35 + 0.3 * lag, 0.1 * wave(t, 0.11 * i + 0.2));
    }
  });

  const reach = animator.clip('reach', 3, (d, t) => {
    const out = hold(t, 0.1, 0.34, 0.62, 0.9);
    const feel = hold(t, 0.32, 0.42, 0.58, 0.68);
    d.shift(0, 0.01 * size * out, 0.03 * size * out);
    d.rotate(body, 0.08 * out, 0, 0);
    d.rotate(head, -0.12 * out, 0.12 * out, 0);
    breathe(d, 2 * t, 1);
    for (let i = 0; i < 8; i++) {
      const active = i === 0 || i === 4 ? 1 : 0;
      const delay = i === 4 ? ease((t - 0.16) / 0.24) * out : out;
      for (let k = 0; k < SEGMENTS; k++) {
        const unfold = active * delay * [0.75, 0.25, 0.1, -0.15, -0.3][k];
        const sway = active ? 0.12 * feel * wave(3 * t, 0.1 * k + (i === 4 ? 0.3 : 0)) : 0;
        const calm = k === 0 ? 0 : 0.06 * wave(t, 0.12 * k + 0.17 * i);
        curl(d, i, k, unfold + (k > 2 && !active ? Math.max(0, calm) : 0), sway + (active ? 0 : calm));
      }
    }
  });
  return [idle, swim, reach];
}
