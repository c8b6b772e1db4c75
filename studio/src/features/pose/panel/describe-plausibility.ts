/** @file A plausibility score as text. */

/** Natural up to 1. */
export function describePlausibility(score: number | undefined): {
  readonly words: string;
  readonly tone: 'good' | 'warn' | 'bad';
} {
  if (score === undefined) return { words: 'computing…', tone: 'good' };
  const figure = score.toFixed(score < 10 ? 1 : 0);
  if (score <= 1) return { words: `natural · ${figure}`, tone: 'good' };
  if (score <= 1.5) return { words: `slightly unnatural · ${figure}`, tone: 'warn' };
  return { words: `${score <= 2.5 ? '' : 'very '}unnatural · ${figure}`, tone: 'bad' };
}
