/**
 * @file Dragging a joint or a point of the surface (`space.drag`, in the worker). One solve is under way at a time and the
 * newest target wins, so the body is never more than one solve behind; the last target is always solved before the drag
 * becomes a history step.
 */

import type { Vec3 } from 'posespace/pose';
import type { Pose } from 'posespace/rig';
import { twinOf } from '../../../store/body-directions.js';
import { barePose, type StudioDocument } from '../../../store/document.js';
import { jointLabel } from '../../../store/joint-label.js';
import { currentDocument, errorMessage, notify, useStudio } from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import { beginPoseGesture } from './pose-gesture.js';
import { dragOptions } from './pose-handles.js';

/** What is dragged: a joint or a vertex. */
export interface DragHandle {
  readonly joint?: number;
  readonly vertex?: number;
}

/** A solved pose. */
export interface DragAnswer {
  readonly pose: Pose;
  /** Target of the handle, and its distance from it, metres. */
  readonly target: Vec3;
  readonly error: number;
  /** `Event.timeStamp` of the pointer event. */
  readonly time: number;
}

export interface PoseDrag {
  /** Moves the target, metres; `time` is the `timeStamp` of the pointer event. */
  moveTo(target: Vec3, time: number): void;
  /** Ends the drag: the last target is solved, then the drag becomes a history step. */
  finish(): Promise<void>;
  /** Restores the pose before the drag. */
  cancel(): void;
}

interface DragRequest {
  readonly target: Vec3;
  readonly time: number;
}

/** The released drag that is not a history step yet. */
let landing: Promise<void> | null = null;

/** Starts a drag. `onAnswer` is called with every pose shown; `verb` starts the label of the history step. */
export function startPoseDrag(
  dragged: DragHandle,
  onAnswer: (answer: DragAnswer) => void = () => undefined,
  verb = 'Drag',
): PoseDrag {
  let started = landing ? null : startGesture(dragged, verb);
  let pending: DragRequest | null = null;
  let working: Promise<void> | null = null;
  let cancelled = false;

  async function work(): Promise<void> {
    try {
      // The previous drag ends first: this one starts from its result.
      if (!started) await landing;
      if (cancelled) return;
      started ??= startGesture(dragged, verb);
      const { gesture, solveFor } = started;
      while (pending && gesture.open) {
        const { target, time }: DragRequest = pending;
        pending = null;
        const { pose, error } = await solveFor(target);
        if (!gesture.open) return;
        gesture.show(pose);
        onAnswer({ pose, target, error, time });
      }
    } catch (error) {
      if (started?.gesture.open) notify('error', errorMessage(error));
      started?.gesture.cancel();
    } finally {
      working = null;
    }
  }
  const land = async (): Promise<void> => {
    await working;
    started?.gesture.finish();
  };
  return {
    moveTo(target, time) {
      pending = { target, time };
      working ??= work();
    },
    finish() {
      const landed = land().finally(() => {
        if (landing === landed) landing = null;
      });
      landing = landed;
      return landed;
    },
    cancel() {
      cancelled = true;
      pending = null;
      started?.gesture.cancel();
    },
  };
}

/** Numbers drags, so that the worker knows a new one. */
let drags = 0;

/** The number of a new drag. */
export const nextDrag = (): number => ++drags;

function startGesture(dragged: DragHandle, verb: string) {
  const document = currentDocument();
  const joint = handleJoint(document, dragged);
  const label = `${verb} ${jointLabel(document.model.skeleton!.names[joint])}`;
  const { pose: settings, scene } = useStudio.getState().view;
  const twin = settings.symmetric ? twinOf(document.model, joint) : -1;
  const gesture = beginPoseGesture(label, twin >= 0 ? [joint, twin] : [joint]);
  const id = nextDrag();
  const options = {
    ...dragOptions(document, gesture.start),
    symmetric: settings.symmetric,
    locality: settings.locality,
    feet: settings.footLock ? (scene.facts?.feet ?? []) : [],
  };
  const solveFor = async (target: Vec3): Promise<Answer> => {
    const solved = await callWorker('interactive', 'drag', [id, [dragged, options], target]);
    return { pose: barePose(solved), error: solved.errors[0] };
  };
  return { gesture, solveFor };
}

interface Answer {
  readonly pose: Pose;
  readonly error: number;
}

/** The joint of a handle, or the one with the largest weight at its vertex. */
function handleJoint({ model: { skin } }: StudioDocument, { joint, vertex }: DragHandle): number {
  let strongest = joint ?? 0;
  if (vertex !== undefined && skin) {
    const { joints, weights, influenceCount } = skin;
    let most = 0;
    for (let i = vertex * influenceCount; i < (vertex + 1) * influenceCount; i++) {
      if (weights[i] > most) [most, strongest] = [weights[i], joints[i]];
    }
  }
  return strongest;
}
