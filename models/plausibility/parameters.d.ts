/** @file Types of the weights of the plausibility score. */

export interface PlausibilityParameters {
  /** Exponents of the terms in the product. */
  readonly weights: {
    readonly axes: number;
    readonly twist: number;
    readonly sides: number;
    readonly offAxis: number;
    readonly worst: number;
  };
  /** Share of noise at which the network denoises a pose, 0 to 1. */
  readonly noise: number;
  /** So many times the mean residual of all joints is added to the residual scale of each. */
  readonly residualFloor: number;
  /** What is left of a joint's residual where a related joint rotates about the same axis. */
  readonly companionShare: number;
  /** Incoherence below this does not differ. */
  readonly leastIncoherence: number;
  /** The quantile of the creature's own poses that scores 1. */
  readonly edge: number;
}

export const PLAUSIBILITY_PARAMETERS: PlausibilityParameters;
