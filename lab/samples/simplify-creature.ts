/**
 * @file A sample creature with fewer triangles, for a small file: its left half is simplified by edge collapses that keep
 * shape and colours (meshoptimizer), the midline held, and mirrored again. Vertices are those of the full mesh, so
 * weights and colours are too.
 */

import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { findSelfIntersections } from '../../src/mesh/self-intersection.js';
import { smoothNormals } from '../../src/mesh/smooth-normals.js';
import type { Skin } from '../../src/rig/rig-records.js';
import type { Creature } from '../creatures/creature-record.js';

/** What a change of colour counts, over one of place: eyes and stripes keep their borders. */
const COLOR_WEIGHT = 0.25;

/** A creature with fewer triangles, and normals of the full mesh: those of few triangles would shade them. [V, 3] */
export interface SimplifiedCreature extends Creature {
  readonly normals: Float32Array;
}

/** The creature with about so many triangles, still its own mirror image. */
export async function simplifyCreature(
  creature: Creature,
  triangleCount: number,
): Promise<SimplifiedCreature> {
  await MeshoptSimplifier.ready;
  const { rig, colors } = creature;
  const { positions, triangles } = rig.mesh;
  // The left half comes first (half-mesh.ts): its triangles, and the vertices that they have.
  const left = triangles.slice(0, triangles.length / 2);
  const leftCount = left.reduce((most, v) => Math.max(most, v + 1), 0);
  const paint = Float32Array.from(colors.subarray(0, leftCount * 4), (value) => value / 255);
  const held = holdJoints(rig.skin, leftCount);
  for (;;) {
    const [kept] = MeshoptSimplifier.simplifyWithAttributes(
      left,
      positions.subarray(0, leftCount * 3),
      3,
      paint,
      4,
      [COLOR_WEIGHT, COLOR_WEIGHT, COLOR_WEIGHT],
      held,
      3 * Math.floor(triangleCount / 2),
      1,
      ['LockBorder'],
    );
    const faults = findFaults(kept, positions);
    if (faults.size === 0) return { ...creature, ...keepMirrored(creature, kept, leftCount) };
    holdAround(faults, left, held);
  }
}

/** Holds the vertex that each joint moves most, so that none is left without. [V] */
function holdJoints({ joints, weights, influenceCount }: Skin, leftCount: number): Uint8Array {
  const most = new Map<number, { v: number; weight: number }>();
  for (let i = 0; i < leftCount * influenceCount; i++) {
    if (weights[i] > (most.get(joints[i])?.weight ?? 0))
      most.set(joints[i], { v: Math.floor(i / influenceCount), weight: weights[i] });
  }
  const held = new Uint8Array(leftCount);
  for (const { v } of most.values()) held[v] = 1;
  return held;
}

/**
 * Vertices where collapses went wrong: ends of edges where more than two triangles would meet (an edge between two
 * vertices of the midline is one of the mirror image too), corners of triangles that cross others.
 */
function findFaults(triangles: Uint32Array, positions: Float32Array): Set<number> {
  const faults = new Set<number>();
  const seen = new Set<string>();
  for (let c = 0; c < triangles.length; c++) {
    const [a, b] = [triangles[c], triangles[c - (c % 3) + ((c + 1) % 3)]];
    const isChord = positions[a * 3] === 0 && positions[b * 3] === 0 && seen.has(`${b} ${a}`);
    if (isChord || seen.has(`${a} ${b}`)) faults.add(a).add(b);
    seen.add(`${a} ${b}`);
  }
  for (const t of findSelfIntersections({ positions, triangles }).pairs)
    for (let k = 0; k < 3; k++) faults.add(triangles[t * 3 + k]);
  return faults;
}

/** Holds the vertices of the full mesh around some, which then stay between those and others. */
function holdAround(centers: ReadonlySet<number>, triangles: Uint32Array, held: Uint8Array): void {
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = triangles.subarray(t, t + 3);
    if (corners.some((v) => centers.has(v))) for (const v of corners) held[v] = 1;
  }
}

/** The vertices of some triangles of the left half and their mirror images. */
function keepMirrored(
  { rig, colors }: Creature,
  left: Uint32Array,
  leftCount: number,
): Pick<SimplifiedCreature, 'rig' | 'colors' | 'normals'> {
  const { positions } = rig.mesh;
  const images = findImages(positions, leftCount);
  const used = [...new Set(left)].sort((a, b) => a - b);
  const sources = [...used, ...used.map((v) => images[v]).filter((v) => v >= leftCount)];
  const numbers = new Map(sources.map((v, i) => [v, i]));
  const triangles = new Uint32Array(left.length * 2);
  for (let t = 0; t < left.length; t += 3) {
    const corners = [left[t], left[t + 1], left[t + 2]];
    triangles.set(
      corners.map((v) => numbers.get(v)!),
      t,
    );
    const [a, b, c] = corners.map((v) => numbers.get(images[v])!);
    triangles.set([a, c, b], left.length + t);
  }
  const { joints, weights, influenceCount } = rig.skin;
  const take = <Rows extends Float32Array | Uint16Array | Uint8Array>(rows: Rows, width: number): Rows => {
    const out = new (rows.constructor as new (length: number) => Rows)(sources.length * width);
    for (const [i, v] of sources.entries()) out.set(rows.subarray(v * width, (v + 1) * width), i * width);
    return out;
  };
  return {
    rig: {
      mesh: { positions: take(positions, 3), triangles },
      skeleton: rig.skeleton,
      skin: { influenceCount, joints: take(joints, influenceCount), weights: take(weights, influenceCount) },
    },
    colors: take(colors, 4),
    normals: take(smoothNormals(rig.mesh, 180).vertices, 3),
  };
}

/** The mirror image of each vertex of the left half; one on the midline is its own. */
function findImages(positions: Float32Array, leftCount: number): Uint32Array {
  const key = (x: number, v: number) => `${x},${positions[v * 3 + 1]},${positions[v * 3 + 2]}`;
  const right = new Map<string, number>();
  for (let v = leftCount; v < positions.length / 3; v++) right.set(key(positions[v * 3], v), v);
  return Uint32Array.from({ length: leftCount }, (_, v) => right.get(key(-positions[v * 3], v)) ?? v);
}
