/** @file A shard of sequences for SPRig's fine-tuning: concatenated arrays in a safetensors file. */

import { encodeSafetensors } from '../dataset/encode-safetensors.js';
import { toHalfFloats } from '../dataset/half-float.js';
import { SEQUENCE_SAMPLE, type SequenceSample } from './sample-sequence.js';

/** The bytes of a shard. */
export function encodeSequences(samples: readonly SequenceSample[]): Uint8Array {
  const { frames, tracked, points } = SEQUENCE_SAMPLE;
  const count = samples.length;
  const jointOffsets = new Int32Array(count + 1);
  for (const [i, { parents }] of samples.entries()) jointOffsets[i + 1] = jointOffsets[i] + parents.length;
  const joints = jointOffsets[count];
  const join = <T extends Float32Array | Int16Array | Uint8Array>(
    out: T,
    of: (sample: SequenceSample) => ArrayLike<number>,
  ): T => {
    let at = 0;
    for (const sample of samples) {
      out.set(of(sample), at);
      at += of(sample).length;
    }
    return out;
  };
  const halves = (size: number, of: (sample: SequenceSample) => Float32Array) =>
    toHalfFloats(join(new Float32Array(count * size), of));
  return encodeSafetensors({
    points: {
      type: 'F16',
      shape: [count, frames, points, 6],
      data: halves(frames * points * 6, (sample) => sample.points),
    },
    tracked: {
      type: 'F16',
      shape: [count, frames, tracked, 3],
      data: halves(frames * tracked * 3, (sample) => sample.tracked),
    },
    facing: {
      type: 'I16',
      shape: [count, frames],
      data: join(new Int16Array(count * frames), (s) => s.facing),
    },
    plan: { type: 'I16', shape: [count, 8], data: join(new Int16Array(count * 8), (s) => s.plan) },
    joints: { type: 'F32', shape: [joints, 3], data: join(new Float32Array(joints * 3), (s) => s.joints) },
    parents: { type: 'I16', shape: [joints], data: join(new Int16Array(joints), (s) => s.parents) },
    tokens: { type: 'U8', shape: [joints], data: join(new Uint8Array(joints), (s) => s.tokens) },
    jointOffsets: { type: 'I32', shape: [count + 1], data: jointOffsets },
  });
}
