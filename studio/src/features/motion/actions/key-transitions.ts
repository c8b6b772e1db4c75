/**
 * @file Transitions between the keyframes of the new clip. Paths through the pose space are computed in the
 * background worker, once per pair of neighbouring key poses whatever their times; until one is ready, each joint
 * follows a smooth curve of its own. Moving a keyframe in time computes nothing again.
 */

import { blendPoses, type Clip, createClip, EASINGS, type KeyPose } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import type { Sketch, SketchKey } from '../../../store/document.js';
import { remember } from '../../../store/remember.js';
import { documentOf, errorMessage, notify, setView, useStudio } from '../../../store/store.js';
import { type CallOptions, callWorker } from '../../../workers/worker-client.js';
import type { WorkerVerbs } from '../../../workers/worker-protocol.js';
import { replaceJoints, SKETCH_RATE } from './motion-keys.js';
import { keySpeeds, type PacedSegment, pacedShare } from './motion-pace.js';
import { alignment, lengthOf, rotationDifference } from './rotation-difference.js';

/** Steps of a transition. */
const TRANSITION_STEPS = 24;
/** Most frames of a joint-curve segment. */
const MOST_FRAMES = 90;
/** Delay between a change of the keyframes and the computation of transitions, milliseconds. */
const DELAY = 120;

/** Computed transitions by first and last pose. */
const transitionBetween = remember((_: Pose) => remember((__: Pose): { path?: readonly Pose[] } => ({})));

const transitionOf = (from: Pose, to: Pose): readonly Pose[] | undefined => transitionBetween(from)(to).path;

/** Whether the transition between two keyframes is computed. */
export const isTransitionReady = ({ interpolation }: Sketch, from: Pose, to: Pose): boolean =>
  interpolation === 'joints' || from === to || transitionOf(from, to) !== undefined;

/** The part of the clip between two keyframes. */
interface Segment {
  readonly start: number;
  readonly span: number;
  at(share: number): Pose;
}

/** Joints that share their keyframes, and the segments between these. */
interface KeyGroup {
  /** Absent: all joints. */
  readonly joints?: readonly number[];
  readonly keys: readonly SketchKey[];
  readonly segments: readonly Segment[];
}

/** Groups of a sketch, by the number of computed transitions. */
const groupsOf = remember((_: Sketch) => new Map<number, readonly KeyGroup[]>());

/** The pose of the new clip at a time; null where it has no keyframe. */
export function sampleSketch(sketch: Sketch, time: number): Pose | null {
  if (sketch.keys.length === 0) return null;
  const [first, ...others] = groupsFor(sketch);
  let pose = sampleGroup(first, time);
  for (const group of others) pose = replaceJoints(pose, sampleGroup(group, time), group.joints!);
  return pose;
}

function sampleGroup({ keys, segments }: KeyGroup, time: number): Pose {
  if (time <= keys[0].time) return keys[0].pose;
  const segment = segments.find(({ start, span }) => time < start + span);
  return segment ? segment.at((time - segment.start) / segment.span) : keys[keys.length - 1].pose;
}

/** The new clip sampled at its frame rate. */
export function bakeSketch(sketch: Sketch): Clip {
  const { keys, name, interpolation, frameRate = SKETCH_RATE } = sketch;
  const [first, last] = [keys[0].time, keys[keys.length - 1].time];
  const count = Math.max(0, Math.round((last - first) * frameRate));
  const times = Float32Array.from({ length: count + 1 }, (_, f) => f / frameRate);
  const poses = Array.from(times, (time) => sampleSketch(sketch, first + time)!);
  // In-betweens of the pose space are the network's.
  const isKeyed = interpolation === 'joints' || keys.length < 2;
  return { name, ...(!isKeyed && { source: 'model' }), times, poses };
}

function groupsFor(sketch: Sketch): readonly KeyGroup[] {
  const found = useStudio.getState().view.motion.transitionCount;
  const known = groupsOf(sketch).get(found);
  if (known) return known;
  const groups = groupKeys(sketch.keys).map(({ joints, keys }) => {
    const segments = sketch.interpolation === 'joints' ? jointCurveSegments(keys) : poseSpaceSegments(keys);
    return { joints, keys, segments };
  });
  groupsOf(sketch).clear();
  groupsOf(sketch).set(found, groups);
  return groups;
}

