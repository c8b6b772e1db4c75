/** @file Types of the box classifier. Lengths in the body's frame (longest side 1) enter as logarithms. */

export interface BoxClassifierParameters {
  /** Log odds above which a box gets a joint of its own. */
  readonly threshold: number;
  readonly bias: number;
  /** Distance from the contact with the parent box to the farthest corner. */
  readonly reach: number;
  /** Longest half side. */
  readonly longest: number;
  /** Added for a box without thickness. */
  readonly sheet: number;
  /** Longest over middle half side. */
  readonly slenderness: number;
  /** How far the box stands out of its parent box. */
  readonly protrusion: number;
  /** Times the fraction of the box that touches its parent. */
  readonly contact: number;
  /** Added for a box on the ground. */
  readonly grounded: number;
  /** Times the depth in the tree of boxes. */
  readonly depth: number;
  /** Volume over that of the trunk. */
  readonly volume: number;
}

export declare const BOX_CLASSIFIER_PARAMETERS: BoxClassifierParameters;
