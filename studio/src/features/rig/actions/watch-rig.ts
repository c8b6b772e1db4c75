/**
 * @file Reacts to every change of the skeleton or its weights (edit, undo, redo): binds the body to the workers,
 * resets what depended on the old joints, keeps the selection. In edit mode the body stays in the rest pose.
 */

import { restPose, type Skeleton } from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import { remember } from '../../../store/remember.js';
import { documentOf, type StudioState, setView, showMode, useStudio } from '../../../store/store.js';
import { EXPLORE_VIEW } from '../../../store/views/explore-view.js';
import { bindSoon, solveSoon } from './update-weights.js';

/** Starts watching. Returns a function that stops it. */
export const watchRig = (): (() => void) => useStudio.subscribe(follow);

function follow(state: StudioState, before: StudioState): void {
  if (state.view.rig.editing && state.view.mode !== 'rig') stopEditing();
  const [now, old] = [documentOf(state), documentOf(before)];
  // A newly opened document is bound by `showDocument`.
  const opened = state.history?.past.length === 0 && state.history.future.length === 0;
  if (now && old && now !== old && !opened) followBody(now, old);
  const { editing, testingJoint } = useStudio.getState().view.rig;
  if (editing && !testingJoint) showRestPose();
}

function followBody(now: StudioDocument, old: StudioDocument): void {
  const [a, b] = [now.model.skeleton!, old.model.skeleton!];
  if (now.appearance && now.model.mesh !== old.model.mesh) setView('scene', { appearance: now.appearance });
  const sameBones = a.rest === b.rest && a.parents === b.parents;
  const sameWeights = now.model.skin === old.model.skin && now.stale === old.stale;
  if (sameBones && sameWeights && now.model.anatomy === old.model.anatomy) return;
  if (!sameBones) forgetJoints(a, b);
  if (now.stale) solveSoon();
  // In edit mode the workers are not needed before the weights are solved.
  if (!now.stale || !useStudio.getState().view.rig.editing) bindSoon();
}

function forgetJoints(now: Skeleton, old: Skeleton): void {
  const { scene } = useStudio.getState().view;
  // The same joint, or its nearest remaining ancestor.
  let joint = scene.selected;
  while (joint >= 0 && joint < old.names.length && !now.names.includes(old.names[joint]))
    joint = old.parents[joint];
  const selected = now.names.indexOf(old.names[joint] ?? '');
  if (selected !== scene.selected || scene.hovered >= 0 || scene.preview)
    setView('scene', { selected, hovered: -1, preview: null });
  setView('explore', EXPLORE_VIEW);
  setView('pose', { measure: null, check: null, clipboard: null });
  setView('motion', { contacts: null });
}

const restOf = remember(restPose);

function showRestPose(): void {
  const state = useStudio.getState();
  const skeleton = documentOf(state)?.model.skeleton;
  if (!skeleton) return;
  const rest = restOf(skeleton);
  if (state.view.scene.preview !== rest) setView('scene', { preview: rest });
}

/** Starts edit mode, in the rest pose. */
export function startEditing(): void {
  if (useStudio.getState().view.mode !== 'rig') showMode('rig');
  setView('scene', { xray: true });
  setView('rig', { editing: true, testingJoint: false });
}

export function stopEditing(): void {
  setView('rig', { editing: false, adding: false, testingJoint: false, draft: null });
  setView('scene', { preview: null });
  const document = documentOf(useStudio.getState());
  if (document?.stale) bindSoon();
}
