/**
 * @file A labelled body as the numbers that the skeleton network trains on: points of the surface by area, the first ones
 * spread evenly as the product spreads them (`spread-points.ts`), the rest in random order; their normals; four joints
 * with weights each; joints parents first. The longest side of the mesh's box is 1 and its centre 0.
 */

import { createRng, type Rng } from '../../src/base/rng.js';
import { boxCenter, computeBox, longestSide } from '../../src/mesh/box.js';
import { type SurfaceSamples, samplePositions, sampleSurface } from '../../src/mesh/sample-surface.js';
import { triangleNormalInto } from '../../src/mesh/triangle-normal.js';
import { ROLE_SIDES, ROLES } from '../../src/rig/learned/role-tokens.js';
import { chooseFarthest } from '../../src/rig/learned/spread-points.js';
import type { Skin } from '../../src/rig/rig-records.js';
import type { LabelledBody } from './labelled-body.js';
import { limitJoints } from './limit-joints.js';

/** Points of a body, those of them that are spread evenly, samples they are chosen from, joints of a point. */
export const BODY_SAMPLE = Object.freeze({
  points: 3072,
  even: 2048,
  samples: 8192,
  influences: 4,
  joints: 64,
});

export interface BodySample {
  /** [P, 3] */
  readonly points: Float32Array;
  /** Unit normals times 127. [P, 3] */
  readonly normals: Int8Array;
  /** [P, 4] */
  readonly influences: Uint8Array;
  /** Weights times 255. [P, 4] */
  readonly weights: Uint8Array;
  /** [J, 3] */
  readonly joints: Float32Array;
  readonly parents: Int16Array;
  /** Index into `ROLES`. [J] */
  readonly roles: Uint8Array;
  /** Index into `ROLE_SIDES`. [J] */
  readonly sides: Uint8Array;
  /** Motions of the joints in poses, 3 × 4 by rows. [F, J, 12] */
  readonly poses: Float32Array;
  /** Centre of the mesh's box and its longest side. */
  readonly center: readonly [number, number, number];
  readonly scale: number;
}

/** Samples a body; the same seed gives the same numbers. Undefined where the mesh has no surface. */
export function sampleBody(whole: LabelledBody, seed: number): BodySample | undefined {
  const body = limitJoints(whole, BODY_SAMPLE.joints);
  const { mesh, skeleton, skin, roles, sides } = body;
  const rng = createRng(seed);
  const samples = sampleSurface(mesh, BODY_SAMPLE.samples, rng);
  if (samples.triangles.length === 0) return undefined;
  const places = samplePositions(samples, mesh.positions, mesh.triangles);
  const order = orderSamples(places, rng);
  const box = computeBox(mesh.positions);
  const center = boxCenter(box);
  const scale = longestSide(box) || 1;
  const normalise = (values: ArrayLike<number>) =>
    Float32Array.from(values, (value, i) => (value - center[i % 3]) / scale);
  const carried = skin ? carryWeights(skin, samples, mesh.triangles, order) : noWeights();
  return {
    points: normalise(order.flatMap((i) => [places[i * 3], places[i * 3 + 1], places[i * 3 + 2]])),
    normals: normalsOf(body, samples, order),
    ...carried,
    joints: normalise(skeleton?.rest ?? []),
    parents: skeleton?.parents ?? new Int16Array(0),
    roles: Uint8Array.from(roles, (role) => ROLES.indexOf(role)),
    sides: Uint8Array.from(sides, (side) => ROLE_SIDES.indexOf(side)),
    poses: normalisePoses(body.poses ?? new Float32Array(0), center, scale),
    center,
    scale,
  };
}

/** Even points first, then others at random. */
function orderSamples(places: Float32Array, rng: Rng): number[] {
  const first = chooseFarthest(places, BODY_SAMPLE.even);
  const taken = new Set(first);
  const rest = Array.from({ length: places.length / 3 }, (_, i) => i).filter((i) => !taken.has(i));
  for (let i = rest.length - 1; i > 0; i--) {
    const k = rng.integer(i + 1);
    [rest[i], rest[k]] = [rest[k], rest[i]];
  }
  return [...first, ...rest].slice(0, BODY_SAMPLE.points);
}

function normalsOf(
  { mesh }: LabelledBody,
  { triangles }: SurfaceSamples,
  order: readonly number[],
): Int8Array {
  const out = new Int8Array(order.length * 3);
  const normal = new Float64Array(3);
  for (const [n, i] of order.entries()) {
    triangleNormalInto(normal, 0, mesh, triangles[i]);
    const length = Math.hypot(normal[0], normal[1], normal[2]) || 1;
    for (let k = 0; k < 3; k++) out[n * 3 + k] = Math.round((127 * normal[k]) / length);
  }
  return out;
}

function noWeights(): Pick<BodySample, 'influences' | 'weights'> {
  const count = BODY_SAMPLE.points * BODY_SAMPLE.influences;
  return { influences: new Uint8Array(count), weights: new Uint8Array(count) };
}

/** The strongest joints of each point, by the weights of its triangle's corners. */
function carryWeights(
  skin: Skin,
  samples: SurfaceSamples,
  triangles: Uint32Array,
  order: readonly number[],
): Pick<BodySample, 'influences' | 'weights'> {
  const out = noWeights();
  const { influences: width } = BODY_SAMPLE;
  for (const [n, i] of order.entries()) {
    const sums = new Map<number, number>();
    for (let c = 0; c < 3; c++) {
      const v = triangles[samples.triangles[i] * 3 + c] * skin.influenceCount;
      for (let s = v; s < v + skin.influenceCount; s++) {
        const weight = samples.barycentric[i * 3 + c] * skin.weights[s];
        if (weight > 0) sums.set(skin.joints[s], (sums.get(skin.joints[s]) ?? 0) + weight);
      }
    }
    const strongest = [...sums].sort(([a, x], [b, y]) => y - x || a - b).slice(0, width);
    const total = strongest.reduce((sum, [, weight]) => sum + weight, 0) || 1;
    for (const [k, [joint, weight]] of strongest.entries()) {
      out.influences[n * width + k] = joint;
      out.weights[n * width + k] = Math.round((255 * weight) / total);
    }
  }
  return out;
}

/** Motions of points as they are in the body, for points of the unit box. */
function normalisePoses(poses: Float32Array, center: readonly number[], scale: number): Float32Array {
  const out = poses.slice();
  for (let i = 0; i < out.length; i += 4) {
    const along = out[i] * center[0] + out[i + 1] * center[1] + out[i + 2] * center[2];
    out[i + 3] = (along + out[i + 3] - center[(i / 4) % 3]) / scale;
  }
  return out;
}
