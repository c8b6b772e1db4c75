/**
 * @file The page's side of the workers. Two of them: `hand` for what a pointer waits for, `bench` for what takes its
 * time, so that a drag never queues behind a walk. Each is started when it is first asked, told which body is bound
 * before its first question about it, and ended and replaced when a piece of work cannot be stopped otherwise.
 */

import type { Progress } from 'posespace';
import type { BodyFacts, BoundBody, VerbName, WorkerVerbs, WorkReply } from './worker-protocol.js';

export type WorkerRole = 'interactive' | 'background';

/** How long a worker may take to stop by itself before it is ended, milliseconds. */
const PATIENCE = 400;

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

/** What a worker answered instead of a result. */
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
  readonly onProgress?: (progress: Progress) => void;
}

/** Verbs that need the pose space of the bound body. */
const NEEDS_BODY: ReadonlySet<VerbName> = new Set<VerbName>([
  'ready',
  'solve',
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

  /** From now on questions are about this body; its space is opened when the first one comes. */
  bind(body: BoundBody | undefined): void {
    this.#body = body;
  }

  /** The facts of the bound body, once it can be moved. */
  prepare(options: CallOptions = {}): Promise<BodyFacts> {
    const body = this.#body;
    if (!body) return Promise.reject(new WorkError('bad-usage', 'Open a creature first.'));
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
    if (signal?.aborted) return Promise.reject(new WorkError('aborted', 'stopped'));
    const worker = this.#start();
    const id = this.#nextId++;
    const answer = new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject, onProgress });
    });
    worker.postMessage({ id, verb, parameters });
    const stop = () => {
      worker.postMessage({ id, abort: true });
      // What runs without a pause cannot hear it.
      setTimeout(() => {
        if (this.#pending.has(id) && this.#worker === worker) this.#end('stopped');
      }, PATIENCE);
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

  /** Ends the worker; everything it was asked fails, and the next question starts another. */
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

/** Asks a worker. */
export const callWorker = <Verb extends VerbName>(
  role: WorkerRole,
  verb: Verb,
  parameters: Parameters<WorkerVerbs[Verb]>,
  options?: CallOptions,
): Promise<ReturnType<WorkerVerbs[Verb]>> => clients[role].call(verb, parameters, options);

/** Tells both workers which body all questions are about; the hand learns of it at once. */
export function bindBody(body: BoundBody | undefined, options?: CallOptions): Promise<BodyFacts> | undefined {
  for (const client of Object.values(clients)) client.bind(body);
  return body && clients.interactive.prepare(options);
}
