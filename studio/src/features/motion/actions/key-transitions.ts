/**
 * @file The way between the keys of a clip in the making. Ways through the pose space are found on the bench, once for
 * every pair of key poses that stand next to each other, whatever their times; until one is there every joint turns
 * evenly, so there is always something to see. Moving a key in time finds nothing anew.
 */

import { blendPoses, type Clip, createClip, type KeyPose } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import type { Sketch } from '../../../store/document.js';
import { documentOf, inWords, notify, setView, useStudio } from '../../../store/store.js';
import { type AskOptions, ask } from '../../../workers/worker-client.js';
import type { WorkVerbs } from '../../../workers/worker-protocol.js';
import { SKETCH_RATE } from './motion-keys.js';
import { keySpeeds, type PacedStretch, pacedShare } from './motion-pace.js';
import { alignment, lengthOf, turnsBetween } from './rotation-difference.js';

/** Steps of a way between two keys. */
const WALK_STEPS = 24;
/** Frames of a stretch of joints turning that are kept, at most. */
const MOST_FRAMES = 90;
/** How long keys have to rest before the ways between them are sought, milliseconds. */
const PATIENCE = 120;

/** Ways through the pose space by where they start and end. */
const walks = new WeakMap<Pose, WeakMap<Pose, readonly Pose[]>>();

const walkOf = (from: Pose, to: Pose): readonly Pose[] | undefined => walks.get(from)?.get(to);

/** Whether the way between two keys is known, rather than every joint turning evenly. */
export const isFound = ({ way }: Sketch, from: Pose, to: Pose): boolean =>
  way === 'joints' || from === to || walkOf(from, to) !== undefined;

/** A stretch between two keys, ready to be asked for poses. */
interface Stretch {
  readonly start: number;
  readonly span: number;
  at(share: number): Pose;
}

const stretchesOf = new WeakMap<Sketch, { found: number; stretches: readonly Stretch[] }>();

/** The pose of a clip in the making at a time, null where it has no key. */
export function sampleSketch(sketch: Sketch, time: number): Pose | null {
  const { keys } = sketch;
  if (keys.length === 0) return null;
  if (time <= keys[0].time) return keys[0].pose;
  const stretch = stretchesFor(sketch).find(({ start, span }) => time < start + span);
  return stretch ? stretch.at((time - stretch.start) / stretch.span) : keys[keys.length - 1].pose;
}

/** The clip that comes of the keys, on frames. */
export function bakeSketch(sketch: Sketch): Clip {
  const { keys, name } = sketch;
  const [first, last] = [keys[0].time, keys[keys.length - 1].time];
  const count = Math.max(0, Math.round((last - first) * SKETCH_RATE));
  const times = Float32Array.from({ length: count + 1 }, (_, f) => f / SKETCH_RATE);
  return { name, times, poses: Array.from(times, (time) => sampleSketch(sketch, first + time)!) };
}

function stretchesFor(sketch: Sketch): readonly Stretch[] {
  const found = useStudio.getState().view.motion.foundCount;
  const known = stretchesOf.get(sketch);
  if (known?.found === found) return known.stretches;
  const stretches = sketch.way === 'joints' ? turnJoints(sketch.keys) : walkStretches(sketch.keys);
  stretchesOf.set(sketch, { found, stretches });
  return stretches;
}

/** Along the pose space, at a pace without jumps. */
function walkStretches(keys: readonly KeyPose[]): Stretch[] {
  const ways = keys.slice(1).map(({ pose }, i) => walkOf(keys[i].pose, pose) ?? [keys[i].pose, pose]);
  const paced = ways.map((way, i): PacedStretch => {
    const next = ways[i + 1];
    const out = next && turnsBetween(next[0], next[1]);
    const turns = turnsBetween(way[0], way[way.length - 1]);
    return {
      span: keys[i + 1].time - keys[i].time,
      length: lengthOf(turns),
      straight: out ? alignment(turnsBetween(way[way.length - 2], way[way.length - 1]), out) : 1,
    };
  });
  const speeds = keySpeeds(paced);
  return ways.map((way, i) => ({
    start: keys[i].time,
    span: paced[i].span,
    at: (share) => alongWay(way, pacedShare(paced[i], speeds[i], speeds[i + 1], share)),
  }));
}

function alongWay(way: readonly Pose[], share: number): Pose {
  const place = share * (way.length - 1);
  const first = Math.min(Math.floor(place), way.length - 2);
  return place === first ? way[first] : blendPoses(way[first], way[first + 1], place - first);
}

