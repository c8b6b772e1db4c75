/**
 * @file The surface as the motion prior sees it: three cameras around the body at rest, and of the cells that they see a few
 * per joint, those that lie furthest apart. The cells that follow one joint are a patch, one token of the network: so the
 * views are parts of one sample, and the network is told the rig.
 */

import type { Camera } from '../../render/camera.js';
import { frameCamera } from '../../render/camera.js';
import type { Rig } from '../../rig/rig-records.js';
import type { FitBody } from '../fit/fit-body.js';
import { findTrajectoryCells, type TrajectoryCells } from './trajectory-cells.js';

/** Cells of a body, grouped by the joint that moves them most. */
export interface MotionPatches {
  readonly cells: TrajectoryCells;
  /** Joint of each patch, ascending. [T] */
  readonly joints: Int16Array;
  /** Indices of its cells, the last one repeated where there are too few. [T, P] */
  readonly members: Int32Array;
  /** P */
  readonly size: number;
}

/** Directions of the cameras from the front of the body, degrees; all look down a little. */
export const PATCH_VIEWS = Object.freeze({ azimuths: Object.freeze([35, 155, 275]), elevation: 15 });

/** Cells along a side of a picture. */
const SIDE = 40;

/** The cameras around a body whose front is at `heading`, degrees about +Y from +Z. */
export const patchCameras = ({ mesh }: Rig, heading: number): Camera[] =>
  PATCH_VIEWS.azimuths.map((azimuth) =>
    frameCamera(mesh.positions, {
      azimuth: azimuth + heading,
      elevation: PATCH_VIEWS.elevation,
      projection: 'orthographic',
      margin: 0.02,
    }),
  );

/** Finds the patches of a body: at most `size` cells for each joint that any camera sees something of. */
export function findMotionPatches(body: FitBody, heading: number, size: number): MotionPatches {
  const seen = findTrajectoryCells(body, patchCameras(body.rig, heading), SIDE);
  const owners = cellOwners(body, seen);
  const points = cellPositions(body, seen);
  const groups = new Map<number, number[]>();
  owners.forEach((joint, cell) => {
    groups.set(joint, [...(groups.get(joint) ?? []), cell]);
  });
  const joints = [...groups.keys()].sort((a, b) => a - b);
  const chosen = joints.map((j) => spreadCells(groups.get(j)!, points, body.rig.skeleton.rest, j, size));
  const kept = chosen.flat();
  const members = new Int32Array(joints.length * size);
  let at = 0;
  chosen.forEach((list, t) => {
    for (let p = 0; p < size; p++) members[t * size + p] = at + Math.min(p, list.length - 1);
    at += list.length;
  });
  return { cells: takeCells(seen, kept), joints: Int16Array.from(joints), members, size };
}

/** Where the cells' points are at rest. [N, 3] */
export function cellPositions({ rig }: FitBody, { count, corners, weights }: TrajectoryCells): Float64Array {
  const out = new Float64Array(count * 3);
  for (let i = 0; i < count * 3; i++) {
    for (let k = 0; k < 3; k++) {
      out[Math.floor(i / 3) * 3 + k] += weights[i] * rig.mesh.positions[corners[i] * 3 + k];
    }
  }
  return out;
}

/** The weights of a cell's point by joint. */
export function cellWeights({ rig }: FitBody, { corners, weights }: TrajectoryCells, cell: number) {
  const { joints, weights: shares, influenceCount } = rig.skin;
  const sums = new Map<number, number>();
  for (let c = cell * 3; c < cell * 3 + 3; c++) {
    for (let k = corners[c] * influenceCount; k < (corners[c] + 1) * influenceCount; k++) {
      if (shares[k] > 0) sums.set(joints[k], (sums.get(joints[k]) ?? 0) + weights[c] * shares[k]);
    }
  }
  return [...sums].sort((a, b) => b[1] - a[1]);
}

/** The joint that moves each cell most. [N] */
const cellOwners = (body: FitBody, cells: TrajectoryCells): Int16Array =>
  Int16Array.from({ length: cells.count }, (_, i) => cellWeights(body, cells, i)[0]?.[0] ?? 0);

/** Cells that lie far apart: the one furthest from the joint first, then always the one furthest from those taken. */
function spreadCells(
  cells: readonly number[],
  points: Float64Array,
  rest: Float32Array,
  joint: number,
  most: number,
): number[] {
  const distance = (cell: number, from: Float32Array | Float64Array, o: number) =>
    Math.hypot(
      points[cell * 3] - from[o],
      points[cell * 3 + 1] - from[o + 1],
      points[cell * 3 + 2] - from[o + 2],
    );
  const nearest = cells.map((cell) => distance(cell, rest, joint * 3));
  const taken: number[] = [];
  while (taken.length < Math.min(most, cells.length)) {
    const next = cells[nearest.indexOf(Math.max(...nearest))];
    if (taken.length === 0) nearest.fill(Infinity);
    taken.push(next);
    cells.forEach((cell, i) => {
      nearest[i] = cell === next ? -1 : Math.min(nearest[i], distance(cell, points, next * 3));
    });
  }
  return taken;
}

function takeCells(all: TrajectoryCells, kept: readonly number[]): TrajectoryCells {
  const triples = kept.flatMap((i) => [i * 3, i * 3 + 1, i * 3 + 2]);
  return {
    cameras: all.cameras,
    side: all.side,
    count: kept.length,
    views: Uint8Array.from(kept, (i) => all.views[i]),
    cells: Uint16Array.from(kept, (i) => all.cells[i]),
    corners: Uint32Array.from(triples, (i) => all.corners[i]),
    weights: Float32Array.from(triples, (i) => all.weights[i]),
  };
}
