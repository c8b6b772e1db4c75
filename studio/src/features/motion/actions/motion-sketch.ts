/** @file The new clip: its keyframes, the interpolation between them, and adding it to the model. */

import { uniqueClipName } from 'posespace';
import type { Clip } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import {
  EMPTY_SKETCH,
  type KeyEasing,
  type Sketch,
  type SketchKey,
  type StudioClip,
  type StudioDocument,
  sketchOf,
} from '../../../store/document.js';
import { limbsOf } from '../../../store/limbs.js';
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
import { insertClip, replaceClip, withClip } from './motion-clips.js';
import {
  type KeyList,
  type KeyScope,
  keyAt,
  moveKeys,
  placeKey,
  placeKeys,
  removeKeys,
  repeatKeys,
  SKETCH_RATE,
  stretchKeys,
} from './motion-keys.js';
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

/** Frames per second of the new clip. */
export const sketchRate = ({ frameRate = SKETCH_RATE }: Sketch): number => frameRate;

/** What the selected keyframes are: whole, or those of a limb. */
export function keyScope(limb = motionView().selectedLimb): KeyScope {
  const document = currentDocument();
  return {
    limb: limbsOf(document.model)[limb]?.joints,
    jointCount: document.model.skeleton!.parents.length,
    rate: sketchRate(document.sketch),
  };
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
  const { sketch } = currentDocument();
  const rate = sketchRate(sketch);
  const label = keyAt(sketch.keys, time, rate) < 0 ? 'Insert keyframe' : 'Replace keyframe';
  applyKeys(label, placeKey(sketch.keys, time, pose, rate));
  setView('motion', { selectedLimb: -1 });
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
    const { keys, selected } = placeKey(
      document.sketch.keys,
      state.view.motion.time,
      document.pose,
      sketchRate(document.sketch),
    );
    amendChange((last) => ({ ...last, sketch: { ...last.sketch, keys } }));
    setView('motion', { selectedKeys: selected });
    seek(state.view.motion.time);
  });
}

/** Moves keyframes relative to the start of the gesture; those of a limb leave the others where they are. */
export function dragKeys(
  start: readonly SketchKey[],
  chosen: readonly number[],
  seconds: number,
  gesture: object,
) {
  const label = chosen.length > 1 ? 'Move keyframes' : 'Move keyframe';
  applyKeys(label, moveKeys(start, chosen, seconds, keyScope()), gesture);
}

export function deleteKeys(): void {
  const { selectedKeys } = motionView();
  if (selectedKeys.length === 0) return;
  const { keys } = currentDocument().sketch;
  const label = selectedKeys.length > 1 ? 'Delete keyframes' : 'Delete keyframe';
  applyKeys(label, { keys: removeKeys(keys, selectedKeys, keyScope()), selected: [] });
}

/** Copies the selected keyframes to the playhead, or after the last keyframe where it is on them. */
export function duplicateKeys(): void {
  const { keys } = currentDocument().sketch;
  const { selectedKeys, time } = motionView();
  if (selectedKeys.length === 0) return;
  const scope = keyScope();
  const isOn = keyAt(
    selectedKeys.map((i) => keys[i]),
    time,
    scope.rate,
  );
  applyKeys('Duplicate keyframes', repeatKeys(keys, selectedKeys, scope, isOn < 0 ? time : undefined));
}

/** Sets how the motion leaves the selected keyframes. */
export function easeKeys(easing: KeyEasing): void {
  const { selectedKeys } = motionView();
  const chosen = new Set(selectedKeys);
  const keys = currentDocument().sketch.keys.map((key, i) => (chosen.has(i) ? { ...key, easing } : key));
  if (chosen.size > 0) applyKeys('Set easing', { keys, selected: selectedKeys });
}

/** Selects keyframes of a limb, or whole ones. */
export const selectKeys = (selectedKeys: readonly number[], selectedLimb = -1): void =>
  setView('motion', { selectedKeys: [...new Set(selectedKeys)].sort((a, b) => a - b), selectedLimb });

export const selectAllKeys = (): void => selectKeys([...currentDocument().sketch.keys.keys()]);

/** Sets the length of the new clip: keyframes keep their proportions. */
export function setSketchLength(seconds: number): void {
  const { sketch } = currentDocument();
  applyKeys('Set length', stretchKeys(sketch.keys, seconds, sketchRate(sketch)));
}

/** Sets the frame rate of the new clip; keyframes go to the nearest frames. */
export function setSketchRate(frameRate: number): void {
  changeSketch('Set frame rate', ({ keys }) => ({ frameRate, keys: placeKeys([], keys, frameRate).keys }));
}

/** Sets the new clip aside and starts another. */
export function startSketch(): void {
  const { model, sketch, drafts = [] } = currentDocument();
  const aside = sketch.keys.length > 0 ? [sketch, ...drafts] : drafts;
  const taken = [
    ...model.clips,
    ...aside.map(({ name }) => ({ name, times: new Float32Array(0), poses: [] })),
  ];
  change('New clip', (document) => ({
    ...document,
    sketch: { ...EMPTY_SKETCH, name: uniqueClipName(taken, EMPTY_SKETCH.name) },
    drafts: aside,
  }));
  setView('scene', { preview: null });
  chooseClip('sketch');
}

/** Goes on with a clip that was set aside; the present one takes its place. */
export function openDraft(index: number): void {
  const { sketch, drafts = [] } = currentDocument();
  const others = drafts.filter((_, i) => i !== index);
  change(`Edit ${drafts[index].name}`, (document) => ({
    ...document,
    sketch: drafts[index],
    drafts: sketch.keys.length > 0 ? [sketch, ...others] : others,
  }));
  chooseClip('sketch');
  seek(0);
}

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
  const name = uniqueClipName(model.clips, sketch.name);
  const clip: StudioClip = { ...bakeSketch(sketch), name, sketch };
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
  const clip: StudioClip = { ...bakeSketch(sketch), sketch };
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
  const frameRate =
    times.length > 1 ? Math.round((times.length - 1) / (times[times.length - 1] - times[0])) : 30;
  const rate = Math.min(120, Math.max(1, Math.max(frameRate, SKETCH_RATE)));
  return { name, interpolation: 'joints', frameRate: rate, keys: placeKeys([], keys, rate).keys };
}
