/**
 * @file Shards of rigs for the skinning network and its fine-tuning: concatenated arrays in a safetensors file. A row is a
 * rig in one pose; rows of a sequence follow each other, its anchor first, with the same points.
 */

import { encodeSafetensors } from '../dataset/encode-safetensors.js';
import { toHalfFloats } from '../dataset/half-float.js';
import { SKIN_SAMPLE, type SkinSample } from './sample-skin.js';

/** What is told of a row beside its numbers. */
export interface SkinRow {
  readonly name: string;
  readonly family: string;
  readonly source: string;
  /** Never trained on. */
  readonly heldOut: boolean;
  /** Whether the solver was told neither names nor orientations, as of a skeleton that was found. */
  readonly bare: boolean;
  /** Number of the frame within its sequence; 0 is the anchor. */
  readonly frame: number;
}

/** The bytes of a shard. */
export function encodeSkins(samples: readonly SkinSample[]): Uint8Array {
  const { even, vertices, truth, solved } = SKIN_SAMPLE;
  const points = even + vertices;
  const count = samples.length;
  const jointOffsets = new Int32Array(count + 1);
  for (const [i, { parents }] of samples.entries()) jointOffsets[i + 1] = jointOffsets[i] + parents.length;
  const joints = jointOffsets[count];
  const join = <T extends Int8Array | Uint8Array | Int16Array | Float32Array>(
    out: T,
    of: (sample: SkinSample) => ArrayLike<number>,
  ): T => {
    let at = 0;
    for (const sample of samples) {
      out.set(of(sample), at);
      at += of(sample).length;
    }
    return out;
  };
  const bytes = (width: number, of: (sample: SkinSample) => Uint8Array) => ({
    type: 'U8' as const,
    shape: [count, points, width],
    data: join(new Uint8Array(count * points * width), of),
  });
  return encodeSafetensors({
    points: {
      type: 'F16',
      shape: [count, points, 3],
      data: toHalfFloats(join(new Float32Array(count * points * 3), (sample) => sample.points)),
    },
    normals: {
      type: 'I8',
      shape: [count, points, 3],
      data: join(new Int8Array(count * points * 3), (sample) => sample.normals),
    },
    trueJoints: bytes(truth, (sample) => sample.truth.joints),
    trueWeights: bytes(truth, (sample) => sample.truth.weights),
    solvedJoints: bytes(solved, (sample) => sample.solved.joints),
    solvedWeights: bytes(solved, (sample) => sample.solved.weights),
    bones: { type: 'F32', shape: [joints, 8], data: join(new Float32Array(joints * 8), (s) => s.bones) },
    parents: { type: 'I16', shape: [joints], data: join(new Int16Array(joints), (s) => s.parents) },
    jointOffsets: { type: 'I32', shape: [count + 1], data: jointOffsets },
  });
}
