/** @file Edits of the clip on the timeline. Each is one step of the history and reports its result. */

import {
  addRootMotion,
  type Clip,
  type ClipContacts,
  clipDuration,
  type EasingName,
  easeClip,
  type LoopedClip,
  resampleClip,
  reverseClip,
  sliceClip,
  stretchClip,
  type TrackedMotion,
} from 'posespace/motion';
import { partnersOf } from '../../../store/body-directions.js';
import { bareClip, recipeOf, sketchOf } from '../../../store/document.js';
import { currentDocument, errorMessage, notify, runTask, setView, useStudio } from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import type { ClipEdit } from '../../../workers/worker-protocol.js';
import { replaceClip } from './motion-clips.js';
import { clipBody, contactsOf, rememberContacts } from './motion-contacts.js';
import { styleMotion } from './motion-library.js';
import { sketchFromClip } from './motion-sketch.js';
import { clipOf } from './motion-track.js';
import { pause, play, seek } from './playback.js';

/** Position error allowed when a clip is reduced to keyframes, % of the body size. */
const KEY_TOLERANCE = 2.5;
/** Most keyframes of a reduced clip. */
const MOST_KEYS = 40;

/** The clip on the timeline and its index. */
function chosen(): { readonly clip: Clip; readonly index: number } | null {
  const state = useStudio.getState();
  const clip = clipOf(state);
  return clip ? { clip, index: state.view.motion.clip as number } : null;
}

/** Replaces a clip, if it still exists, and shows it at the playhead. */
function put(
  before: Clip,
  after: Clip,
  label: string,
  toolResult: string | null,
  contacts?: ClipContacts,
): void {
  const index = currentDocument().model.clips.indexOf(before);
  if (index < 0) return;
  const { playing } = useStudio.getState().view.motion;
  pause();
  // An edited clip is no longer what its recipe would give.
  const edited = bareClip(after);
  if (contacts) rememberContacts(edited, contacts);
  replaceClip(index, edited, `${label} ${before.name}`);
  setView('motion', { toolResult, window: null });
  if (clipOf(useStudio.getState()) === edited) seek(useStudio.getState().view.motion.time);
  if (playing) play();
}

/** An edit on the page. */
function change(label: string, toolResult: string, edit: (clip: Clip) => Clip): void {
  const now = chosen();
  if (!now) return;
  try {
    put(now.clip, edit(now.clip), label, toolResult);
  } catch (error) {
    notify('error', errorMessage(error));
  }
}

/** An edit in the background worker. */
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

/** Sets the length: a generated motion is generated at that length, any other clip is stretched. */
export function retime(length: number): void {
  if (isGenerated()) styleMotion({ duration: length }, {});
  else change('Retime', `Duration: ${seconds(length)}.`, (clip) => stretchClip(clip, { seconds: length }));
}

/** Sets the frames per second. */
export function resample(frameRate: number): void {
  if (isGenerated()) styleMotion({ frameRate }, {});
  else change('Resample', `${frameRate} frames per second.`, (clip) => resampleClip(clip, { frameRate }));
}

/** Whether the clip on the timeline can still be generated with other options. */
function isGenerated(): boolean {
  const now = chosen();
  return now !== null && recipeOf(now.clip) !== undefined;
}

export const speedUp = (speed: number): void =>
  change('Retime', `Speed changed to ${speed} ×.`, (clip) => stretchClip(clip, { speed }));

export const ease = (pace: EasingName): void =>
  change('Ease', 'Easing applied; the duration is unchanged.', (clip) => easeClip(clip, pace));

export const reverse = (): void => change('Reverse', 'Reversed.', reverseClip);

/** Removes the part before or after the playhead. */
export function trim(side: 'before' | 'after'): void {
  const now = chosen();
  if (!now) return;
  const { times } = now.clip;
  const at = times[0] + useStudio.getState().view.motion.time;
  const end = times[times.length - 1];
  const [from, to] = side === 'before' ? [at, end] : [times[0], at];
  if (!(to - from > 0)) {
    notify('info', 'Nothing would be left.', 'Move the playhead to where the clip should be cut.');
    return;
  }
  change('Trim', `Duration: ${seconds(to - from)}.`, (clip) => sliceClip(clip, from, to));
  seek(side === 'before' ? 0 : to - from);
}

export const mirror = (): Promise<void> =>
  changeInBackground('Mirror', 'Left and right swapped.', {
    kind: 'mirror',
    partners: partnersOf(currentDocument().model),
  });

export const turnRootMotionOff = (): Promise<void> =>
  changeInBackground('Turn off root motion of', 'Root motion removed.', { kind: 'remove-root-motion' });

export const joinWith = (next: Clip, blend: number): Promise<void> =>
  changeInBackground('Join', `Joined with ${next.name}, blended over ${seconds(blend)}.`, {
    kind: 'join',
    next,
    blend,
  });

