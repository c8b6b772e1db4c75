/**
 * @file The worker: runs calls, reports progress, cancels on request. Two of them run with different roles (worker-
 * client.ts).
 */

import type { Progress } from 'posespace';
import type { WorkReply, WorkRequest } from './worker-protocol.js';
import { runVerb } from './worker-verbs.js';

/** The worker scope, which the DOM types lack. */
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
    const { result, transfer } = await runVerb(request.verb, request.parameters, {
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
