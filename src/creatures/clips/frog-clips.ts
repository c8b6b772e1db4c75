/** @file The clips that a frog comes with: idle, a gait and an action. */

import { add } from '../../math/vector.js';
import { bump, ease, hold, wave } from '../../motion/library/motion-curves.js';
import type { Animator, PoseDraft } from '../animator.js';
import type { CreaturePlan } from '../creature-record.js';

export function createFrogClips(
  animator: Animator,
  plan: CreaturePlan,
  sacs: readonly number[],
  hind: number,
  size: number,
) {
  const { spine, head, jaw, legs } = plan;
  const [hips, , chest] = spine;
  const shut = -0.13;
  const swell = (d: PoseDraft, amount: number) => {
    for (const sac of sacs) d.rotate(sac, amount, 0, 0);
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  // A frog breathes by its throat, several times to each breath of its flanks.
  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.2, 0.27, 0.45, 0.52) - 0.6 * hold(t, 0.62, 0.69, 0.85, 0.92);
    d.shift(0, -0.006 * size * (1 + wave(2 * t)), 0);
    d.rotate(hips, 0.012 * wave(2 * t), 0.02 * look, 0);
    d.rotate(chest, -0.015 * wave(2 * t), 0.05 * look, 0);
    d.rotate(head, 0.02 * wave(t) - 0.04 * Math.abs(look), 0.15 * look, 0.04 * look);
    d.rotate(jaw, shut, 0, 0);
    swell(d, 0.1 + 0.1 * wave(12 * t));
    stand(d);
  });

  // The hind feet hold the ground until the leg is long, the forefeet come down first.
  const far = 1.3 * hind;
  const [off, land, settled] = [0.36, 0.66, 0.78];
  const hop = animator.clip('hop', 1, (d, t) => {
    const load = hold(t, 0.02, 0.16, 0.2, 0.32);
    const push = ease((t - 0.2) / (off - 0.2));
    const air = Math.min(1, Math.max(0, (t - off) / (land - off)));
    const down = hold(t, land - 0.02, settled, settled, 0.98);
    const away = push * (1 - ease((t - land + 0.06) / 0.2));
    const go = 0.32 * push * far + 0.62 * far * air + 0.06 * far * ease((t - land) / 0.2);
    d.shift(0, size * (0.14 * away + 0.4 * air * (1 - air) - 0.03 * load - 0.02 * down), go);
    d.rotate(hips, -0.26 * away * (1 - 1.3 * air) + 0.06 * load, 0, 0);
    d.rotate(chest, 0.06 * load - 0.08 * away, 0, 0);
    d.rotate(head, 0.14 * away * (1 - air) - 0.05 * load, 0, 0);
    d.rotate(jaw, shut, 0, 0);
    swell(d, 0.08 * (1 - away));
    for (const [i, joints] of legs.entries()) {
      const front = i < 2;
      const [up, touch] = front ? [off - 0.15, land] : [off, settled];
      const u = Math.min(1, Math.max(0, (t - up) / (touch - up)));
      // Folding legs go outwards, clear of the flanks; toes hang only where there is air under them.
      const out = front ? 0 : (i === 2 ? 0.07 : -0.07) * hind * bump(u, 0.2, 1);
      const lift = Math.sin(Math.PI * u) * (front ? 0.09 : 0.12) * size;
      const heel = front ? 0.3 * bump(u, 0, 1) : 1.2 * ease((t - 0.2) / (off - 0.2)) * (1 - ease(u / 0.8));
      const travel = far * (front ? ease(u) : ease(u ** 1.1));
      d.plant(joints, add(d.restPosition(joints[3]), [out, lift, travel]), [heel, 0.3 * bump(u, 0, 1)]);
    }
  });

  // Leans over the forefeet, gapes and shuts.
  const snap = animator.clip('snap', 2.2, (d, t) => {
    const aim = hold(t, 0.06, 0.26, 0.36, 0.46);
    const dart = hold(t, 0.38, 0.46, 0.54, 0.8);
    const gape = hold(t, 0.36, 0.44, 0.48, 0.54);
    const gulp = bump(t, 0.6, 0.72) + bump(t, 0.74, 0.86);
    d.shift(0, size * (0.045 * dart - 0.02 * aim), size * (0.16 * dart - 0.02 * aim));
    d.rotate(hips, 0.05 * aim - 0.04 * dart, 0, 0);
    d.rotate(chest, -0.04 * aim + 0.08 * dart, 0, 0);
    d.rotate(head, 0.05 * aim - 0.1 * gape + 0.05 * dart, 0, 0);
    d.rotate(jaw, shut + 0.5 * gape, 0, 0);
    swell(d, 0.06 + 0.16 * gulp + 0.35 * gape);
    for (const [i, joints] of legs.entries())
      d.plant(joints, d.restPosition(joints[3]), [i < 2 ? 0 : 0.4 * dart, 0]);
  });
  return [idle, hop, snap];
}
