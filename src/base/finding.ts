/**
 * @file Expected trouble as a value: a stage returns its result with findings, it does not throw them.
 */

/** How serious a finding is. */
export type Severity = 'error' | 'warning' | 'info';

/** One thing worth telling the user, with what to do about it. */
export interface Finding {
  /** Stable, kebab-case, e.g. `open-boundary`. */
  readonly code: string;
  readonly severity: Severity;
  /** What is the case, in one sentence with the figures. */
  readonly message: string;
  /** What to do about it, in one sentence. */
  readonly fix?: string;
  /** What `elements` indexes. */
  readonly kind?: 'vertex' | 'triangle' | 'joint' | 'clip' | 'node';
  /** Indices of the elements concerned, at most a few hundred; `count` is the full number. */
  readonly elements?: readonly number[];
  readonly count?: number;
}
