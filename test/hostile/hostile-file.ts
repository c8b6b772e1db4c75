/**
 * @file One broken file of the corpus, and what reading it must give.
 */

export interface HostileFile {
  /** What is wrong with it. */
  readonly what: string;
  /** Its name; the extension decides the reader. */
  readonly file: string;
  readonly bytes: Uint8Array;
  /** The message of the error it must give; absent where it must be read. */
  readonly error?: RegExp;
  /** Whether being read is right as well. */
  readonly mayPass?: boolean;
}
