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

/** Shorter texts are no keys, and would mask words. */
const LEAST_SECRET = 4;

/** A secret as a service may repeat it: plain, in a URL, in JSON, in hexadecimal, in base64 at any place of a longer text. */
function copiesOf(secret: string): RegExp[] {
  if (secret.length < LEAST_SECRET) return [];
  const bytes = new TextEncoder().encode(secret);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const base64 = [0, 1, 2].map((shift) => {
    const shifted = btoa('\0'.repeat(shift) + String.fromCharCode(...bytes));
    // Characters that share bits with what stands before or behind are not the secret's.
    const cut = shifted.slice(Math.ceil((shift * 8) / 6)).replace(/=+$/, '');
    return (shift + bytes.length) % 3 === 0 ? cut : cut.slice(0, -1);
  });
  const url = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  const exact = [secret, JSON.stringify(secret).slice(1, -1), ...base64, ...url];
  const anyCase = [hex, encodeURIComponent(secret)];
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [new RegExp(exact.map(literal).join('|'), 'g'), new RegExp(anyCase.map(literal).join('|'), 'gi')];
}

/** A service's words for a message: one line, printable, at most 300 characters, without secrets. */
export function quoteService(text: string, secrets: readonly string[] = []): string {
  let quoted = text;
  for (const copy of secrets.flatMap(copiesOf)) quoted = quoted.replace(copy, '***');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters of a service must not reach a terminal
  quoted = quoted.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim();
  return quoted.length > 300 ? `${quoted.slice(0, 300)}…` : quoted;
}
