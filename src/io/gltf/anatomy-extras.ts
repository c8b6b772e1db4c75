/**
 * @file The anatomy of a rig in its glTF file: `extras.posespace.anatomy` of its skin, or of the document where parts move
 * without a skin. Specified in docs/format.md. Joints are matched by name and parent, so that a file whose joints were
 * reordered still has it; where the skeleton is another one it is left out, with a finding.
 */

import type { Finding } from '../../base/finding.js';
import type { Vec3 } from '../../math/vector.js';
import { ANATOMY_ROLES, roleNumber, roleOfName } from '../../rig/anatomy/roles.js';
import type { Anatomy, Skeleton } from '../../rig/rig-records.js';
import type { GltfJson } from './gltf-json.js';

/** As it stands in the file: one entry per joint, joints are numbers in these lists. */
export interface SavedAnatomy {
  readonly version: number;
  readonly joints: readonly string[];
  readonly parents: readonly number[];
  readonly roles: readonly string[];
  readonly sides: readonly number[];
  readonly limbs: readonly number[];
  readonly moves: readonly number[];
  readonly partners: readonly number[];
  readonly confidence: readonly number[];
  readonly up: Vec3;
  readonly forward: Vec3;
  readonly ground: number;
  readonly from: Anatomy['from'];
}

const VERSION = 1;
const FROM = ['user', 'file', 'network'] as const satisfies readonly Anatomy['from'][];

/** Puts an anatomy into the extras of a document, replacing those it had; undefined removes them. */
export function writeAnatomyInto(json: GltfJson, skeleton?: Skeleton, anatomy?: Anatomy): void {
  const saved = skeleton && anatomy && encode(skeleton, anatomy);
  const skins = json.skins ?? [];
  const [first, ...others] = skins.length > 0 ? [...skins, json] : [json];
  setSaved(first, saved);
  for (const other of others) setSaved(other, undefined);
}

/** The anatomy that a document holds for a skeleton. */
export function readAnatomyExtras(
  json: GltfJson,
  skeleton: Skeleton,
): { readonly anatomy?: Anatomy; readonly findings: readonly Finding[] } {
  const holder = [...(json.skins ?? []), json].find((one) => savedIn(one) !== undefined);
  if (!holder) return { findings: [] };
  const saved = check(savedIn(holder));
  if (!saved) return { findings: [finding('broken-anatomy', 'is malformed')] };
  const anatomy = decode(saved, skeleton);
  if (!anatomy) return { findings: [finding('anatomy-of-another-rig', 'is that of another skeleton')] };
  return { anatomy, findings: [] };
}

const finding = (code: string, what: string): Finding => ({
  code,
  severity: 'warning',
  message: `what the file says of its joints (legs, arms, facing) ${what} and is ignored`,
  fix: 'nothing to do: the body is read anew; look at its limbs and correct them if needed',
});

interface Extended {
  extras?: unknown;
}

const savedIn = ({ extras }: Extended): unknown => record(record(extras).posespace).anatomy;

function setSaved(holder: Extended, saved: SavedAnatomy | undefined): void {
  if (saved === undefined && savedIn(holder) === undefined) return;
  const { posespace, ...others } = record(holder.extras);
  const { anatomy: _, ...own } = record(posespace);
  const ours = saved ? { ...own, anatomy: saved } : own;
  const next = Object.keys(ours).length > 0 ? { ...others, posespace: ours } : others;
  if (Object.keys(next).length > 0) holder.extras = next;
  else delete holder.extras;
}

function encode({ names, parents }: Skeleton, anatomy: Anatomy): SavedAnatomy {
  const round = (x: number) => Math.round(x * 1e4) / 1e4;
  return {
    version: VERSION,
    joints: names,
    parents: Array.from(parents),
    roles: Array.from(anatomy.role, (role) => ANATOMY_ROLES[role]),
    sides: Array.from(anatomy.side),
    limbs: Array.from(anatomy.limb),
    moves: Array.from(anatomy.moves),
    partners: Array.from(anatomy.partner),
    confidence: Array.from(anatomy.confidence, round),
    up: anatomy.up,
    forward: anatomy.forward,
    ground: anatomy.ground,
    from: anatomy.from,
  };
}

