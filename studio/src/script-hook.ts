/**
 * @file For scripts in the browser's console and for tests: `posespaceStudio.state()` is the whole state, read-only;
 * `posespaceStudio.jointOnPage(joint)` is where a joint is drawn.
 */

import { poseJoints } from 'posespace/rig';
import { cameraPosition, stageView, type Vector } from './stage/stage-view.js';
import { type StudioState, shownPose, skeletonOf, useStudio } from './store/store.js';

export interface ScriptHook {
  state(): StudioState;
  /** CSS pixels from the top left of the page; null where nothing is shown, or behind the camera. */
  jointOnPage(joint: number): { readonly x: number; readonly y: number } | null;
}

export const scriptHook: ScriptHook = {
  state: () => useStudio.getState(),
  jointOnPage(joint) {
    const state = useStudio.getState();
    const [skeleton, pose, view] = [skeletonOf(state), shownPose(state), stageView()];
    const canvas = document.querySelector('.stage canvas');
    if (!skeleton || !pose || !view || !canvas) return null;
    const { positions } = poseJoints(skeleton, pose);
    const eye = cameraPosition(view);
    const forward = unit(minus(view.target, eye));
    const right = unit(cross(forward, [0, 1, 0]));
    const up = cross(right, forward);
    const from = minus([positions[joint * 3], positions[joint * 3 + 1], positions[joint * 3 + 2]], eye);
    const depth = dot(from, forward);
    if (!(depth > 0)) return null;
    const box = canvas.getBoundingClientRect();
    const pixels = box.height / (2 * Math.tan(view.fieldOfView / 2) * depth);
    return {
      x: box.left + box.width / 2 + dot(from, right) * pixels,
      y: box.top + box.height / 2 - dot(from, up) * pixels,
    };
  },
};

Object.assign(globalThis, { posespaceStudio: scriptHook });

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Vector): Vector => {
  const length = Math.hypot(...a) || 1;
  return [a[0] / length, a[1] / length, a[2] / length];
};
