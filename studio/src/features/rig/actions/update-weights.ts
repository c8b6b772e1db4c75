/**
 * @file Weights of an edited skeleton: marked stale, and solved again once nothing has changed for a moment. The
 * result joins the history step that made them stale, so undo never sees it alone; a stale step that returns by redo
 * is solved then.
 */

import type { Skeleton, Skin } from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import {
  change,
  currentDocument,
  documentOf,
  errorMessage,
  notify,
  runTask,
  setView,
  useStudio,
} from '../../../store/store.js';
import { callWorker, isAborted } from '../../../workers/worker-client.js';
import { bindDocument } from '../../open/actions/open-files.js';

/** Delay between the last change of the skeleton and solving its weights, milliseconds. */
const DELAY = 150;
/** Triangles beyond which restarting the worker is faster than waiting for it. */
export const LARGE = 60_000;

/** Marks the weights of a document as stale; `touched` are the changed joints. */
export const markStale = (document: StudioDocument, touched: ReadonlySet<number>): StudioDocument =>
  document.model.skin ? { ...document, stale: [...touched] } : document;

/** A document with solved weights. */
const withSkin = (document: StudioDocument, skin: Skin): StudioDocument => ({
  ...document,
  stale: undefined,
  model: { ...document.model, skin },
});

let timer: ReturnType<typeof setTimeout> | undefined;
let running: { readonly skeleton: Skeleton; readonly controller: AbortController } | null = null;

/** Turns live weight updates on or off; stale weights are solved when it is turned on. */
export function followWeights(live: boolean): void {
  setView('rig', { live });
  if (live) solveSoon();
}

/** Solves stale weights after a delay, if live updates are on. */
export function solveSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void solveStale(), DELAY);
}

async function solveStale(): Promise<void> {
  const state = useStudio.getState();
  const document = documentOf(state);
  if (!document?.stale || !state.view.rig.live) return;
  if (running) {
    // The next solve starts when this one ends.
    if (running.skeleton !== document.model.skeleton && document.model.mesh.triangles.length > LARGE * 3)
      running.controller.abort();
    return;
  }
  const controller = new AbortController();
  running = { skeleton: document.model.skeleton!, controller };
  setView('rig', { solving: true });
  try {
    await solve(document, controller.signal);
  } catch (error) {
    if (!isAborted(error)) notify('error', `Weights cannot be solved: ${errorMessage(error)}`);
  } finally {
    const wasFor = running.skeleton;
    running = null;
    setView('rig', { solving: false });
    const now = documentOf(useStudio.getState());
    if (now?.stale && now.model.skeleton !== wasFor) solveSoon();
  }
}

/** Solves the weights of a document and applies them if its skeleton is still the same. */
async function solve(document: StudioDocument, signal?: AbortSignal): Promise<void> {
  const { mesh, skeleton } = document.model;
  // Weights from the file may be hand-painted: they stay where the edit has no effect.
  const kept = document.confidence
    ? undefined
    : { skin: document.model.skin!, touched: new Set(document.stale) };
  const { skin } = await callWorker('background', 'weights', [mesh, skeleton!, kept], { signal });
  const state = useStudio.getState();
  if (documentOf(state)?.model.skeleton !== skeleton) return;
  const { label, gesture } = state.history!.present;
  change(gesture === undefined ? 'Solve weights' : label, (now) => withSkin(now, skin), gesture);
}

/** Solves the weights now. */
export async function solveWeightsNow(): Promise<void> {
  const document = currentDocument();
  const { mesh, skeleton } = document.model;
  const solved = await runTask('Solving weights', (work) =>
    callWorker('background', 'weights', [mesh, skeleton!], work),
  );
  if (!solved || documentOf(useStudio.getState())?.model.skeleton !== skeleton) return;
  change('Solve weights', (now) => withSkin(now, solved.skin), {});
  const outside = solved.findings.find(({ severity }) => severity !== 'info');
  if (outside) notify('warning', outside.message, outside.fix);
}

let binding: ReturnType<typeof setTimeout> | undefined;

/** Sends the body to the workers after a delay. */
export function bindSoon(): void {
  clearTimeout(binding);
  binding = setTimeout(() => {
    const document = documentOf(useStudio.getState());
    if (document) void bindDocument(document);
  }, DELAY);
}
