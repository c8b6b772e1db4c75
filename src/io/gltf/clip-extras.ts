/**
 * @file The provenance of a clip in a file: `extras.posespace.source` of its glTF animation, which other programs leave
 * alone. Absent, or anything unknown, means an artist or an unknown file.
 */

import { CLIP_SOURCES, type Clip } from '../../motion/clip.js';
import type { GltfAnimation } from './gltf-json.js';
import { readOwn, withOwn } from './own-extras.js';

/** The provenance of an animation, as a field of its clip. */
export function readClipSource(animation: Pick<GltfAnimation, 'extras'>): Pick<Clip, 'source'> {
  const saved = readOwn(animation, 'source');
  const source = CLIP_SOURCES.find((known) => known === saved);
  return source ? { source } : {};
}

/** The animation with the provenance of a clip; the rest of its extras stays. */
export const withClipSource = (animation: GltfAnimation, { source }: Pick<Clip, 'source'>): GltfAnimation =>
  source === readClipSource(animation).source ? animation : withOwn(animation, 'source', source);