/** Keyframes by the joints that have them; the first group fills what no keyframe holds. */
function groupKeys(keys: readonly SketchKey[]): Omit<KeyGroup, 'segments'>[] {
  if (keys.every(({ joints }) => !joints)) return [{ keys }];
  const sets = keys.map(({ joints }) => joints && new Set(joints));
  const groups = new Map<string, { joints: number[]; keys: readonly SketchKey[] }>();
  for (let joint = 0; joint < keys[0].pose.rotations.length / 4; joint++) {
    const held = keys.map((_, i) => sets[i]?.has(joint) ?? true);
    const name = held.map(Number).join('');
    const group = groups.get(name) ?? { joints: [], keys: keys.filter((_, i) => held[i]) };
    group.joints.push(joint);
    groups.set(name, group);
  }
  return [{ keys: [keys[0]] }, ...[...groups.values()].filter((group) => group.keys.length > 0)];
}

/** Segments along the pose space, without jumps in speed. */
function poseSpaceSegments(keys: readonly SketchKey[]): Segment[] {
  const paths = keys.slice(1).map(({ pose }, i) => transitionOf(keys[i].pose, pose) ?? [keys[i].pose, pose]);
  const paced = paths.map((path, i): PacedSegment => {
    const next = paths[i + 1];
    const out = next && rotationDifference(next[0], next[1]);
    const turns = rotationDifference(path[0], path[path.length - 1]);
    return {
      span: keys[i + 1].time - keys[i].time,
      length: lengthOf(turns),
      straight: out ? alignment(rotationDifference(path[path.length - 2], path[path.length - 1]), out) : 1,
    };
  });
  const speeds = keySpeeds(paced);
  return paths.map((path, i) => ({
    start: keys[i].time,
    span: paced[i].span,
    at: (share) =>
      poseAlong(path, easeShare(keys[i], share) ?? pacedShare(paced[i], speeds[i], speeds[i + 1], share)),
  }));
}

/** How far along the transition that leaves a keyframe is; undefined where it runs smoothly through it. */
function easeShare({ easing = 'smooth' }: SketchKey, share: number): number | undefined {
  if (easing === 'smooth') return undefined;
  return easing === 'hold' ? 0 : EASINGS[easing === 'linear' ? 'steady' : easing](share);
}

/** The pose at a share, 0 to 1, of evenly spaced poses. */
export function poseAlong(poses: readonly Pose[], share: number): Pose {
  const place = Math.min(1, Math.max(0, share)) * (poses.length - 1);
  const first = Math.min(Math.floor(place), Math.max(0, poses.length - 2));
  const rest = place - first;
  return rest === 0 || first + 1 >= poses.length
    ? poses[first]
    : rest === 1
      ? poses[first + 1]
      : blendPoses(poses[first], poses[first + 1], rest);
}

/** Segments on one smooth curve per joint, computed when first sampled. */
function jointCurveSegments(keys: readonly SketchKey[]): Segment[] {
  return keys.slice(1).map(({ time }, i) => {
    const start = keys[i].time;
    const span = time - start;
    let path: readonly Pose[] | undefined;
    const at = (share: number) => {
      const eased = easeShare(keys[i], share);
      if (eased !== undefined) return poseAlong([keys[i].pose, keys[i + 1].pose], eased);
      path ??= curveBetween(keys, i, span);
      return poseAlong(path, share);
    };
    return { start, span, at };
  });
}

/** Frames from keyframe `i` to the next; the curve depends on the neighbouring keyframes only. */
function curveBetween(keys: readonly KeyPose[], i: number, span: number): readonly Pose[] {
  const near = keys.slice(Math.max(0, i - 1), i + 3);
  const frameRate = Math.min(SKETCH_RATE, MOST_FRAMES / span);
  const { times, poses } = createClip(near, { frameRate });
  const [first, last] = [keys[i].time, keys[i + 1].time].map((time) => times.indexOf(Math.fround(time)));
  return poses.slice(first, last + 1);
}

