/** @file Fins and tentacles. */

import { add, normalize, scale, type Vec3 } from '../../src/math/vector.js';
import { addTube, curvePath, type Draft, resample, type TrunkFrame } from './body-draft.js';
import type { FinPlan, TentaclePlan } from './body-plan-row.js';

export function growFins(draft: Draft, trunk: TrunkFrame, plan: FinPlan, prefix: string): void {
  const sides =
    plan.place === 'side'
      ? ([
          ['left', 1],
          ['right', -1],
        ] as const)
      : ([['', 0]] as const);
  const jointed = plan.place === 'side' || draft.chance(draft.detail === 'sparse' ? 0.1 : 0.4);
  const count = plan.length > 0.45 && plan.place === 'side' ? draft.count(1, 2, 2 + draft.rng.integer(2)) : 1;
  for (let pair = 0; pair < Math.round(plan.pairs); pair++) {
    const t = plan.at - 0.35 * pair;
    for (const [side, sign] of sides) {
      const droop = (plan.droop * Math.PI) / 180;
      const out: Vec3 =
        plan.place === 'side'
          ? [sign * Math.cos(droop), -Math.sin(droop), 0]
          : scale(trunk.up(t), plan.place === 'top' ? 1 : -1);
      const back = scale(trunk.along(t), -1);
      const inset = plan.place === 'side' ? trunk.halfWidth(t) * 0.75 : trunk.halfDepth(t) * 0.75;
      const root = add(trunk.point(t), scale(out, inset));
      const tip = add(
        root,
        scale(normalize(add(out, scale(back, plan.sweep))), plan.length * (1 - 0.25 * pair)),
      );
      const name = `${side}${prefix}${side ? 'F' : 'f'}in${pair > 0 ? `${pair + 1}x` : ''}`;
      const parent = trunk.jointAt(t);
      const chain = jointed
        ? draft.chain(name, 'fin', parent, resample([root, tip], count))
        : { joints: [parent], points: [root, tip] };
      const part = draft.part(trunk.part, root, plan.chord, plan.chord * 0.2);
      const half = scale(back, plan.chord * 0.5);
      const thick = Math.min(0.12 * plan.chord, 0.1 * plan.length);
      part.sheet(
        [parent, ...chain.joints],
        [add(root, scale(half, -1)), add(root, half), tip],
        [thick, thick, thick * 0.3],
      );
      part.sheet(
        chain.joints,
        [add(root, half), add(tip, scale(half, 0.9)), tip],
        [thick, thick * 0.2, thick * 0.3],
      );
    }
  }
}

/** A ring of tentacles around the end of the trunk, or around it (`flat`: a star). */
export function growTentacles(draft: Draft, trunk: TrunkFrame, plan: TentaclePlan, prefix: string): void {
  const count = Math.round(plan.count);
  const joints = draft.count(3, 4 + draft.rng.integer(2), 5 + draft.rng.integer(4));
  const start = draft.chance(0.5) ? 0.5 : 0;
  for (let i = 0; i < count; i++) {
    const angle = (2 * Math.PI * (i + start)) / count;
    const ring: Vec3 = [Math.sin(angle), 0, Math.cos(angle)];
    const across = plan.aim === 'forward' ? ([ring[0], ring[2], 0] as const) : ring;
    const root = add(trunk.point(plan.at), scale(across, plan.ring * trunk.halfWidth(plan.at)));
    const yaw = (Math.atan2(ring[0], ring[2]) * 180) / Math.PI;
    const curl = plan.curl * draft.vary(0.5);
    const bend = draft.rng.range(-40, 40);
    const from = { down: -70, out: -25, flat: 0, up: 60, forward: 0 }[plan.aim];
    const path =
      plan.aim === 'forward'
        ? curvePath(
            root,
            plan.length * draft.vary(0.2),
            (t) => across[1] * 35 + curl * t,
            (t) => across[0] * 35 + bend * t,
          )
        : curvePath(
            root,
            plan.length * draft.vary(0.15),
            (t) => from + curl * t,
            (t) => yaw + bend * t,
          );
    const side = root[0] > 0.02 ? 'left' : root[0] < -0.02 ? 'right' : '';
    const chain = draft.chain(
      `${side}${prefix}${side ? 'T' : 't'}entacle${i + 1}x`,
      'tentacle',
      trunk.jointAt(plan.at),
      resample(path, joints),
    );
    const part = draft.part(trunk.part, root, plan.girth * 3, plan.girth * 0.7);
    const rings = resample(path, 8);
    addTube(
      draft,
      part,
      chain,
      rings,
      rings.map((_, k) => plan.girth * (1 - 0.11 * k)),
      { attach: trunk.jointAt(plan.at) },
    );
  }
}
