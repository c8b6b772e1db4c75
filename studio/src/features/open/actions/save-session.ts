/** @file Keeping what the user does: whatever changes is written a moment after the hand rests. */

import {
  createSessionWriter,
  forgetSession,
  isQuotaError,
  listSessions,
  type RestoredSession,
  readSession,
} from '../../../storage/session.js';
import { documentOf, inWords, notify, type StudioState, setView, useStudio } from '../../../store/store.js';
import { showDocument } from './open-files.js';

/** How long the hand rests before what it did is written, milliseconds. */
const REST = 1200;

/** The kept session that is about to be shown. */
let returning: (RestoredSession & { readonly id: string }) | null = null;
let worthKeeping = false;
let failureTold = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const writer = createSessionWriter();

/** Writes what changes from now on, and lists what is kept. */
export function keepSessions(): Promise<void> {
  useStudio.subscribe(followHistory);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) void keepNow();
  });
  return refreshSessions();
}

/** What was just opened is not worth keeping until something is done to it. */
export function keepNothingYet(): void {
  clearTimeout(timer);
  timer = undefined;
  worthKeeping = false;
  setView('session', { state: 'idle' });
}

/** Opens what was left; false where it is not whole, which is then forgotten. */
export async function openSession(id: string): Promise<boolean> {
  try {
    const session = await readSession(id);
    if (session) {
      returning = { ...session, id };
      showDocument(session.document, session.base.look);
      return true;
    }
    await dropSession(id);
  } catch {
    // Storage that cannot be read is as good as none.
  }
  return false;
}

export async function dropSession(id: string): Promise<void> {
  await forgetSession(id).catch(() => undefined);
  if (useStudio.getState().view.session.current === id) beginSession(null);
  await refreshSessions();
}

async function refreshSessions(): Promise<void> {
  const kept = await listSessions().catch(() => []);
  setView('session', { kept });
}

function followHistory({ history }: StudioState, before: StudioState): void {
  if (!history || history.present.document === before.history?.present.document) return;
  const begins = history.past.length === 0 && history.future.length === 0;
  if (begins) beginSession(returning);
  else worthKeeping = true;
  if (worthKeeping) {
    clearTimeout(timer);
    timer = setTimeout(() => void keepNow(), REST);
    if (useStudio.getState().view.session.state !== 'pending') setView('session', { state: 'pending' });
  }
}

function beginSession(known: typeof returning): void {
  clearTimeout(timer);
  timer = undefined;
  returning = null;
  const id = known?.id ?? newId();
  writer.begin(id, known?.base);
  // What was just brought back is kept already.
  worthKeeping = !known;
  setView('session', { current: id, restored: null, state: known ? 'saved' : 'idle' });
}

/** Unlike `randomUUID`, also where the page came over plain HTTP. */
const newId = (): string =>
  [...crypto.getRandomValues(new Uint32Array(3))].map((part) => part.toString(36)).join('');

async function keepNow(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const state = useStudio.getState();
  const document = documentOf(state);
  const { look } = state.view.scene;
  if (!document || !look) return;
  try {
    await writer.write(document, look, state.view.mode);
    if (timer === undefined) setView('session', { state: 'saved' });
    failureTold = false;
    await refreshSessions();
  } catch (error) {
    setView('session', { state: 'failed' });
    if (!failureTold) tellFailure(error);
    failureTold = true;
  }
}

function tellFailure(error: unknown): void {
  const reason = isQuotaError(error) ? 'the browser gives it no more room' : inWords(error);
  notify(
    'warning',
    `Your work is not being kept between visits: ${reason}.`,
    'Export it before you close the page.',
  );
}
