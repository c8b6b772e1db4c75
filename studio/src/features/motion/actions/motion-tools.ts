/** @file What can be done to the clip on the timeline. Each is one step of the history and says what came of it. */

import {
  addRootMotion,
  type Clip,
  clipDuration,
  type EasingName,
  easeClip,
  type LoopedClip,
  reverseClip,
  sliceClip,
  stretchClip,
} from 'posespace/motion';
import { currentDocument, errorMessage, notify, runTask, setView, useStudio } from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import type { ClipEdit } from '../../../workers/worker-protocol.js';
import { madeOf, replaceClip } from './motion-clips.js';
import { clipBody, contactsOf, rememberContacts } from './motion-contacts.js';
import { sketchFromClip } from './motion-sketch.js';
import { clipOf } from './motion-track.js';
import { pause, seek } from './playback.js';

/** How far joints may be off, % of the body's size, where a clip becomes keys: few enough to be moved by hand. */
const KEY_TOLERANCE = 2.5;
/** More keys than this are too many to be moved by hand. */
const MOST_KEYS = 40;

/** The clip that tools work on and where it is among the clips of the model. */
function chosen(): { readonly clip: Clip; readonly index: number } | null {
  const state = useStudio.getState();
  const clip = clipOf(state);
  return clip ? { clip, index: state.view.motion.clip as number } : null;
}

/** Replaces a clip, if it is still there, and shows it from where the playhead stands. */
function put(before: Clip, after: Clip, label: string, toolResult: string | null): void {
  const index = currentDocument().model.clips.indexOf(before);
  if (index < 0) return;
  pause();
  replaceClip(index, after, `${label} ${before.name}`);
  setView('motion', { toolResult, window: null });
  if (clipOf(useStudio.getState()) === after) seek(useStudio.getState().view.motion.time);
}

/** What is done at once. */
function change(label: string, toolResult: string, edit: (clip: Clip) => Clip): void {
  const now = chosen();
  if (!now) return;
  try {
    put(now.clip, edit(now.clip), label, toolResult);
  } catch (error) {
    notify('error', errorMessage(error));
  }
}

/** What is done on the bench. */
async function changeInBackground(label: string, toolResult: string, edit: ClipEdit): Promise<void> {
  const now = chosen();
  const { skeleton } = currentDocument().model;
  if (!now || !skeleton) return;
  const clip = await runTask(`${label} ${now.clip.name}`, (work) =>
    callWorker('background', 'editClip', [skeleton, now.clip, edit], work),
  );
  if (clip) put(now.clip, clip, label, toolResult);
}

const seconds = (value: number): string => `${value.toFixed(2)} s`;

export const retime = (length: number): void =>
  change('Retime', `Now ${seconds(length)} long.`, (clip) => stretchClip(clip, { seconds: length }));

export const speedUp = (speed: number): void =>
  change('Retime', `Now ${speed > 1 ? `${speed} times as fast` : 'slower'}.`, (clip) =>
    stretchClip(clip, { speed }),
  );

export const ease = (pace: EasingName): void =>
  change('Ease', 'The pace changed, the length stayed.', (clip) => easeClip(clip, pace));

export const reverse = (): void => change('Reverse', 'Runs backwards now.', reverseClip);

/** Cuts away what is before or behind the playhead. */
export function trim(side: 'before' | 'after'): void {
  const now = chosen();
  if (!now) return;
  const { times } = now.clip;
  const at = times[0] + useStudio.getState().view.motion.time;
  const end = times[times.length - 1];
  const [from, to] = side === 'before' ? [at, end] : [times[0], at];
  if (!(to - from > 0)) {
    notify('info', 'Nothing would be left.', 'Put the playhead where the clip shall be cut.');
    return;
  }
  change('Trim', `${seconds(to - from)} are left.`, (clip) => sliceClip(clip, from, to));
  seek(side === 'before' ? 0 : to - from);
}

export const mirror = (): Promise<void> =>
  changeInBackground('Mirror', 'Left does what right did.', {
    kind: 'mirror',
    partners: currentDocument().partners,
  });

export const turnRootMotionOff = (): Promise<void> =>
  changeInBackground('In place', 'The body stays where it is.', { kind: 'remove-root-motion' });

export const joinWith = (next: Clip, blend: number): Promise<void> =>
  changeInBackground('Join', `${next.name} follows, passing over in ${seconds(blend)}.`, {
    kind: 'join',
    next,
    blend,
  });

