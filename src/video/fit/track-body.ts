/**
 * @file Follows a body through a video, frame by frame: predict the pose, draw it in the colours seen so far, find that
 * drawing in the frame, move the pose there; a few rounds. Visibility is that of the pose in every frame.
 */

import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import { findMatte } from '../track/find-matte.js';
import type { WorkingFrame } from '../track/working-frame.js';
import { drawBody } from './draw-body.js';
import { type FitPose, poseBody } from './fit-body.js';
import type { FitScene } from './fit-scene.js';
import { matchAppearance } from './match-appearance.js';
import { createMatteField, type MatteField, matchSilhouette } from './match-silhouette.js';
import { createObservations } from './observations.js';
import { extrapolatePose } from './rotation-steps.js';
import { searchPose } from './search-pose.js';
import { solveFrame, type WeighedObservations } from './solve-frame.js';
import { type AppearanceSource, synthesizeFrame } from './synthesize-frame.js';

/** A frame with the pose found in it. */
export interface TrackedFrame {
  readonly pose: FitPose;
  readonly terms: readonly WeighedObservations[];
  /** Intersection of silhouettes over their union. */
  readonly overlap: number;
  /** What the pose space weighed. */
  readonly priorWeight: number;
}

/** Frames between two that are kept as sources of appearance. */
export const KEY_STEP = 6;
const MAX_POINTS = 6000;

/** Mattes of all frames. */
export function findMattes(frames: readonly WorkingFrame[], masks?: readonly Uint8Array[]): MatteField[] {
  return frames.map((frame, f) => {
    const matte = findMatte(frame);
    const mask = masks?.[f];
    const area = mask?.reduce((sum, inside) => sum + inside, 0) ?? matte.area;
    return createMatteField(mask ? { ...matte, mask, area } : matte);
  });
}

/** Follows the body from the pose of the first frame. */
export async function trackBody(
  scene: FitScene,
  first: FitPose,
  work: WorkOptions & { readonly onFrame?: (frame: number, pose: FitPose) => void } = {},
): Promise<TrackedFrame[]> {
  const { body, frames, fields } = scene;
  const tracked: TrackedFrame[] = [];
  const keys: AppearanceSource[] = [];
  const pause: SearchPause = { left: 0, next: 1 };
  let previous: AppearanceSource | undefined;
  for (let f = 0; f < frames.length; f++) {
    await pauseUnlessAborted(work.signal);
    work.onProgress?.({ stage: 'following the surface', fraction: f / frames.length });
    const before = tracked[f - 2]?.pose;
    const last = tracked[f - 1]?.pose ?? first;
    const predicted = before ? extrapolatePose(body, before, last, 0.8) : last;
    const lists =
      previous && scene.settings.flowWeight > 0 ? [[previous, ...keys.slice().reverse()], [...keys]] : [];
    const found = findFrame(scene, f, predicted, last, lists, pause);
    tracked.push(found);
    work.onFrame?.(f, found.pose);
    previous = {
      frame: frames[f],
      matte: fields[f].matte,
      drawn: drawBody(body, poseBody(body, found.pose), scene.camera, scene.width, scene.height),
    };
    if (f % KEY_STEP === 0) keys.push(previous);
  }
  return tracked;
}

/** Overlaps below the first may mean that a limb was lost, below the second that the body was. */
const LOST_LIMB = 0.94;
const LOST_BODY = 0.85;
/** Frames that are not searched after so many searches for a limb in vain: some outlines are never met. */
const MOST_PAUSE = 8;

/** How long a search for limbs is put off. */
interface SearchPause {
  left: number;
  next: number;
}

/** The pose of one frame; where the body was lost, the better of following on and of searching. */
function findFrame(
  scene: FitScene,
  f: number,
  predicted: FitPose,
  last: FitPose,
  lists: readonly (readonly AppearanceSource[])[],
  pause: SearchPause,
): TrackedFrame {
  const followed = fitFreely(scene, f, predicted, lists);
  if (followed.overlap > LOST_LIMB) return followed;
  if (followed.overlap > LOST_BODY && pause.left-- > 0) return followed;
  const start = searchPose(scene, f, [followed.pose, predicted, last], last);
  const searched = fitFreely(scene, f, start, lists);
  const better = searched.overlap > followed.overlap + 0.01;
  pause.left = better ? 0 : pause.next;
  pause.next = better ? 1 : Math.min(MOST_PAUSE, 2 * pause.next);
  return better ? searched : followed;
}

/** Outlines that meet less than this ask whether the pose space holds the body back. */
const HELD_OVERLAP = 0.97;
/** Shares of its weight that are tried then, and how much better outlines must meet for each. */
const LIGHTER = [0.2, 0.04, 0.008];
const LIGHTER_GAIN = 0.005;

/** The pose of one frame, with as much of the pose space as the outline allows: bodies unlike all known move otherwise. */
function fitFreely(
  scene: FitScene,
  f: number,
  predicted: FitPose,
  lists: readonly (readonly AppearanceSource[])[],
): TrackedFrame {
  let best = fitFrame(scene, f, predicted, lists);
  for (const share of LIGHTER) {
    if (best.overlap > HELD_OVERLAP) break;
    const priorWeight = scene.settings.priorWeight * share;
    const lighter = { ...scene, settings: { ...scene.settings, priorWeight } };
    const freed = fitFrame(lighter, f, predicted, lists);
    if (freed.overlap > best.overlap + LIGHTER_GAIN) best = freed;
  }
  return best;
}

/** The pose of one frame, from lists of appearance sources. */
export function fitFrame(
  scene: FitScene,
  f: number,
  predicted: FitPose,
  lists: readonly (readonly AppearanceSource[])[],
): TrackedFrame {
  const { settings } = scene;
  let pose = predicted;
  let observed = { terms: [] as WeighedObservations[], overlap: 0 };
  for (let round = 0; round < settings.rounds; round++) {
    observed = observeFrame(scene, f, pose, lists, round);
    pose = solveFrame(scene.body, pose, predicted, observed.terms, {
      ...scene,
      priorWeight: settings.priorWeight,
      rotationDeviation: 0.25,
      rootDeviation: 0.15,
      depthDeviation: 0.06,
      iterations: 2,
    });
  }
  return { pose, ...observed, priorWeight: settings.priorWeight };
}

/** What a frame says of a pose near `pose`. */
export function observeFrame(
  scene: FitScene,
  f: number,
  pose: FitPose,
  lists: readonly (readonly AppearanceSource[])[],
  round: number,
): { terms: WeighedObservations[]; overlap: number } {
  const { body, camera, width, height, settings, fields, frames } = scene;
  const { triangles } = body.rig.mesh;
  const drawn = drawBody(body, poseBody(body, pose), camera, width, height);
  const terms: WeighedObservations[] = [];
  const outline = createObservations(MAX_POINTS);
  const overlap = matchSilhouette(outline, drawn, triangles, fields[f], {
    step: 2,
    reach: round === 0 ? 30 : 12,
  });
  terms.push({ observations: outline, weight: settings.silhouetteWeight, scale: round === 0 ? 8 : 3 });
  for (const sources of lists) {
    if (sources.length === 0) continue;
    const flow = createObservations(MAX_POINTS);
    const predicted = synthesizeFrame(drawn, triangles, sources, fields[f].matte, camera);
    matchAppearance(flow, drawn, triangles, predicted, frames[f], { step: 5, levels: round === 0 ? 4 : 3 });
    terms.push({
      observations: flow,
      weight: settings.flowWeight / lists.length,
      scale: round === 0 ? 4 : 2,
    });
  }
  return { terms, overlap };
}
