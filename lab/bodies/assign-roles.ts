/**
 * @file The role and side of every joint of a body that faces +Z. Names say what a limb is; tree and positions decide the
 * rest, so that packs with different habits come out alike:
 *
 * - front, middle and hind legs by their order along the body, whatever they are called
 * - what is called an arm and stands on the ground of a lengthwise body is a front leg; what is called a leg and hangs
 *   in the air before or above legs that stand is an arm
 * - the chest is the joint before what is called neck, or else the one from which the foremost limbs branch
 * - a trunk-named chain that leads backward past the root is a tail
 * - sides by where the limb is
 */

import { type Box, computeBox, longestSide } from '../../src/mesh/box.js';
import type { Role, RoleSide } from '../../src/rig/learned/role-tokens.js';
import type { Rig } from '../../src/rig/rig-records.js';
import type { JointPart, LimbSegment, NamedPart } from './joint-parts.js';
import { findRigLimbs, type NamedTree, type RigLimb, subtreeOf } from './rig-limbs.js';

export interface AssignedRoles {
  readonly roles: readonly Role[];
  readonly sides: readonly RoleSide[];
}

/** Beyond this distance from the mirror plane, over the size, a limb is on a side. */
const ASIDE = 0.015;
/** A limb that comes this near to the ground, over the height, stands on it. */
const STANDS = 0.1;
/** A limb that stays this far above the ground, over the height, does not stand on it. */
const HANGS = 0.2;
/** More arms than this on a body without legs are tentacles. */
const MOST_ARMS = 4;

type Row = NonNullable<NamedPart['row']>;
interface PlacedLimb extends RigLimb {
  readonly side: RoleSide;
  /** Lowest point of its surface above the ground, over the height of the body. */
  readonly lift: number;
  readonly row?: Row;
}

/** Gives each joint its role and side. */
export function assignRoles(rig: Rig, tree: NamedTree): AssignedRoles {
  const box = computeBox(rig.mesh.positions);
  const limbs = nameRows(tree, classifyLimbs(tree, placeLimbs(rig, tree, box)));
  const roles: (Role | undefined)[] = tree.parts.map(() => undefined);
  const sides: RoleSide[] = tree.parts.map(() => 'middle');
  for (const limb of limbs) {
    labelLimb(tree, limb, roles);
    for (const j of limb.joints) sides[j] = limb.side;
  }
  labelAxis(tree, limbs, roles);
  labelExtras(tree, roles);
  const size = longestSide(box) || 1;
  const middle = middleOf(tree, box);
  for (const j of tree.parts.keys()) {
    const x = (tree.skeleton.rest[j * 3] - middle) / size;
    const isPaired = roles[j] === 'ear' || roles[j] === 'horn' || roles[j] === 'face' || roles[j] === 'other';
    if ((isPaired || tree.parts[j].side) && sides[j] === 'middle' && Math.abs(x) > ASIDE)
      sides[j] = x > 0 ? 'left' : 'right';
  }
  return { roles: roles.map((role) => role ?? 'other'), sides };
}

/** X of the mirror plane: where the trunk is. */
function middleOf({ parts, skeleton: { rest } }: NamedTree, box: Box): number {
  const trunk = [...parts.keys()].filter((j) => parts[j].part === 'trunk' && !parts[j].side);
  const xs = trunk.map((j) => rest[j * 3]).sort((a, b) => a - b);
  return xs.length > 0 ? xs[Math.floor(xs.length / 2)] : (box.min[0] + box.max[0]) / 2;
}

function placeLimbs(rig: Rig, tree: NamedTree, box: Box): PlacedLimb[] {
  const size = longestSide(box) || 1;
  const height = box.max[1] - box.min[1] || 1;
  const middle = middleOf(tree, box);
  const lowest = lowestPoints(rig, tree.parts.length);
  const { rest } = tree.skeleton;
  return findRigLimbs(tree).map((limb) => {
    const x = limb.joints.reduce((sum, j) => sum + rest[j * 3] - middle, 0) / limb.joints.length / size;
    const low = Math.min(...limb.joints.map((j) => Math.min(lowest[j], rest[j * 3 + 1])));
    const side = Math.abs(x) < ASIDE ? 'middle' : x > 0 ? 'left' : 'right';
    return { ...limb, side, lift: (low - box.min[1]) / height };
  });
}

/** Lowest point of the surface that follows each joint more than any other. [J] */
function lowestPoints({ mesh, skin }: Rig, count: number): Float64Array {
  const lowest = new Float64Array(count).fill(Infinity);
  const k = skin.influenceCount;
  for (let v = 0; v < mesh.positions.length / 3; v++) {
    let best = v * k;
    for (let i = v * k; i < (v + 1) * k; i++) if (skin.weights[i] > skin.weights[best]) best = i;
    const j = skin.joints[best];
    lowest[j] = Math.min(lowest[j], mesh.positions[v * 3 + 1]);
  }
  return lowest;
}

