/**
 * @file The Clip record: poses over time. Between two frames rotations are interpolated by slerp,
 * positions linearly.
 */

import type { Pose } from '../rig/rig-records.js';

/** A scale channel of the source file, sampled at the clip's times; no pose holds it, files get it back. */
export interface ScaleTrack {
  readonly joint: number;
  /** The node's local scale. [F, 3] */
  readonly values: Float32Array;
}

/**
 * Where a clip came from: keyed or captured by a person (`artist`), taken from a motion library (`library`), fitted to
 * a video (`video`), or produced by the pose network (`model`).
 */
export const CLIP_SOURCES = Object.freeze(['artist', 'library', 'video', 'model'] as const);

/** Where a clip came from; the network never learns from its own clips. */
export type ClipSource = (typeof CLIP_SOURCES)[number];

/** An animation clip: poses over time. */
export interface Clip {
  readonly name: string;
  /** Provenance; absent means an artist or an unknown file. Pose spaces do not learn from `model` clips. */
  readonly source?: ClipSource;
  /** Seconds, strictly increasing. [F] */
  readonly times: Float32Array;
  /** One pose per time. [F] */
  readonly poses: readonly Pose[];
  /** Scales kept aside for export. */
  readonly scales?: readonly ScaleTrack[];
}

/** Length in seconds, from the first frame to the last. */
export const clipDuration = (clip: Clip): number =>
  clip.times.length === 0 ? 0 : clip.times[clip.times.length - 1] - clip.times[0];

/**
 * The provenance of a clip that is derived from others, as a field to spread: `model` if any of them is, otherwise the
 * one that they share.
 */
export function inheritSource(...clips: readonly Pick<Clip, 'source'>[]): Pick<Clip, 'source'> {
  const [first] = clips;
  const source = clips.find((clip) => clip.source === 'model')?.source ?? first?.source;
  const shared = source === 'model' || clips.every((clip) => clip.source === source);
  return source !== undefined && shared ? { source } : {};
}
