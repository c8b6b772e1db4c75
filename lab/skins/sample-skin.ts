/**
 * @file A rig as the numbers that the skinning network trains on: points of the surface spread evenly, then vertices, each
 * with its normal, the artist's weights and the weights that the solver finds; a bone per joint. The longest side of the
 * mesh's box is 1 and its centre 0. Points are triangles with barycentric coordinates, so other poses have the same ones.
 */

import type { Rng } from '../../src/base/rng.js';
import { boxCenter, computeBox, longestSide } from '../../src/mesh/box.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { type SurfaceSamples, samplePositions, sampleSurface } from '../../src/mesh/sample-surface.js';
import { triangleNormalInto } from '../../src/mesh/triangle-normal.js';
import { chooseFarthest } from '../../src/rig/learned/spread-points.js';
import type { Rig, Skin } from '../../src/rig/rig-records.js';
import { draftWeights, finishWeights } from '../../src/rig/weights/solve-weights.js';

/** Points of a rig: even ones, chosen from so many samples, then vertices; joints of a point, true and solved. */
export const SKIN_SAMPLE = Object.freeze({ even: 512, samples: 2048, vertices: 1024, truth: 6, solved: 8 });

/** Points of a surface; a vertex is a corner of a triangle. */
export interface SkinPoints extends SurfaceSamples {
  /** Vertex of each point, −1 for samples. [P] */
  readonly vertices: Int32Array;
}

/** A skin at points: the strongest joints first, weights times 255. */
interface PointSkin {
  readonly joints: Uint8Array;
  readonly weights: Uint8Array;
}

export interface SkinSample {
  /** [P, 3] */
  readonly points: Float32Array;
  /** Unit normals times 127. [P, 3] */
  readonly normals: Int8Array;
  /** [P, 6] each */
  readonly truth: PointSkin;
  /** [P, 8] each */
  readonly solved: PointSkin;
  /** Start and end of each joint's bone, its radius and how much of it is outside. [J, 8] */
  readonly bones: Float32Array;
  readonly parents: Int16Array;
}

/** Chooses points of a mesh; undefined where it has no surface. */
export function chooseSkinPoints({ positions, triangles }: Mesh, rng: Rng): SkinPoints | undefined {
  const { even, samples: count, vertices: most } = SKIN_SAMPLE;
  const samples = sampleSurface({ positions, triangles }, count, rng);
  if (samples.triangles.length === 0) return undefined;
  const spread = chooseFarthest(samplePositions(samples, positions, triangles), even);
  const corners = new Map<number, number>();
  for (let i = 0; i + 2 < triangles.length; i++) if (!corners.has(triangles[i])) corners.set(triangles[i], i);
  const used = [...corners.keys()];
  const chosen = Array.from({ length: most }, (_, i) =>
    used.length <= most ? used[i % used.length] : used[rng.integer(used.length)],
  );
  const barycentric = new Float32Array((even + most) * 3);
  spread.forEach((s, i) => {
    barycentric.set(samples.barycentric.subarray(s * 3, s * 3 + 3), i * 3);
  });
  chosen.forEach((v, i) => {
    barycentric[(even + i) * 3 + ((corners.get(v) as number) % 3)] = 1;
  });
  return {
    triangles: Uint32Array.from([
      ...Array.from(spread, (s) => samples.triangles[s]),
      ...chosen.map((v) => Math.floor((corners.get(v) as number) / 3)),
    ]),
    barycentric,
    vertices: Int32Array.from([...new Array(even).fill(-1), ...chosen]),
  };
}

/** The numbers of a rig at points of its mesh. */
export function sampleSkin(rig: Rig, points: SkinPoints): SkinSample {
  const { mesh, skeleton, skin } = rig;
  const draft = draftWeights(mesh, skeleton);
  const solved = finishWeights(draft, skeleton, { influenceCount: SKIN_SAMPLE.solved, contrast: 1 }).skin;
  const box = computeBox(mesh.positions);
  const center = boxCenter(box);
  const scale = longestSide(box) || 1;
  const normalise = (value: number, k: number) => (value - center[k]) / scale;
  const { starts, axes, radii, outside } = draft.bones;
  const bones = new Float32Array(radii.length * 8);
  for (let j = 0; j < radii.length; j++) {
    for (let k = 0; k < 3; k++) {
      bones[j * 8 + k] = normalise(starts[j * 3 + k], k);
      bones[j * 8 + 3 + k] = normalise(starts[j * 3 + k] + axes[j * 3 + k], k);
    }
    bones[j * 8 + 6] = radii[j] / scale;
    bones[j * 8 + 7] = outside[j];
  }
  return {
    points: samplePositions(points, mesh.positions, mesh.triangles).map((value, i) =>
      normalise(value, i % 3),
    ),
    normals: normalsAt(mesh, points, draft.surface),
    truth: skinAt(skin, points, mesh.triangles, SKIN_SAMPLE.truth),
    solved: skinAt(solved, points, mesh.triangles, SKIN_SAMPLE.solved),
    bones,
    parents: skeleton.parents,
  };
}

function normalsAt(
  mesh: Mesh,
  points: SkinPoints,
  surface: { readonly normals: Float32Array; readonly vertexMap: Uint32Array },
): Int8Array {
  const out = new Int8Array(points.triangles.length * 3);
  const normal = new Float64Array(3);
  points.triangles.forEach((triangle, i) => {
    const v = points.vertices[i];
    if (v < 0) triangleNormalInto(normal, 0, mesh, triangle);
    else normal.set(surface.normals.subarray(surface.vertexMap[v] * 3, surface.vertexMap[v] * 3 + 3));
    const length = Math.hypot(normal[0], normal[1], normal[2]) || 1;
    for (let k = 0; k < 3; k++) out[i * 3 + k] = Math.round((127 * normal[k]) / length);
  });
  return out;
}

/** The strongest joints of each point, by the weights of its triangle's corners. */
function skinAt(skin: Skin, points: SkinPoints, triangles: Uint32Array, width: number): PointSkin {
  const count = points.triangles.length;
  const joints = new Uint8Array(count * width);
  const weights = new Uint8Array(count * width);
  for (let i = 0; i < count; i++) {
    const sums = new Map<number, number>();
    for (let c = 0; c < 3; c++) {
      const v = triangles[points.triangles[i] * 3 + c] * skin.influenceCount;
      for (let s = v; s < v + skin.influenceCount; s++) {
        const weight = points.barycentric[i * 3 + c] * skin.weights[s];
        if (weight > 0) sums.set(skin.joints[s], (sums.get(skin.joints[s]) ?? 0) + weight);
      }
    }
    const strongest = [...sums].sort(([a, x], [b, y]) => y - x || a - b).slice(0, width);
    const total = strongest.reduce((sum, [, weight]) => sum + weight, 0) || 1;
    for (const [k, [joint, weight]] of strongest.entries()) {
      joints[i * width + k] = joint;
      weights[i * width + k] = Math.round((255 * weight) / total);
    }
  }
  return { joints, weights };
}
