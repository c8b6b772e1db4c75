/**
 * @file Points of a surface, followed through a clip: placed where the first frame shows the surface, spreadPlaces by farthest
 * points over the picture, every joint that is seen with at least one of its own, and hidden where something else is in
 * front of them.
 */

import type { Image } from '../../render/image.js';
import type { SampleBuffer } from '../../render/rasterize.js';
import type { Rig } from '../../rig/rig-records.js';

/** What is seen in a frame, and where every vertex is in it. */
export interface DepthFrame {
  readonly buffer: SampleBuffer;
  /** Homogeneous picture coordinates of the vertices. [V, 4] */
  readonly projected: Float64Array;
  readonly picture?: Image;
}

/** Where a point is in a frame, pixels from the top left corner. */
export interface GuidePoint {
  readonly x: number;
  readonly y: number;
  readonly visible: boolean;
}

/** A point of the surface through the frames. */
export interface GuideTrack {
  /** The joint that moves it most. */
  readonly joint: string;
  readonly points: GuidePoint[];
}

/** A point fixed to a triangle. */
export interface FollowedPoint {
  readonly triangle: number;
  /** Weights of the triangle's corners. */
  readonly weights: readonly [number, number, number];
  readonly joint: string;
}

/** Pixels between candidates, over the longer side of the picture. */
const SPACING = 1 / 120;
/** How much farther than what is seen a point may lie, as a share of its nearness. */
const HIDDEN = 0.01;

/** Points where the surface is seen. */
export function placePoints(rig: Rig, frame: DepthFrame, count: number): FollowedPoint[] {
  const { width, height, triangle } = frame.buffer;
  const step = Math.max(2, Math.round(Math.max(width, height) * SPACING));
  const candidates: { x: number; y: number; point: FollowedPoint }[] = [];
  for (let y = step >> 1; y < height; y += step) {
    for (let x = step >> 1; x < width; x += step) {
      const t = triangle[y * width + x];
      const point = t < 0 ? undefined : pointOnSurface(rig, frame, t, x + 0.5, y + 0.5);
      if (point) candidates.push({ x, y, point });
    }
  }
  return spreadPlaces(candidates, count).map(({ point }) => point);
}

/** The farthest from those chosen, again and again; a joint without a point first. Starts nearest to the middle. */
function spreadPlaces<Place extends { x: number; y: number; point: FollowedPoint }>(
  places: readonly Place[],
  count: number,
): Place[] {
  const mean = (axis: 'x' | 'y') => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  const [cx, cy] = [mean('x'), mean('y')];
  const distance = places.map(({ x, y }) => -Math.hypot(x - cx, y - cy));
  const chosen: Place[] = [];
  const joints = new Set<string>();
  while (chosen.length < Math.min(count, places.length)) {
    let best = -1;
    const rank = (i: number) => distance[i] + (joints.has(places[i].point.joint) ? 0 : 1e6);
    for (let i = 0; i < places.length; i++) {
      if (!chosen.includes(places[i]) && (best < 0 || rank(i) > rank(best))) best = i;
    }
    const { x, y, point } = places[best];
    joints.add(point.joint);
    places.forEach((place, i) => {
      const apart = Math.hypot(place.x - x, place.y - y);
      distance[i] = chosen.length === 0 ? apart : Math.min(distance[i], apart);
    });
    chosen.push(places[best]);
  }
  return chosen;
}

/** The point of a triangle that is seen at a place of the picture. */
function pointOnSurface(
  rig: Rig,
  { projected: p }: DepthFrame,
  t: number,
  x: number,
  y: number,
): FollowedPoint | undefined {
  const corners = [0, 1, 2].map((k) => rig.mesh.triangles[t * 3 + k]);
  const [a, b, c] = corners.map((v) => [p[v * 4], p[v * 4 + 1], p[v * 4 + 2]]);
  // Weights in space: areas in the picture over the distances of the corners.
  const edge = (u: number[], v: number[]) =>
    (u[0] - x * u[2]) * (v[1] - y * v[2]) - (u[1] - y * u[2]) * (v[0] - x * v[2]);
  const areas = [edge(b, c), edge(c, a), edge(a, b)];
  const sum = areas[0] + areas[1] + areas[2];
  const weights = areas.map((area) => Math.min(1, Math.max(0, area / sum))) as [number, number, number];
  if (!weights.every(Number.isFinite)) return undefined;
  return { triangle: t, weights, joint: jointOf(rig, corners, weights) };
}

/** The joint with the most weight at a point. */
function jointOf({ skin, skeleton }: Rig, corners: readonly number[], weights: readonly number[]): string {
  const { influenceCount: influences } = skin;
  const sums = new Map<number, number>();
  corners.forEach((vertex, k) => {
    for (let i = 0; i < influences; i++) {
      const joint = skin.joints[vertex * influences + i];
      const weight = skin.weights[vertex * influences + i] * weights[k];
      sums.set(joint, (sums.get(joint) ?? 0) + weight);
    }
  });
  const [joint] = [...sums].sort(([, a], [, b]) => b - a)[0];
  return skeleton.names[joint];
}

/** Adds where the points are in a frame to their tracks. */
export function followPoints(
  { mesh }: Rig,
  points: readonly FollowedPoint[],
  { buffer, projected: p }: DepthFrame,
  tracks: readonly GuideTrack[],
): void {
  const { width, height, closeness } = buffer;
  points.forEach(({ triangle, weights }, i) => {
    const sum = [0, 0, 0, 0];
    weights.forEach((weight, k) => {
      const vertex = mesh.triangles[triangle * 3 + k];
      for (let n = 0; n < 4; n++) sum[n] += weight * p[vertex * 4 + n];
    });
    const [x, y, near] = [sum[0] / sum[2], sum[1] / sum[2], sum[3] / sum[2]];
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const inside = column >= 0 && row >= 0 && column < width && row < height;
    const seen = inside ? closeness[row * width + column] : Infinity;
    const visible = inside && near >= seen - Math.abs(seen) * HIDDEN;
    tracks[i].points.push({ x, y, visible });
  });
}