/** Adds the root motion at which the feet do not slide. */
export async function turnRootMotionOn(): Promise<void> {
  const now = chosen();
  if (!now) return;
  const contacts = await runTask(`Finding contacts of ${now.clip.name}`, () => contactsOf(now.clip));
  if (!contacts) return;
  const speed = Math.hypot(contacts.travel[0], contacts.travel[2]);
  if (!(speed > 0)) {
    notify('info', 'The feet do not slide, so there is no root motion to add.');
    return;
  }
  const toolResult = `Travels ${(speed / contacts.height).toFixed(2)} body heights a second, as its feet do.`;
  put(now.clip, addRootMotion(now.clip, contacts.travel), 'Travel', toolResult);
}

/** Cuts and blends the clip so that its end goes on as its beginning. */
export async function closeLoop(): Promise<void> {
  const now = chosen();
  const { skeleton } = currentDocument().model;
  if (!now || !skeleton) return;
  const looped = await runTask(`Closing the loop of ${now.clip.name}`, (work) =>
    callWorker('background', 'loop', [skeleton, now.clip], work),
  );
  if (looped) put(now.clip, looped.clip, 'Close loop', describeLoop(now.clip, looped));
}

function describeLoop(source: Clip, { clip, seam, step }: LoopedClip): string {
  const cut = clipDuration(source) - clipDuration(clip);
  const what = cut > 0.02 ? `${seconds(cut)} were cut off. ` : '';
  return what + (seam <= step ? 'The seam cannot be seen.' : 'The seam can be seen: both ends differ much.');
}

/** Makes the feet hold; says what they skated before and after. */
export async function fixFootSliding(): Promise<void> {
  const now = chosen();
  if (!now) return;
  const { clip } = now;
  const { mesh, skeleton, skin } = currentDocument().model;
  const body = clipBody();
  const toolResult = await runTask(`Cleaning contacts of ${clip.name}`, async (work) => {
    const cleaned = await callWorker('background', 'cleanFootSkate', [body, clip, {}], work);
    rememberContacts(cleaned.clip, cleaned.contacts);
    if (!skin || !skeleton || mesh.triangles.length === 0) return { cleaned, words: 'The feet hold.' };
    const rig = { mesh, skeleton, skin };
    const before = await callWorker('background', 'measureMotion', [rig, clip, cleaned.contacts], work);
    const after = await callWorker(
      'background',
      'measureMotion',
      [rig, cleaned.clip, cleaned.contacts],
      work,
    );
    return { cleaned, words: describeFootSliding(before, after) };
  });
  if (!toolResult) return;
  put(clip, toolResult.cleaned.clip, 'Clean contacts', toolResult.words);
  for (const { severity, message, fix } of toolResult.cleaned.findings)
    if (severity !== 'info') notify('warning', message, fix);
}

type GroundErrors = { readonly skate: number; readonly penetration: number };

/** Figures below these cannot be seen: heights a second, % of the height. */
const UNSEEN = { skate: 0.02, penetration: 0.1 };

function describeFootSliding(before: GroundErrors, after: GroundErrors): string {
  const part = (what: string, key: keyof GroundErrors, unit: string) => {
    if (before[key] <= UNSEEN[key]) return `Feet did not ${what}.`;
    const less = Math.round(100 * (1 - after[key] / before[key]));
    const figures = `${before[key].toFixed(2)} → ${after[key].toFixed(2)} ${unit}`;
    return less > 0 ? `Feet ${what} ${less} % less (${figures}).` : `Feet ${what} as before (${figures}).`;
  };
  return `${part('skate', 'skate', 'heights/s')} ${part('sink in', 'penetration', '% of the height')}`;
}

/** Turns the clip into a few keys, to be changed by hand. */
export async function editAsKeys(): Promise<void> {
  const now = chosen();
  const { skeleton } = currentDocument().model;
  if (!now || !skeleton) return;
  if (madeOf(now.clip)) {
    sketchFromClip(now.clip);
    return;
  }
  const reduced = await runTask(`Finding key poses of ${now.clip.name}`, async (work) => {
    let tolerance = KEY_TOLERANCE;
    for (;;) {
      const edit = { kind: 'reduce', tolerance } as const;
      const clip = await callWorker('background', 'editClip', [skeleton, now.clip, edit], work);
      if (clip.times.length <= MOST_KEYS || tolerance > 20) return clip;
      tolerance *= 1.6;
    }
  });
  if (reduced) sketchFromClip(reduced);
}
