/** @file Types of the joint-confidence parameters. */

export interface JointConfidenceParameters {
  /** Log odds per kind of joint that an artist's skeleton has a joint within 0.05 of the longest side. */
  readonly base: {
    readonly root: number;
    readonly trunk: number;
    readonly fork: number;
    readonly first: number;
    readonly limb: number;
    readonly tip: number;
  };
  /** Fraction of a limb's own log odds that is added for its joints, and the most of them that counts. */
  readonly limbShare: number;
  readonly mostLimbOdds: number;
  /** Subtracted for a body without a mirror plane. */
  readonly asymmetry: number;
}

export declare const JOINT_CONFIDENCE_PARAMETERS: JointConfidenceParameters;
