/** @file Clips made into other clips: what takes too long for the page. */

import { type Clip, joinClips, mirrorClip, reduceClip, removeRootMotion } from 'posespace/motion';
import type { Skeleton } from 'posespace/rig';
import type { ClipEdit } from '../../../workers/worker-protocol.js';

export function editClip(skeleton: Skeleton, clip: Clip, edit: ClipEdit): Clip {
  switch (edit.kind) {
    case 'mirror':
      return mirrorClip(clip, skeleton, { partners: edit.partners });
    case 'remove-root-motion':
      return removeRootMotion(clip, skeleton).clip;
    case 'join':
      return joinClips([clip, edit.next], skeleton, { name: clip.name, blend: edit.blend });
    case 'reduce':
      return reduceClip(clip, skeleton, { tolerance: edit.tolerance }).clip;
  }
}
