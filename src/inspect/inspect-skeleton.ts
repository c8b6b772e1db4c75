/**
 * @file Inspects a skeleton: hierarchy, names, positions inside the mesh, left–right pairs.
 */

import type { Finding } from '../base/finding.js';
import type { SymmetryPlane } from '../mesh/find-symmetry-plane.js';
import { createPointIndex } from '../mesh/nearest-point.js';
import { childrenOf } from '../rig/joint-tree.js';
import { jointCount, type Skeleton } from '../rig/rig-records.js';
import { counted, elementFinding, figure, verb } from './inspect-finding.js';
import type { MeshFacts } from './inspect-mesh.js';

export interface JointFacts {
  readonly name: string;
  /** −1 for the root. */
  readonly parent: number;
  /** Steps from the root. */
  readonly depth: number;
  /** Rest position, metres. */
  readonly position: readonly [number, number, number];
  /** Distance to the parent, metres; 0 for the root. */
  readonly boneLength: number;
  /** Vertices with weight on the joint. */
  readonly vertexCount: number;
  /** The joint on the other side of the body, itself on the mirror plane, or null. */
  readonly partner: number | null;
}

export interface SkeletonFacts {
  readonly jointCount: number;
  readonly leafCount: number;
  /** Steps from the root to the deepest joint. */
  readonly depth: number;
  readonly zeroLengthBoneCount: number;
  /** Joints without weights; null where there is no skin. */
  readonly idleJointCount: number | null;
  readonly outsideJointCount: number;
  readonly anonymousNameCount: number;
  readonly duplicateNameCount: number;
  /** Pairs of left and right joints. */
  readonly partnerPairCount: number;
  /** Joints on the mirror plane. */
  readonly middleJointCount: number;
  readonly joints: readonly JointFacts[];
  /** The tree as indented lines of names. */
  readonly tree: readonly string[];
  /** The joint of each line. */
  readonly treeJoints: readonly number[];
}

/** A joint this far outside the bounding box, as a fraction of the diagonal, is outside of the mesh. */
const OUTSIDE_MARGIN = 0.05;
/** Mirror images further apart than this fraction of the diagonal are not partners. */
const PARTNER_DISTANCE = 0.03;
/** Default names of tools: Bone, Bone.001, joint_7, 12. */
const ANONYMOUS = /^(bone|joint|node|object|unnamed)?[\s_.:-]*\d*$/i;

/** Inspects a skeleton. `followers` are the weighted vertices per joint, absent without a skin. */
export function inspectSkeleton(
  skeleton: Skeleton,
  mesh: MeshFacts,
  followers: Uint32Array | undefined,
): { facts: SkeletonFacts; findings: Finding[] } {
  const joints = describeJoints(skeleton, mesh, followers);
  const where = (holds: (joint: JointFacts, index: number) => boolean) =>
    joints.flatMap((joint, index) => (holds(joint, index) ? [index] : []));
  const isParent = new Uint8Array(joints.length);
  for (const joint of joints) if (joint.parent >= 0) isParent[joint.parent] = 1;
  const scale = mesh.diagonal > 0 ? mesh.diagonal : 1;
  const nameCounts = new Map<string, number>();
  for (const joint of joints) nameCounts.set(joint.name, (nameCounts.get(joint.name) ?? 0) + 1);

  const lists: JointLists = {
    zeroLength: where((joint) => joint.parent >= 0 && joint.boneLength < 1e-5 * scale),
    idle: followers ? where((joint) => joint.vertexCount === 0) : [],
    outside: mesh.triangleCount > 0 ? where((joint) => isOutside(joint, mesh)) : [],
    anonymous: where((joint) => ANONYMOUS.test(joint.name)),
    duplicate: where((joint) => nameCounts.get(joint.name)! > 1),
    unpaired: mesh.symmetry?.symmetric
      ? where((joint) => joint.partner === null && joint.vertexCount > 0)
      : [],
  };
  const facts: SkeletonFacts = {
    jointCount: joints.length,
    leafCount: where((_, index) => isParent[index] === 0).length,
    depth: joints.reduce((depth, joint) => Math.max(depth, joint.depth), 0),
    zeroLengthBoneCount: lists.zeroLength.length,
    idleJointCount: followers ? lists.idle.length : null,
    outsideJointCount: lists.outside.length,
    anonymousNameCount: lists.anonymous.length,
    duplicateNameCount: lists.duplicate.length,
    partnerPairCount: where((joint, index) => joint.partner !== null && joint.partner > index).length,
    middleJointCount: where((joint, index) => joint.partner === index).length,
    joints,
    ...drawTree(joints),
  };
  return { facts, findings: skeletonFindings(joints, lists) };
}

