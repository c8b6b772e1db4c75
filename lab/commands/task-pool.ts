/**
 * @file Runs one task per file on several threads; a file that crashes, hangs or runs out of memory is a failed result,
 * not the end of the run.
 *
 * A task is a module that calls `defineTask` with its own URL: imported, it exports the task; started as a worker thread,
 * it serves requests. Results are in the order of the inputs. A thread that cannot recover is replaced. With `jobs` 0 the
 * task runs in the calling thread, without that protection: for debugging and for tests.
 */

import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';

export interface TaskPoolOptions extends WorkOptions {
  /** Threads; 0 runs in this one. Default one per core, at most 8. */
  readonly jobs?: number;
  /** Seconds a task may take. */
  readonly timeout?: number;
  /** Megabytes of heap that a thread may use; arrays of numbers are not counted by the engine. */
  readonly memory?: number;
}

export const TASK_POOL_DEFAULTS = Object.freeze({ timeout: 300, memory: 2048 });

/** What became of a task. */
export type TaskResult<Value> = { readonly value: Value } | { readonly error: string };

/** Work on one file: plain data in, plain data out. */
export type RunTask<Input, Value> = (input: Input) => Promise<Value>;

/** A task and the module to start it from. */
export interface Task<Input, Value> {
  readonly url: URL;
  readonly run: RunTask<Input, Value>;
}

/** In a module of its own: makes a task of it. `moduleUrl` is its `import.meta.url`. */
export function defineTask<Input, Value>(moduleUrl: string, run: RunTask<Input, Value>): Task<Input, Value> {
  if (parentPort && workerData === POOL_MARK) {
    const port = parentPort;
    port.on('message', async (input: Input) => port.postMessage(await settle(run, input)));
  }
  return { url: new URL(moduleUrl), run };
}

/** Runs a task on every input. `nameOf` says what progress shows. */
export async function runTasks<Input, Value>(
  task: Task<Input, Value>,
  inputs: readonly Input[],
  nameOf: (input: Input) => string,
  options: TaskPoolOptions = {},
): Promise<TaskResult<Value>[]> {
  const jobs = options.jobs ?? Math.min(8, availableParallelism());
  const results: TaskResult<Value>[] = new Array(inputs.length);
  let done = 0;
  const report = (index: number, result: TaskResult<Value>) => {
    results[index] = result;
    done++;
    options.onProgress?.({ stage: nameOf(inputs[index]), fraction: done / inputs.length });
  };
  throwIfAborted(options.signal);
  if (jobs === 0) await runHere(task, inputs, report, options.signal);
  else await runThreads(task, inputs, report, Math.min(jobs, inputs.length), options);
  throwIfAborted(options.signal);
  return results;
}

/** Says to a module that the pool started it; test runners have worker threads of their own. */
const POOL_MARK = 'posespace task pool';

async function settle<Input, Value>(run: RunTask<Input, Value>, input: Input): Promise<TaskResult<Value>> {
  try {
    return { value: await run(input) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function runHere<Input, Value>(
  { run }: Task<Input, Value>,
  inputs: readonly Input[],
  report: (index: number, result: TaskResult<Value>) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const [index, input] of inputs.entries()) {
    throwIfAborted(signal);
    report(index, await settle(run, input));
  }
}

async function runThreads<Input, Value>(
  { url }: Task<Input, Value>,
  inputs: readonly Input[],
  report: (index: number, result: TaskResult<Value>) => void,
  jobs: number,
  options: TaskPoolOptions,
): Promise<void> {
  const threads = new Set<TaskThread<Input, Value>>();
  let next = 0;
  /** One lane takes the next input until there is none, on a thread that is replaced when it is lost. */
  const runLane = async () => {
    let thread: TaskThread<Input, Value> | undefined;
    while (next < inputs.length && !options.signal?.aborted) {
      const index = next++;
      if (!thread || thread.lost()) {
        if (thread) threads.delete(thread);
        thread = startThread(url, options);
        threads.add(thread);
      }
      const result = await thread.run(inputs[index]);
      if (!options.signal?.aborted) report(index, result);
    }
  };
  const stop = () => Promise.all([...threads].map((thread) => thread.stop()));
  options.signal?.addEventListener('abort', stop);
  try {
    await Promise.all(Array.from({ length: jobs }, runLane));
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await stop();
  }
}

interface TaskThread<Input, Value> {
  run(input: Input): Promise<TaskResult<Value>>;
  /** Whether it can do no other task. */
  lost(): boolean;
  stop(): Promise<unknown>;
}

function startThread<Input, Value>(url: URL, options: TaskPoolOptions): TaskThread<Input, Value> {
  const { timeout, memory } = { ...TASK_POOL_DEFAULTS, ...options };
  const worker = new Worker(url, {
    workerData: POOL_MARK,
    resourceLimits: { maxOldGenerationSizeMb: memory },
    // What a library prints is not for our stdout, on which --json must be one object.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  let lostBy: string | undefined;
  let answer: ((result: TaskResult<Value>) => void) | undefined;
  const finish = (result: TaskResult<Value>) => {
    answer?.(result);
    answer = undefined;
  };
  const lose = (error: string) => {
    lostBy ??= error;
    finish({ error });
  };
  // Starting a thread on a busy machine is not the file's fault: its time begins when the thread is there.
  const online = new Promise<void>((resolve) => {
    for (const event of ['online', 'error', 'exit']) worker.once(event, () => resolve());
  });
  worker.on('message', finish);
  worker.on('messageerror', () => lose('its result could not be passed on'));
  worker.on('error', (error: NodeJS.ErrnoException) =>
    lose(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it ran out of memory' : error.message),
  );
  worker.on('exit', (code) => lose(`its thread ended with code ${code}`));
  return {
    lost: () => lostBy !== undefined,
    stop: () => worker.terminate(),
    run: async (input) => {
      await online;
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          lose(`it took longer than ${timeout} s and was stopped`);
          void worker.terminate();
        }, timeout * 1000);
        answer = (result) => {
          clearTimeout(timer);
          resolve(result);
        };
        if (lostBy !== undefined) finish({ error: lostBy });
        else worker.postMessage(input);
      });
    },
  };
}
