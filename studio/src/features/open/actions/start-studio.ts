/** @file Opens the first document: files from the command line, else the last session, else a sample creature. */

import type { SampleName } from 'posespace/io';
import { readPreferences } from '../../../storage/preferences.js';
import { runTask, setView, showMode, useStudio } from '../../../store/store.js';
import { MODES } from '../../../store/view-state.js';
import { WorkError } from '../../../workers/worker-client.js';
import type { NamedBytes } from '../../../workers/worker-protocol.js';
import { openCreature, openDefaultCreature, openFiles, showFirst } from './open-files.js';
import { openSession, skipAutosave, startAutosave } from './save-session.js';

/** The session storage key of the files that this tab already opened. */
const OPENED_KEY = 'posespace.opened';

let started = false;

/** Opens the first document; once. */
export async function startStudio(): Promise<void> {
  if (started) return;
  started = true;
  setView('scene', { theme: readPreferences().theme });
  await startAutosave();
  if (isFreshStart()) await openDefault();
  else if (!(await openCommandLineFiles()) && !(await openNewestSession())) await openDefault();
  registerServiceWorker();
}

/** Opens the default sample creature; not saved before its first change. */
export async function openDefault(): Promise<void> {
  if (await openDefaultCreature()) skipAutosave();
}

/** Opens a sample creature; not saved before its first change. */
export async function openSample(name: SampleName): Promise<void> {
  if (await openCreature(name)) skipAutosave();
}

/** Reloads the page without restoring the last session, which stays stored. */
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

/** Opens files from the command line; once per tab, so that a reload restores the edited session instead. */
async function openCommandLineFiles(): Promise<boolean> {
  const listed = await listCommandLineFiles();
  const names = JSON.stringify(listed.map(({ name }) => name));
  if (listed.length === 0 || isOpenedInTab(names)) return false;
  const files = await runTask('Opening', (work) =>
    Promise.all(listed.map((file) => fetchCommandLineFile(file, work.signal))),
  );
  return files !== undefined && (await openFiles(files)) && showFirst();
}

function isOpenedInTab(names: string): boolean {
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

/** Files named on the command line; empty on static hosts. */
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

/** Delay between the pose space and the files for offline use, milliseconds: what is used at once comes first. */
const OFFLINE_DELAY = 4000;
/** Without a pose space they come after this time. */
const LONGEST_WAIT = 60_000;

/** Makes the studio work offline from the next visit on. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  let isRegistered = false;
  const register = () => {
    if (isRegistered) return;
    isRegistered = true;
    // Without a service worker (private window, full disk) the studio needs the network.
    navigator.serviceWorker.register('sw.js').catch(() => undefined);
  };
  setTimeout(register, LONGEST_WAIT);
  const end = useStudio.subscribe(({ view }) => {
    if (!view.pose.space) return;
    end();
    setTimeout(register, OFFLINE_DELAY);
  });
}
