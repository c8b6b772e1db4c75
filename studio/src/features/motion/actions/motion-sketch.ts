/** @file The new clip: its keyframes, the interpolation between them, and adding it to the model. */

import { uniqueClipName } from 'posespace';
import type { Clip, KeyPose } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import type { Sketch, StudioDocument } from '../../../store/document.js';
import {
  amendChange,
  change,
  currentDocument,
  notify,
  runTask,
  setView,
  shownPose,
  useStudio,
} from '../../../store/store.js';
import { allTransitionsReady, bakeSketch, completeTransitions } from './key-transitions.js';
import { bendClip } from './motion-bend.js';
import { insertClip, rememberKeys, replaceClip, sketchOf, withClip } from './motion-clips.js';
import { type KeyList, keyAt, moveKeys, placeKey, placeKeys, removeKeys, repeatKeys } from './motion-keys.js';
import { clipOf } from './motion-track.js';
import { chooseClip, pause, seek } from './playback.js';

/** Fade on either side of a pose set in a clip, seconds. */
const REACH = 0.3;

const motionView = () => useStudio.getState().view.motion;

/** Changes the new clip. */
function changeSketch(label: string, recipe: (sketch: Sketch) => Partial<Sketch>, gesture?: object): void {
  change(
    label,
    (document) => ({ ...document, sketch: { ...document.sketch, ...recipe(document.sketch) } }),
    gesture,
  );
}

function applyKeys(label: string, { keys, selected }: KeyList, gesture?: object): void {
  changeSketch(label, () => ({ keys }), gesture);
  setView('motion', { selectedKeys: selected });
}

/** Inserts the visible pose as a keyframe at the playhead; in a clip of the model, edits the clip to pass through it. */
export function setKey(): void {
  pause();
  const state = useStudio.getState();
  const pose = shownPose(state);
  if (!pose) return;
  const clip = clipOf(state);
  if (clip) setKeyInClip(clip);
  else setKeyInSketch(pose);
}

function setKeyInSketch(pose: Pose): void {
  const { time } = motionView();
  const { keys } = currentDocument().sketch;
  applyKeys(keyAt(keys, time) < 0 ? 'Insert keyframe' : 'Replace keyframe', placeKey(keys, time, pose));
  seek(time);
}

function setKeyInClip(clip: Clip): void {
  const { clip: index, time } = motionView();
  if (useStudio.getState().view.scene.preview) {
    notify(
      'info',
      'The clip already has this pose here.',
      'Change the pose first, then insert the keyframe.',
    );
    return;
  }
  const { pose } = currentDocument();
  replaceClip(
    index as number,
    bendClip(clip, clip.times[0] + time, pose, REACH),
    `Insert keyframe in ${clip.name}`,
  );
  seek(time);
}

/** Inserts a keyframe at every change of the pose while auto key is on. Returns a function that stops it. */
export function autoKeyPoses(): () => void {
  return useStudio.subscribe((state, before) => {
    const [now, old] = [state.history, before.history];
    if (!state.view.motion.autoKey || state.view.mode !== 'motion' || !now || !old || clipOf(state)) return;
    const { document } = now.present;
    const undone = now.present === old.past[old.past.length - 1] || now.present === old.future[0];
    if (undone || document.pose === old.present.document.pose) return;
    const { keys, selected } = placeKey(document.sketch.keys, state.view.motion.time, document.pose);
    amendChange((last) => ({ ...last, sketch: { ...last.sketch, keys } }));
    setView('motion', { selectedKeys: selected });
    seek(state.view.motion.time);
  });
}

/** Moves keyframes relative to the start of the gesture. */
export function dragKeys(
  start: readonly KeyPose[],
  chosen: readonly number[],
  seconds: number,
  gesture: object,
) {
  applyKeys(
    chosen.length > 1 ? 'Move keyframes' : 'Move keyframe',
    moveKeys(start, chosen, seconds),
    gesture,
  );
}

