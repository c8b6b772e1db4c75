/** @file Keeping what the user does: whatever changes is written a moment after the hand rests. */

import {
  createSessionWriter,
  deleteSession,
  isQuotaError,
  listSessions,
  type RestoredSession,
  readSession,
} from '../../../storage/session.js';
import {
  documentOf,
  errorMessage,
  notify,
  type StudioState,
  setView,
  useStudio,
} from '../../../store/store.js';
import { showDocument } from './open-files.js';

/** How long the hand rests before what it did is written, milliseconds. */
const REST = 1200;

/** The sessions session that is about to be shown. */
let returning: (RestoredSession & { readonly id: string }) | null = null;
let worthSaving = false;
let failureReported = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const writer = createSessionWriter();

/** Writes what changes from now on, and lists what is sessions. */
export function startAutosave(): Promise<void> {
  useStudio.subscribe(followHistory);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) void saveNow();
  });
  return refreshSessions();
}

/** What was just opened is not worth keeping until something is done to it. */
export function skipAutosave(): void {
  clearTimeout(timer);
  timer = undefined;
  worthSaving = false;
  setView('session', { state: 'idle' });
}

/** Opens what was left; false where it is not whole, which is then forgotten. */
export async function openSession(id: string): Promise<boolean> {
  try {
    const session = await readSession(id);
    if (session) {
      returning = { ...session, id };
      showDocument(session.document, session.base.appearance);
      return true;
    }
    await removeSession(id);
  } catch {
    // Storage that cannot be read is as good as none.
  }
  return false;
}

export async function removeSession(id: string): Promise<void> {
  await deleteSession(id).catch(() => undefined);
  if (useStudio.getState().view.session.current === id) beginSession(null);
  await refreshSessions();
}

async function refreshSessions(): Promise<void> {
  const sessions = await listSessions().catch(() => []);
  setView('session', { sessions });
}

function followHistory({ history }: StudioState, before: StudioState): void {
  if (!history || history.present.document === before.history?.present.document) return;
  const begins = history.past.length === 0 && history.future.length === 0;
  if (begins) beginSession(returning);
  else worthSaving = true;
  if (worthSaving) {
    clearTimeout(timer);
    timer = setTimeout(() => void saveNow(), REST);
    if (useStudio.getState().view.session.state !== 'pending') setView('session', { state: 'pending' });
  }
}

function beginSession(known: typeof returning): void {
  clearTimeout(timer);
  timer = undefined;
  returning = null;
  const id = known?.id ?? newId();
  writer.begin(id, known?.base);
  // What was just brought back is sessions already.
  worthSaving = !known;
  setView('session', { current: id, restored: null, state: known ? 'saved' : 'idle' });
}

/** Unlike `randomUUID`, also where the page came over plain HTTP. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('');

async function saveNow(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const state = useStudio.getState();
  const document = documentOf(state);
  const { appearance } = state.view.scene;
  if (!document || !appearance) return;
  try {
    await writer.write(document, appearance, state.view.mode);
    if (timer === undefined) setView('session', { state: 'saved' });
    failureReported = false;
    await refreshSessions();
  } catch (error) {
    setView('session', { state: 'failed' });
    if (!failureReported) reportFailure(error);
    failureReported = true;
  }
}

function reportFailure(error: unknown): void {
  const reason = isQuotaError(error) ? 'the browser gives it no more room' : errorMessage(error);
  notify(
    'warning',
    `Your work is not being sessions between visits: ${reason}.`,
    'Export it before you close the page.',
  );
}
