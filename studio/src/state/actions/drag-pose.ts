/** @file Dragging: handles in, poses out, as fast as the worker answers. */

import type { PoseHandle } from 'posespace/pose';
import type { Pose } from 'posespace/rig';
import { ask } from '../../work/client.js';
import type { StudioDocument } from '../document.js';
import { change, currentDocument, inWords, notify, useStudio } from '../store.js';

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
      const pose = await ask('hand', 'solve', [handlesOf(document, handle), start]);
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

/** What holds beside the handle that is dragged: pins, feet on the ground. */
function handlesOf({ pins }: StudioDocument, handle: PoseHandle): PoseHandle[] {
  const { view } = useStudio.getState();
  const held: PoseHandle[] = pins
    .filter(({ joint }) => joint !== handle.joint)
    .map(({ joint, place, lookAt }) => ({ joint, ...(place && { pin: true }), ...(lookAt && { lookAt }) }))
    .filter((pin) => pin.pin || pin.lookAt);
  const feet = view.pose.footLock ? (view.scene.facts?.feet ?? []) : [];
  const known = new Set(held.map(({ joint }) => joint));
  for (const joint of feet) if (joint !== handle.joint && !known.has(joint)) held.push({ joint, pin: true });
  return [handle, ...held];
}
