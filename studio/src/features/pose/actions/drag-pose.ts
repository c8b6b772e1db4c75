/**
 * @file Dragging: a joint or a point of the surface in hand, poses out, as fast as the worker answers. One question is on
 * its way at a time and the newest place wins, so the body is never behind by more than one answer; the last place is
 * always answered before the drag becomes a step of the history.
 *
 * Every question tells the answer before it, so that the body does not jump between two poses that are equally good;
 * pins and feet hold where they were when the drag began, so that they do not creep.
 */

import type { IndexedHandle, SolvedPose, Vector } from 'posespace/pose';
import { type JointGlobals, type Pose, poseJoints } from 'posespace/rig';
import { barePose, type StudioDocument } from '../../../store/document.js';
import { jointLabel } from '../../../store/joint-label.js';
import { currentDocument, errorMessage, notify, useStudio } from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import { beginPoseGesture, type PoseGesture } from './pose-gesture.js';
import { dragHandles } from './pose-handles.js';
import { findMirror } from './pose-mirror.js';

/** What is in hand: one of them. */
export interface DragHandle {
  readonly joint?: number;
  readonly vertex?: number;
}

/** A pose that follows the hand. */
export interface DragAnswer {
  readonly pose: Pose;
  /** Where the handle was asked to be, and how far it is from there, metres. */
  readonly target: Vector;
  readonly error: number;
  /** Of the event that asked for it, as `Event.timeStamp`. */
  readonly time: number;
}

export interface PoseDrag {
  /** What is in hand shall be there, metres; `time` is that of the event that says so. */
  moveTo(target: Vector, time: number): void;
  /** Let go: the last place is answered, then the drag is a step of the history. */
  finish(): Promise<void>;
  /** As if nothing had happened. */
  cancel(): void;
}

interface DragRequest {
  readonly target: Vector;
  readonly time: number;
}

/** The drag that was let go of and is not a step of the history yet. */
let landing: Promise<void> | null = null;

/** Takes hold of something. `onAnswer` hears of every pose that is shown; `verb` is what the history calls it. */
export function startPoseDrag(
  dragged: DragHandle,
  onAnswer: (answer: DragAnswer) => void = () => undefined,
  verb = 'Drag',
): PoseDrag {
  let taken = landing ? null : takeHold(dragged, verb);
  let pending: DragRequest | null = null;
  let working: Promise<void> | null = null;
  let cancelled = false;

  async function work(): Promise<void> {
    try {
      // The drag before ends first: this one starts from where it leads.
      if (!taken) await landing;
      if (cancelled) return;
      taken ??= takeHold(dragged, verb);
      const { gesture, answerTo } = taken;
      while (pending && gesture.open) {
        const { target, time }: DragRequest = pending;
        pending = null;
        const { pose, error } = await answerTo(target);
        if (!gesture.open) return;
        gesture.show(pose);
        onAnswer({ pose, target, error, time });
      }
    } catch (error) {
      if (taken?.gesture.open) notify('error', errorMessage(error));
      taken?.gesture.cancel();
    } finally {
      working = null;
    }
  }
  const land = async (): Promise<void> => {
    await working;
    taken?.gesture.finish();
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
      taken?.gesture.cancel();
    },
  };
}

function takeHold(dragged: DragHandle, verb: string) {
  const document = currentDocument();
  const gesture = beginPoseGesture(`${verb} ${handleLabel(document, dragged)}`);
  return { gesture, answerTo: createAnswerer(document, dragged, gesture) };
}

interface Answer {
  readonly pose: Pose;
  readonly error: number;
}

/** How a body follows a dragged: as a whole where its root is in hand and nothing holds it, else through its pose space. */
function createAnswerer(
  document: StudioDocument,
  dragged: DragHandle,
  gesture: PoseGesture,
): (target: Vector) => Answer | Promise<Answer> {
  const skeleton = document.model.skeleton!;
  const { start } = gesture;
  const globals = poseJoints(skeleton, start);
  const { pose: settings, scene } = useStudio.getState().view;
  const feet = settings.footLock ? (scene.facts?.feet ?? []) : [];
  const held = document.pins.some(({ position }) => position) || feet.length > 0;
  const toPlane = settings.symmetric ? planeOf(document, dragged, globals) : undefined;
  if (
    dragged.joint !== undefined &&
    !held &&
    carriesBody(skeleton.parents, dragged.joint, scene.facts?.root ?? 0)
  ) {
    const from = positionOf(globals, dragged.joint);
    return (target) => ({ pose: movePose(start, from, target), error: 0 });
  }
  return async (target) => {
    const handle: IndexedHandle = { ...dragged, position: toPlane?.(target) ?? target };
    const handles = dragHandles(document, handle, start, {
      symmetric: settings.symmetric,
      feet,
      root: scene.facts?.root ?? -1,
    });
    const solved: SolvedPose = await callWorker('interactive', 'solve', [
      handles.map((one) => holdPosition(one, globals)),
      gesture.pose,
    ]);
    return { pose: barePose(solved), error: solved.errors[0] };
  };
}

/** Whether the whole body hangs from a joint: its root, or what its root hangs from. */
function carriesBody(parents: ArrayLike<number>, joint: number, root: number): boolean {
  for (let j = root; j >= 0; j = parents[j]) if (j === joint) return true;
  return false;
}

/** A pose moved by as much as one of its joints. */
export function movePose(pose: Pose, from: Vector, to: Vector): Pose {
  return { ...pose, root: pose.root.map((value, k) => value + to[k] - from[k]) };
}

/** A pin holds where it was when the drag began. */
function holdPosition({ pin, ...handle }: IndexedHandle, globals: JointGlobals): IndexedHandle {
  if (!pin || handle.joint === undefined) return pin ? { ...handle, pin } : handle;
  return { ...handle, position: positionOf(globals, handle.joint) };
}

/** A joint in the middle of a body stays there while both sides are moved alike. */
function planeOf(document: StudioDocument, { joint }: DragHandle, globals: JointGlobals) {
  const mirror = findMirror(document, globals);
  if (!mirror || joint === undefined || document.partners[joint] !== joint) return undefined;
  return (target: Vector): Vector => {
    const across = mirror.position(target);
    return [(target[0] + across[0]) / 2, (target[1] + across[1]) / 2, (target[2] + across[2]) / 2];
  };
}

const positionOf = ({ positions }: JointGlobals, joint: number): Vector => [
  positions[joint * 3],
  positions[joint * 3 + 1],
  positions[joint * 3 + 2],
];

/** The name of what is in hand: the joint, or the one that moves the surface there most. */
function handleLabel({ model: { skeleton, skin } }: StudioDocument, { joint, vertex }: DragHandle): string {
  let strongest = joint ?? 0;
  if (vertex !== undefined && skin) {
    const { joints, weights, influenceCount } = skin;
    let most = 0;
    for (let i = vertex * influenceCount; i < (vertex + 1) * influenceCount; i++) {
      if (weights[i] > most) [most, strongest] = [weights[i], joints[i]];
    }
  }
  return jointLabel(skeleton!.names[strongest]);
}
