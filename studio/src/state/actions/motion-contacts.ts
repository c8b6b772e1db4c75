/** @file What touches the ground in the clip on the timeline: found on the bench when it is looked at, once for a clip. */

import type { Clip, ClipContacts } from 'posespace/motion';
import { ask, isAborted } from '../../work/client.js';
import type { BoundBody } from '../../work/verbs.js';
import { currentDocument, setView, useStudio } from '../store.js';
import { clipOf } from './motion-track.js';

/** How long a clip has to stay before its contacts are sought, milliseconds. */
const PATIENCE = 150;

const known = new WeakMap<Clip, Promise<ClipContacts>>();

/** The body, for verbs about clips, which need no examples. */
export function clipBody(): BoundBody {
  const { mesh, skeleton, skin } = currentDocument().model;
  return { skeleton: skeleton!, ...(skin && { mesh, skin }), examples: [] };
}

/** The contacts of a clip. */
export function contactsOf(clip: Clip): Promise<ClipContacts> {
  const found = known.get(clip) ?? ask('bench', 'contacts', [clipBody(), clip]);
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
  let watched: Clip | null = null;
  const update = (state = useStudio.getState()) => {
    const clip = state.view.motion.showContacts && state.view.scene.facts ? clipOf(state) : null;
    if (clip === watched) return;
    watched = clip;
    clearTimeout(timer);
    if (state.view.motion.contacts) setView('motion', { contacts: null });
    if (clip) timer = setTimeout(() => void show(clip), PATIENCE);
  };
  const show = async (clip: Clip) => {
    try {
      const contacts = await contactsOf(clip);
      if (watched === clip) setView('motion', { contacts });
    } catch (error) {
      // A body without contacts is no trouble: there is nothing to show.
      if (isAborted(error)) watched = null;
    }
  };
  update();
  const end = useStudio.subscribe((state) => update(state));
  return () => {
    end();
    clearTimeout(timer);
  };
}
