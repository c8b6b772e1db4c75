/** @file Types of the body-confidence parameters. */

export interface BodyConfidenceParameters {
  /** Log odds = offset + slope · log odds of the network's plan + agreement, where the shape shows the same plan. */
  readonly offset: number;
  readonly slope: number;
  readonly agreement: number;
}

export declare const BODY_CONFIDENCE_PARAMETERS: BodyConfidenceParameters;
