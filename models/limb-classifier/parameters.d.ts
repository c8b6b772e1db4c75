/** @file Types of the limb classifier's parameters. */

export interface LimbClassifierParameters {
  /** Log odds that the sum starts from. */
  readonly start: number;
  /**
   * One flat list of nodes per tree, three numbers a node: feature index, threshold, offset of the node for values
   * above it (the node for values at or below follows directly). A leaf is −1, the log odds to add, 0.
   */
  readonly trees: readonly (readonly number[])[];
}

export declare const LIMB_CLASSIFIER_PARAMETERS: LimbClassifierParameters;
