/** @file The clip in the making: its keys, how the interpolation between them is found, and what becomes of it. */

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
import { freeName, insertClip, madeOf, rememberKeys, replaceClip, withClip } from './motion-clips.js';
import { type KeyList, keyAt, moveKeys, placeKey, placeKeys, removeKeys, repeatKeys } from './motion-keys.js';
import { clipOf } from './motion-track.js';
import { chooseClip, pause, seek } from './playback.js';

/** How far a key set in a clip is felt on either side, seconds. */
const REACH = 0.3;

const motionView = () => useStudio.getState().view.motion;

/** Changes the clip in the making. */
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

/** Sets the pose on the screen as a key at the playhead; in a clip of the model, bends the clip to it. */
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
  applyKeys(keyAt(keys, time) < 0 ? 'Set key' : 'Replace key', placeKey(keys, time, pose));
  seek(time);
}

function setKeyInClip(clip: Clip): void {
  const { clip: index, time } = motionView();
  if (useStudio.getState().view.scene.preview) {
    notify('info', 'The clip already has this pose here.', 'Move the body first, then set the key.');
    return;
  }
  const { pose } = currentDocument();
  replaceClip(index as number, bendClip(clip, clip.times[0] + time, pose, REACH), `Set key in ${clip.name}`);
  seek(time);
}

/** Every change of the pose becomes a key while the timeline is open and this is on. Gives what ends it. */
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

/** Moves keys from where they were when the gesture began. */
export function dragKeys(
  start: readonly KeyPose[],
  chosen: readonly number[],
  seconds: number,
  gesture: object,
) {
  applyKeys(chosen.length > 1 ? 'Move keys' : 'Move key', moveKeys(start, chosen, seconds), gesture);
}

export function deleteKeys(): void {
  const { selectedKeys } = motionView();
  if (selectedKeys.length === 0) return;
  const { keys } = currentDocument().sketch;
  const label = selectedKeys.length > 1 ? 'Delete keys' : 'Delete key';
  applyKeys(label, { keys: removeKeys(keys, selectedKeys), selected: [] });
}

export function duplicateKeys(): void {
  const { keys } = currentDocument().sketch;
  const { selectedKeys } = motionView();
  if (selectedKeys.length > 0) applyKeys('Duplicate keys', repeatKeys(keys, selectedKeys));
}

export const selectKeys = (selectedKeys: readonly number[]): void =>
  setView('motion', { selectedKeys: [...new Set(selectedKeys)].sort((a, b) => a - b) });

export const selectAllKeys = (): void => selectKeys([...currentDocument().sketch.keys.keys()]);

/** The first pose once more at the end, so that the clip goes round. */
export function closeSketch(): void {
  const { keys } = currentDocument().sketch;
  if (keys.length > 0) applyKeys('Close with first key', repeatKeys(keys, [0]));
}

export function clearSketch(): void {
  applyKeys('Clear keys', { keys: [], selected: [] });
  setView('scene', { preview: null });
}

export const setInterpolation = (interpolation: Sketch['interpolation']): void =>
  changeSketch(interpolation === 'joints' ? 'Turn joints evenly' : 'Go along the pose space', () => ({
    interpolation,
  }));

export const nameSketch = (name: string): void => changeSketch('Rename clip', () => ({ name }));

/** Whether the ways between all keys are known; those that are not are found first. */
async function isComplete(): Promise<boolean> {
  if (allTransitionsReady(currentDocument().sketch)) return true;
  return (await runTask('Finding the interpolation between keys', completeTransitions)) ?? false;
}

/** Makes a clip of the model of the keys; there is room for the next one then. */
export async function addSketchToClips(): Promise<void> {
  if (!(await isComplete())) return;
  const { sketch, model } = currentDocument();
  if (sketch.keys.length < 2) return;
  pause();
  const clip = { ...bakeSketch(sketch), name: freeName(model.clips, sketch.name) };
  rememberKeys(clip, sketch);
  const index = model.clips.length;
  const next = { ...sketch, keys: [], name: freeName([...model.clips, clip], sketch.name) };
  change(`Add ${clip.name}`, (document) => ({ ...insertClip(document, index, clip), sketch: next }));
  chooseClip(index);
}

/** The clip of the model that the keys have the name of, −1 where there is none. */
export const namesakeOf = ({ model, sketch }: StudioDocument): number =>
  model.clips.findIndex(({ name }) => name === sketch.name);

/** Puts what the keys make in the place of the clip that has their name. */
export async function replaceFromSketch(): Promise<void> {
  if (!(await isComplete())) return;
  const document = currentDocument();
  const index = namesakeOf(document);
  if (index < 0 || document.sketch.keys.length < 2) return;
  pause();
  const { sketch, model } = document;
  const clip = bakeSketch(sketch);
  rememberKeys(clip, sketch);
  const next = { ...sketch, keys: [], name: freeName(model.clips, sketch.name) };
  change(`Replace ${sketch.name}`, (now) => ({ ...withClip(now, index, clip), sketch: next }));
  chooseClip(index);
}

/** Puts keys on the timeline that a clip was made of, or its frames. */
export function sketchFromClip(clip: Clip): void {
  const sketch = madeOf(clip) ?? framesAsKeys(clip);
  change(`Turn ${clip.name} into keys`, (document) => ({
    ...document,
    sketch: { ...sketch, name: clip.name },
  }));
  chooseClip('sketch');
}

function framesAsKeys({ name, times, poses }: Clip): Sketch {
  const keys = poses.map((pose, f) => ({ time: times[f] - times[0], pose }));
  return { name, interpolation: 'joints', keys: placeKeys([], keys).keys };
}
