/**
 * @file The body plan of a skeleton whose joints have the names that posespace gives (names/name-joints.ts): a saved rig
 * is read as it was rigged, and not anew from its shape. Joints that were added, split or deleted since are taken as they
 * are named; where many names are others, or a chain is not one in the tree, there is no plan.
 *
 * A shoulder right before an arm of three joints is its first: names do not tell these from an arm of four.
 */

import { cross, dot, lengthOf, scale, type Vec3, vectorAt } from '../../math/vector.js';
import { findSymmetryPlane } from '../../mesh/find-symmetry-plane.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Skeleton } from '../rig-records.js';
import { type BodyAxes, findBodyAxes } from './body-axes.js';
import type { BodyKind, BodyPlan, ExtraChain, ExtraKind, FoundBodyPlan } from './body-plan.js';
import { isLonePart, toLonePart } from './lone-part.js';
import { kindOfPlan } from './plan-from-roles.js';

type Part = 'spine' | 'neck' | 'head' | 'jaw' | 'tail' | 'leg' | 'arm' | 'wing' | 'shoulder' | ExtraKind;

/** What a name says of its joint. */
interface Said {
  readonly part: Part;
  readonly side: 1 | -1 | 0;
  /** Place among the limbs of its side, front first. */
  readonly place: number;
  /** Joints with the same word are of one chain. */
  readonly chain: string;
}

/** More joints with other names than this share: not a skeleton that posespace named. */
const OTHER_NAMES = 0.1;
/** Mirror planes of the mesh and of the joints are one if their normals are nearer than this (cosine). */
const SAME_PLANE = 0.9;
/** A normal this near to an axis (cosine) is that axis. */
const ON_AXIS = 0.97;

/** The body that the names of the joints say; undefined where they are not posespace's own. */
export function bodyFromNames(mesh: Mesh, skeleton: Skeleton, up: Vec3): FoundBodyPlan | undefined {
  if (!hasOwnNames(skeleton)) return undefined;
  const said = skeleton.names.map(readName);
  const isTrunk = (each: Said | undefined) => each?.part === 'spine' || each?.part === 'tail';
  const lone = said.some(isTrunk) ? undefined : loneKind(skeleton.names[0]);
  if (!lone && !said.some((each) => each?.part === 'spine')) return undefined;
  const plan = planOf(skeleton, said);
  const partner = pairNames(skeleton.names);
  const axes = plan && axesOf(mesh, skeleton, plan, partner, up);
  if (!plan || !axes) return undefined;
  const body: FoundBodyPlan = {
    plan,
    kind: kindOfNames(plan, skeleton.names),
    up: axes.up,
    forward: axes.forward,
    left: axes.left,
    partner,
    confidence: 1,
    axes,
    findings: [],
  };
  return isLonePart(lone) ? toLonePart(body, skeleton, lone) : body;
}

/** Whether the joints have the names that posespace gives. */
export function hasOwnNames({ names }: Skeleton): boolean {
  const others = names.filter((name) => readName(name) === undefined && !isControl(name)).length;
  return names.length > 0 && others <= OTHER_NAMES * names.length;
}

const isControl = (name: string): boolean => /(^root|Control)\d*$/.test(name);

/** A hand, an arm or a head that came alone begins with itself and has no side. */
function loneKind(root: string): BodyKind | undefined {
  if (root === 'hand' || root === 'head') return root;
  return /^(shoulder|arm|upperArm)$/.test(root) ? 'arm' : undefined;
}

const PLACES: Readonly<Record<string, number>> = {
  Front: 0,
  Fore: 0,
  FrontSide: 1,
  Hind: 9,
  BackSide: 8,
  Back: 9,
};

const placeOf = (word: string | undefined): number =>
  !word ? 0 : (PLACES[word] ?? (/\d/.test(word) ? Number(word.replace(/\D/g, '')) : word.charCodeAt(0)));

