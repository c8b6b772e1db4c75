/**
 * @file The one error class. A message reads `rig/solveWeights: what is wrong, got X; do Y`.
 */

/** Kind of an error; the CLI maps it to an exit code. */
export type ErrorCode =
  /** The input is not what its format or our limits allow. */
  | 'bad-input'
  /** The call makes no sense: a wrong option, an unknown name. */
  | 'bad-usage'
  /** A feature of the input that posespace does not read or write. */
  | 'unsupported'
  /** A file could not be found, read or written. */
  | 'file'
  /** A service on the network refused, failed, or gave an answer that cannot be used. */
  | 'service'
  /** What it would cost at most exceeds the budget; nothing was sent. */
  | 'over-budget'
  /** The caller's signal was aborted. */
  | 'aborted';

/** Every error that posespace throws on purpose. */
export class PosespaceError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = 'PosespaceError';
    this.code = code;
  }
}

/** Throws a `bad-input` error unless the condition holds. */
export function requireInput(condition: unknown, message: string): asserts condition {
  if (!condition) throw new PosespaceError('bad-input', message);
}
