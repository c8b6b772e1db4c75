/**
 * @file Size, area, volume and centre of a mesh.
 */

import { type Box, boxCenter, computeBox } from './box.js';
import type { Mesh } from './mesh.js';
import { triangleArea } from './triangle-normal.js';

/** Area, volume and size of a mesh. */
export interface MeshMeasures {
  /** Of the finite vertices, used or not. */
  readonly box: Box;
  /** Square metres. */
  readonly area: number;
  /** Cubic metres; negative where the surface is inside out, meaningless where it is open. */
  readonly volume: number;
  /** Of the surface, by area; the centre of the box where there is no area. */
  readonly centroid: readonly [number, number, number];
}

/** Measures a mesh. Triangles with corners out of range or not finite do not count. */
export function measureMesh(mesh: Mesh): MeshMeasures {
  const { positions, triangles } = mesh;
  const box = computeBox(positions);
  // Relative to the box's centre, or a mesh far from the origin loses its volume to rounding.
  const [ox, oy, oz] = boxCenter(box);
  let area = 0;
  let volume = 0;
  const moment = [0, 0, 0];
  for (let t = 0; t * 3 + 2 < triangles.length; t++) {
    const part = triangleArea(mesh, t);
    if (Number.isNaN(part)) continue;
    const [a, b, c] = [triangles[t * 3] * 3, triangles[t * 3 + 1] * 3, triangles[t * 3 + 2] * 3];
    const [ax, ay, az] = [positions[a] - ox, positions[a + 1] - oy, positions[a + 2] - oz];
    const [bx, by, bz] = [positions[b] - ox, positions[b + 1] - oy, positions[b + 2] - oz];
    const [cx, cy, cz] = [positions[c] - ox, positions[c + 1] - oy, positions[c + 2] - oz];
    area += part;
    volume += (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
    moment[0] += (part * (ax + bx + cx)) / 3;
    moment[1] += (part * (ay + by + cy)) / 3;
    moment[2] += (part * (az + bz + cz)) / 3;
  }
  const scale = area > 0 ? 1 / area : 0;
  return {
    box,
    area,
    volume,
    centroid: [ox + moment[0] * scale, oy + moment[1] * scale, oz + moment[2] * scale],
  };
}
