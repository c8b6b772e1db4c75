/**
 * @file What greets: what the command line gave, else what was left last time, else a creature.
 */

import type { CreatureKind } from 'posespace/creatures';
import { keepOffline } from '../../../storage/offline.js';
import { readPreferences } from '../../../storage/preferences.js';
import { runTask, setView, showMode, useStudio } from '../../../store/store.js';
import { MODES } from '../../../store/view-state.js';
import { WorkError } from '../../../workers/worker-client.js';
import type { NamedBytes } from '../../../workers/worker-protocol.js';
import { openCreature, openFiles, openGreeting } from './open-files.js';
import { keepNothingYet, keepSessions, openSession } from './save-session.js';

/** Where a tab remembers what it was given. */
const GIVEN_KEY = 'posespace.given';

let started = false;

/** Opens the first thing; once. */
export async function startStudio(): Promise<void> {
  if (started) return;
  started = true;
  setView('scene', { theme: readPreferences().theme });
  await keepSessions();
  if (wantsFresh()) await greet();
  else if (!(await openGiven()) && !(await openNewestSession())) await greet();
  keepOffline();
}

/** A creature of ours; not kept until something is done to it. */
export async function greet(): Promise<void> {
  if (await openGreeting()) keepNothingYet();
}

/** One of our creatures: like the one that greets, it is not kept until something is done to it. */
export async function tryCreature(kind: CreatureKind, seed = 0): Promise<void> {
  if (await openCreature(kind, seed)) keepNothingYet();
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

async function openNewestSession(): Promise<boolean> {
  const [newest] = useStudio.getState().view.session.kept;
  if (!newest || !(await openSession(newest.id))) return false;
  setView('session', { restored: newest.name });
  const mode = MODES.find((one) => one === newest.mode);
  if (mode) showMode(mode);
  return true;
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
