/**
 * @file What each joint moves, in ten numbers: the share of the surface that follows it, the mean of that surface and its
 * second moments. They are sums over the surface, so that joints that become one add up, and a turn of the body turns them.
 */

import { boxCenter, computeBox, longestSide } from '../../mesh/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Skeleton, Skin } from '../rig-records.js';

/** Numbers of a joint: mass, first moments x y z, second moments xx yy zz xy xz yz. */
export const MOMENTS = 10;

/** Joints and what they move, with the longest side of the body 1 and the centre of its box 0. */
export interface JointShapes {
  /** [J, 3] */
  readonly joints: Float32Array;
  /** Raw moments; masses sum to 1, or are all 0 where there is no skin. [J, 10] */
  readonly moments: Float32Array;
  readonly center: readonly [number, number, number];
  readonly scale: number;
}

/** Measures joints and the surface that follows each. */
export function measureJointShapes(
  { parents, rest }: Pick<Skeleton, 'parents' | 'rest'>,
  mesh?: Mesh,
  skin?: Skin,
): JointShapes {
  const box = computeBox(mesh && mesh.positions.length > 0 ? mesh.positions : rest);
  const center = boxCenter(box);
  const scale = longestSide(box) || 1;
  const moments = new Float64Array(parents.length * MOMENTS);
  if (mesh && skin) addSurface(moments, mesh, skin, center, scale);
  return {
    joints: Float32Array.from(rest, (value, i) => (value - center[i % 3]) / scale),
    moments: Float32Array.from(moments),
    center,
    scale,
  };
}

function addSurface(
  moments: Float64Array,
  mesh: Mesh,
  { joints, weights, influenceCount }: Skin,
  center: readonly number[],
  scale: number,
): void {
  const areas = vertexAreas(mesh);
  const total = areas.reduce((sum, area) => sum + area, 0) || 1;
  const { positions } = mesh;
  for (let v = 0; v < areas.length; v++) {
    const x = (positions[v * 3] - center[0]) / scale;
    const y = (positions[v * 3 + 1] - center[1]) / scale;
    const z = (positions[v * 3 + 2] - center[2]) / scale;
    for (let i = v * influenceCount; i < (v + 1) * influenceCount; i++) {
      const mass = (weights[i] * areas[v]) / total;
      if (!(mass > 0)) continue;
      const at = joints[i] * MOMENTS;
      const values = [1, x, y, z, x * x, y * y, z * z, x * y, x * z, y * z];
      for (let k = 0; k < MOMENTS; k++) moments[at + k] += mass * values[k];
    }
  }
}

/** A third of the area of the triangles around each vertex: dense parts count no more than coarse ones. [V] */
function vertexAreas({ positions, triangles }: Mesh): Float64Array {
  const areas = new Float64Array(positions.length / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    const u = [0, 1, 2].map((k) => positions[b + k] - positions[a + k]);
    const w = [0, 1, 2].map((k) => positions[c + k] - positions[a + k]);
    const area =
      Math.hypot(u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]) / 6;
    for (const vertex of [a, b, c]) areas[vertex / 3] += area;
  }
  return areas;
}