export function deleteKeys(): void {
  const { selectedKeys } = motionView();
  if (selectedKeys.length === 0) return;
  const { keys } = currentDocument().sketch;
  const label = selectedKeys.length > 1 ? 'Delete keyframes' : 'Delete keyframe';
  applyKeys(label, { keys: removeKeys(keys, selectedKeys), selected: [] });
}

export function duplicateKeys(): void {
  const { keys } = currentDocument().sketch;
  const { selectedKeys } = motionView();
  if (selectedKeys.length > 0) applyKeys('Duplicate keyframes', repeatKeys(keys, selectedKeys));
}

export const selectKeys = (selectedKeys: readonly number[]): void =>
  setView('motion', { selectedKeys: [...new Set(selectedKeys)].sort((a, b) => a - b) });

export const selectAllKeys = (): void => selectKeys([...currentDocument().sketch.keys.keys()]);

/** Repeats the first keyframe at the end, so that the clip loops. */
export function closeSketch(): void {
  const { keys } = currentDocument().sketch;
  if (keys.length > 0) applyKeys('Close loop', repeatKeys(keys, [0]));
}

export function clearSketch(): void {
  applyKeys('Clear keyframes', { keys: [], selected: [] });
  setView('scene', { preview: null });
}

export const setInterpolation = (interpolation: Sketch['interpolation']): void =>
  changeSketch(interpolation === 'joints' ? 'Interpolate per joint' : 'Interpolate in pose space', () => ({
    interpolation,
  }));

export const nameSketch = (name: string): void => changeSketch('Rename clip', () => ({ name }));

/** Computes missing transitions; false where that was cancelled or failed. */
async function isComplete(): Promise<boolean> {
  if (allTransitionsReady(currentDocument().sketch)) return true;
  return (await runTask('Computing transitions', completeTransitions)) ?? false;
}

/** Adds the new clip to the model and starts another. */
export async function addSketchToClips(): Promise<void> {
  if (!(await isComplete())) return;
  const { sketch, model } = currentDocument();
  if (sketch.keys.length < 2) return;
  pause();
  const clip = { ...bakeSketch(sketch), name: uniqueClipName(model.clips, sketch.name) };
  rememberKeys(clip, sketch);
  const index = model.clips.length;
  const next = { ...sketch, keys: [], name: uniqueClipName([...model.clips, clip], sketch.name) };
  change(`Add ${clip.name}`, (document) => ({ ...insertClip(document, index, clip), sketch: next }));
  chooseClip(index);
}

/** The clip of the model with the same name, −1 where there is none. */
export const namesakeOf = ({ model, sketch }: StudioDocument): number =>
  model.clips.findIndex(({ name }) => name === sketch.name);

/** Replaces the clip of the same name. */
export async function replaceFromSketch(): Promise<void> {
  if (!(await isComplete())) return;
  const document = currentDocument();
  const index = namesakeOf(document);
  if (index < 0 || document.sketch.keys.length < 2) return;
  pause();
  const { sketch, model } = document;
  const clip = bakeSketch(sketch);
  rememberKeys(clip, sketch);
  const next = { ...sketch, keys: [], name: uniqueClipName(model.clips, sketch.name) };
  change(`Replace ${sketch.name}`, (now) => ({ ...withClip(now, index, clip), sketch: next }));
  chooseClip(index);
}

/** Opens the keyframes of a clip as the new clip, or its frames where it has none. */
export function sketchFromClip(clip: Clip): void {
  const sketch = sketchOf(clip) ?? framesAsKeys(clip);
  change(`Edit ${clip.name} as keyframes`, (document) => ({
    ...document,
    sketch: { ...sketch, name: clip.name },
  }));
  chooseClip('sketch');
}

function framesAsKeys({ name, times, poses }: Clip): Sketch {
  const keys = poses.map((pose, f) => ({ time: times[f] - times[0], pose }));
  return { name, interpolation: 'joints', keys: placeKeys([], keys).keys };
}
