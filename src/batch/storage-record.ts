/** @file What every storage can do. Keys are paths with slashes: `sha256/ab/ab12…`. */

export interface Storage {
  /** As the user gave it. */
  readonly address: string;
  has(key: string): Promise<boolean>;
  /** Undefined where there is nothing. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Whole or not at all; over what was there. */
  write(key: string, bytes: Uint8Array): Promise<void>;
  delete(key: string): Promise<void>;
  /** Keys that begin with a prefix, in order. */
  list(prefix: string): Promise<readonly string[]>;
}
