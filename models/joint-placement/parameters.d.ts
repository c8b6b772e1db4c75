/** @file Types of the joint-placement parameters. Lengths are fractions of the body's longest side. */

/** Where a limb's first joint (hip, shoulder) lies. */
export interface HipPlacement {
  /** How far beyond the surface of the sphere around its fork, as a fraction of the distance to it. */
  readonly outward: number;
  /** How much higher for a vertical leg, in radii of the fork; 0 for a horizontal one. */
  readonly legRise: number;
}

/** How the spine differs from the curve skeleton. */
export interface TrunkPlacement {
  /** How far horizontal parts are raised, in radii. */
  readonly lift: number;
  /** The same for necks and tails of bodies with four legs or more. */
  readonly neckLift: number;
  /** Smoothing rounds. */
  readonly rounds: number;
  /** Parts of this radius or more are straightened fully, thinner ones in proportion. */
  readonly fullRadius: number;
}

/** How many joints a branch gets. */
export interface JointSpacing {
  /** Joints per predicted joint, along limbs and between forks. */
  readonly limbShare: number;
  readonly trunkShare: number;
  /** A limb with fewer predicted joints gets none. */
  readonly least: number;
  /** Longest bone of a limb, however few joints are predicted. */
  readonly longestBone: number;
  /** The same for a leg with log odds above `sureLeg`: it has to bend to walk. */
  readonly longestLegBone: number;
  readonly sureLeg: number;
  /** Forks nearer than this many radii share a joint. */
  readonly mergeForks: number;
  /** A trunk joint nearer to a fork than this many radii moves onto it. */
  readonly snapToFork: number;
}

export interface JointPlacementParameters {
  /** Joints per joint that an artist is predicted to have. */
  readonly detail: number;
  readonly hips: HipPlacement;
  readonly trunk: TrunkPlacement;
  readonly joints: JointSpacing;
}

export declare const JOINT_PLACEMENT_PARAMETERS: JointPlacementParameters;
