/**
 * @file A pose drag with the pointer, from the press to its end; Esc cancels it. The dragged point moves in the plane
 * that faces the camera and keeps its offset from the pointer.
 */

import { type Camera, Plane, Vector3 } from 'three';
import { startPoseDrag } from '../../features/pose/actions/drag-pose.js';
import { stageBody } from '../stage-body.js';
import type { Vector } from '../stage-view.js';
import { useDragState } from './drag-state.js';
import { awaitFrame } from './mark-latency.js';
import { rayOf, type StageHit, toScreen } from './stage-pick.js';

/** Error from which the target is shown, as a share of the body's radius. */
const SHOWN_ERROR = 0.02;

export interface PointerDrag {
  move(event: PointerEvent): void;
  end(): void;
  cancel(): void;
}

export function startPointerDrag(
  start: PointerEvent,
  hit: StageHit,
  camera: Camera,
  element: Element,
): PointerDrag {
  const handle = hit.joint === undefined ? { vertex: hit.vertex } : { joint: hit.joint };
  const follow = followPointer(start, hit.point, camera, element);
  const shownError = SHOWN_ERROR * (stageBody()?.radius ?? 1);
  useDragState.setState({ handle, target: null });
  const drag = startPoseDrag(handle, ({ target, error, time }) => {
    useDragState.setState({ target: error > shownError ? target : null });
    awaitFrame(time);
  });
  const release = () => useDragState.setState({ handle: null, target: null });
  return {
    move(event) {
      const target = follow(event);
      if (target) drag.moveTo(target, event.timeStamp);
    },
    end() {
      void drag.finish();
      release();
    },
    cancel() {
      drag.cancel();
      release();
    },
  };
}

type PointerPosition = { readonly clientX: number; readonly clientY: number };

/** Returns the target for later events; null where the pointer is above the horizon of the plane. */
function followPointer(
  start: PointerPosition,
  point: Vector3,
  camera: Camera,
  element: Element,
): (event: PointerPosition) => Vector | null {
  const plane = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), point);
  const positionOf = (event: PointerPosition) =>
    rayOf(toScreen(event, element), camera).intersectPlane(plane, new Vector3());
  const grabbed = positionOf(start);
  const offset = grabbed ? point.clone().sub(grabbed) : new Vector3();
  return (event) => {
    const target = positionOf(event)?.add(offset);
    return target ? [target.x, target.y, target.z] : null;
  };
}
