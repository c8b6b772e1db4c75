/**
 * @file The body plan of a skeleton whose joints' roles are known: chains of spine, neck, tail and limbs, in the order
 * that body plans have (left before right, front before back), and the kind of body that follows from their number.
 */

import { cross, type Vec3 } from '../../math/vector.js';
import { childrenOf } from '../joint-tree.js';
import { ROLES, type Role } from '../learned/role-tokens.js';
import type { Skeleton } from '../rig-records.js';
import { findBodyAxes, toBody } from './body-axes.js';
import type { BodyKind, BodyPlan, ExtraChain, ExtraKind, FoundBodyPlan } from './body-plan.js';

/** A skeleton with the role and side of each joint: role · 3 + side (middle, left, right). */
export interface RoleSkeleton {
  readonly skeleton: Skeleton;
  readonly tokens: Uint8Array;
  readonly up: Vec3;
  readonly forward: Vec3;
}

type Limb = 'leg' | 'arm' | 'wing';

const LIMB_OF: Readonly<Partial<Record<Role, Limb>>> = Object.fromEntries(
  ROLES.flatMap((role): [Role, Limb][] => {
    if (/^(front|middle|hind)/.test(role)) return [[role, 'leg']];
    // An octopus's tentacles are its arms.
    if (role === 'upperArm' || role === 'lowerArm' || role === 'hand' || role === 'tentacle')
      return [[role, 'arm']];
    return role === 'wing' ? [[role, 'wing']] : [];
  }),
);

const EXTRA_OF: Readonly<Partial<Record<Role, ExtraKind>>> = {
  ear: 'ear',
  horn: 'horn',
  face: 'snout',
  shoulder: 'shoulder',
  finger: 'finger',
  fin: 'fin',
  other: 'spur',
};

/** The plan, with each joint in exactly one chain. */
export function planFromRoles(body: RoleSkeleton): BodyPlan {
  const { parents } = body.skeleton;
  const tree = createRoleTree(body);
  const used = new Set<number>();
  const take = (joints: number[]) => {
    for (const j of joints) used.add(j);
    return joints;
  };
  const axial = (roles: readonly Role[]) => take(tree.longestRun((j) => roles.includes(tree.role(j))));
  const spine = axial(['hips', 'spine', 'chest']);
  if (spine.length === 0 && parents.length > 0) spine.push(...take([0]));
  const neck = axial(['neck']).filter((j) => !spine.includes(j));
  const heads = tree.runs((j) => tree.role(j) === 'head' && !used.has(j));
  const head = take((heads[0] ?? []).slice(0, 1))[0] ?? -1;
  const jaw = take(tree.joints((j) => tree.role(j) === 'jaw').slice(0, 1))[0] ?? -1;
  const tail = take(tree.longestRun((j) => tree.role(j) === 'tail'));
  const limbs: Record<Limb, number[][]> = { leg: [], arm: [], wing: [] };
  const extras: ExtraChain[] = [];
  for (const limb of ['leg', 'arm', 'wing'] as const) {
    const starts = tree
      // A hand that came alone is its own trunk; what grows on a limb (a palm beyond a finger) is no limb of its own.
      .joints(
        (j) =>
          parents[j] >= 0 &&
          LIMB_OF[tree.role(j)] === limb &&
          !tree.above(j).some((up) => parents[up] >= 0 && LIMB_OF[tree.role(up)] === limb) &&
          !(parents[j] === 0 && LIMB_OF[tree.role(0)] === limb),
      )
      .sort((a, b) => tree.compare(a, b));
    for (const start of starts) {
      const all = tree.below(start, (j) => LIMB_OF[tree.role(j)] === limb);
      const chain = limb === 'wing' ? all : tree.longestPath(start, all);
      limbs[limb].push(take(chain));
      for (const run of tree.runs((j) => all.includes(j) && !chain.includes(j))) {
        extras.push({ kind: limb === 'leg' ? 'toe' : 'spur', joints: take(run), side: tree.side(run[0]) });
      }
    }
  }
  // What is left: chains of one role, then single joints.
  for (const kind of [...new Set(Object.values(EXTRA_OF)), 'spur' as const]) {
    const mine = (j: number) => !used.has(j) && (kind === 'spur' || EXTRA_OF[tree.role(j)] === kind);
    for (const run of tree.runs(mine).sort((a, b) => tree.compare(a[0], b[0]))) {
      extras.push({ kind, joints: take(run), side: tree.side(run[0]) });
    }
  }
  return {
    spine,
    neck,
    head,
    jaw,
    tail,
    legs: limbs.leg,
    arms: limbs.arm,
    wings: limbs.wing,
    feet: limbs.leg.map((leg) => leg[leg.length - 1]),
    extras,
  };
}

/** The kind of body that a plan is of. */
export function kindOfRoles(plan: BodyPlan, { tokens }: Pick<RoleSkeleton, 'tokens'>): BodyKind {
  const isTentacle = (joint: number) => ROLES[Math.floor(tokens[joint] / 3)] === 'tentacle';
  return kindOfPlan(plan, plan.arms.filter(([first]) => isTentacle(first)).length);
}

