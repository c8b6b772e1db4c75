/** @file The mirror plane of a skeleton; points, directions and names on the other side of it. */

import { cross, dot, scale, subtract, type Vec3 } from '../../math/vector.js';
import { boxDiagonal, computeBox } from '../../mesh/box.js';
import type { Anatomy } from '../rig-records.js';
import { type EditableSkeleton, restPosition } from './skeleton-draft.js';

/** A plane that left and right mirror across. */
export interface MirrorPlane {
  /** Unit vector to the left of the body. */
  readonly normal: Vec3;
  readonly point: Vec3;
}

/** x = 0, with left at +x: a body that faces +z. */
const WORLD_PLANE: MirrorPlane = { normal: [1, 0, 0], point: [0, 0, 0] };

/** The plane between joints and their partners: x = 0 where it fits them as well as the body's own plane. */
export function findMirrorPlane(tree: EditableSkeleton, anatomy?: Anatomy): MirrorPlane {
  if (!anatomy) return WORLD_PLANE;
  const own = middlePlane(tree, cross(anatomy.up, anatomy.forward));
  // Bodies that face −z have their left at −x.
  const world: MirrorPlane = { ...WORLD_PLANE, normal: [own.normal[0] < 0 ? -1 : 1, 0, 0] };
  const slack = (1e-4 * boxDiagonal(computeBox(tree.skeleton.rest))) ** 2;
  return meanSquaredError(tree, world) <= meanSquaredError(tree, own) + slack ? world : own;
}

/** The plane halfway between joints and their partners. */
function middlePlane({ skeleton, partners = new Int16Array() }: EditableSkeleton, normal: Vec3): MirrorPlane {
  let [sum, count] = [0, 0];
  for (let j = 0; j < partners.length; j++) {
    if (partners[j] < 0) continue;
    sum += dot(normal, restPosition(skeleton, j));
    count++;
  }
  return { normal, point: scale(normal, count > 0 ? sum / count : 0) };
}

/** Mean squared distance between joints and the mirror images of their partners. */
function meanSquaredError({ skeleton, partners = new Int16Array() }: EditableSkeleton, plane: MirrorPlane) {
  const { rest } = skeleton;
  let [sum, count] = [0, 0];
  for (let j = 0; j < partners.length; j++) {
    if (partners[j] < 0) continue;
    const image = mirrorPoint(plane, restPosition(skeleton, j));
    const p = partners[j] * 3;
    for (let k = 0; k < 3; k++) sum += (image[k] - rest[p + k]) ** 2;
    count++;
  }
  return count > 0 ? sum / count : 0;
}

/** Distance of a point to the left of the plane; negative on the right. */
export const signedDistance = ({ normal, point }: MirrorPlane, p: Vec3): number =>
  dot(normal, subtract(p, point));

const along = ({ normal }: MirrorPlane, p: Vec3, distance: number): Vec3 => [
  p[0] + normal[0] * distance,
  p[1] + normal[1] * distance,
  p[2] + normal[2] * distance,
];

export const mirrorPoint = (plane: MirrorPlane, p: Vec3): Vec3 =>
  along(plane, p, -2 * signedDistance(plane, p));

/** The nearest point of the plane. */
export const projectToPlane = (plane: MirrorPlane, p: Vec3): Vec3 =>
  along(plane, p, -signedDistance(plane, p));

export const mirrorVector = (plane: MirrorPlane, v: Vec3): Vec3 => {
  const { normal } = plane;
  const along = dot(normal, v);
  return [v[0] - 2 * along * normal[0], v[1] - 2 * along * normal[1], v[2] - 2 * along * normal[2]];
};

const SWAPPED: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  Left: 'Right',
  Right: 'Left',
  LEFT: 'RIGHT',
  RIGHT: 'LEFT',
  l: 'r',
  r: 'l',
  L: 'R',
  R: 'L',
};

/** How names mark sides, most certain first: a word, a separate letter, a capital at the end. */
const SIDES: readonly RegExp[] = [
  /(left|right)/i,
  /(?<=^|[_.\-\s])([lr])(?=$|[_.\-\s\d])/i,
  /(?<=[a-z\d])([LR])$/,
];

/** The name of the same joint on the other side, or null for a name without a side. */
export function mirrorName(name: string): string | null {
  for (const pattern of SIDES) {
    const found = pattern.exec(name)?.[1];
    if (found) return name.replace(pattern, SWAPPED[found] ?? SWAPPED[found.toLowerCase()]);
  }
  return null;
}
