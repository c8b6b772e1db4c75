/**
 * @file Ground contacts over time: a plain record that is found by `detectContacts`, changed by `editContacts`
 * and enforced by `cleanFootSkate`.
 */

/** A time span, seconds of the clip; in a loop `end` may lie past the end of the clip. */
export interface ContactSpan {
  readonly start: number;
  readonly end: number;
}

/** One part of the body that touches the ground: a foot, a hand, the tip of a tail. */
export interface ContactTrack {
  /** The rig's joint that the part moves with. */
  readonly joint: number;
  readonly name: string;
  /** Ascending, without overlap. */
  readonly spans: readonly ContactSpan[];
}

/** When which feet are on the ground. */
export interface ClipContacts {
  /** Height of the ground, metres. */
  readonly ground: number;
  /** Height of the body that figures are relative to, metres. */
  readonly height: number;
  /** Root velocity that planted feet imply on top of the clip's root motion, metres per second. [3] */
  readonly rootVelocity: Float32Array;
  /** Whether the clip is a loop. */
  readonly loop: boolean;
  readonly tracks: readonly ContactTrack[];
}