/** Arms that stand are front legs, front legs that hang are arms, many arms without legs are tentacles. */
function classifyLimbs(tree: NamedTree, limbs: readonly PlacedLimb[]): PlacedLimb[] {
  const legs = limbs.filter(({ kind }) => kind === 'leg');
  const arms = limbs.filter(({ kind }) => kind === 'arm');
  const { rest } = tree.skeleton;
  const startMean = (some: readonly RigLimb[], k: number) =>
    some.reduce((sum, { path }) => sum + rest[path[0] * 3 + k], 0) / some.length;
  if (legs.length === 0 && arms.length > MOST_ARMS)
    return limbs.map((limb) => (limb.kind === 'arm' ? { ...limb, kind: 'tentacle' } : limb));
  if (arms.length > 0 && legs.length > 0 && arms.every(({ lift }) => lift < STANDS)) {
    // In front of the legs rather than above them.
    const ahead = startMean(arms, 2) - startMean(legs, 2);
    const above = startMean(arms, 1) - startMean(legs, 1);
    if (ahead > above) return limbs.map((limb) => (limb.kind === 'arm' ? { ...limb, kind: 'leg' } : limb));
  }
  const standing = legs.filter(({ lift }) => lift < STANDS);
  return limbs.map((limb) => {
    const hangs = limb.kind === 'leg' && limb.lift > HANGS && standing.length >= 2;
    const [, y, z] = rest.subarray(limb.path[0] * 3, limb.path[0] * 3 + 3);
    const ahead = z - startMean(standing, 2);
    const isAhead = hangs && (ahead > 0 || y - startMean(standing, 1) > -ahead);
    return isAhead ? { ...limb, kind: 'arm' } : limb;
  });
}

/** Rows of legs by their order along the body, on each side. */
function nameRows(tree: NamedTree, limbs: readonly PlacedLimb[]): PlacedLimb[] {
  const { rest } = tree.skeleton;
  const along = ({ path, joints }: RigLimb) =>
    rest[path[0] * 3 + 2] + joints.reduce((sum, j) => sum + rest[j * 3 + 2], 0) / joints.length;
  const rows = new Map<PlacedLimb, Row>();
  for (const side of ['left', 'right', 'middle']) {
    const legs = limbs.filter((limb) => limb.kind === 'leg' && limb.side === side);
    legs.sort((a, b) => along(b) - along(a));
    for (const [i, leg] of legs.entries())
      rows.set(leg, i === legs.length - 1 ? 'hind' : i === 0 ? 'front' : 'middle');
  }
  return limbs.map((limb) => ({ ...limb, ...(rows.has(limb) && { row: rows.get(limb) }) }));
}

const SEGMENT_ORDER: readonly LimbSegment[] = ['upper', 'lower', 'end'];
const LEG_ROLES: Readonly<Record<Row, readonly [Role, Role, Role]>> = {
  front: ['frontUpperLeg', 'frontLowerLeg', 'frontFoot'],
  middle: ['middleUpperLeg', 'middleLowerLeg', 'middleFoot'],
  hind: ['hindUpperLeg', 'hindLowerLeg', 'hindFoot'],
};
const ARM_ROLES: readonly Role[] = ['upperArm', 'lowerArm', 'hand'];

function labelLimb(tree: NamedTree, limb: PlacedLimb, roles: (Role | undefined)[]): void {
  if (limb.kind !== 'leg' && limb.kind !== 'arm') {
    for (const j of limb.joints) roles[j] = limb.kind;
    return;
  }
  // A shoulder without an arm is a pad.
  if (limb.kind === 'arm' && limb.joints.every((j) => tree.parts[j].part === 'shoulder')) {
    for (const j of limb.joints) roles[j] = 'other';
    return;
  }
  const levels = segmentLevels(tree, limb);
  const names = limb.kind === 'leg' ? LEG_ROLES[limb.row!] : ARM_ROLES;
  for (const [i, j] of limb.path.entries()) roles[j] = levels[i] < 0 ? 'shoulder' : names[levels[i]];
  for (const j of limb.joints) {
    const { part } = tree.parts[j];
    const parent = tree.skeleton.parents[j];
    if (part === 'prop') roles[j] = 'other';
    else if (limb.kind === 'arm' && (part === 'finger' || roles[parent] === 'finger')) roles[j] = 'finger';
    // A second branch goes on from what it branches off: toes from a foot, fingers from a hand.
    else roles[j] ??= limb.kind === 'leg' ? names[2] : 'finger';
  }
}

/** 0 upper, 1 lower, 2 end for each joint of the path, −1 for an arm's shoulder. Never decreasing. */
function segmentLevels({ parts }: NamedTree, { path, kind }: PlacedLimb): number[] {
  const hints = path.map((j) => {
    const { part, segment } = parts[j];
    if (part === 'shoulder') return kind === 'arm' ? -1 : 0;
    if (part === 'finger') return 2;
    return segment ? SEGMENT_ORDER.indexOf(segment) : undefined;
  });
  let level = -1;
  const levels = path.map((_, i) => {
    const next = hints.slice(i + 1).find((hint) => hint !== undefined) ?? 2;
    const free = Math.max(0, Math.min(level + 1, next));
    level = Math.max(level, hints[i] ?? free);
    return level;
  });
  // Three upper ones are girdle, upper leg and lower leg: what is then called lower is the ankle of a horse.
  const third = levels.filter((one) => one === 0).length > 2 ? levels.indexOf(0) + 2 : levels.length;
  return levels.map((one, i) => (i >= third ? Math.min(2, one + 1) : one));
}

