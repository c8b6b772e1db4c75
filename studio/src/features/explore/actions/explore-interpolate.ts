/** @file Interpolation between two poses through the pose space: computed, previewed, applied, saved as a clip. */

import { addClip, uniqueClipName } from 'posespace';
import {
  change,
  currentDocument,
  notify,
  runTask,
  setView,
  skeletonOf,
  useStudio,
} from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import { poseAlong } from '../../motion/actions/key-transitions.js';
import { applyPose } from '../../pose/actions/pose-edit.js';
import { findSource } from './pose-sources.js';

/** Steps of an interpolation. */
const STEPS = 48;

/** Chooses the first or last pose; `at` is the position within a clip, 0 to 1. */
export function chooseEnd(end: 'from' | 'to', id: string, at = 0): void {
  const { samples } = useStudio.getState().view.explore;
  setView('explore', { [end]: findSource(currentDocument(), samples, id, at) ?? null, interpolation: null });
  setView('scene', { preview: null });
}

export function swapEnds(): void {
  const { from, to, interpolation } = useStudio.getState().view.explore;
  const back = interpolation && { poses: [...interpolation.poses].reverse(), at: 1 - interpolation.at };
  setView('explore', { from: to, to: from, interpolation: back });
}

/** Computes the interpolation. */
export async function findInterpolation(): Promise<void> {
  const { from, to } = useStudio.getState().view.explore;
  const skeleton = skeletonOf(useStudio.getState());
  if (!from || !to) return;
  const found = await runTask('Interpolating poses', (work) =>
    callWorker('background', 'interpolate', [[from.pose, to.pose], STEPS], work),
  );
  if (!found || skeletonOf(useStudio.getState()) !== skeleton) return;
  setView('explore', { interpolation: { poses: found.poses, at: 0 } });
  showInterpolation(0);
}

/** Previews the pose at a share of the interpolation, 0 to 1. */
export function showInterpolation(at: number): void {
  const { interpolation } = useStudio.getState().view.explore;
  if (!interpolation) return;
  setView('explore', { interpolation: { ...interpolation, at } });
  setView('scene', { preview: poseAlong(interpolation.poses, at) });
}

/** Applies the previewed pose. */
export function applyInterpolatedPose(): void {
  const { interpolation } = useStudio.getState().view.explore;
  if (interpolation) applyPose('Apply interpolated pose', poseAlong(interpolation.poses, interpolation.at));
}

/** Adds the interpolation to the clips of the model. */
export function addInterpolationToClips(seconds: number): void {
  const { interpolation, from, to } = useStudio.getState().view.explore;
  if (!interpolation) return;
  const { poses } = interpolation;
  const { model } = currentDocument();
  const name = uniqueClipName(model.clips, from && to ? `${from.name} to ${to.name}` : 'transition');
  const times = Float32Array.from(poses, (_, i) => (seconds * i) / (poses.length - 1));
  const added = addClip(model, { name, times, poses }, { source: 'model' });
  change(`Add ${name}`, (document) => ({ ...document, model: added }));
  notify('info', `Added the clip “${name}”.`, 'Edit it in Motion.');
}
