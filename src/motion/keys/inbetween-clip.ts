/**
 * @file In-betweening with any interpolator between two poses: a path through a pose space, a solver, a
 * person. `createClip` interpolates by itself.
 */

import { PosespaceError } from '../../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../../base/progress.js';
import type { Pose } from '../../rig/rig-records.js';
import type { Clip, ClipSource } from '../clip.js';
import { checkKeys, type KeyPose, timesThrough } from './key-pose.js';

/** The poses at shares (0 to 1, ascending, neither end among them) of the way from one pose to another. */
export type PoseInterpolator = (
  from: Pose,
  to: Pose,
  shares: readonly number[],
) => Promise<readonly Pose[]> | readonly Pose[];

/** Options of `inbetweenClip`. */
export interface InbetweenClipOptions extends WorkOptions {
  readonly name?: string;
  /** Provenance of the clip; absent for one that a person keyed. */
  readonly source?: ClipSource;
  /** Frames per second, above 0; every key is a frame. */
  readonly frameRate?: number;
}

/** Defaults of `inbetweenClip`. */
export const INBETWEEN_CLIP_DEFAULTS = Object.freeze({ name: 'clip', frameRate: 30 });

/** A clip with in-betweens added between its key poses. */
export async function inbetweenClip(
  keys: readonly KeyPose[],
  between: PoseInterpolator,
  options: InbetweenClipOptions = {},
): Promise<Clip> {
  const { name, source, frameRate } = { ...INBETWEEN_CLIP_DEFAULTS, ...options };
  checkKeys('inbetweenClip', keys);
  const times: number[] = [];
  const poses: Pose[] = [];
  const stretches = timesThrough(keys, frameRate);
  for (const [i, shares] of stretches.entries()) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: 'between keys', fraction: i / stretches.length });
    const [a, b] = [keys[i], keys[i + 1]];
    const inner = shares.slice(1);
    const found = inner.length > 0 ? await between(a.pose, b.pose, inner) : [];
    if (found.length !== inner.length) {
      throw new PosespaceError(
        'bad-usage',
        `motion/inbetweenClip: ${inner.length} poses were needed between keys ${i} and ${i + 1}, got ${found.length}`,
      );
    }
    times.push(...shares.map((share) => a.time + share * (b.time - a.time)));
    poses.push(a.pose, ...found);
  }
  const last = keys[keys.length - 1];
  return {
    name,
    ...(source && { source }),
    times: Float32Array.from([...times, last.time]),
    poses: [...poses, last.pose],
  };
}
