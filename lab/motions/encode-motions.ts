/** @file The files of a data set of motions: `motions.json` says what there is, `motions.safetensors` holds the numbers. */

import { encodeSafetensors, type StoredTensor } from '../dataset/encode-safetensors.js';
import { LENGTH_STEPS, PACKED_CELLS, type PackedMover } from './pack-motions.js';

/** What is told of a rig beside its numbers. */
export interface MoverRow {
  readonly name: string;
  readonly file: string;
  readonly family: string;
  readonly source: string;
  readonly licence: string;
  /** Kind of body, as its plan says. */
  readonly plan: string;
  /** Never trained on. */
  readonly heldOut: boolean;
}

/** A rig of the data set. */
export interface ListedMover extends MoverRow {
  readonly mover: PackedMover;
}

/** The files by name. */
export function encodeMotions(movers: readonly ListedMover[]): { name: string; bytes: Uint8Array }[] {
  const rows = movers.map(({ mover, ...told }) => ({
    ...told,
    joints: mover.parents.length,
    patches: mover.patches.length,
    clips: mover.clips.map(({ name, action, frames, loops }) => ({ name, action, frames, loops })),
  }));
  const of = <T extends Int16Array | Uint8Array>(
    make: (length: number) => T,
    parts: readonly T[],
    width: number,
  ): StoredTensor => {
    const data = make(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      data.set(part, at);
      at += part.length;
    }
    return { type: data instanceof Int16Array ? 'I16' : 'U8', shape: [data.length / width, width], data };
  };
  const shorts = (length: number) => new Int16Array(length);
  const bytes = (length: number) => new Uint8Array(length);
  const all = movers.map(({ mover }) => mover);
  const clips = all.flatMap((mover) => mover.clips);
  const tensors = {
    parents: of(
      shorts,
      all.map((m) => m.parents),
      1,
    ),
    rest: of(
      shorts,
      all.map((m) => m.rest),
      3,
    ),
    patches: of(
      shorts,
      all.map((m) => m.patches),
      1,
    ),
    points: of(
      shorts,
      all.map((m) => m.points),
      3,
    ),
    joints: of(
      bytes,
      all.map((m) => m.joints),
      4,
    ),
    weights: of(
      bytes,
      all.map((m) => m.weights),
      4,
    ),
    rotations: of(
      shorts,
      clips.map((c) => c.rotations),
      3,
    ),
    roots: of(
      shorts,
      clips.map((c) => c.roots),
      3,
    ),
  };
  const text = JSON.stringify({ cells: PACKED_CELLS, lengthSteps: LENGTH_STEPS, rows });
  return [
    { name: 'motions.json', bytes: new TextEncoder().encode(text) },
    { name: 'motions.safetensors', bytes: encodeSafetensors(tensors) },
  ];
}
