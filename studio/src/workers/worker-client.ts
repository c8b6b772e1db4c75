/**
 * @file The page's side of the workers. There are two: `interactive` for what a pointer waits for and `background`
 * for long tasks, so that a drag never queues behind an interpolation. A worker is started by its first call, gets
 * the bound body before the first call that needs it, and is terminated and replaced when a task cannot be cancelled
 * otherwise.
 */

import type {
  BodyFacts,
  BoundBody,
  VerbName,
  WorkerVerbs,
  WorkProgress,
  WorkReply,
} from './worker-protocol.js';

export type WorkerRole = 'interactive' | 'background';

/** How long a worker may take to cancel a call before it is terminated, milliseconds. */
const CANCEL_TIMEOUT = 400;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: WorkProgress) => void;
}

/** The error of a worker call. */
export class WorkError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export const isAborted = (error: unknown): boolean => error instanceof WorkError && error.code === 'aborted';

interface Pending {
  readonly resolve: (result: never) => void;
  readonly reject: (error: WorkError) => void;
  readonly onProgress?: (progress: WorkProgress) => void;
}

/** Verbs that need the bound body. */
const NEEDS_BODY: ReadonlySet<VerbName> = new Set<VerbName>([
  'ready',
  'drag',
  'sample',
  'vary',
  'interpolate',
  'project',
  'mirror',
  'measure',
  'check',
  'repair',
  'map',
  'mapAt',
  'mapPosition',
  'motions',
  'generate',
  'strip',
  'placeOnVideo',
  'drawOnVideo',
  'followVideo',
  'fill',
]);

class WorkerClient {
  readonly #role: WorkerRole;
  #worker: Worker | undefined;
  #pending = new Map<number, Pending>();
  #nextId = 1;
  #bound: { readonly body: BoundBody; readonly facts: Promise<BodyFacts> } | undefined;
  #body: BoundBody | undefined;

  constructor(role: WorkerRole) {
    this.#role = role;
  }

  /** Sets the body of later calls; it is sent with the first one. */
  bind(body: BoundBody | undefined): void {
    this.#body = body;
  }

  /** Facts about the bound body, once it can be posed. */
  prepare(options: CallOptions = {}): Promise<BodyFacts> {
    const body = this.#body;
    if (!body) return Promise.reject(new WorkError('bad-usage', 'Open a file or a sample creature first.'));
    if (this.#bound?.body !== body) {
      const facts = this.#send('bind', [body], options) as Promise<BodyFacts>;
      this.#bound = { body, facts };
      facts.catch(() => {
        if (this.#bound?.facts === facts) this.#bound = undefined;
      });
    }
    return this.#bound.facts;
  }

  async call<Verb extends VerbName>(
    verb: Verb,
    parameters: Parameters<WorkerVerbs[Verb]>,
    options: CallOptions = {},
  ): Promise<ReturnType<WorkerVerbs[Verb]>> {
    if (NEEDS_BODY.has(verb)) await this.prepare(options);
    return (await this.#send(verb, parameters, options)) as ReturnType<WorkerVerbs[Verb]>;
  }

  #send(
    verb: VerbName,
    parameters: readonly unknown[],
    { signal, onProgress }: CallOptions,
  ): Promise<unknown> {
    if (signal?.aborted) return Promise.reject(new WorkError('aborted', 'cancelled'));
    const worker = this.#start();
    const id = this.#nextId++;
    const answer = new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress });
    });
    worker.postMessage({ id, verb, parameters });
    const stop = () => {
      worker.postMessage({ id, abort: true });
      // Synchronous work does not receive the message.
      setTimeout(() => {
        if (this.#pending.has(id) && this.#worker === worker) this.#end('cancelled');
      }, CANCEL_TIMEOUT);
    };
    signal?.addEventListener('abort', stop, { once: true });
    return answer.finally(() => signal?.removeEventListener('abort', stop));
  }

  #start(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: this.#role });
    worker.onmessage = ({ data }: MessageEvent<WorkReply>) => this.#receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#end(event.message || 'the worker could not be started; reload the page', 'internal');
    };
    this.#worker = worker;
    return worker;
  }

  #receive(reply: WorkReply): void {
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    if ('progress' in reply) {
      pending.onProgress?.(reply.progress);
      return;
    }
    this.#pending.delete(reply.id);
    if ('error' in reply) pending.reject(new WorkError(reply.error.code, reply.error.message));
    else pending.resolve(reply.result as never);
  }

  /** Terminates the worker; its calls fail, and the next call starts another. */
  #end(message: string, code = 'aborted'): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#bound = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new WorkError(code, message));
  }
}

const clients: Readonly<Record<WorkerRole, WorkerClient>> = {
  interactive: new WorkerClient('interactive'),
  background: new WorkerClient('background'),
};

/** Calls a verb of a worker. */
export const callWorker = <Verb extends VerbName>(
  role: WorkerRole,
  verb: Verb,
  parameters: Parameters<WorkerVerbs[Verb]>,
  options?: CallOptions,
): Promise<ReturnType<WorkerVerbs[Verb]>> => clients[role].call(verb, parameters, options);

let bindings = 0;

/**
 * Sets the body of both workers. It is sent to the interactive one by the next task, as copying a large body takes as long
 * as showing it. Undefined where another body was set meanwhile.
 */
export async function bindBody(
  body: BoundBody | undefined,
  options?: CallOptions,
): Promise<BodyFacts | undefined> {
  const binding = ++bindings;
  for (const client of Object.values(clients)) client.bind(body);
  await new Promise((next) => setTimeout(next));
  return body && binding === bindings ? clients.interactive.prepare(options) : undefined;
}
