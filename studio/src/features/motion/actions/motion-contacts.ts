/** @file Ground contacts of the clip on the timeline, detected in the background worker and remembered per clip. */

import type { Clip, ClipContacts } from 'posespace/motion';
import { remember } from '../../../store/remember.js';
import { currentDocument, setView, useStudio } from '../../../store/store.js';
import { callWorker, isAborted } from '../../../workers/worker-client.js';
import type { BoundBody } from '../../../workers/worker-protocol.js';
import { bakeSketch } from './key-transitions.js';
import { type Track, trackOf } from './motion-track.js';

/** Delay between a change of the clip and the detection of its contacts, milliseconds. */
const DELAY = 250;

const NO_CONTACTS: ClipContacts = {
  ground: 0,
  height: 1,
  rootVelocity: new Float32Array(3),
  loop: false,
  tracks: [],
};

/** The contacts of a clip, from when they are first asked for. */
const knownOf = remember((_: Clip): { contacts?: Promise<ClipContacts> } => ({}));

/** The body for worker calls about clips, which need no example poses. */
export function clipBody(): BoundBody {
  const { mesh, skeleton, skin, anatomy } = currentDocument().model;
  return { skeleton: skeleton!, anatomy: anatomy!, ...(skin && { mesh, skin }), examples: [] };
}

/** The contacts of a clip. */
export function contactsOf(clip: Clip): Promise<ClipContacts> {
  const known = knownOf(clip);
  known.contacts ??= callWorker('background', 'contacts', [clipBody(), clip]).catch((error) => {
    // A call that failed or was cancelled is repeated.
    known.contacts = undefined;
    throw error;
  });
  return known.contacts;
}

/** Stores the contacts of a clip where a tool already computed them. */
export const rememberContacts = (clip: Clip, contacts: ClipContacts): void => {
  knownOf(clip).contacts = Promise.resolve(contacts);
};

/** Keeps the contacts of the clip on the timeline up to date while they are shown. Returns a function that stops it. */
export function watchContacts(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watched: Track | null = null;
  const update = (state = useStudio.getState()) => {
    const { showContacts, transitionProgress } = state.view.motion;
    const track = showContacts && state.view.scene.facts ? trackOf(state) : null;
    // Contacts would be outdated with the next transition.
    const stable = track && !transitionProgress && track.duration > 0 ? track : null;
    if (stable === watched) return;
    watched = stable;
    clearTimeout(timer);
    if (state.view.motion.contacts) setView('motion', { contacts: null });
    if (stable) timer = setTimeout(() => void show(stable), DELAY);
  };
  const show = async (track: Track) => {
    try {
      const contacts = await contactsOf(track.clip ?? bakeSketch(currentDocument().sketch));
      if (watched === track) setView('motion', { contacts });
    } catch (error) {
      // A body without contacts is no error; a cancelled call is repeated.
      if (isAborted(error)) watched = null;
      else if (watched === track) setView('motion', { contacts: NO_CONTACTS });
    }
  };
  update();
  const end = useStudio.subscribe((state) => update(state));
  return () => {
    end();
    clearTimeout(timer);
  };
}
