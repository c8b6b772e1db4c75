/** @file The playhead and playback. Frames go to the stage as `scene.preview`, without a React render. */

import type { Pose } from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import type { HistoryStep } from '../../../store/history.js';
import {
  change,
  currentDocument,
  type StudioState,
  setView,
  showMode,
  useStudio,
} from '../../../store/store.js';
import { averageGap, snapTime } from './motion-keys.js';
import { type Track, trackOf } from './motion-track.js';

/**
 * Steps of the history at which the stage showed the timeline instead of the document's pose. Undo and redo to one of
 * them show the timeline again; other steps show the document's pose.
 */
const covered = new WeakSet<HistoryStep<StudioDocument>>();

const presentStep = () => useStudio.getState().history?.present;

/**
 * Applies the visible pose to the document, for edits that start from it: stops playback and belongs to the history
 * step of `gesture`. Returns that pose. Does nothing where the document's own pose is visible.
 */
export function applyShownPose(gesture?: object, label = 'Apply pose'): Pose {
  const { preview } = useStudio.getState().view.scene;
  pause();
  if (preview) {
    change(label, (document) => ({ ...document, pose: preview }), gesture);
    const step = presentStep();
    if (step) covered.delete(step);
    setView('scene', { preview: null });
  }
  return currentDocument().pose;
}

/** The track on the timeline; null where nothing is open. */
export const currentTrack = (): Track | null => trackOf(useStudio.getState());

/** Moves the playhead and shows the pose there. */
export function seek(time: number): void {
  const state = useStudio.getState();
  const track = trackOf(state);
  if (!track || !state.history) return;
  const held = Math.max(0, Math.min(time, track.reach));
  covered.add(state.history.present);
  useStudio.setState(({ view }) => ({
    view: {
      ...view,
      motion: { ...view.motion, time: held },
      scene: { ...view.scene, preview: track.sample(held) },
    },
  }));
}

/** Moves the playhead by frames. */
export function stepFrames(count: number): void {
  pause();
  const track = currentTrack();
  if (track) seek(track.frameTime(track.frameAt(useStudio.getState().view.motion.time) + count));
}

export const seekStart = (): void => {
  pause();
  seek(0);
};

export const seekEnd = (): void => {
  pause();
  seek(currentTrack()?.duration ?? 0);
};

/** Shows a clip on the timeline. A pose that is not part of a clip stays visible after the last keyframe, to become one. */
export function chooseClip(clip: number | 'sketch'): void {
  pause();
  const { sketch } = currentDocument();
  const kept = clip === 'sketch' && !covered.has(presentStep()!);
  const end = sketch.keys[sketch.keys.length - 1];
  const time = kept && end ? snapTime(end.time + averageGap(sketch.keys), sketch.frameRate) : 0;
  setView('motion', {
    clip,
    time,
    window: null,
    selectedKeys: [],
    selectedLimb: -1,
    contacts: null,
    toolResult: null,
  });
  if (!kept) seek(time);
}

let ticking = 0;

export function play(): void {
  const track = currentTrack();
  if (!track || !(track.duration > 0)) return;
  const { time, playing } = useStudio.getState().view.motion;
  if (playing) return;
  setView('motion', { playing: true });
  seek(time >= track.duration ? 0 : time);
  let last = performance.now();
  const tick = (now: number) => {
    const { motion, mode } = useStudio.getState().view;
    const length = currentTrack()?.duration ?? 0;
    if (!motion.playing) return;
    if (!(length > 0) || mode !== 'motion') return pause();
    // A suspended tab continues where it was.
    const next = motion.time + Math.min(0.25, Math.max(0, now - last) / 1000) * motion.speed;
    last = now;
    if (next >= length && !motion.loop) {
      seek(length);
      return pause();
    }
    seek(next % length);
    ticking = requestAnimationFrame(tick);
  };
  ticking = requestAnimationFrame(tick);
}

export function pause(): void {
  cancelAnimationFrame(ticking);
  if (useStudio.getState().view.motion.playing) setView('motion', { playing: false });
}

/** Plays or pauses; opens the timeline first in other modes. */
export function togglePlay(): void {
  const { mode, motion } = useStudio.getState().view;
  if (mode !== 'motion') showMode('motion');
  if (motion.playing) pause();
  else play();
}

/**
 * Synchronizes stage and timeline while the timeline is open: a changed clip is shown at the playhead, a changed pose
 * is shown itself, and undo brings the timeline back. Returns a function that stops it.
 */
export function followDocument(): () => void {
  const { history, view } = useStudio.getState();
  // A pose changed in another mode stays visible, to be inserted as a keyframe.
  if (history && (history.past.length === 0 || covered.has(history.present))) seek(view.motion.time);
  const end = useStudio.subscribe(synchronize);
  return () => {
    end();
    pause();
  };
}

function synchronize(state: StudioState, before: StudioState): void {
  const [now, old] = [state.history, before.history];
  if (!now || state.view.mode !== 'motion') return;
  const { preview } = state.view.scene;
  const { time } = state.view.motion;
  const stepped = now.present !== old?.present;
  const samePose = now.present.document.pose === old?.present.document.pose;
  const travelled = now.present === old?.past[old.past.length - 1] || now.present === old?.future[0];
  // A change of anything but the pose keeps showing the timeline; a new document starts with it.
  const carried = old && samePose && covered.has(old.present);
  if (stepped && !travelled && (carried || now.past.length === 0)) covered.add(now.present);
  if (travelled && state.view.motion.toolResult) setView('motion', { toolResult: null });
  const track = trackOf(state);
  if (covered.has(now.present)) {
    if (stepped || track !== trackOf(before) || (!preview && track?.sample(time))) seek(time);
  } else if (stepped && preview && (travelled || !samePose)) {
    pause();
    setView('scene', { preview: null });
  }
}
