/** @file Dragging: handles in, poses out, as fast as the worker answers. */

import type { PoseHandle } from 'posespace/pose';
import type { Pose } from 'posespace/rig';
import { ask } from '../../work/client.js';
import type { StudioDocument } from '../document.js';
import { change, currentDocument, inWords, notify, useStudio } from '../store.js';
import { dragHandles } from './pose-handles.js';

interface Wish {
  readonly handle: PoseHandle;
  /** The pose before the drag: where pins hold. */
  readonly start: Pose;
  readonly gesture: object;
}

let wish: Wish | null = null;
let asking = false;

/** The body shall follow a handle. Called for every move of the pointer; only the newest is answered. */
export function dragTo(handle: PoseHandle, start: Pose, gesture: object): void {
  wish = { handle, start, gesture };
  if (!asking) void answerWishes();
}

/** The drag is over: what was last asked for is still answered. */
export function endDrag(): void {}

async function answerWishes(): Promise<void> {
  asking = true;
  try {
    while (wish) {
      const { handle, start, gesture }: Wish = wish;
      wish = null;
      const document = currentDocument();
      const pose = await ask('hand', 'solve', [handlesOf(document, handle, start), start]);
      if (documentIs(document)) change('Drag', (now) => ({ ...now, pose: barePose(pose) }), gesture);
    }
  } catch (error) {
    notify('error', inWords(error));
  } finally {
    asking = false;
  }
}

/** Whether the body is still the one that was asked about. */
const documentIs = ({ model }: StudioDocument): boolean =>
  useStudio.getState().history?.present.document.model.skeleton === model.skeleton;

const barePose = ({ rotations, root }: Pose): Pose => ({ rotations, root });

/** The handle with everything that holds beside it. */
function handlesOf(document: StudioDocument, handle: PoseHandle, start: Pose): PoseHandle[] {
  const { pose, scene } = useStudio.getState().view;
  const feet = pose.footLock ? (scene.facts?.feet ?? []) : [];
  return dragHandles(document, handle, start, { symmetric: pose.symmetric, feet });
}
