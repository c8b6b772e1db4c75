/**
 * @file Meshes that break riggers, made by code: each is to get a rig or a sentence that says why not.
 */

import { createRng } from '../../src/base/rng.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { createBox, createSheet, createSphere, mergeMeshes } from '../../src/mesh/primitives.js';

export interface HostileMesh {
  readonly what: string;
  readonly mesh: Mesh;
  /** What it is answered with, where no rig can be made of it. */
  readonly error?: RegExp;
}

export function hostileMeshes(): HostileMesh[] {
  const creature = figure();
  return [
    { what: 'nothing at all', mesh: build([], []), error: /no surface/ },
    { what: 'points without triangles', mesh: build([0, 0, 0, 1, 0, 0, 0, 1, 0], []), error: /no surface/ },
    { what: 'triangles without area', mesh: needles(), error: /no surface/ },
    {
      what: 'every vertex at one place',
      mesh: build([1, 1, 1, 1, 1, 1, 1, 1, 1], [0, 1, 2]),
      error: /no surface/,
    },
    { what: 'one triangle', mesh: build([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]) },
    {
      what: 'three triangles',
      mesh: build([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 1, 2, 0, 2, 3, 0, 3, 1]),
    },
    { what: 'a plane', mesh: createSheet(2, 1, 20, 10) },
    { what: 'a plane of two triangles', mesh: createSheet(2, 1, 1, 1) },
    { what: 'a torus', mesh: torus() },
    { what: 'a sphere', mesh: createSphere() },
    { what: 'a needle', mesh: scaled(createBox(), 1e-4, 1, 1e-4) },
    { what: 'a soup of 3,000 loose triangles', mesh: soup(3000) },
    { what: 'a figure shattered into triangles', mesh: shatter(creature) },
    { what: 'a figure of open shells', mesh: openShells(creature) },
    { what: 'a figure inside out', mesh: { ...creature, triangles: creature.triangles.slice().reverse() } },
    { what: 'a figure with every triangle twice', mesh: twice(creature) },
    { what: 'a figure in its own hull', mesh: mergeMeshes([creature, grown(creature)]) },
    { what: 'fifty separate boxes', mesh: mergeMeshes(Array.from({ length: 50 }, (_, i) => boxAt(i))) },
    { what: 'interpenetrating parts', mesh: creature },
    { what: 'a figure of a micrometre', mesh: scaled(creature, 1e-6, 1e-6, 1e-6) },
    { what: 'a figure of a thousand kilometres', mesh: scaled(creature, 1e6, 1e6, 1e6) },
    { what: 'a figure far from the origin', mesh: moved(creature, 1e4, -1e4, 1e4) },
    {
      what: 'a figure with a speck a mile away',
      mesh: mergeMeshes([creature, moved(scaled(createBox(), 0.01, 0.01, 0.01), 1600, 0, 0)]),
    },
    { what: 'a figure with vertices that nothing uses', mesh: withStrays(creature) },
    { what: 'a fan of 40 triangles on one edge', mesh: fan(40) },
    { what: 'a Möbius strip', mesh: moebius() },
    { what: 'nested spheres', mesh: mergeMeshes([createSphere(1), createSphere(0.7), createSphere(0.3)]) },
    {
      what: 'a corner that is no vertex',
      mesh: build([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 7]),
      error: /vertex 7/,
    },
    {
      what: 'a coordinate that is no number',
      mesh: build([0, 0, 0, 1, 0, 0, 0, Number.NaN, 0], [0, 1, 2]),
      error: /not finite/,
    },
  ];
}

const build = (positions: number[], triangles: number[]): Mesh => ({
  positions: Float32Array.from(positions),
  triangles: Uint32Array.from(triangles),
});

function mapped(
  { positions, triangles }: Mesh,
  change: (point: [number, number, number]) => readonly number[],
): Mesh {
  const out = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    out.set(change([positions[i], positions[i + 1], positions[i + 2]]), i);
  }
  return { positions: out, triangles };
}

const scaled = (mesh: Mesh, x: number, y: number, z: number): Mesh =>
  mapped(mesh, (p) => [p[0] * x, p[1] * y, p[2] * z]);
const moved = (mesh: Mesh, x: number, y: number, z: number): Mesh =>
  mapped(mesh, (p) => [p[0] + x, p[1] + y, p[2] + z]);

