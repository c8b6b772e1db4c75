/** @file Types of the blending weights. Errors are in normalised units (the diameter of a rig is 2) unless they say otherwise. */

export interface PoseBlendParameters {
  /** The Gaussian prior fitted to the network's samples. */
  readonly prior: {
    /** Share of the covariance between joints that is kept, 0 to 1; the rest stays with each joint alone. */
    readonly sharedShare: number;
    /** Standard deviation that every joint has at least, radians. */
    readonly leastDeviation: number;
    /** Share of the generic prior that is added. */
    readonly genericShare: number;
  };
  /** The same after adapting to examples. */
  readonly adaptedPrior: {
    /** Weight of many examples in the mixture of examples and samples. */
    readonly exampleShare: number;
    /** Number of examples that reach half of that weight. */
    readonly halfCount: number;
    /** Share of the columns of the covariance that examples may take. */
    readonly columnShare: number;
    readonly sharedShare: number;
    /** Variance added to a leaf joint, radians²; a joint with n joints in its subtree gets 1/n of it. */
    readonly tipVariance: number;
    readonly genericShare: number;
  };
  /** Weights of the network, the generic prior and the examples in the estimate before handles are solved. */
  readonly estimate: {
    /** Share of the prior's own solution that is blended into the network's prediction, 0 to 1. */
    readonly priorShare: number;
    /** Weight of the generic prior near rest, against 1 for the network at the same error. */
    readonly genericTrust: number;
    /** Weight of the examples where they explain everything that the handles ask for. */
    readonly exampleTrust: number;
    /** Errors below this do not differ. */
    readonly leastError: number;
    /** Error of the network at least, where the prior does not say. */
    readonly networkErrorFloor: number;
    /** Rest counts as if its error were so many times its error on samples conditioned on their leaves. */
    readonly restErrorScale: number;
    /** Share of the distance between examples that counts as an error of their mean. */
    readonly exampleSpreadShare: number;
    /** An estimate is weighted by its error to the power of minus this. */
    readonly power: number;
  };
  /** Uncertainty of the network on a rig, from completing its own samples. */
  readonly uncertainty: {
    /** Error floor where the network does no better than rest. */
    readonly most: number;
    /** Power of the ratio of the network's error to that of rest. */
    readonly power: number;
    /** The ratio is capped at this. */
    readonly worstRatio: number;
  };
  /** Uncertainty of the network on a rig, from completing examples. */
  readonly adaptedUncertainty: {
    /** At most so many times the network's error on examples. */
    readonly mostScale: number;
    /** Share of rest's error, where the network does as badly as rest. */
    readonly restShare: number;
    /** Power of the error ratio in that share. */
    readonly restPower: number;
    /** Power of the error ratio that scales the floor from samples. */
    readonly floorPower: number;
  };
}

export const POSE_BLEND_PARAMETERS: PoseBlendParameters;