const PAIR = '(Front|FrontSide|BackSide|Back|Hind|Leg\\d+|Pair\\d+|[A-Z](?=[A-Z]))?';
const LIMBS: readonly (readonly [RegExp, Part])[] = [
  [new RegExp(`^${PAIR}(?:UpperLeg|LowerLeg|Ankle|Foot|Toes|Leg)\\d*$`), 'leg'],
  [/^(Leg\d+)(?:Upper|Middle|Lower|Foot)?\d*$/, 'leg'],
  [new RegExp(`^${PAIR}Shoulder\\d*$`), 'shoulder'],
  [new RegExp(`^${PAIR}(?:UpperArm|ForeArm|Hand|Arm)\\d*$`), 'arm'],
  [new RegExp(`^(Fore)?${PAIR}(?:Wing|PectoralFin)(?:Finger[A-Z])?\\d+$`), 'wing'],
];
const FINGERS = /^(?:thumb|index|middle|ring|pinky|fingers?)[A-Z]?\d*$/i;
const EXTRA = /^(?:Front|Hind|Leg\d+)?(ear|horn|antenna|palp|fin|tentacle|toe|snout|crest|spur)[A-Z]?\d*$/i;
const MIDDLE: readonly (readonly [RegExp, Part])[] = [
  [/^(hips|body|spine|chest)\d*$/, 'spine'],
  [/^neck\d*$/, 'neck'],
  [/^head\d*$/, 'head'],
  [/^jaw\d*$/, 'jaw'],
  [/^(tail|abdomen|mantle)\d+$/, 'tail'],
  [/^(pelvis|shoulders)\d*$/, 'girdle'],
  [/^(dorsalFin|analFin)[A-Z]?\d*$/, 'fin'],
  [/^(hand|shoulder|arm|upperArm|foreArm)\d*$/, 'finger'],
];

function readName(full: string): Said | undefined {
  const name = full.replace(/(\d)x\d+$/, '$1');
  const [, word, rest] = /^(left|right)?(.+)$/s.exec(name) ?? [];
  if (rest === undefined) return undefined;
  const side = word === 'left' ? 1 : word === 'right' ? -1 : 0;
  const stem = name.replace(/\d+$/, '');
  for (const [pattern, part] of side === 0 ? MIDDLE : LIMBS) {
    const match = pattern.exec(rest);
    if (!match) continue;
    const isTrunk = part === 'spine' || part === 'neck' || part === 'tail';
    if (side === 0) return { part, side, place: 0, chain: isTrunk ? part : stem };
    return {
      part,
      side,
      place: placeOf(match[1] ?? match[2]),
      chain: `${word} ${part} ${match[1] ?? match[2] ?? ''}`,
    };
  }
  if (FINGERS.test(rest)) return { part: 'finger', side, place: 0, chain: stem };
  const extra = EXTRA.exec(rest)?.[1];
  const fin = extra === undefined && /^PelvicFin[A-Z]?\d*$/.test(rest) ? 'fin' : undefined;
  const kind = (extra?.toLowerCase() ?? fin) as ExtraKind | undefined;
  return kind && { part: kind, side, place: 0, chain: stem };
}

/** The chains of what the names say; undefined where one is no chain of the tree. */
function planOf({ parents, names }: Skeleton, said: readonly (Said | undefined)[]): BodyPlan | undefined {
  const resolved = said.map((each, j) => (each?.part === 'shoulder' ? readShoulder(j, said, parents) : each));
  // A joint between two of a chain is of that chain, whatever it is called.
  parents.forEach((parent, j) => {
    const above = parent >= 0 ? resolved[parent] : undefined;
    const between = above && parents.some((p, c) => p === j && resolved[c]?.chain === above.chain);
    if (resolved[j] === undefined && between) resolved[j] = above;
  });
  const chains = new Map<string, { said: Said; joints: number[] }>();
  resolved.forEach((each, j) => {
    if (!each) return;
    const chain = chains.get(each.chain);
    if (chain) chain.joints.push(j);
    else chains.set(each.chain, { said: each, joints: [j] });
  });
  const isBelow = (j: number, top: number) => {
    let at = j;
    while (at > top) at = parents[at];
    return at === top;
  };
  for (const { said: each, joints } of chains.values()) {
    const branches = each.part === 'wing';
    if (!joints.every((j, i) => i === 0 || isBelow(j, joints[branches ? 0 : i - 1]))) return undefined;
  }
  const all = [...chains.values()];
  const one = (part: Part) => all.find((chain) => chain.said.part === part)?.joints ?? [];
  const limbs = (part: Part) =>
    all
      .filter((chain) => chain.said.part === part)
      .sort((a, b) => b.said.side - a.said.side || a.said.place - b.said.place)
      .map(({ joints }) => joints);
  const [head = -1, ...crown] = one('head');
  const [jaw = -1, ...chin] = one('jaw');
  const legs = limbs('leg');
  const extras = all
    .filter(({ said: { part } }) => !TRUNK_OR_LIMB.has(part))
    .map(({ said: { part, side }, joints }): ExtraChain => ({ kind: part as ExtraKind, joints, side }));
  const loose = [...crown, ...chin, ...parents.keys()].filter(
    (j, i) => i < crown.length + chin.length || (resolved[j] === undefined && !isControl(names[j])),
  );
  return {
    spine: one('spine'),
    neck: one('neck'),
    head,
    jaw,
    tail: one('tail'),
    legs,
    arms: limbs('arm'),
    wings: limbs('wing'),
    feet: legs.map((leg) => leg[leg.length - 1]),
    extras: [...extras, ...loose.map((j): ExtraChain => ({ kind: 'spur', joints: [j], side: 0 }))],
  };
}

