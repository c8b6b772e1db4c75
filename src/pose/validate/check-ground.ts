/** @file Vertices below the ground. A little penetration at the feet is normal: soles are rarely flat. */

import { usedVertices } from '../../mesh/used-vertices.js';
import type { CheckedRig, SurfaceValidator } from './checked-rig.js';
import { percent, poseFinding } from './pose-finding.js';

/** How far a pose is below the ground. */
export interface GroundMeasure {
  /** How far the lowest vertex is below the ground, over the size of the body; negative above it. */
  readonly depth: number;
  /** Vertices below the ground by more than is in order, deepest first. */
  readonly vertices: readonly number[];
}

/** Feet may sink in by this much, over the size. */
const LIMIT = 0.02;

export function createGroundCheck(body: CheckedRig, ground: number): SurfaceValidator<GroundMeasure> {
  const { rig, size, owners, sources } = body;
  const used = usedVertices(rig.mesh);
  return {
    measure({ positions }) {
      const floor = ground - LIMIT * size;
      let [lowest, sum] = [Infinity, 0];
      const vertices: number[] = [];
      for (let i = 0; i < used.length; i++) {
        const y = positions[used[i] * 3 + 1];
        if (y < lowest) lowest = y;
        if (y < floor) vertices.push(used[i]);
        sum += y;
      }
      // Mostly below it the body is on other ground, or comes out of it.
      if (!(sum > ground * used.length)) return { depth: 0, vertices: [] };
      vertices.sort((a, b) => positions[a * 3 + 1] - positions[b * 3 + 1] || a - b);
      return { depth: lowest < Infinity ? (ground - lowest) / size : 0, vertices };
    },
    report({ depth, vertices }) {
      if (vertices.length === 0) return [];
      const joint = sources[partOf(rig.mesh.triangles, owners, vertices[0])];
      return [
        poseFinding(
          'below-ground',
          depth / LIMIT,
          `"${rig.skeleton.names[joint]}" is ${percent(depth)} of the body's size below the ground`,
          'Lift the root, or bend the joints above it.',
          [joint],
          'vertex',
          vertices,
        ),
      ];
    },
  };
}

/** The part of the first triangle at a vertex. */
function partOf(triangles: Uint32Array, owners: Int16Array, vertex: number): number {
  return owners[Math.floor(triangles.indexOf(vertex) / 3)];
}
