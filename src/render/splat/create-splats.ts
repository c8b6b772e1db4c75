/**
 * @file A rigged mesh as Gaussian kernels: points spread over the surface by area, flat kernels in its tangent planes
 * that overlap to a closed skin, colours and weights of the surface under them.
 *
 * In-plane σ = 0.55 √(area / N), a tenth of it along the normal. Light from above is part of the colour: without it a
 * body of one colour shows only its outline.
 */

import { PosespaceError } from '../../base/errors.js';
import { createRng } from '../../base/rng.js';
import { quaternionBetweenInto } from '../../math/quaternion.js';
import { clampUnit, linear, srgb } from '../../math/srgb.js';
import { type SurfaceSamples, samplePositions } from '../../mesh/sample-surface.js';
import { spreadSamples } from '../../mesh/spread-samples.js';
import { triangleArea, triangleNormalInto } from '../../mesh/triangle-normal.js';
import type { Rig, Skin } from '../../rig/rig-records.js';
import { transferWeights } from '../../rig/weights/transfer-weights.js';
import { linearColor, THEMES } from '../color.js';
import { createPaintSampler, type SurfacePaint } from '../surface-paint.js';
import type { BoundSplats, SplatCloud } from './splat-cloud.js';

/** Options of `createSplats`. */
export interface CreateSplatsOptions {
  /** Number of kernels, 1 to 1,000,000. */
  readonly count?: number;
  /** sRGB colours of the vertices. [V, 4] */
  readonly colors?: Uint8Array;
  /** Materials and textures; without these and `colors` the body is clay. */
  readonly paint?: SurfacePaint;
  /** How much darker a surface is that faces down, 0 to 1. */
  readonly shading?: number;
  readonly opacity?: number;
  readonly seed?: number;
}

/** Defaults of `createSplats`. */
export const CREATE_SPLATS_DEFAULTS = Object.freeze({
  count: 4000,
  shading: 0.5,
  opacity: 0.95,
  seed: 0,
} as const satisfies CreateSplatsOptions);

const IN_PLANE = 0.55;
const FLATNESS = 0.1;

/** Turns a rigged mesh into Gaussian kernels that follow its joints. */
export function createSplats(rig: Rig, options: CreateSplatsOptions = {}): BoundSplats {
  const { count, shading, opacity, seed } = { ...CREATE_SPLATS_DEFAULTS, ...options };
  if (!(Number.isInteger(count) && count >= 1 && count <= 1e6)) {
    throw new PosespaceError('bad-usage', `render/createSplats: count is 1 to 1,000,000, got ${count}`);
  }
  const { mesh } = rig;
  const samples = spreadSamples(mesh, count, createRng(seed));
  if (samples.triangles.length === 0) {
    throw new PosespaceError(
      'bad-input',
      'render/createSplats: the mesh has no usable triangle; give it a surface',
    );
  }
  let area = 0;
  for (let t = 0; t < mesh.triangles.length / 3; t++) area += triangleArea(mesh, t) || 0;
  const sigma = IN_PLANE * Math.sqrt(area / count);
  const scales = new Float32Array(count * 3).map((_, i) => (i % 3 === 2 ? sigma * FLATNESS : sigma));
  const normal = new Float64Array(3);
  const rotations = new Float32Array(count * 4);
  const colors = sampleColors(rig, samples, options.paint ?? plainPaint(options.colors), sigma);
  for (let i = 0; i < count; i++) {
    triangleNormalInto(normal, 0, mesh, samples.triangles[i]);
    quaternionBetweenInto(rotations, i * 4, [0, 0, 1], 0, normal, 0);
    const up = normal[1] / (Math.hypot(normal[0], normal[1], normal[2]) || 1);
    const light = 1 - (shading * (1 - up)) / 2;
    for (let k = 0; k < 3; k++) colors[i * 3 + k] *= light;
  }
  return {
    positions: samplePositions(samples, mesh.positions, mesh.triangles),
    scales,
    rotations,
    colors,
    opacities: new Float32Array(count).fill(clampUnit(opacity)),
    skin: sampleSkin(rig, samples),
  };
}

/** Binds kernels of any origin to a rig: each gets the weights of the nearest point of its surface. */
export function bindSplats(cloud: SplatCloud, rig: Rig): BoundSplats {
  return { ...cloud, skin: transferWeights(rig.mesh, rig.skin, cloud.positions) };
}

/** A surface of vertex colours, or of clay. */
const plainPaint = (colors: Uint8Array | undefined): SurfacePaint =>
  colors
    ? {
        materials: [{ color: [1, 1, 1] }],
        colors: Float32Array.from({ length: (colors.length / 4) * 3 }, (_, i) =>
          linear(colors[Math.floor(i / 3) * 4 + (i % 3)] / 255),
        ),
      }
    : { materials: [{ color: linearColor(THEMES.light.clay) }] };

/** sRGB colours of the surface at the samples, 0 to 1, as seen from where a kernel is about a pixel. [N, 3] */
function sampleColors(
  { mesh }: Rig,
  samples: SurfaceSamples,
  paint: SurfacePaint,
  sigma: number,
): Float32Array {
  const sample = createPaintSampler(paint, mesh.triangles, (t) => triangleArea(mesh, t) / sigma ** 2);
  const out = new Float32Array(samples.triangles.length * 3);
  const color = new Float64Array(3);
  for (let i = 0; i < samples.triangles.length; i++) {
    const [a, b, c] = samples.barycentric.subarray(i * 3, i * 3 + 3);
    sample(color, samples.triangles[i], a, b, c);
    for (let k = 0; k < 3; k++) out[i * 3 + k] = srgb(color[k]);
  }
  return out;
}

/** Weights of the corners under each sample, blended; as many influences as the three corners can have. */
function sampleSkin({ mesh, skin }: Rig, samples: SurfaceSamples): Skin {
  const count = samples.triangles.length;
  const influenceCount = skin.influenceCount * 3;
  const joints = new Uint16Array(count * influenceCount);
  const weights = new Float32Array(count * influenceCount);
  for (let i = 0; i < count; i++) {
    const o = i * influenceCount;
    let used = 0;
    for (let c = 0; c < 3; c++) {
      const v = mesh.triangles[samples.triangles[i] * 3 + c] * skin.influenceCount;
      for (let k = 0; k < skin.influenceCount; k++) {
        const weight = samples.barycentric[i * 3 + c] * skin.weights[v + k];
        if (weight === 0) continue;
        let slot = joints.subarray(o, o + used).indexOf(skin.joints[v + k]);
        if (slot < 0) slot = used++;
        joints[o + slot] = skin.joints[v + k];
        weights[o + slot] += weight;
      }
    }
  }
  return trimInfluences({ joints, weights, influenceCount });
}

/** The same skin with no more columns than its fullest row needs. */
function trimInfluences({ joints, weights, influenceCount }: Skin): Skin {
  let most = 1;
  for (let i = 0; i < weights.length; i++)
    if (weights[i] !== 0) most = Math.max(most, (i % influenceCount) + 1);
  const keep = (_: number, i: number) => i % influenceCount < most;
  return { joints: joints.filter(keep), weights: weights.filter(keep), influenceCount: most };
}
