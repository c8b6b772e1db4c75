/** @file What the timeline shows and remembers; not undone, not saved. */

import type { ClipContacts } from 'posespace/motion';

export interface MotionView {
  /** Which clip is on the timeline: an index into the model's clips, or the one in the making. */
  readonly clip: number | 'sketch';
  /** Seconds from the beginning of that clip. */
  readonly time: number;
  readonly playing: boolean;
  readonly loop: boolean;
  readonly speed: number;
  /** The stretch of time that the timeline shows; null for all of it. */
  readonly window: { readonly from: number; readonly to: number } | null;
  /** Selected keys of the clip in the making, as indices, ascending. */
  readonly selectedKeys: readonly number[];
  /** Whether every change of the pose becomes a key at the playhead. */
  readonly autoKey: boolean;
  /** Ways between keys that are being found; null where none is. */
  readonly transitionProgress: { readonly done: number; readonly total: number } | null;
  /** Counts up when a way between keys was found: what is drawn of them is out of date. */
  readonly transitionCount: number;
  /** Whether poses before and after are drawn as ghosts. */
  readonly ghosts: boolean;
  /** Frames from ghost to ghost. */
  readonly ghostStep: number;
  /** Whether the way of the selected joint is drawn. */
  readonly path: boolean;
  /** Whether contacts with the ground are found and shown. */
  readonly showContacts: boolean;
  /** Whether the camera goes along with a body that travels. */
  readonly follow: boolean;
  /** Contacts of the clip on the timeline, once they are known. */
  readonly contacts: ClipContacts | null;
  /** What the last tool did, in words. */
  readonly toolResult: string | null;
}

export const MOTION_VIEW: MotionView = {
  clip: 0,
  time: 0,
  playing: false,
  loop: true,
  speed: 1,
  window: null,
  selectedKeys: [],
  autoKey: false,
  transitionProgress: null,
  transitionCount: 0,
  ghosts: false,
  ghostStep: 4,
  path: false,
  showContacts: true,
  follow: false,
  contacts: null,
  toolResult: null,
};
