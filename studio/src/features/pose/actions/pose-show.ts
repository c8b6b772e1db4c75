/** @file Shows joints: the first is selected, and the camera goes there. */

import { setView } from '../../../store/store.js';

export function showJoints(joints: readonly number[]): void {
  setView('scene', { selected: joints[0] ?? -1, frameRequest: performance.now() });
}
