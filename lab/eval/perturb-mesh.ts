/**
 * @file Changes of a mesh that leave the body as it is: a rigger must find the same plan and the same number of joints
 * (METRICS.md, "Body plans").
 */

import { MeshoptSimplifier } from 'meshoptimizer/simplifier';
import { createRng, type Rng } from '../../src/base/rng.js';
import { computeBox, longestSide } from '../../src/mesh/box.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { weld } from '../../src/mesh/weld.js';

const DIGITS = 5;
const NOISE = 1e-4;
const SCALE = 3.7;

/** The changes by name. */
export const PERTURBATIONS = Object.freeze({
  vertexOrder: shuffleMesh,
  rounding: (mesh: Mesh) => moveVertices(mesh, (value) => Number(value.toPrecision(DIGITS))),
  noise: addNoise,
  half: halveTriangles,
  scale: (mesh: Mesh) => moveVertices(mesh, (value) => value * SCALE),
  yaw: turnMesh,
} satisfies Record<string, (mesh: Mesh, rng: Rng) => Mesh | Promise<Mesh>>);

export type Perturbation = keyof typeof PERTURBATIONS;

export const PERTURBATION_NAMES = Object.freeze(Object.keys(PERTURBATIONS) as Perturbation[]);

/** Changes a mesh; the same seed gives the same mesh. */
export async function perturbMesh(mesh: Mesh, how: Perturbation, seed: number): Promise<Mesh> {
  return PERTURBATIONS[how](mesh, createRng(seed));
}

const moveVertices = (mesh: Mesh, move: (value: number, i: number) => number): Mesh => ({
  ...mesh,
  positions: mesh.positions.map(move),
});

/** Vertices and triangles in another order. */
function shuffleMesh({ positions, triangles }: Mesh, rng: Rng): Mesh {
  const places = shuffled(positions.length / 3, rng);
  const moved = new Float32Array(positions.length);
  places.forEach((place, v) => {
    moved.set(positions.subarray(v * 3, v * 3 + 3), place * 3);
  });
  const order = shuffled(triangles.length / 3, rng);
  const turned = new Uint32Array(triangles.length);
  order.forEach((place, t) => {
    for (let c = 0; c < 3; c++) turned[place * 3 + c] = places[triangles[t * 3 + c]];
  });
  return { positions: moved, triangles: turned };
}

function shuffled(count: number, rng: Rng): Uint32Array {
  const order = new Uint32Array(count).map((_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const k = rng.integer(i + 1);
    [order[i], order[k]] = [order[k], order[i]];
  }
  return order;
}

/** Vertices that coincide move alike, or seams would open. */
function addNoise(mesh: Mesh, rng: Rng): Mesh {
  const size = NOISE * longestSide(computeBox(mesh.positions));
  const moved = new Map<string, readonly number[]>();
  const positions = mesh.positions.slice();
  for (let v = 0; v < positions.length; v += 3) {
    const key = positions.subarray(v, v + 3).join();
    const shift = moved.get(key) ?? [rng.normal() * size, rng.normal() * size, rng.normal() * size];
    moved.set(key, shift);
    for (let k = 0; k < 3; k++) positions[v + k] += shift[k];
  }
  return { ...mesh, positions };
}

async function halveTriangles(mesh: Mesh): Promise<Mesh> {
  await MeshoptSimplifier.ready;
  const { positions, triangles } = weld(mesh).mesh;
  const target = 3 * Math.round(mesh.triangles.length / 6);
  const [kept] = MeshoptSimplifier.simplify(Uint32Array.from(triangles), positions, 3, target, 1);
  const [numbers, count] = MeshoptSimplifier.compactMesh(kept);
  const few = new Float32Array(count * 3);
  for (let v = 0; v < numbers.length; v++) {
    if (numbers[v] < count) few.set(positions.subarray(v * 3, v * 3 + 3), numbers[v] * 3);
  }
  return { positions: few, triangles: kept };
}

/** By 90° about the vertical. */
function turnMesh(mesh: Mesh): Mesh {
  const { positions } = mesh;
  const turned = positions.map((_, i) =>
    i % 3 === 0 ? positions[i + 2] : i % 3 === 1 ? positions[i] : -positions[i - 2],
  );
  return { ...mesh, positions: turned };
}
