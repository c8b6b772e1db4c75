/** @file A walk between two poses: found, looked along, taken, made a clip. */

import { blendPoses, type Clip } from 'posespace/motion';
import type { Pose } from 'posespace/rig';
import {
  change,
  currentDocument,
  notify,
  runTask,
  setView,
  skeletonOf,
  useStudio,
} from '../../../store/store.js';
import { ask } from '../../../workers/worker-client.js';
import { freeName, insertClip } from '../../motion/actions/motion-clips.js';
import { takePose } from '../../pose/actions/pose-edit.js';
import { findSource } from './pose-sources.js';

/** Steps of a walk. */
const STEPS = 48;

/** Chooses where a walk begins or ends; `at` is the share of a clip. */
export function chooseEnd(end: 'from' | 'to', id: string, at = 0): void {
  const { samples } = useStudio.getState().view.explore;
  setView('explore', { [end]: findSource(currentDocument(), samples, id, at) ?? null, walk: null });
  setView('scene', { preview: null });
}

export function swapEnds(): void {
  const { from, to, walk } = useStudio.getState().view.explore;
  const back = walk && { poses: [...walk.poses].reverse(), at: 1 - walk.at };
  setView('explore', { from: to, to: from, walk: back });
}

/** Finds the way. */
export async function findWalk(): Promise<void> {
  const { from, to } = useStudio.getState().view.explore;
  const skeleton = skeletonOf(useStudio.getState());
  if (!from || !to) return;
  const found = await runTask('Walking from pose to pose', (work) =>
    ask('bench', 'walk', [[from.pose, to.pose], STEPS], work),
  );
  if (!found || skeletonOf(useStudio.getState()) !== skeleton) return;
  setView('explore', { walk: { poses: found.poses, at: 0 } });
  showWalk(0);
}

/** Shows the pose at a share of the walk. */
export function showWalk(at: number): void {
  const { walk } = useStudio.getState().view.explore;
  if (!walk) return;
  setView('explore', { walk: { ...walk, at } });
  setView('scene', { preview: poseAlong(walk.poses, at) });
}

/** Takes the pose that the walk shows. */
export function takeWalkPose(): void {
  const { walk } = useStudio.getState().view.explore;
  if (walk) takePose('Take pose of the walk', poseAlong(walk.poses, walk.at));
}

/** Makes a clip of the walk. */
export function addWalkToClips(seconds: number): void {
  const { walk, from, to } = useStudio.getState().view.explore;
  if (!walk) return;
  const { clips } = currentDocument().model;
  const name = freeName(clips, from && to ? `${from.name} to ${to.name}` : 'walk');
  const last = walk.poses.length - 1;
  const clip: Clip = {
    name,
    times: Float32Array.from(walk.poses, (_, i) => (seconds * i) / last),
    poses: walk.poses,
  };
  change(`Add ${name}`, (document) => insertClip(document, document.model.clips.length, clip));
  notify('info', `“${name}” is among the clips.`, 'Find it in Motion.');
}

/** The pose at a share of evenly spaced ones. */
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
