/** @file Types of the generic prior. */

/** About the axis across the body (left to right), the vertical axis and the axis along the body. */
export type PerAxis = readonly [across: number, vertical: number, along: number];

export interface GenericPriorParameters {
  /** Variance of the root's rotation relative to `PLAIN_VARIANCE`. */
  readonly root: PerAxis;
  /** The same for joints on the mirror plane. */
  readonly trunk: PerAxis;
  /** The same for joints with a mirror partner. */
  readonly limb: PerAxis;
  /** Correlation of mirror partners: 1 always mirrored, 0 independent. */
  readonly mirrored: PerAxis;
  /** Share of the variance that every joint has about all axes alike. */
  readonly isotropicShare: number;
}

export const GENERIC_PRIOR_PARAMETERS: GenericPriorParameters;
