/** @file Types of the bone scores. Lengths enter as logarithms of fractions of the body's size: a power law. */

/** Per vertex and bone. */
export interface BoneScores {
  /** Times the logarithm of the distance from the vertex to the bone. */
  readonly distance: number;
  /** Times the logarithm of the bone's thickness: a thick bone reaches further. */
  readonly radius: number;
  /** Times the logarithm of the bone's length. */
  readonly length: number;
  /** Times the cosine between the inward normal and the direction to the bone. */
  readonly inward: number;
  /** Times the cosine to the bone's axis, for a vertex behind the bone's start: it belongs to the parent. */
  readonly behind: number;
  /** The same for a vertex beyond the bone's end, where the bone runs to a child. */
  readonly beyond: number;
  /** Times the fraction of the bone inside the vertex' own mesh component. */
  readonly contained: number;
  /** Times the logarithm of the mean distance from the vertex' component, where there are several. */
  readonly part: number;
  /** Times the fraction of the straight line to the bone that lies outside the body. */
  readonly outside: number;
}

/** Per joint, from its position and the hierarchy; whether it looks like a deform bone. */
export interface JointScores {
  readonly root: number;
  /** Times the fraction of the root's bone outside the body: a root that stands on the ground. */
  readonly rootOutside: number;
  /** No children. */
  readonly leaf: number;
  /** Children, but none that the bone runs to. */
  readonly hub: number;
  /** Times the fraction of the bone outside the body. */
  readonly outside: number;
  /** The only child of its parent, and a leaf. */
  readonly lastOfChain: number;
  /** At the tip of a bone that is no ancestor (an IK target); times its distance from its parent's bone. */
  readonly ikTarget: number;
}

/** Per joint, from words in its name. */
export interface NameScores {
  readonly control: number;
  readonly end: number;
  readonly object: number;
  readonly head: number;
  /** Added for a head whose bone direction is a guess: the guess is too short more often than not. */
  readonly undirectedHead: number;
}

export interface BoneScoreParameters {
  readonly bone: BoneScores;
  readonly joint: JointScores;
  readonly name: NameScores;
}

export declare const BONE_SCORE_PARAMETERS: BoneScoreParameters;
