/** @file State of an open video that is put on the rig; not undone, not saved. */

import type { Pose } from 'posespace/rig';
import type { Stage } from 'posespace/video';
import type { BodyPicture, FollowedVideo, VideoPart } from '../../workers/worker-protocol.js';

/** What dragging on the picture does to the body. */
export type VideoTool = 'move' | 'turn' | 'scale';

export interface VideoView {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  /** Addresses of the frames. */
  readonly frames: readonly string[];
  /** Which part of the file they are. */
  readonly part: VideoPart;
  /** The pose in the first frame: rest, or what the stage showed when this was chosen. */
  readonly startsIn: 'rest' | 'shown';
  readonly firstPose: Pose;
  /** Where the body stands; null until it is found. */
  readonly stage: Stage | null;
  /** Overlap of the outlines in the first frame, 0 to 1. */
  readonly overlap: number;
  readonly tool: VideoTool;
  readonly layout: 'overlay' | 'side';
  /** Of the body over the video, 0 to 1. */
  readonly opacity: number;
  /** The frame that is shown, and the body in it. */
  readonly frame: number;
  readonly picture: BodyPicture | null;
  readonly playing: boolean;
  /** Whether the fit runs. */
  readonly fitting: boolean;
  /** The fitted motion; null before. */
  readonly fit: FollowedVideo | null;
}
