/** @file What the timeline shows and remembers; not undone, not saved. */

import type { ClipContacts } from 'posespace/motion';

export interface MotionView {
  /** Which clip is on the timeline: an index into the model's clips, or the one in the making. */
  readonly clip: number | 'sketch';
  /** Seconds. */
  readonly time: number;
  readonly playing: boolean;
  readonly loop: boolean;
  readonly speed: number;
  /** Whether poses before and after are drawn as ghosts. */
  readonly ghosts: boolean;
  readonly contacts: ClipContacts | null;
}

export const MOTION_VIEW: MotionView = {
  clip: 0,
  time: 0,
  playing: false,
  loop: true,
  speed: 1,
  ghosts: false,
  contacts: null,
};
