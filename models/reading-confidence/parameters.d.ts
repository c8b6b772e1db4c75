/** @file Types of the reading-confidence parameters. */

export interface ReadingConfidenceParameters {
  /** Log odds = offset + slopes · evidence (`readingEvidence`). */
  readonly offset: number;
  readonly slopes: readonly number[];
}

export declare const READING_CONFIDENCE_PARAMETERS: ReadingConfidenceParameters;
