/**
 * @file Weights that follow the skeleton: those of an edited one are marked stale, and solved again once nothing has
 * changed for a moment. The answer goes into the step that made them stale, so undo never sees it alone; a step that
 * comes back stale (by redo) is solved when it does.
 */

import type { Skin } from 'posespace/rig';
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

/** How long the skeleton has to stand before its weights are solved, milliseconds. */
const SETTLE = 150;
/** Beyond so many triangles it is sooner to end a worker than to wait for it. */
export const LARGE = 60_000;

/** Weights that are those of another skeleton, and the joints that the difference reaches. */
const stale = new WeakMap<Skin, ReadonlySet<number>>();

/** Marks the weights of a document as those of another skeleton; `touched` are the joints that changed. */
export function markStale(document: StudioDocument, touched: ReadonlySet<number>): StudioDocument {
  const { skin } = document.model;
  if (!skin) return document;
  const marked = { ...skin };
  stale.set(marked, touched);
  return { ...document, model: { ...document.model, skin: marked } };
}

/** The joints whose weights wait to be solved; none where all are solved. */
export const staleJoints = ({ model }: StudioDocument): ReadonlySet<number> =>
  (model.skin && stale.get(model.skin)) ?? new Set();

export const isStale = ({ model }: StudioDocument): boolean =>
  model.skin !== undefined && stale.has(model.skin);

let timer: ReturnType<typeof setTimeout> | undefined;
let running: { readonly skin: Skin; readonly controller: AbortController } | null = null;

/** Whether weights follow from now on; those that are behind catch up. */
export function followWeights(live: boolean): void {
  setView('rig', { live });
  if (live) solveSoon();
}

/** Solves the weights of the document soon, if they are stale and shall follow. */
export function solveSoon(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void solveStale(), SETTLE);
}

async function solveStale(): Promise<void> {
  const state = useStudio.getState();
  const document = documentOf(state);
  if (!document || !isStale(document) || !state.view.rig.live) return;
  if (running) {
    // It is asked again when this one has ended.
    if (running.skin !== document.model.skin && document.model.mesh.triangles.length > LARGE * 3)
      running.controller.abort();
    return;
  }
  const controller = new AbortController();
  running = { skin: document.model.skin!, controller };
  setView('rig', { solving: true });
  try {
    await solve(document, controller.signal);
  } catch (error) {
    if (!isAborted(error)) notify('error', `Weights cannot be solved: ${errorMessage(error)}`);
  } finally {
    const wasFor = running.skin;
    running = null;
    setView('rig', { solving: false });
    const now = documentOf(useStudio.getState());
    if (now && isStale(now) && now.model.skin !== wasFor) solveSoon();
  }
}

/** Solves the weights of a document and, if it is still the same skeleton, gives them to it. */
async function solve(document: StudioDocument, signal?: AbortSignal): Promise<void> {
  const { mesh, skeleton } = document.model;
  // Weights that came with the model may be an artist's: they stay where the edit does not reach.
  const kept = document.confidence
    ? undefined
    : { skin: document.model.skin!, touched: staleJoints(document) };
  const { skin, body } = await callWorker('background', 'weights', [mesh, skeleton!, kept], { signal });
  const state = useStudio.getState();
  if (documentOf(state)?.model.skeleton !== skeleton) return;
  const { label, gesture } = state.history!.present;
  change(
    gesture === undefined ? 'Solve weights' : label,
    (now) => ({
      ...now,
      body,
      partners: mergePartners(now.partners, body.partner),
      model: { ...now.model, skin },
    }),
    gesture,
  );
}

/** Partners that are known stay; those that a reading of the new body found are added. */
function mergePartners(known: Int16Array, found: Int16Array): Int16Array {
  const merged = known.slice();
  for (let j = 0; j < merged.length; j++) {
    const partner = found[j];
    if (merged[j] < 0 && partner >= 0 && known[partner] < 0) merged[j] = partner;
  }
  return merged;
}

/** Solves the weights now, as asked for. */
export async function solveWeightsNow(): Promise<void> {
  const document = currentDocument();
  const { mesh, skeleton } = document.model;
  const solved = await runTask('Solving weights', (work) =>
    callWorker('background', 'weights', [mesh, skeleton!], work),
  );
  if (!solved || documentOf(useStudio.getState())?.model.skeleton !== skeleton) return;
  change('Solve weights', (now) => ({ ...now, model: { ...now.model, skin: solved.skin } }), {});
  const outside = solved.findings.find(({ severity }) => severity !== 'info');
  if (outside) notify('warning', outside.message, outside.fix);
}

let binding: ReturnType<typeof setTimeout> | undefined;

/** Tells the workers of the body, once it has stood for a moment. */
export function bindSoon(): void {
  clearTimeout(binding);
  binding = setTimeout(() => {
    const document = documentOf(useStudio.getState());
    if (document) void bindDocument(document);
  }, SETTLE);
}