/** Adds the root motion at which the feet do not slide. */
export async function turnRootMotionOn(): Promise<void> {
  const now = chosen();
  if (!now) return;
  const contacts = await runTask(`Detecting contacts of ${now.clip.name}`, () => contactsOf(now.clip));
  if (!contacts) return;
  const speed = Math.hypot(contacts.rootVelocity[0], contacts.rootVelocity[2]);
  if (!(speed > 0)) {
    notify('info', 'The feet do not slide, so there is no root motion to add.');
    return;
  }
  const toolResult = `Root motion of ${(speed / contacts.height).toFixed(2)} body heights per second added.`;
  put(now.clip, addRootMotion(now.clip, contacts.rootVelocity), 'Turn on root motion of', toolResult);
}

/** Trims and blends the clip so that it loops. */
export async function closeLoop(): Promise<void> {
  const now = chosen();
  const { skeleton } = currentDocument().model;
  if (!now || !skeleton) return;
  const looped = await runTask(`Closing the loop of ${now.clip.name}`, (work) =>
    callWorker('background', 'loop', [skeleton, now.clip], work),
  );
  if (!looped) return;
  // The playhead stays on its pose, which trimming the start moves.
  const { time } = useStudio.getState().view.motion;
  const kept = Math.max(0, now.clip.times[0] + time - looped.start);
  setView('motion', { time: Math.min(kept, clipDuration(looped.clip)) });
  put(now.clip, looped.clip, 'Close loop', describeLoop(now.clip, looped));
}

function describeLoop(source: Clip, { clip, seam, step }: LoopedClip): string {
  const cut = clipDuration(source) - clipDuration(clip);
  const what = cut > 0.02 ? `${seconds(cut)} trimmed. ` : '';
  return (
    what +
    (seam <= step ? 'The loop is seamless.' : 'A jump remains: the first and last poses differ too much.')
  );
}

/** Removes foot sliding; reports it before and after. */
export async function fixFootSliding(): Promise<void> {
  const now = chosen();
  if (!now) return;
  const { clip } = now;
  const { mesh, skeleton, skin } = currentDocument().model;
  const body = clipBody();
  const toolResult = await runTask(`Fixing foot sliding of ${clip.name}`, async (work) => {
    const cleaned = await callWorker('background', 'cleanFootSkate', [body, clip, {}], work);
    if (!skin || !skeleton || mesh.triangles.length === 0) return { cleaned, words: 'Foot sliding fixed.' };
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
  put(clip, toolResult.cleaned.clip, 'Fix foot sliding of', toolResult.words, toolResult.cleaned.contacts);
  for (const { severity, message, fix } of toolResult.cleaned.findings)
    if (severity !== 'info') notify('warning', message, fix);
}

/** Simulates the clip; reports how far it is from the clip and what the simulation needed. */
export async function addPhysics(): Promise<void> {
  const now = chosen();
  if (!now) return;
  const { clip } = now;
  const tracked = await runTask(`Simulating ${clip.name}`, (work) =>
    callWorker('background', 'track', [clipBody(), clip], work),
  );
  if (!tracked) return;
  put(clip, tracked.clip, 'Add physics to', describeTracking(tracked), tracked.contacts);
  for (const { severity, message, fix } of tracked.findings)
    if (severity !== 'info') notify('warning', message, fix);
}

function describeTracking({ trackingError, residualRootForce, fell }: TrackedMotion): string {
  const moved = `Simulated: joints moved by ${trackingError.toFixed(1)} % of the height on average.`;
  if (fell) return `${moved} The body fell, so its root follows the clip.`;
  const { force, torque } = residualRootForce;
  return force === 0 && torque === 0
    ? `${moved} It keeps its balance by itself.`
    : `${moved} It is helped by a residual root force of ${(100 * force).toFixed(0)} % of its weight.`;
}

type GroundErrors = { readonly skate: number; readonly penetration: number };

/** Values below these are invisible: body heights per second, % of the height. */
const INVISIBLE = { skate: 0.02, penetration: 0.1 };

function describeFootSliding(before: GroundErrors, after: GroundErrors): string {
  const part = (what: string, key: keyof GroundErrors, unit: string) => {
    if (before[key] <= INVISIBLE[key]) return `No ${what}.`;
    const capitalized = what.charAt(0).toUpperCase() + what.slice(1);
    const less = Math.round(100 * (1 - after[key] / before[key]));
    const figures = `${before[key].toFixed(2)} → ${after[key].toFixed(2)} ${unit}`;
    return less > 0
      ? `${capitalized} reduced by ${less} % (${figures}).`
      : `${capitalized} unchanged (${figures}).`;
  };
  return `${part('foot sliding', 'skate', 'heights/s')} ${part('ground penetration', 'penetration', '% of the height')}`;
}

/** Reduces the clip to a few keyframes and opens them as the new clip. */
export async function editAsKeys(): Promise<void> {
  const now = chosen();
  const { skeleton } = currentDocument().model;
  if (!now || !skeleton) return;
  if (sketchOf(now.clip)) {
    sketchFromClip(now.clip);
    return;
  }
  const reduced = await runTask(`Finding keyframes of ${now.clip.name}`, async (work) => {
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