interface JointLists {
  readonly zeroLength: readonly number[];
  readonly idle: readonly number[];
  readonly outside: readonly number[];
  readonly anonymous: readonly number[];
  readonly duplicate: readonly number[];
  readonly unpaired: readonly number[];
}

function describeJoints(
  skeleton: Skeleton,
  mesh: MeshFacts,
  followers: Uint32Array | undefined,
): JointFacts[] {
  const { parents, rest, names } = skeleton;
  const partners = findPartners(skeleton, mesh.symmetry, mesh.diagonal);
  const depths = new Uint32Array(jointCount(skeleton));
  return Array.from(parents, (parent, j) => {
    const at = (index: number): [number, number, number] => [
      rest[index * 3],
      rest[index * 3 + 1],
      rest[index * 3 + 2],
    ];
    const position = at(j);
    let boneLength = 0;
    if (parent >= 0) {
      depths[j] = depths[parent] + 1;
      const [x, y, z] = at(parent);
      boneLength = Math.hypot(position[0] - x, position[1] - y, position[2] - z);
    }
    return {
      name: names[j] ?? '',
      parent,
      depth: depths[j],
      position,
      boneLength,
      vertexCount: followers?.[j] ?? 0,
      partner: partners[j] < 0 ? null : partners[j],
    };
  });
}

/** Left and right by geometry: two joints, each the nearest to the other's mirror image. −1 where none is. */
function findPartners(skeleton: Skeleton, plane: SymmetryPlane | null, diagonal: number): Int32Array {
  const count = jointCount(skeleton);
  const partners = new Int32Array(count).fill(-1);
  if (!plane?.symmetric) return partners;
  const { rest } = skeleton;
  const [nx, ny, nz] = plane.normal;
  const height = (j: number) => nx * rest[j * 3] + ny * rest[j * 3 + 1] + nz * rest[j * 3 + 2] - plane.offset;
  const reach = PARTNER_DISTANCE * diagonal;
  // The middle is narrower than the reach, or short fingers next to the plane would all be in it.
  const middle = 0.2 * reach;
  const index = createPointIndex(rest);
  const matches = Int32Array.from({ length: count }, (_, j) => {
    const twice = 2 * height(j);
    return index.nearest(
      rest[j * 3] - twice * nx,
      rest[j * 3 + 1] - twice * ny,
      rest[j * 3 + 2] - twice * nz,
      reach,
    );
  });
  for (let j = 0; j < count; j++) {
    if (Math.abs(height(j)) < middle) partners[j] = j;
    else if (matches[j] >= 0 && matches[j] !== j && matches[matches[j]] === j) partners[j] = matches[j];
  }
  return partners;
}

function isOutside(joint: JointFacts, mesh: MeshFacts): boolean {
  const margin = OUTSIDE_MARGIN * mesh.diagonal;
  return joint.position.some(
    (value, k) => value < mesh.box.min[k] - margin || value > mesh.box.max[k] + margin,
  );
}

