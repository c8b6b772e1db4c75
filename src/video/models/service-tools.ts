/**
 * @file What adapters need of the world, given to them: the network, time, the environment with its keys. Tests give
 * clocks of their own; the browser gives no environment.
 */

/** What adapters need of the world. */
export interface ServiceTools {
  readonly fetch: typeof fetch;
  /** Waits; ends early, without an error, when the signal is aborted. */
  readonly sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Keys and addresses. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The addresses of a host name; absent where they cannot be looked up. */
  readonly lookup?: (host: string) => Promise<readonly string[]>;
  /** Opens a socket for progress; absent where there are none, progress is then coarser. */
  readonly openSocket?: (url: string) => ProgressSocket;
}

/** The part of a WebSocket that progress needs. */
export interface ProgressSocket {
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: unknown) => void) | null;
  close(): void;
}

/** Waits by a timer. */
export const sleepByTimer = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });
