/**
 * @file Finds intersecting triangles, exactly, in WASM SIMD (native/intersect.cpp). An `Intersector` holds
 * one mesh with its tree, so that a pose costs a copy of the vertices, new boxes and the search.
 *
 * Every test is the sign of an exact sum, so results are the same on every machine.
 *
 * Each intersector has a memory of its own: disposing is dropping the reference.
 */

import { PosespaceError } from '../base/errors.js';
import { INTERSECT_WASM } from './intersect-wasm.js';

/**
 * Which pairs count: `all` that share a point which is not on a side or corner that both have; `apart` only those
 * that share no corner; `new` only those that are more than two edges apart and did not meet at rest.
 */
export type PairScope = 'all' | 'apart' | 'new';

/** A mesh with its welded vertices. */
export interface IntersectorMesh {
  /** At rest. [V, 3] */
  readonly positions: Float32Array;
  /** Vertices of each triangle; a triangle with an index past the end intersects nothing. [T, 3] */
  readonly triangles: Uint32Array;
  /**
   * Welded vertex of each corner: the same index for vertices at the same position, 2³² − 1 for none. A triangle that
   * has one twice has no area and intersects nothing. [T, 3]
   */
  readonly welded: Uint32Array;
  /** Number of welded vertices. */
  readonly weldedCount: number;
}

export interface IntersectorLimits {
  /** Pairs of touching boxes that are looked at, at most. */
  readonly tests: number;
  /** Pairs that are kept, at most. */
  readonly pairs: number;
}

export interface FoundPairs {
  /** The lower index first, in ascending order. [P, 2] */
  readonly pairs: Uint32Array;
  /** False where a limit ended the search, here or at rest. */
  readonly complete: boolean;
}

export interface Intersector {
  /** Pairs that meet in a pose. Positions are [V, 3]. */
  find(positions: Float32Array): FoundPairs;
}

interface IntersectExports {
  readonly memory: WebAssembly.Memory;
  intersect_reserve(bytes: number): number;
  intersect_build(
    vertices: number,
    triangles: number,
    positions: number,
    corners: number,
    welded: number,
  ): number;
  intersect_leave_out_neighbours(weldedCount: number): number;
  intersect_leave_out_found(): void;
  intersect_find(testLimit: number, pairLimit: number, neighbours: number): number;
  intersect_is_complete(): number;
  intersect_pairs(): number;
}

let compiled: WebAssembly.Module | undefined;

/** Compiled at first use: 27 kilobytes, a few milliseconds. */
function intersectModule(): WebAssembly.Module {
  if (compiled) return compiled;
  const text = atob(INTERSECT_WASM);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  compiled = new WebAssembly.Module(bytes);
  return compiled;
}

/** Loads a mesh into the kernel and builds its tree. Throws `unsupported` where it does not fit into 4 GB. */
export function createIntersector(
  mesh: IntersectorMesh,
  scope: PairScope,
  limits: IntersectorLimits,
): Intersector {
  const vertexCount = Math.floor(mesh.positions.length / 3);
  const triangleCount = Math.floor(mesh.triangles.length / 3);
  checkWelded(mesh);
  const kernel = new WebAssembly.Instance(intersectModule()).exports as unknown as IntersectExports;
  const load = (array: Float32Array | Uint32Array): number => {
    const at = fits(kernel.intersect_reserve(array.byteLength), triangleCount) >>> 0;
    new (array instanceof Float32Array ? Float32Array : Uint32Array)(
      kernel.memory.buffer,
      at,
      array.length,
    ).set(array);
    return at;
  };

  const positionsAt = load(mesh.positions);
  const cornersAt = load(mesh.triangles);
  const placesAt = load(mesh.welded);
  fits(kernel.intersect_build(vertexCount, triangleCount, positionsAt, cornersAt, placesAt), triangleCount);
  const search = (): FoundPairs => {
    const count = kernel.intersect_find(limits.tests, limits.pairs, scope === 'all' ? 1 : 0);
    const pairs = new Uint32Array(kernel.memory.buffer, kernel.intersect_pairs() >>> 0, count * 2).slice();
    return { pairs, complete: kernel.intersect_is_complete() === 1 };
  };
  let restComplete = true;
  if (scope === 'new') {
    fits(kernel.intersect_leave_out_neighbours(mesh.weldedCount), triangleCount);
    restComplete = search().complete;
    kernel.intersect_leave_out_found();
  }
  return {
    find(positions) {
      if (positions.length !== mesh.positions.length) {
        throw new PosespaceError(
          'bad-usage',
          `kernels/intersector: needs ${vertexCount} vertices as at rest, got ${positions.length / 3}`,
        );
      }
      new Float32Array(kernel.memory.buffer, positionsAt, positions.length).set(positions);
      const { pairs, complete } = search();
      return { pairs, complete: complete && restComplete };
    },
  };
}

function checkWelded({ triangles, welded, weldedCount }: IntersectorMesh): void {
  let valid = welded.length === triangles.length;
  for (let i = 0; i < welded.length; i++) valid &&= welded[i] < weldedCount || welded[i] === 0xffffffff;
  if (valid) return;
  throw new PosespaceError(
    'bad-usage',
    `kernels/createIntersector: needs a welded vertex below ${weldedCount} for each of ${triangles.length} corners`,
  );
}

/** What the kernel answers, unless it is zero: its memory is spent. */
function fits(answer: number, triangleCount: number): number {
  if (answer !== 0) return answer;
  throw new PosespaceError(
    'unsupported',
    `kernels/createIntersector: ${triangleCount} triangles do not fit into the 4 GB of WASM; simplify the mesh`,
  );
}