/** Names under their parents, with branches drawn. */
function drawTree(joints: readonly JointFacts[]): { tree: string[]; treeJoints: number[] } {
  const children = childrenOf(joints.map(({ parent }) => parent));
  const roots = [...joints.keys()].filter((j) => joints[j].parent < 0);
  const tree: string[] = [];
  const treeJoints: number[] = [];
  // An explicit stack: a chain of ten thousand joints must not overflow the call stack.
  const stack = roots.reverse().map((joint) => ({ joint, lead: '', branch: '' }));
  for (let task = stack.pop(); task; task = stack.pop()) {
    const { joint, lead, branch } = task;
    tree.push(`${lead}${branch}${joints[joint].name}`);
    treeJoints.push(joint);
    const below = lead + (branch === '' ? '' : branch === '└ ' ? '  ' : '│ ');
    const last = children[joint].length - 1;
    for (let i = last; i >= 0; i--) {
      stack.push({ joint: children[joint][i], lead: below, branch: i === last ? '└ ' : '├ ' });
    }
  }
  return { tree, treeJoints };
}

function skeletonFindings(joints: readonly JointFacts[], lists: JointLists): Finding[] {
  const findings: Finding[] = [];
  const named = (indices: readonly number[]) => {
    const shown = indices.slice(0, 3).map((j) => `"${joints[j].name}"`);
    return `${shown.join(', ')}${indices.length > 3 ? ', …' : ''}`;
  };
  const add = (
    severity: Finding['severity'],
    code: string,
    indices: readonly number[],
    message: string,
    fix: string,
  ) => {
    if (indices.length > 0) findings.push(elementFinding(severity, code, 'joint', indices, message, fix));
  };
  const { zeroLength, idle, outside, anonymous, duplicate, unpaired } = lists;
  add(
    'info',
    'zero-length-bones',
    zeroLength,
    `${counted(zeroLength.length, 'joint')} ${verb(zeroLength.length, 'coincides with its parent', 'coincide with their parents')}: ${named(zeroLength)}.`,
    'Merge such a joint with its parent unless a tool needs it as a control.',
  );
  add(
    'info',
    'idle-joints',
    idle,
    `${counted(idle.length, 'joint')} of ${joints.length} ${verb(idle.length, 'deforms', 'deform')} no vertex: ${named(idle)}.`,
    'Remove helper and end joints at export if file size matters; only their children depend on them.',
  );
  const outsideMoving = outside.filter((j) => joints[j].vertexCount > 0);
  add(
    outsideMoving.length > 0 ? 'warning' : 'info',
    'joints-outside',
    outside,
    `${counted(outside.length, 'joint')} of ${joints.length} ${verb(outside.length, 'lies', 'lie')} outside of the bounding box of the mesh, ${outsideMoving.length} of them with weights: ${named(outside)}.`,
    'Apply the transforms of mesh and armature before export, or move these joints into the mesh.',
  );
  add(
    'info',
    'anonymous-names',
    anonymous,
    `${counted(anonymous.length, 'joint')} of ${joints.length} ${verb(anonymous.length, 'has', 'have')} a generic name: ${named(anonymous)}.`,
    'Name joints by body part and side, e.g. "UpperArm.L", so that retargeting can match them.',
  );
  add(
    'warning',
    'duplicate-names',
    duplicate,
    `${counted(duplicate.length, 'joint')} ${verb(duplicate.length, 'shares its name', 'share their names')} with another: ${named(duplicate)}.`,
    'Make joint names unique; engines bind animation tracks by name.',
  );
  add(
    'info',
    'unpaired-joints',
    unpaired,
    `The mesh is symmetric but ${counted(unpaired.length, 'joint')} ${verb(unpaired.length, 'has', 'have')} no counterpart on the other side: ${named(unpaired)}.`,
    `Symmetrize the skeleton, to within ${figure(100 * PARTNER_DISTANCE)} % of the mesh's diagonal, if both sides should move alike.`,
  );
  return findings;
}
