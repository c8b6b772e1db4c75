/**
 * @file Joint positions given by the user: each moves the nearest free joint within reach, or becomes a new joint on the
 * nearest bone, or a child of the nearest joint. On a symmetric body the mirror image of a moved joint follows, unless
 * it has a landmark of its own.
 */

import { distance } from '../../math/vector.js';
import type { KnownPart } from '../body-plan/known-body.js';
import { type DraftJoint, findImages, sortJoints } from './draft-joints.js';

/** A known joint position. */
export interface Landmark {
  /** Metres, in the mesh's axes. */
  readonly position: readonly [number, number, number];
  /** Name of the joint. */
  readonly name?: string;
  /** The part of the body that it belongs to; absent: what its name says. */
  readonly part?: KnownPart;
}

type Point = readonly [number, number, number];

/** A landmark moves a joint within this distance: a fraction of the longest side, or of the joint's radius. */
const REACH = 0.08;
const REACH_RADII = 1;
/** A landmark nearer to a bone than this splits it. */
const BONE_REACH = 0.04;
/** Least distance of a landmark from the mirror plane to have a mirror image. */
const OFF_PLANE = 0.01;
const CERTAIN = 20;

/** Joints with the landmarks (in the body's frame) applied. */
export function applyLandmarks(
  joints: readonly DraftJoint[],
  landmarks: readonly Landmark[],
  symmetric: boolean,
): DraftJoint[] {
  const out = [...joints];
  const images = symmetric ? findImages(joints) : new Int32Array(joints.length).fill(-1);
  const taken = new Set<number>();
  const left = new Set(landmarks.keys());
  const moved = new Map<number, number>();
  // (1) Nearest pairs first.
  const pairs = landmarks.flatMap(({ position }, l) =>
    joints.map((joint, j) => ({ l, j, away: distance(position, joint.position) })),
  );
  pairs.sort((a, b) => a.away - b.away || a.l - b.l || a.j - b.j);
  for (const { l, j, away } of pairs) {
    if (!left.has(l) || taken.has(j) || away > Math.max(REACH, REACH_RADII * joints[j].radius)) continue;
    left.delete(l);
    taken.add(j);
    moved.set(j, l);
    out[j] = certain(joints[j], landmarks[l]);
  }
  // (2) Mirror images follow.
  for (const [j, l] of moved) {
    const image = images[j];
    if (image < 0 || image === j || taken.has(image)) continue;
    const [x, y, z] = landmarks[l].position;
    out[image] = { ...out[image], position: [-x, y, z] };
  }
  // (3) The rest are new joints, with a mirror image where they are off the plane.
  for (const l of left) {
    const [x, y, z] = landmarks[l].position;
    insert(out, landmarks[l]);
    const image: Point = [-x, y, z];
    const given = landmarks.some(({ position }) => distance(position, image) < REACH);
    if (symmetric && Math.abs(x) > OFF_PLANE && !given) insert(out, { position: image });
  }
  return sortJoints(out);
}

const certain = (joint: DraftJoint, { position, name }: Landmark): DraftJoint => ({
  ...joint,
  position,
  kind: 'landmark',
  odds: CERTAIN,
  ...(name === undefined ? {} : { name }),
});

/** Adds a joint on the nearest bone, or under the nearest joint. */
function insert(joints: DraftJoint[], landmark: Landmark): void {
  const { position } = landmark;
  let child = -1;
  let nearest = BONE_REACH;
  let parent = 0;
  joints.forEach((joint, j) => {
    if (distance(position, joint.position) < distance(position, joints[parent].position)) parent = j;
    if (joint.parent < 0) return;
    const away = distanceToSegment(position, joint.position, joints[joint.parent].position);
    if (away >= nearest) return;
    nearest = away;
    child = j;
  });
  const above = child < 0 ? parent : joints[child].parent;
  const base: DraftJoint = { ...joints[above], parent: above };
  const added = joints.push(certain({ ...base, kind: 'limb' }, landmark)) - 1;
  if (child >= 0) joints[child] = { ...joints[child], parent: added };
}

function distanceToSegment(p: Point, a: Point, b: Point): number {
  const ab = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const squared = ab[0] ** 2 + ab[1] ** 2 + ab[2] ** 2;
  const along = (p[0] - a[0]) * ab[0] + (p[1] - a[1]) * ab[1] + (p[2] - a[2]) * ab[2];
  // Beyond its ends a landmark is not on the bone.
  if (!(squared > 0) || along <= 0 || along >= squared) return Infinity;
  const f = along / squared;
  return distance(p, [a[0] + f * ab[0], a[1] + f * ab[1], a[2] + f * ab[2]]);
}
