/**
 * @file A posture of one wing, of any kind.
 */

/** Radians. */
export interface WingPose {
  /** Lifts the whole wing. */
  readonly raise: number;
  /** Sweeps it back. */
  readonly sweep: number;
  /** Lowers its leading edge. */
  readonly twist: number;
  /** 0 spread as drawn, 1 folded along the body. */
  readonly fold: number;
  /** Bends the outer wing up. */
  readonly curl: number;
}
