/** @file The body in hand: a drag from the press on it to its end, with Esc to let go. */

import type { Camera } from 'three';
import { startPoseDrag } from '../../features/pose/actions/drag-pose.js';
import { stageBody } from '../stage-body.js';
import { useDragState } from './drag-state.js';
import { followPointer } from './follow-pointer.js';
import { awaitFrame } from './mark-latency.js';
import type { StageHit } from './stage-pick.js';

/** A handle counts as shownError from here, of the body's radius. */
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
