/**
 * @file What touches the ground and when: a plain record that is found by `detectContacts`, changed by `editContacts`
 * and obeyed by `cleanFootSkate`.
 */

/** A stretch of time, seconds of the clip; in a loop `end` may lie past the clip's own. */
export interface ContactSpan {
  readonly start: number;
  readonly end: number;
}

/** One part of the body that touches the ground: a foot, a hand, the tip of a tail. */
export interface ContactTrack {
  /** The joint that the part moves with, in the rig's own numbers. */
  readonly joint: number;
  readonly name: string;
  /** Ascending, none overlaps another. */
  readonly spans: readonly ContactSpan[];
}

export interface ClipContacts {
  /** Height of the ground, metres. */
  readonly ground: number;
  /** Height of the body that figures are relative to, metres. */
  readonly height: number;
  /** How fast the body would travel if its feet held, on top of how its root does, metres per second. [3] */
  readonly travel: Float32Array;
  /** Whether the clip's end goes on as its beginning. */
  readonly loop: boolean;
  readonly tracks: readonly ContactTrack[];
}
