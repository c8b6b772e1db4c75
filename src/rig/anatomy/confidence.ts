/**
 * @file The one scale of confidence: the share of readings with a number that are right, as measured on rigs whose limbs are
 * known, and the names of its levels. What a person said is 1; no reading is.
 */

/** How sure something is, most certain first. */
export const CONFIDENCE_LEVELS = Object.freeze(['certain', 'likely', 'unsure'] as const);

/** A name for how sure something is: `certain` readings need no look, `unsure` ones need one. */
export type ConfidenceLevel = (typeof CONFIDENCE_LEVELS)[number];

/** The scale. */
export const CONFIDENCE = Object.freeze({
  /** What a person said. */
  said: 1,
  /** The most that a reading claims. */
  most: 0.99,
  /** From here on a reading is certain: five of six such are right where the least certain are. */
  certain: 0.8,
  /** Below this it is unsure, and reports ask for a look. */
  likely: 0.6,
});

/** The level of a confidence, 0 to 1. */
export function levelOf(confidence: number): ConfidenceLevel {
  if (confidence >= CONFIDENCE.certain) return 'certain';
  return confidence >= CONFIDENCE.likely ? 'likely' : 'unsure';
}

/** Whether a confidence is of a level, or of one above it. */
export const reachesLevel = (confidence: number, level: ConfidenceLevel): boolean =>
  CONFIDENCE_LEVELS.indexOf(levelOf(confidence)) <= CONFIDENCE_LEVELS.indexOf(level);
