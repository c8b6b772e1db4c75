/**
 * @file Whether a body and its skeleton are exactly symmetric, and the mirror partner of each vertex and joint.
 *
 * Only exact symmetry counts here: vertices with a partner at the mirrored position, as mirror modifiers leave them. Joints
 * pair along the tree: by position alone a shin paired with the other leg's pole target. Planes across x and z are tried,
 * through the middle of the box, the root joint and zero.
 */

import { createPointIndex } from '../../mesh/nearest-point.js';
import { pairJoints } from '../body-plan/pair-joints.js';
import type { Skeleton } from '../rig-records.js';
import type { WeightSurface } from './weight-surface.js';

export interface Mirror {
  /** Partner of each welded vertex, itself on the plane, −1 where there is none. [N] */
  readonly vertices: Int32Array;
  /** Partner of each joint, itself on the plane, −1 where there is none. [J] */
  readonly joints: Int16Array;
}

/** Largest distance to a partner, as a fraction of the size. */
const VERTEX_TOLERANCE = 1e-3;
const JOINT_TOLERANCE = 1e-2;
/** Fractions of vertices and joints that must have a partner. */
const LEAST_VERTICES = 0.9;
const LEAST_JOINTS = 0.9;
/** Fraction of joints that must have a partner where only joints are paired. */
const LEAST_TWINS = 0.6;
/** Vertices tested before all are. */
const PROBE_COUNT = 64;

/** Finds the mirror, or undefined. */
export function findMirror(surface: WeightSurface, skeleton: Skeleton): Mirror | undefined {
  const { positions } = surface.mesh;
  const vertexCount = positions.length / 3;
  let index: ReturnType<typeof createPointIndex> | undefined;
  for (const [axis, offset] of candidatePlanes(surface, skeleton)) {
    const joints = pairAcross(skeleton, axis, offset, surface.size, LEAST_JOINTS);
    if (!joints) continue;
    index ??= createPointIndex(positions);
    const partnerOf = (v: number): number => {
      const mirrored = [positions[v * 3], positions[v * 3 + 1], positions[v * 3 + 2]];
      mirrored[axis] = 2 * offset - mirrored[axis];
      return index!.nearest(mirrored[0], mirrored[1], mirrored[2], VERTEX_TOLERANCE * surface.size);
    };
    const step = Math.max(1, Math.floor(vertexCount / PROBE_COUNT));
    let [hits, looks] = [0, 0];
    for (let v = 0; v < vertexCount; v += step, looks++) if (partnerOf(v) >= 0) hits++;
    if (hits < LEAST_VERTICES * looks) continue;
    const vertices = Int32Array.from({ length: vertexCount }, (_, v) => partnerOf(v));
    // Only mutual pairs: dense meshes have several vertices within the tolerance.
    const mutual = vertices.map((w, v) => (w >= 0 && vertices[w] === v ? w : -1));
    if (mutual.filter((w) => w >= 0).length >= LEAST_VERTICES * vertexCount)
      return { vertices: mutual, joints };
  }
  return undefined;
}

/** Mirror images of the joints alone, whatever the surface; undefined where too few have one. [J] */
export function findTwins(surface: WeightSurface, skeleton: Skeleton): Int16Array | undefined {
  for (const [axis, offset] of candidatePlanes(surface, skeleton)) {
    const joints = pairAcross(skeleton, axis, offset, surface.size, LEAST_TWINS);
    if (joints) return joints;
  }
  return undefined;
}

function candidatePlanes(
  { mesh }: WeightSurface,
  { rest }: Skeleton,
): (readonly [axis: 0 | 2, offset: number])[] {
  const planes: [0 | 2, number][] = [];
  for (const axis of [0, 2] as const) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < mesh.positions.length; i += 3) {
      if (mesh.positions[i] < low) low = mesh.positions[i];
      if (mesh.positions[i] > high) high = mesh.positions[i];
    }
    for (const offset of [(low + high) / 2, rest[axis], 0]) {
      if (Number.isFinite(offset) && !planes.some(([a, o]) => a === axis && o === offset))
        planes.push([axis, offset]);
    }
  }
  return planes;
}

/** Partners by the tree; undefined where too few joints have one or none is across the plane. */
function pairAcross(
  skeleton: Skeleton,
  axis: 0 | 2,
  offset: number,
  size: number,
  leastShare: number,
): Int16Array | undefined {
  const { rest, parents } = skeleton;
  // Body coordinates: the plane at x = 0, the size 1.
  const joints = new Float64Array(rest.length);
  for (let j = 0; j < parents.length; j++) {
    joints[j * 3] = (rest[j * 3 + axis] - offset) / size;
    joints[j * 3 + 1] = rest[j * 3 + 1] / size;
    joints[j * 3 + 2] = rest[j * 3 + 2 - axis] / size;
  }
  const partners = pairJoints(joints, parents, {
    tolerance: JOINT_TOLERANCE,
    planeTolerance: JOINT_TOLERANCE / 2,
  });
  const paired = partners.filter((b) => b >= 0).length;
  const across = partners.some((b, a) => b >= 0 && b !== a);
  return across && paired >= leastShare * parents.length ? partners : undefined;
}
