/**
 * @file The files of a data set: `rigs.json` says what there is and where, `rigs.safetensors` holds the bodies,
 * `poses.safetensors` their poses, `card.json` what a person wants to know. All rigs lie one behind the other.
 */

import { encodeSafetensors, type StoredTensor, type TensorType } from './encode-safetensors.js';
import { SURFACE_POINTS } from './joint-surfaces.js';
import { type CardContext, makeCard } from './make-card.js';
import type { SharingRig } from './share-clips.js';

/** One file by name. */
export interface ShardFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A row of `rigs.json`. */
export interface ShardRow {
  readonly file: string;
  readonly name: string;
  readonly family: string;
  readonly source: string;
  readonly licence: string;
  readonly category: string;
  readonly split: string;
  readonly bodyPlan: string;
  /** First row of the rig in the tensors of bodies. */
  readonly jointStart: number;
  readonly jointCount: number;
  /** First row of the rig in `heights`. */
  readonly frameStart: number;
  /** First row of the rig in `rotations`; a frame has `jointCount` rows. */
  readonly rotationStart: number;
  readonly frameCount: number;
  /** Frames inside the rig's own, and how well bones explain them. */
  readonly clips: readonly {
    name: string;
    start: number;
    count: number;
    residual: number;
    lentBy?: string;
  }[];
  /** Clips that this rig plays, too, stored with another rig of the same joints in the same order. */
  readonly shared: readonly { name: string; rig: number; clip: number }[];
  readonly names: readonly string[];
}

/** The bytes of all files of a data set. */
export function encodeShards(rigs: readonly SharingRig[], context: CardContext): ShardFile[] {
  const rows = makeRows(rigs);
  const encode = (value: unknown, space?: number) =>
    new TextEncoder().encode(JSON.stringify(value, null, space));
  const files = [
    { name: 'rigs.json', bytes: encode(rows) },
    { name: 'rigs.safetensors', bytes: encodeSafetensors(bodyTensors(rigs)) },
    { name: 'poses.safetensors', bytes: encodeSafetensors(poseTensors(rigs)) },
  ];
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  return [...files, { name: 'card.json', bytes: encode(makeCard(rigs, context, bytes), 1) }];
}

function makeRows(rigs: readonly SharingRig[]): ShardRow[] {
  let [jointStart, frameStart, rotationStart] = [0, 0, 0];
  return rigs.map((rig) => {
    const jointCount = rig.names.length;
    let frameCount = 0;
    const clips = rig.clips.map(({ name, residual, heights, lentBy }) => {
      const start = frameCount;
      frameCount += heights.length;
      const fit = Number(residual.toPrecision(4));
      return { name, start, count: heights.length, residual: fit, ...(lentBy !== undefined && { lentBy }) };
    });
    const { file, name, family, source, licence, category, split, bodyPlan, names, shared } = rig;
    const label = { file, name, family, source, licence, category, split, bodyPlan };
    const place = { jointStart, jointCount, frameStart, rotationStart, frameCount };
    jointStart += jointCount;
    frameStart += frameCount;
    rotationStart += frameCount * jointCount;
    return { ...label, ...place, clips, shared, names };
  });
}

function bodyTensors(rigs: readonly SharingRig[]): Record<string, StoredTensor> {
  const join = <Data extends StoredTensor['data']>(
    type: TensorType,
    make: (length: number) => Data,
    parts: readonly Data[],
    ...shape: number[]
  ): StoredTensor => {
    const data = make(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      data.set(part as never, at);
      at += part.length;
    }
    const width = shape.reduce((product, size) => product * size, 1);
    return { type, shape: [data.length / width, ...shape], data };
  };
  const singles = (key: 'rest' | 'radius' | 'centroid' | 'covariance', ...shape: number[]) =>
    join(
      'F32',
      (length) => new Float32Array(length),
      rigs.map(({ rig }) => Float32Array.from(rig[key])),
      ...shape,
    );
  const shorts = (key: 'parents' | 'partners') =>
    join(
      'I16',
      (length) => new Int16Array(length),
      rigs.map(({ rig }) => rig[key]),
    );
  return {
    parents: shorts('parents'),
    rest: singles('rest', 3),
    radius: singles('radius'),
    centroid: singles('centroid', 3),
    covariance: singles('covariance', 6),
    hasSkin: join(
      'U8',
      (length) => new Uint8Array(length),
      rigs.map(({ rig }) => rig.hasSkin),
    ),
    partners: shorts('partners'),
    surface: join(
      'F16',
      (length) => new Uint16Array(length),
      rigs.map(({ surface }) => surface),
      SURFACE_POINTS,
      3,
    ),
  };
}

function poseTensors(rigs: readonly SharingRig[]): Record<string, StoredTensor> {
  const clips = rigs.flatMap((rig) => rig.clips);
  const rotations = new Int16Array(clips.reduce((sum, clip) => sum + clip.rotations.length, 0));
  const heights = new Float32Array(clips.reduce((sum, clip) => sum + clip.heights.length, 0));
  let [at, frame] = [0, 0];
  for (const clip of clips) {
    rotations.set(clip.rotations, at);
    heights.set(clip.heights, frame);
    at += clip.rotations.length;
    frame += clip.heights.length;
  }
  return {
    rotations: { type: 'I16', shape: [rotations.length / 4, 4], data: rotations },
    heights: { type: 'F32', shape: [heights.length], data: heights },
  };
}
