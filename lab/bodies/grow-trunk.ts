/**
 * @file The trunk: a curve from hips to chest with elliptic sections, and three to five joints along its back, where
 * riggers put them.
 */

import { add, cross, lerp, normalize, scale, subtract, type Vec3 } from '../../src/math/vector.js';
import type { Role } from '../../src/rig/learned/role-tokens.js';
import { curvePath, type Draft, pointAlong, type TrunkFrame } from './body-draft.js';
import type { TrunkPlan } from './body-plan-row.js';

const STATIONS = 7;

/** Grows a trunk, or a torso at the end of another one. */
export function growTrunk(draft: Draft, plan: TrunkPlan, base?: TrunkFrame): TrunkFrame {
  const start: Vec3 = base
    ? add(base.point(0.97), scale(base.up(1), 0.25 * base.halfDepth(1)))
    : [0, plan.height, 0];
  const path = trunkPath(plan, start);
  const widths = girths(draft, plan);
  const along = (t: number) => normalize(subtract(pointAlong(path, t + 0.05), pointAlong(path, t - 0.05)));
  // A level trunk has its back above; one that leans past upright keeps its back behind.
  const up = (t: number) => normalize(cross(along(t), [1, 0, 0]));
  const halfWidth = (t: number) => widths(t);
  const halfDepth = (t: number) => widths(t) * plan.tall;
  const lift = draft.rng.range(0, 0.45);
  const spots = jointSpots(draft, base !== undefined);
  const joints: number[] = [];
  for (const [i, { t, role }] of spots.entries()) {
    const at = add(pointAlong(path, t), scale(up(t), lift * halfDepth(t)));
    const name = base ? `torso${i + 1}` : role === 'spine' ? `spine${i}` : role;
    joints.push(draft.joint(name, role, i > 0 ? joints[i - 1] : (base?.joints.at(-1) ?? -1), at));
  }
  const part = draft.part(base?.part, start, widths(0) * 2, widths(0) * 0.8);
  addTrunkShapes(draft, plan, part, path, widths, joints, base);
  return {
    part,
    joints,
    ground: base ? base.ground : plan.height > 0 ? 0 : undefined,
    point: (t) => pointAlong(path, t),
    along,
    up,
    halfWidth,
    halfDepth,
    jointAt: (t) => {
      const below = spots.filter((spot) => spot.t <= t + 0.08).length;
      return joints[Math.max(0, below - 1)];
    },
  };
}

function trunkPath(plan: TrunkPlan, start: Vec3): Vec3[] {
  // The arch bends the path up first and down afterwards; its rise is about length × angle / 4.
  const bend = (plan.arch * 4 * 180) / Math.PI;
  const turn = plan.wave === 0 ? undefined : (t: number) => plan.wave * 60 * Math.cos(2 * Math.PI * t);
  return curvePath(start, plan.length, (t) => plan.pitch + bend * (0.5 - t), turn, 12);
}

/** Half width along the trunk: through hips, waist and chest, a little uneven. */
function girths(draft: Draft, { hips, waist, chest }: TrunkPlan): (t: number) => number {
  const uneven = draft.rng.range(-0.06, 0.06);
  const phase = draft.rng.range(0, 6);
  return (given) => {
    const t = Math.min(1, Math.max(0, given));
    const ease = (x: number) => x * x * (3 - 2 * x);
    const base = t < 0.45 ? lerp1(hips, waist, ease(t / 0.45)) : lerp1(waist, chest, ease((t - 0.45) / 0.55));
    return base * (1 + uneven * Math.sin(5 * t + phase));
  };
}

const lerp1 = (a: number, b: number, t: number) => a + (b - a) * t;

/** Where the joints sit: hips, spine…, chest; a torso has a waist instead of hips. */
function jointSpots(draft: Draft, torso: boolean): { t: number; role: Role }[] {
  const count = draft.count(2 + draft.rng.integer(2), 3 + draft.rng.integer(2), 4 + draft.rng.integer(2));
  const first = draft.rng.range(0, 0.1);
  const last = draft.rng.range(0.7, 0.9);
  return Array.from({ length: count }, (_, i) => ({
    t: i === 0 ? first : lerp1(first, last, i / (count - 1)),
    role: i === count - 1 ? 'chest' : i === 0 && !torso ? 'hips' : 'spine',
  }));
}

function addTrunkShapes(
  draft: Draft,
  plan: TrunkPlan,
  part: TrunkFrame['part'],
  path: readonly Vec3[],
  width: (t: number) => number,
  joints: readonly number[],
  base: TrunkFrame | undefined,
): void {
  const owners = base ? [base.joints.at(-1) as number, ...joints] : joints;
  draft.tube(() => {
    for (let s = 0; s + 1 < STATIONS; s++) {
      const [a, b] = [s / (STATIONS - 1), (s + 1) / (STATIONS - 1)];
      const [ra, rb] = [width(a) * plan.tall, width(b) * plan.tall];
      // Ends are drawn in, so that the round caps do not make the trunk longer than it is.
      const inset = (t: number) => (plan.length > 0.6 ? lerp1(0.05, 0.95, t) : t);
      part.cone(owners, pointAlong(path, inset(a)), pointAlong(path, inset(b)), [ra, rb], {
        squash: [[1, 0, 0], 1 / plan.tall],
        blend: 0.3 * Math.min(ra, rb),
      });
    }
  });
  if (draft.gap > 0) part.ball(joints[0], lerp(path[0], path[1], 0.5), width(0) * 1.05);
}
