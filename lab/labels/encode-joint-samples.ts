/** @file Joint samples as one safetensors file: joints of all bodies behind each other, and a row of words for each body. */

import { encodeSafetensors } from '../dataset/encode-safetensors.js';
import { toHalfFloats } from '../dataset/half-float.js';
import type { JointSample } from './joint-sample.js';

/** The bytes of a data set. */
export function encodeJointSamples(samples: readonly JointSample[]): Uint8Array {
  const flat = (pick: (sample: JointSample) => ArrayLike<number>) =>
    samples.flatMap((sample) => Array.from(pick(sample)));
  const joints = flat(({ parents }) => parents).length;
  return encodeSafetensors(
    {
      counts: {
        type: 'I32',
        shape: [samples.length],
        data: Int32Array.from(samples, ({ parents }) => parents.length),
      },
      joints: { type: 'F16', shape: [joints, 3], data: toHalfFloats(flat((s) => s.joints)) },
      moments: { type: 'F32', shape: [joints, 10], data: Float32Array.from(flat((s) => s.moments)) },
      parents: { type: 'I16', shape: [joints], data: Int16Array.from(flat((s) => s.parents)) },
      moves: { type: 'I16', shape: [joints], data: Int16Array.from(flat((s) => s.moves)) },
      roles: { type: 'U8', shape: [joints], data: Uint8Array.from(flat((s) => s.roles)) },
      sides: { type: 'U8', shape: [joints], data: Uint8Array.from(flat((s) => s.sides)) },
      names: { type: 'I16', shape: [joints, 3], data: Int16Array.from(flat((s) => s.names)) },
    },
    {
      rows: JSON.stringify(
        samples.map(({ name, family, source, heldOut }) => ({ name, family, source, heldOut })),
      ),
    },
  );
}
