/**
 * @file Runs one task per file on several threads; a file that crashes, hangs or eats all memory is a failed result,
 * not the end of the run.
 *
 * A task module exports `runTask` and hands it to `serveTasks`; it is started as a worker thread by its URL, so it
 * must be a file of the package. Results come in the order of the tasks, whichever thread was faster. A thread that
 * failed in a way from which it cannot recover is replaced. With no threads at all (`jobs` 0) tasks run one after
 * the other in the caller's, without that protection: for debugging, and where sources are not plain JavaScript.
 */

import { availableParallelism } from 'node:os';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { throwIfAborted, type WorkOptions } from '../base/progress.js';

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

/** The work of a task module: plain data in, plain data out. */
export type RunTask<Task, Value> = (task: Task) => Promise<Value>;

/** Runs tasks by the module at a URL that exports `runTask`. `nameOf` says what progress shows. */
export async function runTasks<Task, Value>(
  module: URL,
  tasks: readonly Task[],
  nameOf: (task: Task) => string,
  options: TaskPoolOptions = {},
): Promise<TaskResult<Value>[]> {
  const jobs = options.jobs ?? Math.min(8, availableParallelism());
  const results: TaskResult<Value>[] = new Array(tasks.length);
  let done = 0;
  const report = (index: number, result: TaskResult<Value>) => {
    results[index] = result;
    done++;
    options.onProgress?.({ stage: nameOf(tasks[index]), fraction: done / tasks.length });
  };
  throwIfAborted(options.signal);
  if (jobs === 0) await runHere(module, tasks, report, options.signal);
  else await runThreads(module, tasks, report, Math.min(jobs, tasks.length), options);
  return results;
}

/** In a task module: answers the pool that started it; elsewhere does nothing. */
export function serveTasks<Task, Value>(runTask: RunTask<Task, Value>): void {
  if (!parentPort || workerData !== POOL_MARK) return;
  const port = parentPort;
  port.on('message', async (task: Task) => {
    port.postMessage(await settle(runTask, task));
  });
}

/** Says to a module that the pool started it; test runners have worker threads of their own. */
const POOL_MARK = 'posespace task pool';

async function settle<Task, Value>(runTask: RunTask<Task, Value>, task: Task): Promise<TaskResult<Value>> {
  try {
    return { value: await runTask(task) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function runHere<Task, Value>(
  module: URL,
  tasks: readonly Task[],
  report: (index: number, result: TaskResult<Value>) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { runTask } = (await import(module.href)) as { runTask: RunTask<Task, Value> };
  for (const [index, task] of tasks.entries()) {
    throwIfAborted(signal);
    report(index, await settle(runTask, task));
  }
  throwIfAborted(signal);
}

async function runThreads<Task, Value>(
  module: URL,
  tasks: readonly Task[],
  report: (index: number, result: TaskResult<Value>) => void,
  jobs: number,
  options: TaskPoolOptions,
): Promise<void> {
  const threads = new Set<TaskThread<Task, Value>>();
  let next = 0;
  /** One lane takes the next task until there is none, on a thread that is replaced when it is lost. */
  const runLane = async () => {
    let thread: TaskThread<Task, Value> | undefined;
    while (next < tasks.length && !options.signal?.aborted) {
      const index = next++;
      if (!thread || thread.lost()) {
        if (thread) threads.delete(thread);
        thread = startThread(module, options);
        threads.add(thread);
      }
      const result = await thread.run(tasks[index]);
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
  throwIfAborted(options.signal);
}

interface TaskThread<Task, Value> {
  run(task: Task): Promise<TaskResult<Value>>;
  /** Whether it can do no other task. */
  lost(): boolean;
  stop(): Promise<unknown>;
}

function startThread<Task, Value>(module: URL, options: TaskPoolOptions): TaskThread<Task, Value> {
  const { timeout, memory } = { ...TASK_POOL_DEFAULTS, ...options };
  const worker = new Worker(module, {
    workerData: POOL_MARK,
    resourceLimits: { maxOldGenerationSizeMb: memory },
    // What a library prints is not for our stdout, on which --json must be one object.
    stdout: true,
    stderr: true,
  });
  worker.stdout.resume();
  worker.stderr.resume();
  let lost = false;
  let answer: ((result: TaskResult<Value>) => void) | undefined;
  const finish = (result: TaskResult<Value>) => {
    answer?.(result);
    answer = undefined;
  };
  const lose = (error: string) => {
    lost = true;
    finish({ error });
  };
  worker.on('message', finish);
  worker.on('messageerror', () => lose('its result could not be passed on'));
  worker.on('error', (error: NodeJS.ErrnoException) =>
    lose(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'it ran out of memory' : error.message),
  );
  worker.on('exit', (code) => lose(`its thread ended with code ${code}`));
  return {
    lost: () => lost,
    stop: () => worker.terminate(),
    run: (task) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          lose(`it took longer than ${timeout} s and was stopped`);
          void worker.terminate();
        }, timeout * 1000);
        answer = (result) => {
          clearTimeout(timer);
          resolve(result);
        };
        worker.postMessage(task);
      }),
  };
}
