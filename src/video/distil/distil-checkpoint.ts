/**
 * @file A distillation's state as bytes: a JSON line that says which run it is, then the numbers as 64-bit floats,
 * little-endian, so that a resumed run ends in the same numbers.
 */

import { PosespaceError } from '../../base/errors.js';
import type { DistilCheckpoint } from './distil-options.js';

/** Bytes of a checkpoint; `run` describes everything that decides the result. */
export function encodeCheckpoint({ iteration, variables, adam }: DistilCheckpoint, run: string): Uint8Array {
  const head = {
    format: 'posespace-distil',
    version: 1,
    run,
    iteration,
    step: adam.step,
    size: variables.length,
  };
  const json = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const out = new Uint8Array(json.length + variables.length * 24);
  out.set(json);
  const view = new DataView(out.buffer, json.length);
  [variables, adam.mean, adam.square].forEach((array, a) => {
    for (const [i, value] of array.entries()) view.setFloat64((a * variables.length + i) * 8, value, true);
  });
  return out;
}

/** Reads a checkpoint; one of another run is refused. */
export function decodeCheckpoint(bytes: Uint8Array, run: string): DistilCheckpoint {
  const end = bytes.subarray(0, 1 << 16).indexOf(10);
  const refuse = (what: string): never => {
    throw new PosespaceError('bad-input', `video/distil: the checkpoint ${what}; delete it to start anew`);
  };
  let head: Record<string, unknown> = {};
  try {
    head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, Math.max(0, end))));
  } catch {
    refuse('is damaged');
  }
  if (head?.format !== 'posespace-distil' || head.version !== 1) refuse('is damaged or of another version');
  if (head.run !== run) refuse('is of another run: the file, the prompt or an option differs');
  const [size, iteration, step] = [head.size, head.iteration, head.step].map(Number);
  if (!(size >= 0 && bytes.length - end - 1 === size * 24)) refuse('is truncated');
  const view = new DataView(bytes.buffer, bytes.byteOffset + end + 1);
  const read = (a: number) =>
    Float64Array.from({ length: size }, (_, i) => view.getFloat64((a * size + i) * 8, true));
  return { iteration, variables: read(0), adam: { step, mean: read(1), square: read(2) } };
}
