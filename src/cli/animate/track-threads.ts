/**
 * @file Runs the simulations of `animate track` on worker threads, each with its own physics engine.
 *
 * This module is also the worker: started by the pool, it opens a session and serves requests. Simulations share nothing,
 * so the number of threads changes the time and not the result.
 */

import { parentPort, Worker, workerData } from 'node:worker_threads';
import { PosespaceError } from '../../base/errors.js';
import type { SimulatedMotion, TrackingSettings } from '../../motion/physics/follow-reference.js';
import {
  type OpenTrackingSession,
  openTrackingSession,
  type TrackingSession,
  type TrackingTask,
} from '../../motion/physics/tracking-session.js';

type Request = { readonly open: TrackingTask } | { readonly follow: TrackingSettings };
type Answer = { readonly followed?: SimulatedMotion } | { readonly error: string };

/** Says to this module that the pool started it. */
const MARK = 'posespace track threads';

/** Sessions on some threads; aborting the signal ends them at once. */
export const onThreads =
  (count: number, signal?: AbortSignal): OpenTrackingSession =>
  async (task) => {
    const threads = Array.from({ length: count }, startThread);
    const close = async () => {
      signal?.removeEventListener('abort', close);
      await Promise.all(threads.map((thread) => thread.stop()));
    };
    signal?.addEventListener('abort', close);
    try {
      await Promise.all(threads.map((thread) => thread.ask({ open: task })));
    } catch (error) {
      await close();
      throw signal?.aborted ? new PosespaceError('aborted', 'stopped by the caller') : error;
    }
    return {
      close,
      async follow(settings) {
        const results: SimulatedMotion[] = new Array(settings.length);
        let next = 0;
        const runLane = async (thread: Thread) => {
          while (next < settings.length) {
            const i = next++;
            const { followed } = await thread.ask({ follow: settings[i] });
            results[i] = followed!;
          }
        };
        try {
          await Promise.all(threads.map(runLane));
        } catch (error) {
          throw signal?.aborted ? new PosespaceError('aborted', 'stopped by the caller') : error;
        }
        return results;
      },
    };
  };

interface Thread {
  ask(request: Request): Promise<{ readonly followed?: SimulatedMotion }>;
  stop(): Promise<unknown>;
}

function startThread(): Thread {
  // What the engine prints is not for our stdout, on which --json must be one object.
  const worker = new Worker(new URL(import.meta.url), { workerData: MARK, stdout: true, stderr: true });
  worker.stdout.resume();
  worker.stderr.resume();
  let settle: ((answer: Answer) => void) | undefined;
  let lost: string | undefined;
  const lose = (error: string) => {
    lost ??= error;
    settle?.({ error });
  };
  worker.on('message', (answer: Answer) => settle?.(answer));
  worker.on('error', (error) => lose(error.message));
  worker.on('exit', () => lose('its thread ended'));
  return {
    stop: () => worker.terminate(),
    ask: (request) =>
      new Promise((resolve, reject) => {
        settle = (answer) => {
          settle = undefined;
          if ('error' in answer) reject(new PosespaceError('bad-input', `animate track: ${answer.error}`));
          else resolve(answer);
        };
        if (lost !== undefined) settle({ error: lost });
        else worker.postMessage(request);
      }),
  };
}

/** Answers the pool's requests, one after the other. */
function serve(port: NonNullable<typeof parentPort>): void {
  let session: TrackingSession | undefined;
  const answer = async (request: Request): Promise<Answer> => {
    try {
      if ('open' in request) session = await openTrackingSession(request.open);
      else return { followed: (await session!.follow([request.follow]))[0] };
      return {};
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  };
  port.on('message', async (request: Request) => port.postMessage(await answer(request)));
}

if (parentPort && workerData === MARK) serve(parentPort);
