/**
 * @file The worker: answers requests one by one, tells progress, stops when asked to. Two of these run: one for what a
 * hand waits for (solve, measure), one for everything else; which is which only the client knows.
 */

import type { Progress } from 'posespace';
import type { WorkReply, WorkRequest } from './worker-protocol.js';
import { answer } from './worker-verbs.js';

/** The part of a worker's global scope that is used here; the page's types know windows only. */
const scope = globalThis as unknown as {
  postMessage(reply: WorkReply, transfer?: Transferable[]): void;
  onmessage: (event: MessageEvent<WorkRequest>) => void;
};

const running = new Map<number, AbortController>();

scope.onmessage = async ({ data: request }) => {
  const { id } = request;
  if ('abort' in request) {
    running.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  running.set(id, controller);
  const onProgress = (progress: Progress) => scope.postMessage({ id, progress });
  try {
    const { result, transfer } = await answer(request.verb, request.parameters, {
      signal: controller.signal,
      onProgress,
    });
    scope.postMessage({ id, result }, transfer);
  } catch (error) {
    const { code = 'internal', message = String(error) } = error as { code?: string; message?: string };
    scope.postMessage({ id, error: { code, message } });
  } finally {
    running.delete(id);
  }
};