/** Body, head, two arms and two legs as spheres that run through each other. */
function figure(): Mesh {
  const part = (x: number, y: number, z: number, width: number, height: number, depth: number) =>
    moved(scaled(createSphere(1), width, height, depth), x, y, z);
  return mergeMeshes([
    part(0, 1.2, 0, 0.25, 0.4, 0.16),
    part(0, 1.75, 0, 0.16, 0.2, 0.16),
    ...[1, -1].flatMap((side) => [
      part(side * 0.5, 1.45, 0, 0.36, 0.08, 0.08),
      part(side * 0.14, 0.45, 0, 0.1, 0.5, 0.1),
    ]),
  ]);
}

const boxAt = (i: number): Mesh =>
  moved(scaled(createBox(), 0.3, 0.3, 0.3), i % 5, Math.floor(i / 5) % 5, Math.floor(i / 25));

function needles(): Mesh {
  const positions = Array.from({ length: 30 }, (_, i) => [i, 0, 0]).flat();
  return build(positions, Array.from({ length: 28 }, (_, i) => [i, i + 1, i + 2]).flat());
}

function soup(count: number): Mesh {
  const rng = createRng(7);
  const positions: number[] = [];
  for (let t = 0; t < count; t++) {
    const center = [rng.range(-1, 1), rng.range(0, 2), rng.range(-1, 1)];
    for (let c = 0; c < 3; c++) for (let k = 0; k < 3; k++) positions.push(center[k] + rng.range(-0.1, 0.1));
  }
  return build(
    positions,
    positions.slice(0, count * 3).map((_, i) => i),
  );
}

/** Every triangle for itself, a little smaller: no two touch. */
function shatter({ positions, triangles }: Mesh): Mesh {
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    for (let c = 0; c < 3; c++) {
      for (let k = 0; k < 3; k++) {
        const center = [0, 1, 2].reduce((sum, d) => sum + positions[triangles[t + d] * 3 + k] / 3, 0);
        out.push(center + 0.9 * (positions[triangles[t + c] * 3 + k] - center));
      }
    }
  }
  return build(
    out,
    out.slice(0, triangles.length).map((_, i) => i),
  );
}

const openShells = (mesh: Mesh): Mesh => ({
  ...mesh,
  triangles: mesh.triangles.filter((_, i) => Math.floor(i / 3) % 7 !== 0),
});

const twice = (mesh: Mesh): Mesh => ({
  ...mesh,
  triangles: Uint32Array.from([...mesh.triangles, ...mesh.triangles]),
});

/** An outline shell: 2 % larger and inside out. */
const grown = (mesh: Mesh): Mesh => {
  const shell = mapped(mesh, ([x, y, z]) => [x * 1.02, 1 + (y - 1) * 1.02, z * 1.02]);
  return { ...shell, triangles: shell.triangles.slice().reverse() };
};

const withStrays = (mesh: Mesh): Mesh => ({
  ...mesh,
  positions: Float32Array.from([...mesh.positions, 0, 1, 0, 0.1, 1.1, 0]),
});

function fan(count: number): Mesh {
  const rim = Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * i) / count;
    return [Math.cos(angle), 0.5, Math.sin(angle)];
  });
  return build(
    [0, 0, 0, 0, 1, 0, ...rim.flat()],
    rim.flatMap((_, i) => [0, 1, i + 2]),
  );
}

/** A tube closed on itself; `twist` half turns of a flat band where it has no thickness. */
function torus(): Mesh {
  return ring(48, 16, (u, v) => {
    const angle = 2 * Math.PI * u;
    const around = 2 * Math.PI * v;
    const radius = 1 + 0.25 * Math.cos(around);
    return [radius * Math.cos(angle), 0.25 * Math.sin(around), radius * Math.sin(angle)];
  });
}

function moebius(): Mesh {
  return ring(60, 3, (u, v) => {
    const angle = 2 * Math.PI * u;
    const across = (v - 0.5) * 0.4;
    const radius = 1 + across * Math.cos(angle / 2);
    return [radius * Math.cos(angle), across * Math.sin(angle / 2), radius * Math.sin(angle)];
  });
}

function ring(columns: number, rows: number, at: (u: number, v: number) => number[]): Mesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let i = 0; i <= columns; i++)
    for (let j = 0; j <= rows; j++) positions.push(...at(i / columns, j / rows));
  for (let i = 0; i < columns; i++) {
    for (let j = 0; j < rows; j++) {
      const corner = i * (rows + 1) + j;
      const across = corner + rows + 1;
      triangles.push(corner, across, corner + 1, corner + 1, across, across + 1);
    }
  }
  return build(positions, triangles);
}
