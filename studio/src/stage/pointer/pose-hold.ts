/** @file The body in hand: a drag from the press on it to its end, with Esc to let go. */

import type { Camera } from 'three';
import { startPoseDrag } from '../../features/pose/actions/drag-pose.js';
import { stageBody } from '../stage-body.js';
import { useDragSight } from './drag-sight.js';
import { followPointer } from './follow-pointer.js';
import { awaitFrame } from './mark-latency.js';
import type { StageHit } from './stage-pick.js';

/** A handle counts as missed from here, of the body's radius. */
const MISSED = 0.02;

export interface PoseHold {
  move(event: PointerEvent): void;
  end(): void;
  cancel(): void;
}

export function holdBody(start: PointerEvent, hit: StageHit, camera: Camera, element: Element): PoseHold {
  const grip = hit.joint === undefined ? { vertex: hit.vertex } : { joint: hit.joint };
  const follow = followPointer(start, hit.point, camera, element);
  const missed = MISSED * (stageBody()?.radius ?? 1);
  useDragSight.setState({ grip, target: null });
  const drag = startPoseDrag(grip, ({ target, miss, time }) => {
    useDragSight.setState({ target: miss > missed ? target : null });
    awaitFrame(time);
  });
  const release = () => useDragSight.setState({ grip: null, target: null });
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
