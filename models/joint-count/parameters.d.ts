/** @file Types of the joint-count network's parameters. F features, in the order of `CURVE_FEATURES`. */

export interface JointCountParameters {
  /** Mean and standard deviation of each feature over the training data. [F] */
  readonly mean: readonly number[];
  readonly spread: readonly number[];
  /** Weight of each normalised feature in the linear term. [F] */
  readonly linear: readonly number[];
  readonly bias: number;
  /** Hidden units (tanh), each with its input weights [F], bias and output weight. */
  readonly hidden: readonly {
    readonly weights: readonly number[];
    readonly bias: number;
    readonly out: number;
  }[];
}

export declare const JOINT_COUNT_PARAMETERS: JointCountParameters;
