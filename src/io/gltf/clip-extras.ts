/**
 * @file The provenance of a clip in a file: `extras.posespace.source` of its glTF animation, which other programs leave
 * alone. Absent, or anything unknown, means an artist or an unknown file.
 */

import { CLIP_SOURCES, type Clip } from '../../motion/clip.js';
import type { GltfAnimation } from './gltf-json.js';

/** The provenance of an animation, as a field of its clip. */
export function readClipSource({ extras }: Pick<GltfAnimation, 'extras'>): Pick<Clip, 'source'> {
  const saved = record(record(extras).posespace).source;
  const source = CLIP_SOURCES.find((known) => known === saved);
  return source ? { source } : {};
}

/** The animation with the provenance of a clip; the rest of its extras stays. */
export function withClipSource(animation: GltfAnimation, { source }: Pick<Clip, 'source'>): GltfAnimation {
  if (source === readClipSource(animation).source) return animation;
  const { extras, ...bare } = animation;
  const { posespace, ...others } = record(extras);
  const { source: _, ...own } = record(posespace);
  const ours = source ? { ...own, source } : own;
  const next = Object.keys(ours).length > 0 ? { ...others, posespace: ours } : others;
  return Object.keys(next).length > 0 ? { ...bare, extras: next } : bare;
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
