/** @file The terminal a program runs in, as an interface, so that tests can stand in for it. */

export interface Terminal {
  readonly stdout: (text: string | Uint8Array) => void;
  readonly stderr: (text: string) => void;
  /** Whether stderr is watched by a person. */
  readonly interactive: boolean;
  readonly now: () => number;
  /** Lets Ctrl-C end the program while some work runs; absent in tests. */
  readonly runBlocking?: <Result>(work: () => Result | Promise<Result>) => Promise<Result>;
  /** Whether Ctrl-C comes within some milliseconds, instead of ending the program; absent in tests. */
  readonly nextInterrupt?: (milliseconds: number) => Promise<boolean>;
}