const TRUNK_WORD = /spine|back/i;

/** Trunk, neck and head. */
function labelAxis(tree: NamedTree, limbs: readonly PlacedLimb[], roles: (Role | undefined)[]): void {
  const { parts, skeleton, children } = tree;
  const free = (j: number) => roles[j] === undefined;
  const heads = [...parts.keys()].filter((j) => free(j) && parts[j].part === 'head');
  const head = heads[0] ?? findHead(tree, free);
  // What is called a head and lies beyond the face is its tip.
  for (const j of heads)
    roles[j] = isBelow(tree, j, heads) && parts[skeleton.parents[j]].part !== 'head' ? 'face' : 'head';
  if (head !== undefined) roles[head] = 'head';

  // (1) The path from root to head, and the last joint of it from which front limbs branch.
  const path: number[] = [];
  for (let j = head ?? 0; j >= 0; j = skeleton.parents[j]) path.unshift(j);
  const isFront = ({ kind, row }: PlacedLimb) => kind === 'arm' || kind === 'wing' || row === 'front';
  const starts = new Set(limbs.filter(isFront).map(({ path: [start] }) => skeleton.parents[start]));
  const branch = path.reduce((last, j, i) => (starts.has(j) ? i : last), -1);
  // The trunk goes on to where a joint is called neck, even where limbs branch off before.
  const neck = path.findIndex((j) => parts[j].part === 'neck');
  const chest = branch >= neck ? branch : Math.max(branch, neck - 1);
  for (const [i, j] of path.entries()) {
    if (!free(j)) continue;
    if (i === 0) roles[j] = 'hips';
    else if (chest > 0) roles[j] = i < chest ? 'spine' : i === chest ? 'chest' : 'neck';
    else roles[j] = parts[j].part === 'neck' ? 'neck' : 'spine';
  }
  if (free(0)) roles[0] = 'hips';

  // (2) Trunk beside the path: a tail where it leads backward, else spine.
  for (const start of parts.keys()) {
    if (!free(start) || parts[start].part !== 'trunk') continue;
    const chain = subtreeOf(children, start).filter(free);
    const back = chain[chain.length - 1];
    const isTail =
      chain.length > 1 &&
      chain.every((j) => parts[j].part === 'trunk' && TRUNK_WORD.test(skeleton.names[j])) &&
      skeleton.rest[back * 3 + 2] < skeleton.rest[2];
    for (const j of chain) if (parts[j].part === 'trunk') roles[j] = isTail ? 'tail' : 'spine';
  }
}

function isBelow({ skeleton: { parents } }: NamedTree, joint: number, some: readonly number[]): boolean {
  for (let a = parents[joint]; a >= 0; a = parents[a]) if (some.includes(a)) return true;
  return false;
}

/** Where no joint is called head: a face, else the end of the neck, else the end of the trunk that is farthest up and ahead. */
function findHead({ parts, skeleton: { rest }, children }: NamedTree, free: (j: number) => boolean) {
  const face = parts.findIndex(({ part }, j) => part === 'face' && free(j) && children[0].includes(j));
  if (face >= 0) return face;
  const isEnd = (j: number, some: readonly JointPart[]) =>
    j > 0 &&
    free(j) &&
    some.includes(parts[j].part) &&
    !children[j].some((k) => some.includes(parts[k].part));
  for (const some of [['neck'], ['trunk']] as const) {
    const ends = [...parts.keys()].filter((j) => isEnd(j, some));
    const reach = (j: number) => rest[j * 3 + 1] + rest[j * 3 + 2];
    const best = ends.reduce<number | undefined>(
      (most, j) => (most === undefined || reach(j) > reach(most) ? j : most),
      undefined,
    );
    if (best !== undefined && reach(best) > reach(0)) return best;
  }
  return undefined;
}

const EXTRA_ROLES: Readonly<Partial<Record<JointPart, Role>>> = {
  jaw: 'jaw',
  ear: 'ear',
  horn: 'horn',
  face: 'face',
  tail: 'tail',
  feather: 'tail',
  neck: 'neck',
};
/** What a joint without a known word is, by its parent. */
const CONTINUED: ReadonlySet<Role> = new Set<Role>(['tail', 'ear', 'horn', 'jaw']);

function labelExtras(tree: NamedTree, roles: (Role | undefined)[]): void {
  const { parts, skeleton } = tree;
  for (const j of parts.keys()) {
    if (roles[j] !== undefined) continue;
    const above = roles[skeleton.parents[j]];
    const known = EXTRA_ROLES[parts[j].part];
    roles[j] = known ?? (parts[j].part === 'other' && above && CONTINUED.has(above) ? above : 'other');
  }
}
