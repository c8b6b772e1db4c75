/**
 * @file The anatomy of a rig in its glTF file: `extras.posespace.anatomy` of the node of its root joint (docs/format.md).
 * Joints are matched by name and parent, so that a file whose joints were reordered still has it, and directions by the
 * joints' places, so that one which was turned or scaled has it too.
 *
 * Blender and three.js keep the extras of nodes and drop those of skins and of the document (lab/engines).
 */

import type { Finding } from '../../base/finding.js';
import { alignPoints } from '../../math/procrustes.js';
import { rotateVectorInto } from '../../math/quaternion.js';
import { unitVector, type Vec3 } from '../../math/vector.js';
import type { Mesh } from '../../mesh/mesh.js';
import { ANATOMY_ROLES, roleNumber, roleOfName } from '../../rig/anatomy/roles.js';
import { lowestAlong } from '../../rig/anatomy/to-anatomy.js';
import type { Anatomy, Skeleton } from '../../rig/rig-records.js';
import { checkAnatomy, type SavedAnatomy } from './check-anatomy.js';
import type { GltfJson } from './gltf-json.js';
import { readOwn, withOwn } from './own-extras.js';

const NAME = 'anatomy';
/** Version of the format. A reader that knows another one leaves it alone. */
const VERSION = 1;
/** A skeleton whose joints are this near to where they were, as a share of their extent, was not turned. */
const UNTURNED = 1e-3;

/** Puts an anatomy into the extras of a document, replacing those it had; undefined removes them. */
export function writeAnatomyInto(
  json: GltfJson,
  nodes: readonly number[],
  skeleton?: Skeleton,
  anatomy?: Anatomy,
): void {
  const saved = skeleton && anatomy && encode(skeleton, anatomy);
  if (json.nodes)
    json.nodes = json.nodes.map((node, i) => withOwn(node, NAME, i === nodes[0] ? saved : undefined));
}

/** The anatomy that a document holds for a skeleton. */
export function readAnatomyExtras(
  json: GltfJson,
  skeleton: Skeleton,
  mesh: Mesh,
): { readonly anatomy?: Anatomy; readonly findings: readonly Finding[] } {
  const found = json.nodes?.map((node) => readOwn(node, NAME)).find((saved) => saved !== undefined);
  if (found === undefined) return { findings: [] };
  const version = (found as { version?: unknown } | null)?.version;
  if (version !== VERSION && Number.isInteger(version))
    return { findings: [finding('anatomy-version', `has version ${version} of its format`)] };
  const saved = version === VERSION ? checkAnatomy(found) : undefined;
  if (!saved) return { findings: [finding('broken-anatomy', 'is malformed')] };
  const anatomy = decode(saved, skeleton, mesh);
  return anatomy
    ? { anatomy, findings: [] }
    : { findings: [finding('anatomy-of-another-rig', 'is that of another skeleton')] };
}

const finding = (code: string, what: string): Finding => ({
  code,
  severity: 'warning',
  message: `what the file says of its joints (legs, arms, facing) ${what} and is ignored`,
  fix: 'nothing to do: the body is read anew; look at its limbs and correct them if needed',
});

const round = (x: number, digits: number) => Number(x.toPrecision(digits));

function encode({ names, parents, rest }: Skeleton, anatomy: Anatomy): SavedAnatomy {
  const direction = (v: Vec3) => v.map((x) => round(x, 6)) as unknown as Vec3;
  return {
    version: VERSION,
    joints: [...names],
    parents: Array.from(parents),
    rest: Array.from(rest, (x) => round(x, 5)),
    roles: Array.from(anatomy.role, (role) => ANATOMY_ROLES[role]),
    sides: Array.from(anatomy.side),
    limbs: Array.from(anatomy.limb),
    moves: Array.from(anatomy.moves),
    partners: Array.from(anatomy.partner),
    confidence: Array.from(anatomy.confidence, (x) => round(x, 4)),
    up: direction(anatomy.up),
    forward: direction(anatomy.forward),
    from: anatomy.from,
  };
}

/** Undefined where the joints are others, or have other parents. */
function decode(saved: SavedAnatomy, { names, parents, rest }: Skeleton, mesh: Mesh): Anatomy | undefined {
  const source = matchJoints(saved.joints, names);
  if (!source) return undefined;
  const index = new Int16Array(names.length);
  for (const [j, old] of source.entries()) index[old] = j;
  const joint = (old: number) => (old < 0 ? -1 : index[old]);
  if (source.some((old, j) => joint(saved.parents[old]) !== parents[j])) return undefined;
  const was = Float64Array.from(rest, (_, i) => saved.rest[source[Math.floor(i / 3)] * 3 + (i % 3)]);
  const turn = findTurn(was, rest);
  const [up, forward] = [turn(saved.up), turn(saved.forward)];
  if (![...up, ...forward].every(Number.isFinite)) return undefined;
  return {
    role: Uint8Array.from(source, (old) => roleNumber(roleOfName(saved.roles[old]) ?? 'other')),
    side: Int8Array.from(source, (old) => saved.sides[old]),
    limb: Int16Array.from(source, (old) => saved.limbs[old]),
    moves: Int16Array.from(source, (old) => joint(saved.moves[old])),
    partner: Int16Array.from(source, (old) => joint(saved.partners[old])),
    confidence: Float32Array.from(source, (old) => saved.confidence[old]),
    up,
    forward,
    ground: lowestAlong(mesh.positions.length > 0 ? mesh.positions : rest, up),
    from: saved.from,
  };
}

/** The saved number of each joint; undefined where a name is missing or ambiguous. */
function matchJoints(saved: readonly string[], names: readonly string[]): number[] | undefined {
  if (saved.length !== names.length) return undefined;
  if (saved.every((name, j) => name === names[j])) return [...names.keys()];
  const numbers = new Map(saved.map((name, j) => [name, j]));
  const source = names.map((name) => numbers.get(name) ?? -1);
  return numbers.size === names.length && !source.includes(-1) ? source : undefined;
}

/** How directions turned with the joints: not at all where only their place or their scale is another. */
function findTurn(was: Float64Array, now: Float32Array): (v: Vec3) => Vec3 {
  const { scale, rotation } = alignPoints(was, now, { scale: true });
  const spread = extentOf(now);
  const [from, to] = [meanOf(was), meanOf(now)];
  const isUnturned = was.every((x, i) => {
    const k = i % 3;
    return Math.abs(now[i] - to[k] - scale * (x - from[k])) <= UNTURNED * spread;
  });
  if (isUnturned) return (v) => v;
  return (v) => {
    const turned: [number, number, number] = [...v];
    rotateVectorInto(turned, 0, rotation, 0, turned, 0);
    return unitVector(turned);
  };
}

function meanOf(points: ArrayLike<number>): [number, number, number] {
  const mean: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < points.length; i++) mean[i % 3] += (3 * points[i]) / points.length;
  return mean;
}

function extentOf(points: Float32Array): number {
  const mean = meanOf(points);
  return points.reduce((most, x, i) => Math.max(most, Math.abs(x - mean[i % 3])), 0);
}
