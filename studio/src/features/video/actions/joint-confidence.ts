/** @file How well a joint was seen in a fitted video: the rest is the pose space's guess. */

import type { FollowedVideo } from '../../../workers/worker-protocol.js';

/** A joint is seen in a frame where more of its surface than this is visible. */
const SEEN_SHARE = 0.2;

/** Whether a joint is seen in a frame. */
export const isSeen = ({ visible, jointCount }: FollowedVideo, joint: number, frame: number): boolean =>
  visible[frame * jointCount + joint] > SEEN_SHARE;

export interface SeenJoint {
  readonly joint: number;
  /** Share of the frames that it is seen in, 0 to 1. */
  readonly share: number;
}

/** The joints with a surface, the least seen first. `hasSurface` says which ones can be seen at all. */
export function rankJoints(fit: FollowedVideo, hasSurface: readonly boolean[]): SeenJoint[] {
  const frames = fit.overlaps.length;
  const ranked: SeenJoint[] = [];
  for (let joint = 0; joint < fit.jointCount; joint++) {
    if (!hasSurface[joint]) continue;
    let seen = 0;
    for (let f = 0; f < frames; f++) if (isSeen(fit, joint, f)) seen++;
    ranked.push({ joint, share: seen / frames });
  }
  return ranked.sort((a, b) => a.share - b.share || a.joint - b.joint);
}
