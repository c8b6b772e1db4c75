/**
 * @file Habits: what greets the user, and keeping what they do. Opened first is what the command line gave, else what
 * was left last time, else a creature. Whatever changes is written a moment after the hand rests.
 */

import { keepOffline } from '../../keep/offline.js';
import { readPreferences } from '../../keep/preferences.js';
import {
  createSessionWriter,
  forgetSession,
  isQuotaError,
  listSessions,
  type RestoredSession,
  readSession,
} from '../../keep/session.js';
import { WorkError } from '../../work/client.js';
import type { NamedBytes } from '../../work/verbs.js';
import {
  documentOf,
  inWords,
  notify,
  runTask,
  type StudioState,
  setView,
  showMode,
  useStudio,
} from '../store.js';
import { MODES } from '../view-state.js';
import { openFiles, openGreeting, showDocument } from './open.js';

/** How long the hand rests before what it did is written, milliseconds. */
const REST = 1200;
/** Where a tab remembers what it was given. */
const GIVEN_KEY = 'posespace.given';

/** The kept session that is about to be shown. */
let returning: (RestoredSession & { readonly id: string }) | null = null;
let started = false;
let worthKeeping = false;
let failureTold = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const writer = createSessionWriter();

/** Opens the first thing; once. */
export async function startStudio(): Promise<void> {
  if (started) return;
  started = true;
  setView('scene', { theme: readPreferences().theme });
  useStudio.subscribe(followHistory);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) void keepNow();
  });
  keepOffline();
  await refreshSessions();
  if (wantsFresh()) await greet();
  else if (!(await openGiven()) && !(await openNewestSession())) await greet();
}

/** Opens what the command line gave; once in a tab, so that a reload brings back what was made of it. */
async function openGiven(): Promise<boolean> {
  const given = await listGiven();
  const names = JSON.stringify(given.map(({ name }) => name));
  if (given.length === 0 || isKnownToTab(names)) return false;
  const files = await runTask('Opening', (work) =>
    Promise.all(given.map((file) => fetchGiven(file, work.signal))),
  );
  if (!files || !(await openFiles(files))) return false;
  showMode('pose');
  return true;
}

function isKnownToTab(names: string): boolean {
  try {
    const known = sessionStorage.getItem(GIVEN_KEY) === names;
    sessionStorage.setItem(GIVEN_KEY, names);
    return known;
  } catch {
    return false;
  }
}

async function openNewestSession(): Promise<boolean> {
  const [newest] = useStudio.getState().view.session.kept;
  if (!newest || !(await openSession(newest.id))) return false;
  setView('session', { restored: newest.name });
  const mode = MODES.find((one) => one === newest.mode);
  if (mode) showMode(mode);
  return true;
}

/** Leaves everything that is open and begins again, where nothing else helps; what is kept stays kept. */
export function restartFresh(): void {
  location.assign(`${location.pathname}?fresh`);
}

function wantsFresh(): boolean {
  if (!new URLSearchParams(location.search).has('fresh')) return false;
  history.replaceState(null, '', location.pathname);
  return true;
}

/** A creature of ours; not kept until something is done to it. */
export async function greet(): Promise<void> {
  if (!(await openGreeting())) return;
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

interface GivenFile {
  readonly name: string;
  readonly url: string;
}

/** Files that were named on the command line; static hosts have a list without any. */
async function listGiven(): Promise<readonly GivenFile[]> {
  try {
    const response = await fetch('open.json', { cache: 'no-store' });
    const { files } = (await response.json()) as { readonly files?: unknown };
    return Array.isArray(files) ? files : [];
  } catch {
    return [];
  }
}

async function fetchGiven({ name, url }: GivenFile, signal: AbortSignal): Promise<NamedBytes> {
  const response = await fetch(url, { cache: 'no-store', signal });
  if (!response.ok) throw new WorkError('file', `"${name}" cannot be read; check that it is still there.`);
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
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
