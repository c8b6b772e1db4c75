/**
 * @file Dragging a joint or a point of the surface. One solve is under way at a time and the newest target wins, so
 * the body is never more than one solve behind; the last target is always solved before the drag becomes a history
 * step. Each solve starts from the previous result, so that the body does not jump between equally good poses. Pins,
 * locked feet and joints that were dragged before keep their positions from the start of the drag, so that they do not
 * drift.
 */

import { lockFeet, movesWholeBody, positionOf, raiseToFeet, translatePose } from 'posespace';
import type { IndexedHandle, SolvedPose, Vec3 } from 'posespace/pose';
import { type JointGlobals, type Pose, poseJoints } from 'posespace/rig';
import { barePose, type StudioDocument } from '../../../store/document.js';
import { jointLabel } from '../../../store/joint-label.js';
import { currentDocument, errorMessage, notify, useStudio } from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import { beginPoseGesture, type PoseGesture } from './pose-gesture.js';
import { documentDragHandles } from './pose-handles.js';
import { findMirror } from './pose-mirror.js';

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

function startGesture(dragged: DragHandle, verb: string) {
  const document = currentDocument();
  const joint = handleJoint(document, dragged);
  const label = `${verb} ${jointLabel(document.model.skeleton!.names[joint])}`;
  const twin = useStudio.getState().view.pose.symmetric ? document.partners[joint] : -1;
  const gesture = beginPoseGesture(label, twin >= 0 ? [joint, twin] : [joint]);
  return { gesture, solveFor: createSolver(document, dragged, gesture) };
}

interface Answer {
  readonly pose: Pose;
  readonly error: number;
}

/** How the body follows: as a whole where its root is dragged and nothing is pinned, else through the pose space. */
function createSolver(
  document: StudioDocument,
  dragged: DragHandle,
  gesture: PoseGesture,
): (target: Vec3) => Answer | Promise<Answer> {
  const skeleton = document.model.skeleton!;
  const { start } = gesture;
  const globals = poseJoints(skeleton, start);
  const { pose: settings, scene } = useStudio.getState().view;
  const { mesh, skin } = document.model;
  const rig = { skeleton, mesh, skin };
  const joint = handleJoint(document, dragged);
  const twin = settings.symmetric ? document.partners[joint] : -1;
  const standing = settings.footLock ? (scene.facts?.standing ?? []) : [];
  const locks = lockFeet(rig, standing, start, twin >= 0 ? [joint, twin] : [joint]);
  const held = document.pins.some(({ position }) => position) || locks.length > 0;
  const toPlane = settings.symmetric ? planeOf(document, dragged, globals) : undefined;
  if (
    dragged.joint !== undefined &&
    !held &&
    movesWholeBody(skeleton.parents, dragged.joint, scene.facts?.root ?? 0)
  ) {
    const from = positionOf(globals, dragged.joint);
    return (target) => ({ pose: translatePose(start, from, target), error: 0 });
  }
  return async (target) => {
    const handle: IndexedHandle = { ...dragged, position: toPlane?.(target) ?? target };
    const handles = documentDragHandles(document, handle, start, {
      symmetric: settings.symmetric,
      locks,
      root: scene.facts?.root ?? -1,
    });
    const near = { start, locality: settings.locality };
    const solved: SolvedPose = await callWorker('interactive', 'solve', [handles, gesture.pose, near]);
    return { pose: raiseToFeet(rig, barePose(solved), locks), error: solved.errors[0] };
  };
}

/** With symmetric editing, a joint on the mirror plane stays on it. */
function planeOf(document: StudioDocument, { joint }: DragHandle, globals: JointGlobals) {
  const mirror = findMirror(document, globals);
  if (!mirror || joint === undefined || document.partners[joint] !== joint) return undefined;
  return (target: Vec3): Vec3 => {
    const across = mirror.position(target);
    return [(target[0] + across[0]) / 2, (target[1] + across[1]) / 2, (target[2] + across[2]) / 2];
  };
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