/** The kind of body of a plan of whose arms so many are tentacles. */
export function kindOfPlan(plan: BodyPlan, tentacles: number): BodyKind {
  const legs = plan.legs.length;
  if (legs === 0 && tentacles > 2) return 'octopus';
  if (legs > 8) return 'arthropod';
  if (legs >= 7) return 'spider';
  if (legs >= 5) return 'insect';
  if (legs >= 3) return plan.wings.length > 0 ? 'dragon' : 'quadruped';
  if (legs >= 1) return plan.wings.length > 0 && plan.arms.length === 0 ? 'bird' : 'biped';
  if (plan.arms.length > 0) return 'biped';
  if (plan.wings.length > 0) return 'flier';
  if (plan.extras.some(({ kind }) => kind === 'fin')) return 'fish';
  const line = plan.spine.length + plan.neck.length + plan.tail.length;
  return line < 3 ? 'blob' : 'serpent';
}

/** The found body of a role skeleton; confidence and findings are the caller's. */
export function bodyFromRoles(
  body: RoleSkeleton,
  points: Float32Array,
  known: Pick<FoundBodyPlan, 'kind' | 'confidence' | 'findings'> & { readonly reason?: string },
): FoundBodyPlan {
  const { skeleton, up, forward } = body;
  const left = cross(up, forward);
  const middle: Vec3 = [skeleton.rest[0], skeleton.rest[1], skeleton.rest[2]];
  const offset = left[0] * middle[0] + left[1] * middle[1] + left[2] * middle[2];
  const axes = findBodyAxes(points, { normal: left, offset, error: 0, symmetric: true }, up);
  return {
    plan: planFromRoles(body),
    up,
    forward,
    left,
    partner: pairByRoles(body, toBody(skeleton.rest, axes)),
    axes,
    ...known,
  };
}

/** Left and right joints of the same role whose mirror images are nearest; joints of the middle are their own partners. */
function pairByRoles({ skeleton, tokens }: RoleSkeleton, places: Float64Array): Int16Array {
  const partner = new Int16Array(tokens.length).fill(-1);
  const away = (a: number, b: number) =>
    Math.hypot(
      places[a * 3] + places[b * 3],
      places[a * 3 + 1] - places[b * 3 + 1],
      places[a * 3 + 2] - places[b * 3 + 2],
    );
  tokens.forEach((token, j) => {
    if (token % 3 === 0) partner[j] = j;
    if (token % 3 !== 1) return;
    const parent = skeleton.parents[j];
    let best = -1;
    tokens.forEach((other, k) => {
      if (other !== token + 1 || partner[k] >= 0) return;
      const sameParent = parent < 0 || partner[parent] === skeleton.parents[k];
      if (sameParent && (best < 0 || away(j, k) < away(j, best))) best = k;
    });
    if (best >= 0) [partner[j], partner[best]] = [best, j];
  });
  return partner;
}

function createRoleTree({ skeleton, tokens, forward }: RoleSkeleton) {
  const { parents, rest } = skeleton;
  const children = childrenOf(parents);
  const along = (j: number) =>
    rest[j * 3] * forward[0] + rest[j * 3 + 1] * forward[1] + rest[j * 3 + 2] * forward[2];
  const joints = (test: (j: number) => boolean) => Array.from(parents.keys()).filter(test);
  const role = (j: number): Role => (j < 0 ? 'other' : ROLES[Math.floor(tokens[j] / 3)]);
  const length = (j: number) =>
    Math.hypot(...[0, 1, 2].map((k) => rest[j * 3 + k] - rest[Math.max(0, parents[j]) * 3 + k]));
  /** Joints below `start` that are connected to it by joints of the same sort. */
  const below = (start: number, test: (j: number) => boolean): number[] => {
    const found = [start];
    for (let i = 0; i < found.length; i++) found.push(...children[found[i]].filter(test));
    return found;
  };
  const longestPath = (start: number, among: readonly number[]): number[] => {
    const reach = (j: number): { total: number; path: number[] } => {
      let best = { total: 0, path: [] as number[] };
      for (const child of children[j]) {
        if (!among.includes(child)) continue;
        const further = reach(child);
        const total = further.total + length(child) + 1e-9;
        if (total > best.total) best = { total, path: further.path };
      }
      return { total: best.total, path: [j, ...best.path] };
    };
    return reach(start).path;
  };
  const runs = (test: (j: number) => boolean): number[][] => {
    const out: number[][] = [];
    const seen = new Set<number>();
    for (const start of joints((j) => test(j) && !(parents[j] >= 0 && test(parents[j])))) {
      const all = below(start, test);
      for (const first of all) {
        if (seen.has(first)) continue;
        const path = longestPath(
          first,
          all.filter((j) => !seen.has(j)),
        );
        for (const j of path) seen.add(j);
        out.push(path);
      }
    }
    return out;
  };
  const above = (j: number): number[] => {
    const out: number[] = [];
    for (let up = parents[j]; up >= 0; up = parents[up]) out.push(up);
    return out;
  };
  return {
    joints,
    role,
    above,
    runs,
    below,
    longestPath,
    longestRun: (test: (j: number) => boolean) =>
      runs(test).reduce((kept, run) => (run.length > kept.length ? run : kept), [] as number[]),
    side: (j: number): 1 | -1 | 0 => (tokens[j] % 3 === 0 ? 0 : tokens[j] % 3 === 1 ? 1 : -1),
    /** Left before right, front before back. */
    compare: (a: number, b: number) =>
      (tokens[a] % 3 || 1) - (tokens[b] % 3 || 1) || along(b) - along(a) || a - b,
  };
}
