/**
 * @file A moving body that no skeleton moved: a made body of a kind that training leaves out, whose space is bent, twisted,
 * waved, squashed and swollen, as key shapes of a GLB that is animated by morph targets. Between keys vertices go straight.
 */

import { createRng, type Rng } from '../../src/base/rng.js';
import { createGltfBuilder } from '../../src/io/gltf/builder.js';
import { encodeGlb } from '../../src/io/gltf/container.js';
import { boxCenter, computeBox, longestSide } from '../../src/mesh/box.js';
import { smoothNormals } from '../../src/mesh/smooth-normals.js';
import { generateBody } from '../bodies/generate-body.js';

/** A file with what is in it. */
export interface MorphFile {
  readonly name: string;
  readonly kind: string;
  readonly glb: Uint8Array;
}

/** Key shapes beside the rest shape, and the time from one to the next, seconds. */
const SHAPES = 7;
const STEP = 0.2;

/** Makes one; the same seed gives the same bytes. */
export function makeMorphFile(seed: number): MorphFile {
  const rng = createRng(Math.imul(seed, 0x27d4eb2f) ^ 0x165667b1);
  const { name, kind, mesh } = generateBody(rng, { heldOut: true, posed: 0 });
  const { positions, triangles } = mesh;
  const warp = drawWarp(rng, positions, smoothNormals(mesh, 180).vertices);
  const builder = createGltfBuilder();
  const vec3 = (values: Float32Array) =>
    builder.addAccessor(values, 'VEC3', { usage: 'vertex', bounds: true });
  const shapes = Array.from({ length: SHAPES }, (_, k) => warp((k + 1) / (SHAPES + 1)));
  const primitive = {
    attributes: { POSITION: vec3(positions) },
    indices: builder.addAccessor(triangles, 'SCALAR', { usage: 'index' }),
    targets: shapes.map((shape) => ({ POSITION: vec3(shape.map((x, i) => x - positions[i])) })),
  };
  const node = builder.add('nodes', { mesh: builder.add('meshes', { primitives: [primitive] }) });
  builder.json.scenes![0].nodes!.push(node);
  // From the rest shape through all keys and back to rest.
  const keys = Array.from({ length: SHAPES + 2 }, (_, key) => key);
  const input = builder.addAccessor(
    Float32Array.from(keys, (key) => key * STEP),
    'SCALAR',
    {
      bounds: true,
    },
  );
  const weights = keys.flatMap((key) => Array.from({ length: SHAPES }, (_, k) => Number(k === key - 1)));
  const output = builder.addAccessor(Float32Array.from(weights), 'SCALAR');
  builder.add('animations', {
    name: 'wobble',
    samplers: [{ input, output, interpolation: 'LINEAR' }],
    channels: [{ sampler: 0, target: { node, path: 'weights' } }],
  });
  return { name, kind, glb: encodeGlb(builder.finish()) };
}

/** The positions at a moment of the cycle, 0 to 1; at both ends they are as they were. */
function drawWarp(
  rng: Rng,
  positions: Float32Array,
  normals: ArrayLike<number>,
): (phase: number) => Float32Array {
  const box = computeBox(positions);
  const center = boxCenter(box);
  const size = longestSide(box) || 1;
  const sides = [0, 1, 2].map((k) => box.max[k] - box.min[k]);
  const along = sides.indexOf(Math.max(...sides));
  const across = along === 2 ? 0 : 2;
  const bend = rng.range(-1, 1);
  const twist = rng.range(-0.8, 0.8);
  const wave = { size: rng.range(0.01, 0.05), length: rng.range(4, 9), turns: 1 + rng.integer(2) };
  const squash = rng.range(-0.15, 0.15);
  const swell = { at: rng.range(-0.25, 0.25), size: rng.range(0, 0.03) };
  return (phase) => {
    const swing = Math.sin(2 * Math.PI * phase);
    const beat = 0.5 - 0.5 * Math.cos(2 * Math.PI * phase);
    const out = new Float32Array(positions.length);
    for (let i = 0; i < out.length; i += 3) {
      const p = [0, 1, 2].map((k) => (positions[i + k] - center[k]) / size);
      const s = p[along];
      for (let k = 0; k < 3; k++)
        p[k] += normals[i + k] * swell.size * beat * Math.exp(-40 * (s - swell.at) ** 2);
      p[across] += wave.size * beat * Math.sin(wave.length * s - 2 * Math.PI * wave.turns * phase);
      rotate(p, 3 - along - across, across, twist * swing * s);
      curl(p, along, along === 1 ? 2 : 1, bend * swing);
      const stretch = 1 + squash * swing;
      for (let k = 0; k < 3; k++) p[k] *= k === 1 ? stretch : 1 / Math.sqrt(stretch);
      for (let k = 0; k < 3; k++) out[i + k] = p[k] * size + center[k];
    }
    return out;
  };
}

/** Turns a point in the plane of two axes. */
function rotate(p: number[], a: number, b: number, angle: number): void {
  const [x, y] = [p[a], p[b]];
  p[a] = x * Math.cos(angle) - y * Math.sin(angle);
  p[b] = x * Math.sin(angle) + y * Math.cos(angle);
}

/** Lays the axis `along` on an arc that turns by `angle` over a length of 1. */
function curl(p: number[], along: number, up: number, angle: number): void {
  if (Math.abs(angle) < 1e-3) return;
  const radius = 1 / angle;
  const turn = p[along] * angle;
  const height = p[up];
  p[along] = (radius - height) * Math.sin(turn);
  p[up] = radius - (radius - height) * Math.cos(turn);
}
