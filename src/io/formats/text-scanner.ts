/**
 * @file Reads words and numbers out of text formats, straight from the bytes: a file of a million vertices never
 * becomes a million strings, and a line of any length costs its length.
 *
 * A decimal of up to 15 digits with a small power of ten is exact in two double operations (Clinger, "How to read
 * floating point numbers accurately", 1990); everything else goes through `Number`.
 */

export interface TextScanner {
  /** The current line, from 1. */
  readonly line: number;
  /** Where the next line begins. */
  readonly nextOffset: number;
  /** Goes to the next line that has a word; false at the end of the text. */
  nextLine(): boolean;
  /** Whether the line has no more words. */
  ended(): boolean;
  /** The next word of the line, or ''. */
  word(): string;
  /** All words that remain on the line, without blanks around them. */
  rest(): string;
  /** The next word of the line as a number; NaN where it is none. */
  number(): number;
  /** The integer at this position, at most 9 digits; NaN where there is none. Stops at the first other byte. */
  integer(): number;
  /** Whether the byte at this position is `byte`; if so, skips it. */
  accept(byte: number): boolean;
}

const NEWLINE = 10;
const RETURN = 13;
const BACKSLASH = 92;
const SHORT_WORD = 8;
const POWERS = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
const decoder = new TextDecoder('utf-8');

const isBlank = (byte: number): boolean => byte === 32 || byte === 9 || byte === 11 || byte === 12;

/** Starts before the first line at `offset`. Lines end with LF, CR LF or CR; a backslash before the end joins two. */
export function scanText(bytes: Uint8Array, offset = 0): TextScanner {
  let at = offset; // the cursor in the line
  let end = offset; // the end of the line
  let next = offset; // the beginning of the next line
  let line = 0;

  const isEnd = (byte: number): boolean => byte === NEWLINE || byte === RETURN;

  const readLine = (): void => {
    at = next;
    let i = next;
    for (;;) {
      while (i < bytes.length && !isEnd(bytes[i])) i++;
      line++;
      const stop = i;
      if (i < bytes.length) i += bytes[i] === RETURN && bytes[i + 1] === NEWLINE ? 2 : 1;
      if (i >= bytes.length || stop === at || bytes[stop - 1] !== BACKSLASH) {
        end = stop;
        break;
      }
    }
    next = i;
  };

  const skipBlanks = (): void => {
    while (at < end) {
      const byte = bytes[at];
      if (isBlank(byte) || isEnd(byte)) at++;
      else if (byte === BACKSLASH && isEnd(bytes[at + 1])) at++;
      else break;
    }
  };

  const wordEnd = (): number => {
    let i = at;
    while (i < end && !isBlank(bytes[i]) && !isEnd(bytes[i])) i++;
    return i;
  };

  const word = (): string => {
    skipBlanks();
    const stop = wordEnd();
    // Most words are a letter or two; a decoder takes longer to call than to run.
    let text = '';
    if (stop - at <= SHORT_WORD) {
      for (let i = at; i < stop && bytes[i] < 128; i++) text += String.fromCharCode(bytes[i]);
    }
    if (text.length < stop - at) text = decoder.decode(bytes.subarray(at, stop));
    at = stop;
    return text;
  };

  const number = (): number => {
    skipBlanks();
    const start = at;
    let negative = false;
    if (bytes[at] === 45 || bytes[at] === 43) negative = bytes[at++] === 45;
    let mantissa = 0;
    let digits = 0;
    let fraction = -1; // digits after the point, −1 before it
    for (; at < end; at++) {
      const byte = bytes[at];
      if (byte >= 48 && byte <= 57) {
        mantissa = mantissa * 10 + (byte - 48);
        // Leading zeros do not count: 0.000123 has three digits.
        if (mantissa > 0) digits++;
        if (fraction >= 0) fraction++;
      } else if (byte === 46 && fraction < 0) fraction = 0;
      else break;
    }
    const scanned = at - start - (negative || bytes[start] === 43 ? 1 : 0) - (fraction >= 0 ? 1 : 0);
    const stopped = at === end || isBlank(bytes[at]) || isEnd(bytes[at]);
    const power = Math.max(0, fraction);
    if (stopped && scanned > 0 && digits <= 15 && power < POWERS.length) {
      const value = mantissa / POWERS[power];
      return negative ? -value : value;
    }
    at = start;
    // Longer than any number that means something: not worth a string of that length.
    if (wordEnd() - at > 400) {
      at = wordEnd();
      return Number.NaN;
    }
    const text = word();
    return /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  };

  return {
    get line() {
      return line;
    },
    get nextOffset() {
      return next;
    },
    nextLine() {
      while (next < bytes.length) {
        readLine();
        skipBlanks();
        if (at < end) return true;
      }
      return false;
    },
    ended() {
      skipBlanks();
      return at >= end;
    },
    word,
    rest() {
      skipBlanks();
      const text = decoder.decode(bytes.subarray(at, end)).trim();
      at = end;
      return text;
    },
    number,
    integer() {
      let value = 0;
      const negative = bytes[at] === 45 && at < end;
      if (negative) at++;
      const start = at;
      while (at < end && bytes[at] >= 48 && bytes[at] <= 57) value = value * 10 + (bytes[at++] - 48);
      if (at === start || at - start > 9) return Number.NaN;
      return negative ? -value : value;
    },
    accept(byte) {
      if (at < end && bytes[at] === byte) {
        at++;
        return true;
      }
      return false;
    },
  };
}
