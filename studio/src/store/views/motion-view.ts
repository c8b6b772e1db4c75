/** @file State of the timeline; not undone, not saved. */

import type { ClipContacts, CreatedMotion, MotionStyle } from 'posespace/motion';

/** A motion that the open body can do. */
export interface GalleryMotion {
  readonly name: string;
  /** What it is, in a few words. */
  readonly summary: string;
  /** Null until it is generated. */
  readonly motion: CreatedMotion | null;
  /** A picture of its frames, side by side, and their number; null until it is drawn. */
  readonly strip: { readonly address: string; readonly count: number } | null;
}

export interface MotionView {
  /** The clip on the timeline: an index into the model's clips, or the new clip. */
  readonly clip: number | 'sketch';
  /** Seconds from the start of the clip. */
  readonly time: number;
  readonly playing: boolean;
  readonly loop: boolean;
  readonly speed: number;
  /** The visible time range; null for all. */
  readonly window: { readonly from: number; readonly to: number } | null;
  /** Indices of the selected keyframes, ascending. */
  readonly selectedKeys: readonly number[];
  /** The limb whose keyframes are selected, an index; −1: whole keyframes. */
  readonly selectedLimb: number;
  /** Shows a row of keyframes per limb. */
  readonly dopeSheet: boolean;
  /** Inserts a keyframe whenever the pose changes. */
  readonly autoKey: boolean;
  /** Progress of the transitions; null where none is being computed. */
  readonly transitionProgress: { readonly done: number; readonly total: number } | null;
  /** Number of computed transitions; a change makes the new clip outdated. */
  readonly transitionCount: number;
  /** Onion skinning. */
  readonly ghosts: boolean;
  /** Frame step of the onion skins. */
  readonly ghostStep: number;
  /** Shows the motion path of the selected joint. */
  readonly path: boolean;
  /** Detects and shows ground contacts. */
  readonly showContacts: boolean;
  /** The camera follows root motion. */
  readonly follow: boolean;
  /** Contacts of the clip on the timeline; null until detected. */
  readonly contacts: ClipContacts | null;
  /** What the open body can do; null until it is known. */
  readonly gallery: readonly GalleryMotion[] | null;
  /** The style that the clip on the timeline is being generated with; null where it is up to date. */
  readonly style: MotionStyle | null;
  /** The result of the last edit, as text. */
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
  selectedLimb: -1,
  dopeSheet: true,
  autoKey: false,
  transitionProgress: null,
  transitionCount: 0,
  ghosts: false,
  ghostStep: 4,
  path: false,
  showContacts: true,
  follow: false,
  contacts: null,
  gallery: null,
  style: null,
  toolResult: null,
};
