import { readSample } from 'posespace/io/node';
import { type Pose, restPose } from 'posespace/rig';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  change,
  currentDocument,
  redoChange,
  replaceDocument,
  setView,
  showMode,
  undoChange,
  useStudio,
} from '../../../store/store.js';
import { renameClip } from './motion-clips.js';
import {
  addSketchToClips,
  autoKeyPoses,
  replaceFromSketch,
  setKey,
  sketchFromClip,
} from './motion-sketch.js';
import { trackOf } from './motion-track.js';
import { applyShownPose, chooseClip, followDocument, seek } from './playback.js';

const creature = await readSample('dog');
const skeleton = creature.skeleton!;

/** The rest pose with its root moved. */
const poseAt = (x: number): Pose => ({ ...restPose(skeleton), root: Float32Array.of(x, 0, 0) });
const clip = { name: 'slide', times: Float32Array.of(0, 1), poses: [poseAt(0), poseAt(10)] };
const preview = () => useStudio.getState().view.scene.preview;
const drag = (pose: Pose) => change('Drag', (document) => ({ ...document, pose }));

let ends: (() => void)[] = [];

beforeEach(() => {
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  replaceDocument({
    model: { ...creature, clips: [clip] },
    findings: [],
    pose: restPose(skeleton),
    pins: [],
    library: [],
    sketch: { name: 'new', keys: [], interpolation: 'joints' },
  });
  showMode('motion');
  setView('motion', { clip: 0, time: 0, selectedKeys: [], autoKey: false });
  ends = [followDocument(), autoKeyPoses()];
});

afterEach(() => {
  for (const end of ends) end();
  vi.unstubAllGlobals();
});

it('shows the clip at the playhead', () => {
  seek(0.5);
  expect(preview()!.root[0]).toBeCloseTo(5, 5);
  seek(99);
  expect(useStudio.getState().view.motion.time).toBe(1);
});

it('starts with the clip of an opened document', () => {
  seek(0.5);
  setView('scene', { preview: null });
  setView('motion', { time: 0 });
  replaceDocument({
    ...currentDocument(),
    model: { ...creature, clips: [{ ...clip, poses: [poseAt(2), poseAt(3)] }] },
  });
  expect(preview()!.root[0]).toBe(2);
});

it('a track stays the same object while it is unchanged', () => {
  chooseClip('sketch');
  setKey();
  const before = useStudio.getState();
  const track = trackOf(before);
  seek(0.5);
  setKey();
  expect(trackOf(useStudio.getState())).not.toBe(track);
  expect(trackOf(before)).toBe(track);
  expect(trackOf(useStudio.getState())).toBe(trackOf(useStudio.getState()));
});

it('a changed pose is shown itself; undo shows the clip again, redo the pose', () => {
  seek(0.5);
  drag(poseAt(77));
  expect(preview()).toBeNull();
  undoChange();
  expect(preview()!.root[0]).toBeCloseTo(5, 5);
  redoChange();
  expect(preview()).toBeNull();
  expect(currentDocument().pose.root[0]).toBe(77);
});

it('a keyframe inserted in a clip edits it; undo shows the pose before it', () => {
  seek(0.5);
  drag(poseAt(7));
  setKey();
  expect(preview()!.root[0]).toBeCloseTo(7, 5);
  seek(0);
  expect(preview()!.root[0]).toBeCloseTo(0, 5);
  expect(currentDocument().model.clips[0]).not.toBe(clip);
  undoChange();
  expect(currentDocument().model.clips[0]).toBe(clip);
  expect(preview()).toBeNull();
});

it('the visible pose is applied in one step with the edit that follows', () => {
  seek(0.3);
  const gesture = {};
  const { root } = applyShownPose(gesture);
  expect(root[0]).toBeCloseTo(3, 5);
  change('Drag', (document) => ({ ...document, pose: poseAt(4) }), gesture);
  expect(useStudio.getState().history!.past.length).toBe(1);
  expect(preview()).toBeNull();
});

it('keyframes are inserted at the playhead, and a new pose is shown after the last one', () => {
  chooseClip('sketch');
  expect(preview()).toBeNull();
  setKey();
  expect(currentDocument().sketch.keys.map(({ time }) => time)).toEqual([0]);
  drag(poseAt(3));
  chooseClip('sketch');
  expect(preview()).toBeNull();
  expect(useStudio.getState().view.motion.time).toBe(0.5);
  setKey();
  expect(currentDocument().sketch.keys.map(({ pose }) => pose.root[0])).toEqual([0, 3]);
  seek(0.25);
  expect(preview()!.root[0]).toBeCloseTo(1.5, 5);
});

it('a clip made from keyframes returns the same keyframes', async () => {
  chooseClip('sketch');
  for (const x of [0, 4, 1]) {
    drag(poseAt(x));
    chooseClip('sketch');
    setKey();
  }
  const { keys } = currentDocument().sketch;
  await addSketchToClips();
  const { model, sketch } = currentDocument();
  expect(model.clips.map(({ name }) => name)).toEqual(['slide', 'new']);
  expect(model.clips[1].times.length).toBe(31);
  expect(model.clips[1].poses[15].root[0]).toBe(4);
  expect(sketch).toMatchObject({ keys: [], name: 'new 2' });
  renameClip(1, 'slide');
  expect(currentDocument().model.clips[1].name).toBe('slide 2');
  sketchFromClip(currentDocument().model.clips[1]);
  expect(currentDocument().sketch.keys).toBe(keys);
  await replaceFromSketch();
  expect(currentDocument().model.clips.map(({ name }) => name)).toEqual(['slide', 'slide 2']);
});

it('with auto key a changed pose is a keyframe in the same step', () => {
  chooseClip('sketch');
  setView('motion', { autoKey: true });
  drag(poseAt(3));
  expect(currentDocument().sketch.keys.length).toBe(1);
  expect(useStudio.getState().history!.past.length).toBe(1);
  undoChange();
  expect(currentDocument().sketch.keys.length).toBe(0);
  redoChange();
  expect(currentDocument().sketch.keys.length).toBe(1);
  expect(useStudio.getState().history!.past.length).toBe(1);
});
