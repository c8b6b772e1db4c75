/** @file Saves the session in the browser's storage shortly after each change. */

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

/** Delay between the last change and saving, milliseconds. */
const DELAY = 1200;

/** The stored session that is about to be shown. */
let returning: (RestoredSession & { readonly id: string }) | null = null;
let worthSaving = false;
let failureReported = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const writer = createSessionWriter();

/** Saves changes from now on, and lists the stored sessions. */
export function startAutosave(): Promise<void> {
  useStudio.subscribe(followHistory);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) void saveNow();
  });
  return refreshSessions();
}

/** A sample creature is not saved before its first change. */
export function skipAutosave(): void {
  clearTimeout(timer);
  timer = undefined;
  worthSaving = false;
  setView('session', { state: 'idle' });
}

/** Opens a stored session; false where it is damaged, which also deletes it. */
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
    // Unreadable storage counts as empty.
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
    timer = setTimeout(() => void saveNow(), DELAY);
    if (useStudio.getState().view.session.state !== 'pending') setView('session', { state: 'pending' });
  }
}

function beginSession(known: typeof returning): void {
  clearTimeout(timer);
  timer = undefined;
  returning = null;
  const id = known?.id ?? newId();
  writer.begin(id, known?.base);
  // A restored session is already stored.
  worthSaving = !known;
  setView('session', { current: id, restored: null, state: known ? 'saved' : 'idle' });
}

/** Unlike `randomUUID`, this works over plain HTTP. */
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
  const reason = isQuotaError(error) ? 'the browser storage is full' : errorMessage(error);
  notify(
    'warning',
    `Your work is not being saved: ${reason}.`,
    'Export the model before you close the page.',
  );
}
