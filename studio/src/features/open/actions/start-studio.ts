/**
 * @file What greets: what the command line gave, else what was left last time, else a creature.
 */

import type { CreatureKind } from 'posespace/creatures';
import { readPreferences } from '../../../storage/preferences.js';
import { runTask, setView, showMode, useStudio } from '../../../store/store.js';
import { MODES } from '../../../store/view-state.js';
import { WorkError } from '../../../workers/worker-client.js';
import type { NamedBytes } from '../../../workers/worker-protocol.js';
import { openCreature, openDefaultCreature, openFiles } from './open-files.js';
import { openSession, skipAutosave, startAutosave } from './save-session.js';

/** Where a tab remembers what it was files. */
const OPENED_KEY = 'posespace.files';

let started = false;

/** Opens the first thing; once. */
export async function startStudio(): Promise<void> {
  if (started) return;
  started = true;
  setView('scene', { theme: readPreferences().theme });
  await startAutosave();
  if (isFreshStart()) await openDefault();
  else if (!(await openCommandLineFiles()) && !(await openNewestSession())) await openDefault();
  registerServiceWorker();
}

/** A creature of ours; not kept until something is done to it. */
export async function openDefault(): Promise<void> {
  if (await openDefaultCreature()) skipAutosave();
}

/** One of our creatures: like the one that greets, it is not kept until something is done to it. */
export async function openSample(kind: CreatureKind, seed = 0): Promise<void> {
  if (await openCreature(kind, seed)) skipAutosave();
}

/** Leaves everything that is open and begins again, where nothing else helps; what is kept stays kept. */
export function restartFresh(): void {
  location.assign(`${location.pathname}?fresh`);
}

function isFreshStart(): boolean {
  if (!new URLSearchParams(location.search).has('fresh')) return false;
  history.replaceState(null, '', location.pathname);
  return true;
}

async function openNewestSession(): Promise<boolean> {
  const [newest] = useStudio.getState().view.session.sessions;
  if (!newest || !(await openSession(newest.id))) return false;
  setView('session', { restored: newest.name });
  const mode = MODES.find((one) => one === newest.mode);
  if (mode) showMode(mode);
  return true;
}

/** Opens what the command line gave; once in a tab, so that a reload brings back what was made of it. */
async function openCommandLineFiles(): Promise<boolean> {
  const listed = await listCommandLineFiles();
  const names = JSON.stringify(listed.map(({ name }) => name));
  if (listed.length === 0 || isKnownToTab(names)) return false;
  const files = await runTask('Opening', (work) =>
    Promise.all(listed.map((file) => fetchCommandLineFile(file, work.signal))),
  );
  if (!files || !(await openFiles(files))) return false;
  showMode('pose');
  return true;
}

function isKnownToTab(names: string): boolean {
  try {
    const known = sessionStorage.getItem(OPENED_KEY) === names;
    sessionStorage.setItem(OPENED_KEY, names);
    return known;
  } catch {
    return false;
  }
}

interface CommandLineFile {
  readonly name: string;
  readonly url: string;
}

/** Files that were named on the command line; static hosts have a list without any. */
async function listCommandLineFiles(): Promise<readonly CommandLineFile[]> {
  try {
    const response = await fetch('open.json', { cache: 'no-store' });
    const { files } = (await response.json()) as { readonly files?: unknown };
    return Array.isArray(files) ? files : [];
  } catch {
    return [];
  }
}

async function fetchCommandLineFile(
  { name, url }: CommandLineFile,
  signal: AbortSignal,
): Promise<NamedBytes> {
  const response = await fetch(url, { cache: 'no-store', signal });
  if (!response.ok) throw new WorkError('file', `"${name}" cannot be read; check that it is still there.`);
  return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** How long after the first creature is shown, milliseconds: its pose space comes first. */
const QUIET = 8000;

function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  setTimeout(() => {
    // A browser that refuses (a private window, a full disk) has a studio that needs its network.
    navigator.serviceWorker.register('sw.js').catch(() => undefined);
  }, QUIET);
}