/** Undefined where the joints are others, or have other parents. */
function decode(saved: SavedAnatomy, { names, parents }: Skeleton): Anatomy | undefined {
  const count = names.length;
  const source = matchJoints(saved.joints, names);
  if (saved.joints.length !== count || !source) return undefined;
  const index = new Int16Array(count);
  source.forEach((old, j) => {
    index[old] = j;
  });
  const joint = (old: number) => (old < 0 ? -1 : index[old]);
  if (source.some((old, j) => joint(saved.parents[old]) !== parents[j])) return undefined;
  const { up, forward, ground, from } = saved;
  return {
    role: Uint8Array.from(source, (old) => roleNumber(roleOfName(saved.roles[old]) ?? 'other')),
    side: Int8Array.from(source, (old) => saved.sides[old]),
    limb: Int16Array.from(source, (old) => saved.limbs[old]),
    moves: Int16Array.from(source, (old) => joint(saved.moves[old])),
    partner: Int16Array.from(source, (old) => joint(saved.partners[old])),
    confidence: Float32Array.from(source, (old) => saved.confidence[old]),
    up,
    forward,
    ground,
    from,
  };
}

/** The saved number of each joint; undefined where a name is missing or ambiguous. */
function matchJoints(saved: readonly string[], names: readonly string[]): number[] | undefined {
  if (saved.length === names.length && saved.every((name, j) => name === names[j])) return [...names.keys()];
  const numbers = new Map(saved.map((name, j) => [name, j]));
  const source = names.map((name) => numbers.get(name) ?? -1);
  return numbers.size === names.length && !source.includes(-1) ? source : undefined;
}

/** What is saved, where all of it is what it should be: files come from strangers. */
function check(value: unknown): SavedAnatomy | undefined {
  const saved = record(value) as Partial<Record<keyof SavedAnatomy, unknown>>;
  const { joints } = saved;
  if (saved.version !== VERSION || !Array.isArray(joints) || joints.length === 0) return undefined;
  const count = joints.length;
  const each = (list: unknown, isRight: (one: unknown) => boolean): boolean =>
    Array.isArray(list) && list.length === count && list.every(isRight);
  const between = (low: number, high: number) => (one: unknown) =>
    Number.isInteger(one) && (one as number) >= low && (one as number) <= high;
  const isText = (one: unknown) => typeof one === 'string';
  const isJoint = between(-1, count - 1);
  const isShare = (one: unknown) => typeof one === 'number' && one >= 0 && one <= 1;
  const isRight =
    each(joints, isText) &&
    each(saved.roles, isText) &&
    [saved.parents, saved.moves, saved.partners].every((list) => each(list, isJoint)) &&
    each(saved.sides, between(-1, 1)) &&
    each(saved.limbs, isJoint) &&
    each(saved.confidence, isShare) &&
    isDirection(saved.up) &&
    isDirection(saved.forward) &&
    Number.isFinite(saved.ground) &&
    FROM.some((from) => from === saved.from) &&
    isTree(saved.moves as number[]);
  return isRight ? (saved as unknown as SavedAnatomy) : undefined;
}

const isDirection = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 3 &&
  value.every(Number.isFinite) &&
  Math.abs(Math.hypot(...(value as number[])) - 1) < 1e-3;

/** Whether no joint moves with itself, however far up. */
function isTree(moves: readonly number[]): boolean {
  const ends = new Uint8Array(moves.length); // 1: on the way, 2: leads to the end
  return moves.every((_, start) => {
    const way: number[] = [];
    let j = start;
    for (; j >= 0 && ends[j] === 0; j = moves[j]) {
      ends[j] = 1;
      way.push(j);
    }
    if (j >= 0 && ends[j] === 1) return false;
    for (const one of way) ends[one] = 2;
    return true;
  });
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