let computing: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Computes missing transitions while the timeline is open. Returns a function that stops it. */
export function computeTransitions(): () => void {
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void computeMissing(), DELAY);
  };
  restart();
  const end = useStudio.subscribe((state, before) => {
    const [now, old] = [documentOf(state), documentOf(before)];
    const opened = state.view.scene.facts !== before.view.scene.facts;
    if (now?.sketch !== old?.sketch || opened) restart();
  });
  return () => {
    end();
    clearTimeout(timer);
    computing?.abort();
  };
}

/** Neighbouring key poses without a computed transition. */
function missingTransitions({ keys, interpolation }: Sketch): (readonly [Pose, Pose])[] {
  if (interpolation === 'joints' || keys.length < 2) return [];
  return groupKeys(keys).flatMap((group) =>
    group.keys
      .slice(1)
      .map(({ pose }, i) => [group.keys[i].pose, pose] as const)
      .filter(([from, to], i) => from !== to && group.keys[i].easing !== 'hold' && !transitionOf(from, to)),
  );
}

/** Computes all missing transitions; false where it was cancelled or failed. */
export async function completeTransitions({ signal, onProgress }: Required<CallOptions>): Promise<boolean> {
  const end = useStudio.subscribe(({ view: { motion } }, before) => {
    const { transitionProgress } = motion;
    if (!transitionProgress || transitionProgress === before.view.motion.transitionProgress) return;
    onProgress({ stage: 'transitions', fraction: transitionProgress.done / transitionProgress.total });
  });
  const stop = () => computing?.abort();
  signal.addEventListener('abort', stop);
  try {
    await computeMissing();
  } finally {
    end();
    signal.removeEventListener('abort', stop);
  }
  return !signal.aborted && allTransitionsReady(documentOf(useStudio.getState())?.sketch);
}

/** Whether all transitions are computed. */
export const allTransitionsReady = (sketch: Sketch | undefined): boolean =>
  sketch !== undefined && missingTransitions(sketch).length === 0;

let computingDone: Promise<void> | undefined;

function computeMissing(): Promise<void> {
  computingDone ??= computeOneByOne().finally(() => {
    computingDone = undefined;
  });
  return computingDone;
}

async function computeOneByOne(): Promise<void> {
  const controller = new AbortController();
  computing = controller;
  let done = 0;
  try {
    for (;;) {
      const state = useStudio.getState();
      const document = documentOf(state);
      const missing = document ? missingTransitions(document.sketch) : [];
      if (!document?.model.skeleton || missing.length === 0 || !state.view.scene.facts) break;
      setView('motion', { transitionProgress: { done, total: done + missing.length } });
      const [from, to] = missing[0];
      const path = await callWorker('background', 'fill', fillRequest(document.model.skeleton, from, to), {
        signal: controller.signal,
      });
      keepTransition(from, to, path.poses);
      done++;
    }
  } catch (error) {
    if (!controller.signal.aborted)
      notify('error', `The transition between two keyframes could not be computed: ${errorMessage(error)}`);
  } finally {
    computing = undefined;
    setView('motion', { transitionProgress: null });
  }
}

type FillRequest = Parameters<WorkerVerbs['fill']>;

function fillRequest(skeleton: FillRequest[0], from: Pose, to: Pose): FillRequest {
  const keys = [
    { time: 0, pose: from },
    { time: 1, pose: to },
  ];
  return [skeleton, keys, { name: 'transition', frameRate: TRANSITION_STEPS, interpolation: 'pose-space' }];
}

/** Stores a transition, with the poses of the keyframes themselves at its ends. */
function keepTransition(from: Pose, to: Pose, poses: readonly Pose[]): void {
  transitionBetween(from)(to).path = [from, ...poses.slice(1, -1), to];
  setView('motion', { transitionCount: useStudio.getState().view.motion.transitionCount + 1 });
}
