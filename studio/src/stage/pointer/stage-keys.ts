/** @file The camera by keys, while the stage has the focus: arrows turn it, with Shift they shift it; + and − zoom. */

import { stageCamera } from '../camera/stage-camera.js';

/** As far as a pointer that moves so many pixels. */
const STEP = 36;
const ZOOM = 1.15;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

export function pressStageKey(event: React.KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow) {
    if (event.shiftKey) stageCamera.pan(...arrow);
    else stageCamera.orbit(...arrow);
  } else if (event.key === '+' || event.key === '=') stageCamera.zoom(1 / ZOOM);
  else if (event.key === '-') stageCamera.zoom(ZOOM);
  else return;
  event.preventDefault();
  event.stopPropagation();
}
