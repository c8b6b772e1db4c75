/**
 * @file The MeshSequence record: one surface that moves. Every frame has the same vertices in the same order,
 * so a point of the surface is carried by its triangle and barycentric coordinates.
 */

import { PosespaceError } from '../base/errors.js';
import { triangleArea } from './triangle-normal.js';

/** A mesh that moves: the same triangles, positions per frame. */
export interface MeshSequence {
  readonly name: string;
  /** Shared by all frames. [T, 3] */
  readonly triangles: Uint32Array;
  /** Vertex positions of each frame, metres. [F][V, 3] */
  readonly frames: readonly Float32Array[];
  /** Seconds, strictly increasing. [F] */
  readonly times: Float32Array;
  /** What to call each frame in messages, e.g. its file; its number where absent. [F] */
  readonly labels?: readonly string[];
}

/** How messages name a frame. */
export const frameLabel = (sequence: MeshSequence, frame: number): string =>
  sequence.labels?.[frame] ? `"${sequence.labels[frame]}"` : `frame ${frame}`;

/** Throws unless there is a frame, all have as many vertices as the first, and times increase. */
export function checkSequence(sequence: MeshSequence): void {
  const { frames, times, triangles } = sequence;
  const fail = (text: string): never => {
    throw new PosespaceError('bad-input', `mesh/checkSequence: ${text}`);
  };
  if (frames.length === 0) fail('the sequence has no frames; give at least one');
  if (times.length !== frames.length)
    fail(`${frames.length} frames have ${times.length} times; give one each`);
  const length = frames[0].length;
  if (length === 0 || length % 3 !== 0)
    fail(`${frameLabel(sequence, 0)} has no vertices; give [V, 3] positions`);
  for (let f = 1; f < frames.length; f++) {
    if (frames[f].length !== length) {
      fail(
        `${frameLabel(sequence, f)} has ${frames[f].length / 3} vertices, ${frameLabel(sequence, 0)} has ` +
          `${length / 3}; all frames need the same vertices in the same order`,
      );
    }
    if (!(times[f] > times[f - 1])) {
      fail(
        `time ${times[f]} of ${frameLabel(sequence, f)} does not come after ${times[f - 1]}; sort the frames`,
      );
    }
  }
  let largest = -1;
  for (let i = 0; i < triangles.length; i++) largest = triangles[i] > largest ? triangles[i] : largest;
  if (largest * 3 >= length) fail(`a triangle refers to vertex ${largest} of ${length / 3}; repair the mesh`);
}

/**
 * The frame whose triangles have the largest total area: limbs are apart and the pose is open (SPRig's anchor).
 * Frames with a vertex that is not finite do not stand for election; −1 where every frame has one.
 */
export function findAnchorFrame(sequence: MeshSequence, usable?: Uint8Array): number {
  const { triangles, frames } = sequence;
  let anchor = -1;
  let most = -1;
  for (let f = 0; f < frames.length; f++) {
    if (usable ? !usable[f] : !isFiniteFrame(frames[f])) continue;
    const area = surfaceArea(frames[f], triangles);
    if (area > most) [anchor, most] = [f, area];
  }
  return anchor;
}

/** Total area of a frame's triangles. */
export function surfaceArea(positions: Float32Array, triangles: Uint32Array): number {
  const mesh = { positions, triangles };
  let sum = 0;
  for (let t = 0; t * 3 + 2 < triangles.length; t++) sum += triangleArea(mesh, t) || 0;
  return sum;
}

/** Whether every coordinate is a finite number. */
export function isFiniteFrame(positions: Float32Array): boolean {
  // A sum is finite only if all its terms are; one that overflowed is looked at again.
  let sum = 0;
  for (let i = 0; i < positions.length; i++) sum += positions[i];
  return Number.isFinite(sum) || positions.every(Number.isFinite);
}
