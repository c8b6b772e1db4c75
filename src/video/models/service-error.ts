/**
 * @file What went wrong with a service, and what it means for the job: a request that was refused or failed is over; one
 * that the service is too busy for can be sent or asked about again; one whose answer was lost may have been accepted.
 */

import { PosespaceError } from '../../base/errors.js';

/**
 * - `refused`: against the service's rules (moderation)
 * - `failed`: it cannot be done as asked; nothing is running
 * - `denied`: the key is missing, wrong or out of credit; what runs goes on
 * - `busy`: try again later; nothing was accepted
 * - `lost`: no answer; whether it was accepted is not known
 */
export type ServiceTrouble = 'refused' | 'failed' | 'denied' | 'busy' | 'lost';

/** Trouble with a service. */
export class ServiceError extends PosespaceError {
  readonly trouble: ServiceTrouble;
  /** Milliseconds after which the service wants to be asked again. */
  readonly retryAfter?: number;

  constructor(trouble: ServiceTrouble, message: string, retryAfter?: number) {
    super('service', message);
    this.trouble = trouble;
    this.retryAfter = retryAfter;
  }
}

/** Words by which services say that they refuse. */
const REFUSAL =
  /content[_ ]?policy|moderat|safety|nsfw|flagged|prohibited|sensitive content|violat\w+ (?:our|the) (?:terms|polic)/i;

/** Whether a service's words mean a refusal. */
export const soundsLikeRefusal = (text: string): boolean => REFUSAL.test(text);

/** The trouble that an error of any model means. Errors of the AI SDK have `statusCode` and `isRetryable`. */
export function troubleOf(error: unknown): ServiceTrouble {
  if (error instanceof ServiceError) return error.trouble;
  const { statusCode } = (typeof error === 'object' && error !== null ? error : {}) as {
    statusCode?: unknown;
  };
  if (typeof statusCode !== 'number') return isUnsent(error) ? 'busy' : 'lost';
  return troubleOfStatus(statusCode, error instanceof Error ? error.message : '');
}

/** The trouble that an HTTP status means. A gateway that gives up (502, 504) may have passed the request on. */
export function troubleOfStatus(status: number, text: string): ServiceTrouble {
  if (status === 429 || status === 503 || status === 408) return 'busy';
  if (status >= 500 || status < 400) return 'lost';
  if (status <= 403 && status >= 401) return 'denied';
  return soundsLikeRefusal(text) ? 'refused' : 'failed';
}

/** Connections that were never made: nothing can have been accepted. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

/** Whether a request certainly did not reach the service. */
export function isUnsent(error: unknown): boolean {
  for (let one = error, depth = 0; one && depth < 5; one = (one as { cause?: unknown }).cause, depth++) {
    const { code, errors } = one as { code?: unknown; errors?: unknown };
    if (typeof code === 'string' && UNSENT.has(code)) return true;
    if (Array.isArray(errors) && errors.length > 0 && errors.every(isUnsent)) return true;
  }
  return false;
}

/** A service's words for a message: one line, printable, at most 300 characters, without secrets. */
export function quoteService(text: string, secrets: readonly string[] = []): string {
  let quoted = text;
  for (const secret of secrets) if (secret.length >= 4) quoted = quoted.replaceAll(secret, '***');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters of a service must not reach a terminal
  quoted = quoted.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return quoted.length > 300 ? `${quoted.slice(0, 300)}…` : quoted;
}
