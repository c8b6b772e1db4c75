import { restPose, type Skeleton } from 'posespace/rig';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StudioDocument } from '../../../store/document.js';
import {
  documentOf,
  replaceDocument,
  setView,
  shownPose,
  undoChange,
  useStudio,
} from '../../../store/store.js';
import { beginPoseGesture } from './pose-gesture.js';

const skeleton: Skeleton = {
  names: ['root'],
  parents: Int16Array.of(-1),
  rest: new Float32Array(3),
  frames: Float32Array.of(0, 0, 0, 1),
};
const first = restPose(skeleton);
const poses = [1, 2, 3].map((x) => ({ ...first, root: Float32Array.of(x, 0, 0) }));
const state = () => useStudio.getState();

beforeEach(() => {
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  setView('scene', { preview: null });
  replaceDocument({
    model: { skeleton, clips: [] },
    pose: first,
    pins: [],
    library: [],
  } as unknown as StudioDocument);
});
afterEach(() => vi.unstubAllGlobals());

describe('a gesture', () => {
  it('is one history step, and undo is exact', () => {
    const gesture = beginPoseGesture('Drag root');
    for (const pose of poses) gesture.show(pose);
    expect(shownPose(state())).toBe(poses[2]);
    expect(documentOf(state())!.pose).toBe(first);
    gesture.finish();
    expect(state().history!.past).toHaveLength(1);
    expect(documentOf(state())!.pose).toBe(poses[2]);
    expect(state().view.scene.preview).toBeNull();
    undoChange();
    expect(shownPose(state())).toBe(first);
  });

  it('changes nothing when it is cancelled', () => {
    setView('scene', { preview: poses[0] });
    const gesture = beginPoseGesture('Drag root');
    expect(gesture.start).toBe(poses[0]);
    gesture.show(poses[1]);
    gesture.cancel();
    gesture.show(poses[2]);
    gesture.finish();
    expect(shownPose(state())).toBe(poses[0]);
    expect(state().history!.past).toHaveLength(0);
  });

  it('finishes the previous one', () => {
    const gesture = beginPoseGesture('Drag root');
    gesture.show(poses[0]);
    const next = beginPoseGesture('Drag root');
    expect(next.start).toBe(poses[0]);
    expect(documentOf(state())!.pose).toBe(poses[0]);
    gesture.show(poses[1]);
    expect(shownPose(state())).toBe(poses[0]);
    next.cancel();
  });
});
