/** @file The other side: the mirror plane of a body, points, places and names across it. */

import type { FoundBodyPlan } from 'posespace/rig';
import type { JointTree, Point } from './draft.js';

export interface MirrorPlane {
  /** Unit, to the left of the body. */
  readonly normal: Point;
  readonly point: Point;
}

/** x = 0, left where the body faces +z. */
const PLAIN: MirrorPlane = { normal: [1, 0, 0], point: [0, 0, 0] };

/** The plane that joints and their partners lie across; the plain one where it fits them as well as the body's own. */
export function findMirrorPlane(tree: JointTree, body: FoundBodyPlan | undefined): MirrorPlane {
  if (!body) return PLAIN;
  const own: MirrorPlane = { normal: body.axes.left, point: body.axes.origin };
  // Bodies that face −z have their left at −x.
  const plain: MirrorPlane = { ...PLAIN, normal: [body.axes.left[0] < 0 ? -1 : 1, 0, 0] };
  const slack = (1e-4 * body.axes.size) ** 2;
  return misfit(tree, plain) <= misfit(tree, own) + slack ? plain : own;
}

/** Mean squared distance between joints and the mirror images of their partners. */
function misfit({ skeleton: { rest }, partners }: JointTree, plane: MirrorPlane): number {
  let [sum, count] = [0, 0];
  for (let j = 0; j < partners.length; j++) {
    if (partners[j] < 0) continue;
    const image = mirrorPoint(plane, [rest[j * 3], rest[j * 3 + 1], rest[j * 3 + 2]]);
    const p = partners[j] * 3;
    for (let k = 0; k < 3; k++) sum += (image[k] - rest[p + k]) ** 2;
    count++;
  }
  return count > 0 ? sum / count : 0;
}

/** How far to the left of the plane a point is. */
export const sideOf = ({ normal, point }: MirrorPlane, p: Point): number =>
  normal[0] * (p[0] - point[0]) + normal[1] * (p[1] - point[1]) + normal[2] * (p[2] - point[2]);

const along = ({ normal }: MirrorPlane, p: Point, distance: number): Point => [
  p[0] + normal[0] * distance,
  p[1] + normal[1] * distance,
  p[2] + normal[2] * distance,
];

export const mirrorPoint = (plane: MirrorPlane, p: Point): Point => along(plane, p, -2 * sideOf(plane, p));

/** The point of the plane that is nearest. */
export const flatten = (plane: MirrorPlane, p: Point): Point => along(plane, p, -sideOf(plane, p));

export function mirrorVector({ normal }: MirrorPlane, v: Point): Point {
  const along = normal[0] * v[0] + normal[1] * v[1] + normal[2] * v[2];
  return [v[0] - 2 * along * normal[0], v[1] - 2 * along * normal[1], v[2] - 2 * along * normal[2]];
}

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

/** How names tell sides, surest first: a word, a letter of its own, a capital at the end. */
const SIDES: readonly RegExp[] = [
  /(left|right)/i,
  /(?<=^|[_.\-\s])([lr])(?=$|[_.\-\s\d])/i,
  /(?<=[a-z\d])([LR])$/,
];

/** The name of the same joint on the other side, or null for a name that tells no side. */
export function mirrorName(name: string): string | null {
  for (const pattern of SIDES) {
    const found = pattern.exec(name)?.[1];
    if (found) return name.replace(pattern, SWAPPED[found] ?? SWAPPED[found.toLowerCase()]);
  }
  return null;
}
