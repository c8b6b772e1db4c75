/** @file What is on the timeline, a clip of the model or the one in the making, as one thing that can be asked for poses. */

import { type Clip, clipDuration, sampleClip } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import type { Sketch } from '../../../store/document.js';
import { documentOf, type StudioState, useStudio } from '../../../store/store.js';
import { sampleSketch } from './key-transitions.js';
import { SKETCH_RATE } from './motion-keys.js';

export interface Track {
  readonly name: string;
  /** Present where it is a clip of the model. */
  readonly clip?: Clip;
  /** When it begins in the times of what it is made of, seconds. */
  readonly start: number;
  /** Seconds from the first frame to the last. */
  readonly duration: number;
  /** How far the playhead may go, seconds. */
  readonly reach: number;
  readonly frameCount: number;
  /** The pose at a time from the beginning; null where there is no key yet. */
  sample(time: number): Pose | null;
  /** The frame at or before a time. */
  frameAt(time: number): number;
  /** The time of a frame, cut to those that there are. */
  frameTime(frame: number): number;
}

/** Room that is kept free behind the last key, seconds. */
const ROOM = 1;
const SHORTEST_SKETCH = 2;
/** Times that differ by less are the same. */
const ALIKE = 1e-4;

const clipTracks = new WeakMap<Clip, Track>();
/** Of a clip in the making, one for every count of ways that were found. */
const sketchTracks = new WeakMap<Sketch, Map<number, Track>>();

/** The track on the timeline; the same object while nothing about it changed. */
export function trackOf(state: StudioState): Track | null {
  const document = documentOf(state);
  if (!document?.model.skeleton) return null;
  const clip = clipOf(state);
  if (clip) {
    const known = clipTracks.get(clip) ?? trackClip(clip);
    clipTracks.set(clip, known);
    return known;
  }
  const { sketch } = document;
  const { transitionCount } = state.view.motion;
  const tracks = sketchTracks.get(sketch) ?? new Map<number, Track>();
  sketchTracks.set(sketch, tracks);
  const track = tracks.get(transitionCount) ?? trackSketch(sketch);
  tracks.set(transitionCount, track);
  return track;
}

/** The clip of the model that is on the timeline, null where it is the one in the making. */
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
        if (times[middle] - times[0] <= time + ALIKE) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    frameTime: (frame) => times[Math.max(0, Math.min(frame, times.length - 1))] - times[0],
  };
}

function trackSketch(sketch: Sketch): Track {
  const duration = sketch.keys[sketch.keys.length - 1]?.time ?? 0;
  const reach = Math.max(SHORTEST_SKETCH, duration + ROOM);
  return {
    name: sketch.name,
    start: -(sketch.keys[0]?.time ?? 0),
    duration,
    reach,
    frameCount: Math.round(duration * SKETCH_RATE) + 1,
    sample: (time) => sampleSketch(sketch, time),
    frameAt: (time) => Math.floor(time * SKETCH_RATE + ALIKE * SKETCH_RATE),
    frameTime: (frame) => Math.max(0, Math.min(frame, Math.floor(reach * SKETCH_RATE))) / SKETCH_RATE,
  };
}

export const useTrack = (): Track | null => useStudio(trackOf);
