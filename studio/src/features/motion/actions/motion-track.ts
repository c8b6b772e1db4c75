/** @file The content of the timeline, a clip of the model or the new clip, behind one interface. */

import { type Clip, clipDuration, sampleClip } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import type { Sketch } from '../../../store/document.js';
import { remember } from '../../../store/remember.js';
import { documentOf, type StudioState, useStudio } from '../../../store/store.js';
import { sampleSketch } from './key-transitions.js';
import { SKETCH_RATE } from './motion-keys.js';

export interface Track {
  readonly name: string;
  /** The clip of the model; absent for the new clip. */
  readonly clip?: Clip;
  /** Time of the first frame in the clip's own times, seconds. */
  readonly start: number;
  /** Seconds from the first frame to the last. */
  readonly duration: number;
  /** Largest time of the playhead, seconds. */
  readonly reach: number;
  readonly frameCount: number;
  /** The pose at a time from the start; null where there is no keyframe yet. */
  sample(time: number): Pose | null;
  /** The frame at or before a time. */
  frameAt(time: number): number;
  /** The time of a frame, clamped to the track. */
  frameTime(frame: number): number;
}

/** Free time after the last keyframe, seconds. */
const TAIL = 1;
const SHORTEST_SKETCH = 2;
/** Largest difference between equal times, seconds. */
const TIME_TOLERANCE = 1e-4;

const clipTrack = remember(trackClip);
/** Tracks of the new clip, by the number of computed transitions. */
const sketchTracks = remember((_: Sketch) => new Map<number, Track>());

/** The track on the timeline; the same object while it is unchanged. */
export function trackOf(state: StudioState): Track | null {
  const document = documentOf(state);
  if (!document?.model.skeleton) return null;
  const clip = clipOf(state);
  if (clip) return clipTrack(clip);
  const { sketch } = document;
  const { transitionCount } = state.view.motion;
  const tracks = sketchTracks(sketch);
  const track = tracks.get(transitionCount) ?? trackSketch(sketch);
  tracks.set(transitionCount, track);
  return track;
}

/** The clip of the model on the timeline; null for the new clip. */
export function clipOf(state: StudioState): Clip | null {
  const { clip } = state.view.motion;
  const found = clip === 'sketch' ? undefined : documentOf(state)?.model.clips[clip];
  return found && found.times.length > 0 ? found : null;
}

function trackClip(clip: Clip): Track {
  const { times } = clip;
  const duration = clipDuration(clip);
  return {
    name: clip.name,
    clip,
    start: times[0],
    duration,
    reach: duration,
    frameCount: times.length,
    sample: (time) => sampleClip(clip, times[0] + time),
    frameAt(time) {
      let [low, high] = [0, times.length - 1];
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (times[middle] - times[0] <= time + TIME_TOLERANCE) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    frameTime: (frame) => times[Math.max(0, Math.min(frame, times.length - 1))] - times[0],
  };
}

function trackSketch(sketch: Sketch): Track {
  const { keys, frameRate = SKETCH_RATE } = sketch;
  const duration = keys[keys.length - 1]?.time ?? 0;
  const reach = Math.max(SHORTEST_SKETCH, duration + TAIL);
  return {
    name: sketch.name,
    start: -(keys[0]?.time ?? 0),
    duration,
    reach,
    frameCount: Math.round(duration * frameRate) + 1,
    sample: (time) => sampleSketch(sketch, time),
    frameAt: (time) => Math.floor((time + TIME_TOLERANCE) * frameRate),
    frameTime: (frame) => Math.max(0, Math.min(frame, Math.floor(reach * frameRate))) / frameRate,
  };
}

/** The track on the timeline; re-renders when it changes, not while it plays. */
export const useTrack = (): Track | null => useStudio(trackOf);