/** Every joint on a smooth curve through the keys; a stretch is worked out when it is first looked at. */
function turnJoints(keys: readonly KeyPose[]): Stretch[] {
  return keys.slice(1).map(({ time }, i) => {
    const start = keys[i].time;
    const span = time - start;
    let way: readonly Pose[] | undefined;
    const at = (share: number) => {
      way ??= curveBetween(keys, i, span);
      return alongWay(way, share);
    };
    return { start, span, at };
  });
}

/** Frames from key `i` to the next; the keys around them are all that the curve depends on. */
function curveBetween(keys: readonly KeyPose[], i: number, span: number): readonly Pose[] {
  const near = keys.slice(Math.max(0, i - 1), i + 3);
  const frameRate = Math.min(SKETCH_RATE, MOST_FRAMES / span);
  const { times, poses } = createClip(near, { frameRate });
  const [first, last] = [keys[i].time, keys[i + 1].time].map((time) => times.indexOf(Math.fround(time)));
  return poses.slice(first, last + 1);
}

let seeking: AbortController | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Finds the ways that the clip in the making lacks while the timeline is open. Gives what ends it. */
export function findWays(): () => void {
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void seekWays(), PATIENCE);
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
    seeking?.abort();
  };
}

/** Pairs of key poses whose way is not known yet. */
function missingWays({ keys, way }: Sketch): (readonly [Pose, Pose])[] {
  if (way === 'joints') return [];
  return keys
    .slice(1)
    .map(({ pose }, i) => [keys[i].pose, pose] as const)
    .filter(([from, to]) => from !== to && !walkOf(from, to));
}

/** Finds all ways that are missing; gives false where that did not come to its end. */
export async function completeWays({ signal, onProgress }: Required<AskOptions>): Promise<boolean> {
  const end = useStudio.subscribe(({ view: { motion } }, before) => {
    const { finding } = motion;
    if (!finding || finding === before.view.motion.finding) return;
    onProgress({ stage: 'between keys', fraction: finding.done / finding.total });
  });
  const stop = () => seeking?.abort();
  signal.addEventListener('abort', stop);
  try {
    await seekWays();
  } finally {
    end();
    signal.removeEventListener('abort', stop);
  }
  return !signal.aborted && allFound(documentOf(useStudio.getState())?.sketch);
}

/** Whether every way between the keys is known. */
export const allFound = (sketch: Sketch | undefined): boolean =>
  sketch !== undefined && missingWays(sketch).length === 0;

let seekingDone: Promise<void> | undefined;

function seekWays(): Promise<void> {
  seekingDone ??= seekOneByOne().finally(() => {
    seekingDone = undefined;
  });
  return seekingDone;
}

async function seekOneByOne(): Promise<void> {
  const controller = new AbortController();
  seeking = controller;
  let done = 0;
  try {
    for (;;) {
      const state = useStudio.getState();
      const document = documentOf(state);
      const missing = document ? missingWays(document.sketch) : [];
      if (!document?.model.skeleton || missing.length === 0 || !state.view.scene.facts) break;
      setView('motion', { finding: { done, total: done + missing.length } });
      const [from, to] = missing[0];
      const way = await ask('bench', 'fill', fillQuestion(document.model.skeleton, from, to), {
        signal: controller.signal,
      });
      remember(from, to, way.poses);
      done++;
    }
  } catch (error) {
    if (!controller.signal.aborted) notify('error', `No way between two keys was found: ${inWords(error)}`);
  } finally {
    seeking = undefined;
    setView('motion', { finding: null });
  }
}

type FillQuestion = Parameters<WorkVerbs['fill']>;

function fillQuestion(skeleton: FillQuestion[0], from: Pose, to: Pose): FillQuestion {
  const keys = [
    { time: 0, pose: from },
    { time: 1, pose: to },
  ];
  return [skeleton, keys, { name: 'way', frameRate: WALK_STEPS, way: 'pose-space' }];
}

/** Keeps a way, with the very poses of its keys at its ends. */
function remember(from: Pose, to: Pose, poses: readonly Pose[]): void {
  const known = walks.get(from) ?? new WeakMap<Pose, readonly Pose[]>();
  known.set(to, [from, ...poses.slice(1, -1), to]);
  walks.set(from, known);
  setView('motion', { foundCount: useStudio.getState().view.motion.foundCount + 1 });
}