const TRUNK_OR_LIMB: ReadonlySet<Part> = new Set<Part>([
  'spine',
  'neck',
  'head',
  'jaw',
  'tail',
  'leg',
  'arm',
  'wing',
]);

/** A shoulder is the first joint of a front leg of many joints, or of an arm; that of a shorter arm stands alone. */
function readShoulder(joint: number, said: readonly (Said | undefined)[], parents: Int16Array): Said {
  const own = said[joint] as Said;
  const below = said.find((each, c) => {
    let at = c;
    while (at > joint) at = parents[at];
    return at === joint && each?.side === own.side && (each.part === 'arm' || each.part === 'leg');
  });
  const length = below ? said.filter((each) => each?.chain === below.chain).length : 0;
  const isFirst = below && parents.some((p, c) => p === joint && said[c] === below);
  if (below && isFirst && (below.part === 'leg' || length > 2)) return below;
  return own;
}

function kindOfNames(plan: BodyPlan, names: readonly string[]): BodyKind {
  const isTentacle = ([first]: readonly number[]) =>
    /[a-z]Arm\d+$/.test(names[first]) && !/(Upper|Fore)Arm/.test(names[first]);
  const isFish = plan.legs.length === 0 && plan.wings.some(([first]) => /PectoralFin/.test(names[first]));
  return isFish ? 'fish' : kindOfPlan(plan, plan.arms.filter(isTentacle).length);
}

/** The joint of the same name on the other side; joints of the middle are their own partners. [J] */
function pairNames(names: readonly string[]): Int16Array {
  const index = new Map(names.map((name, j) => [name, j]));
  const mirrored = (name: string) =>
    name.replace(/^(left|right)/, (side) => (side === 'left' ? 'right' : 'left'));
  return Int16Array.from(names, (name) => index.get(mirrored(name)) ?? -1);
}

/** Left is where the left joints are; a body without sides faces from its tail to its head. */
function axesOf(
  mesh: Mesh,
  { rest, names }: Skeleton,
  plan: BodyPlan,
  partner: Int16Array,
  up: Vec3,
): BodyAxes | undefined {
  const level = (v: Vec3): Vec3 => {
    const rise = dot(v, up);
    return [v[0] - rise * up[0], v[1] - rise * up[1], v[2] - rise * up[2]];
  };
  let across: Vec3 = [0, 0, 0];
  const middle = [0, 0, 0];
  let count = 0;
  partner.forEach((other, j) => {
    if (other < 0) return;
    const [here, there] = [vectorAt(rest, j), vectorAt(rest, other)];
    count++;
    for (let k = 0; k < 3; k++) middle[k] += here[k];
    if (names[j].startsWith('left') && other !== j) {
      across = [
        across[0] + here[0] - there[0],
        across[1] + here[1] - there[1],
        across[2] + here[2] - there[2],
      ];
    }
  });
  const box = findBodyAxes(mesh.positions.length > 0 ? mesh.positions : rest, undefined, up);
  if (lengthOf(level(across)) < 1e-6 * box.size) {
    const line = [...[...plan.tail].reverse(), ...plan.spine, ...plan.neck, plan.head].filter((j) => j >= 0);
    const ends = [line[0] ?? 0, line[line.length - 1] ?? 0].map((j) => vectorAt(rest, j));
    const ahead = level([0, 1, 2].map((k) => ends[1][k] - ends[0][k]) as unknown as Vec3);
    across = cross(up, ahead);
  }
  const long = level(across);
  if (lengthOf(long) < 1e-6 * box.size) return undefined;
  const left = scale(long, 1 / lengthOf(long));
  const plane = mesh.triangles.length > 0 ? findSymmetryPlane(mesh) : undefined;
  const agrees = plane?.symmetric && Math.abs(dot(plane.normal, left)) > SAME_PLANE;
  const normal = agrees && plane ? scale(plane.normal, Math.sign(dot(plane.normal, left))) : snap(left);
  const offset =
    agrees && plane
      ? plane.offset * Math.sign(dot(plane.normal, left))
      : dot(normal, scale(middle as unknown as Vec3, 1 / Math.max(1, count)));
  const points = mesh.positions.length > 0 ? mesh.positions : rest;
  return findBodyAxes(points, { normal, offset, error: 0, symmetric: true }, up);
}

const snap = (v: Vec3): Vec3 => {
  const axis = [0, 1, 2].find((k) => Math.abs(v[k]) > ON_AXIS);
  return axis === undefined
    ? v
    : ([0, 1, 2].map((k) => (k === axis ? Math.sign(v[k]) : 0)) as unknown as Vec3);
};
