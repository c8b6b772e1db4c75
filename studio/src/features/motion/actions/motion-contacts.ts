/** @file What touches the ground in the clip on the timeline: found on the bench when it is looked at, once for a clip. */

import type { Clip, ClipContacts } from 'posespace/motion';
import { currentDocument, setView, useStudio } from '../../../store/store.js';
import { callWorker, isAborted } from '../../../workers/worker-client.js';
import type { BoundBody } from '../../../workers/worker-protocol.js';
import { bakeSketch } from './key-transitions.js';
import { type Track, trackOf } from './motion-track.js';

/** How long a clip has to stay before its contacts are sought, milliseconds. */
const PATIENCE = 250;

const NO_CONTACTS: ClipContacts = {
  ground: 0,
  height: 1,
  travel: new Float32Array(3),
  loop: false,
  tracks: [],
};

const known = new WeakMap<Clip, Promise<ClipContacts>>();

/** The body, for verbs about clips, which need no examples. */
export function clipBody(): BoundBody {
  const { mesh, skeleton, skin } = currentDocument().model;
  return { skeleton: skeleton!, ...(skin && { mesh, skin }), examples: [] };
}

/** The contacts of a clip. */
export function contactsOf(clip: Clip): Promise<ClipContacts> {
  const found = known.get(clip) ?? callWorker('background', 'contacts', [clipBody(), clip]);
  known.set(clip, found);
  found.catch(() => known.delete(clip));
  return found;
}

/** Says what the contacts of a clip are, where a tool knows them. */
export const rememberContacts = (clip: Clip, contacts: ClipContacts): void => {
  known.set(clip, Promise.resolve(contacts));
};

/** Keeps the contacts of the clip on the timeline up to date while they are shown. Gives what ends it. */
export function watchContacts(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watched: Track | null = null;
  const update = (state = useStudio.getState()) => {
    const { showContacts, transitionProgress } = state.view.motion;
    const track = showContacts && state.view.scene.facts ? trackOf(state) : null;
    // While the ways between keys are being found, the next one changes everything.
    const still = track && !transitionProgress && track.duration > 0 ? track : null;
    if (still === watched) return;
    watched = still;
    clearTimeout(timer);
    if (state.view.motion.contacts) setView('motion', { contacts: null });
    if (still) timer = setTimeout(() => void show(still), PATIENCE);
  };
  const show = async (track: Track) => {
    try {
      const contacts = await contactsOf(track.clip ?? bakeSketch(currentDocument().sketch));
      if (watched === track) setView('motion', { contacts });
    } catch (error) {
      // A body that cannot stand is no trouble: there is nothing to show. What was stopped is asked for again.
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
