/**
 * @file Shards of labelled bodies for the skeleton network: a safetensors file of concatenated arrays per few hundred
 * bodies, and one row of plain words per body for `index.json`.
 */

import { type LimbCounts, ROLE_SIDES, ROLES, WHOLES } from '../../src/rig/learned/role-tokens.js';
import { encodeSafetensors } from '../dataset/encode-safetensors.js';
import { toHalfFloats } from '../dataset/half-float.js';
import type { LabelledBody } from './labelled-body.js';
import { BODY_SAMPLE, type BodySample } from './sample-body.js';

export interface BodyRow {
  readonly name: string;
  readonly family: string;
  readonly kind: string;
  readonly source: string;
  /** Index into `wholes`. */
  readonly whole: number;
  readonly counts: LimbCounts | null;
  /** Never trained on. */
  readonly heldOut: boolean;
  /** Of the mesh's box before it was normalised. */
  readonly center: readonly number[];
  readonly scale: number;
}

export interface BodyIndex {
  readonly command: string;
  readonly roles: readonly string[];
  readonly sides: readonly string[];
  readonly wholes: readonly string[];
  readonly shards: readonly string[];
  /** In the order of the shards. */
  readonly rows: readonly BodyRow[];
}

/** What is told of a body beside its numbers. */
export function describeRow(body: LabelledBody, { center, scale }: BodySample, heldOut: boolean): BodyRow {
  const { name, family, kind, source, whole, counts = null } = body;
  return { name, family, kind, source, whole: WHOLES.indexOf(whole), counts, heldOut, center, scale };
}

/** The index beside the shards. */
export const describeBodies = (
  command: string,
  shards: readonly string[],
  rows: readonly BodyRow[],
): BodyIndex => ({ command, roles: ROLES, sides: ROLE_SIDES, wholes: WHOLES, shards, rows });

/** The bytes of a shard. */
export function encodeBodies(samples: readonly BodySample[]): Uint8Array {
  const { points, influences } = BODY_SAMPLE;
  const count = samples.length;
  const jointOffsets = new Int32Array(count + 1);
  for (const [i, { parents }] of samples.entries()) jointOffsets[i + 1] = jointOffsets[i] + parents.length;
  const joints = jointOffsets[count];
  const poseOffsets = new Int32Array(count + 1);
  for (const [i, { poses }] of samples.entries()) poseOffsets[i + 1] = poseOffsets[i] + poses.length / 12;
  const poses = poseOffsets[count];
  const join = <T extends Int8Array | Uint8Array | Int16Array | Float32Array>(
    out: T,
    arrays: readonly ArrayLike<number>[],
  ): T => {
    let at = 0;
    for (const array of arrays) {
      out.set(array, at);
      at += array.length;
    }
    return out;
  };
  const of = <Key extends keyof BodySample>(key: Key) => samples.map((sample) => sample[key]);
  return encodeSafetensors({
    points: {
      type: 'F16',
      shape: [count, points, 3],
      data: toHalfFloats(join(new Float32Array(count * points * 3), of('points'))),
    },
    normals: {
      type: 'I8',
      shape: [count, points, 3],
      data: join(new Int8Array(count * points * 3), of('normals')),
    },
    influences: {
      type: 'U8',
      shape: [count, points, influences],
      data: join(new Uint8Array(count * points * influences), of('influences')),
    },
    weights: {
      type: 'U8',
      shape: [count, points, influences],
      data: join(new Uint8Array(count * points * influences), of('weights')),
    },
    joints: { type: 'F32', shape: [joints, 3], data: join(new Float32Array(joints * 3), of('joints')) },
    parents: { type: 'I16', shape: [joints], data: join(new Int16Array(joints), of('parents')) },
    roles: { type: 'U8', shape: [joints], data: join(new Uint8Array(joints), of('roles')) },
    sides: { type: 'U8', shape: [joints], data: join(new Uint8Array(joints), of('sides')) },
    poses: {
      type: 'F16',
      shape: [poses, 12],
      data: toHalfFloats(join(new Float32Array(poses * 12), of('poses'))),
    },
    poseOffsets: { type: 'I32', shape: [count + 1], data: poseOffsets },
    jointOffsets: { type: 'I32', shape: [count + 1], data: jointOffsets },
  });
}
