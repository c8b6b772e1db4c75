/** @file Learning how a creature moves: the second stage of binding a body, in the background. */

import { errorMessage, notify, setView, skeletonOf, useStudio } from '../../../store/store.js';
import { callWorker, isAborted } from '../../../workers/worker-client.js';

/** Opens the pose space of the bound body; until then it moves by plain inverse kinematics. */
export async function loadPoseSpace(): Promise<void> {
  const skeleton = skeletonOf(useStudio.getState());
  setView('pose', { space: null });
  try {
    const space = await callWorker('interactive', 'ready', []);
    if (skeletonOf(useStudio.getState()) === skeleton) setView('pose', { space });
  } catch (error) {
    // Another body, or the same one again, was bound meanwhile.
    if (isAborted(error) || skeletonOf(useStudio.getState()) !== skeleton) return;
    notify(
      'warning',
      `The pose space cannot be opened: ${errorMessage(error)}`,
      'Dragging works all the same.',
    );
  }
}
