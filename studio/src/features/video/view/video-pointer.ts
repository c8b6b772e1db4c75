/** @file Dragging, wheel and keys on the picture of a video: the body is moved, turned or scaled in the first frame. */

import type { VideoTool } from '../../../store/views/video-view.js';
import { placeBody } from '../actions/place-body.js';

/** Degrees for a drag over the height of the picture, and how much a drag over it scales. */
const TURN = 180;
const SCALE = 3;
const WHEEL = 0.001;
/** What one press of an arrow key is, in heights of the picture. */
const STEP = 0.01;

/** Applies a movement of the pointer, in heights of the picture. */
function apply(tool: VideoTool, right: number, down: number): void {
  if (tool === 'move') placeBody({ right, down });
  else if (tool === 'turn') placeBody({ azimuth: -right * TURN, elevation: down * TURN });
  else placeBody({ scale: SCALE ** -down });
}

/** Follows a drag until the pointer is released. With Shift it turns whatever the tool is. */
export function dragBody(event: PointerEvent, tool: VideoTool): void {
  const canvas = event.target;
  if (!(canvas instanceof HTMLCanvasElement) || event.button > 0) return;
  event.preventDefault();
  canvas.focus();
  canvas.setPointerCapture(event.pointerId);
  let [x, y] = [event.clientX, event.clientY];
  const move = (next: PointerEvent) => {
    const { height } = canvas.getBoundingClientRect();
    apply(next.shiftKey ? 'turn' : tool, (next.clientX - x) / height, (next.clientY - y) / height);
    [x, y] = [next.clientX, next.clientY];
  };
  const end = () => {
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('pointerup', end);
    canvas.removeEventListener('pointercancel', end);
  };
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
}

export const wheelBody = ({ deltaY }: WheelEvent): void => placeBody({ scale: Math.exp(-deltaY * WHEEL) });

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** A press of a key; false for keys that mean nothing here. */
export function nudgeBody(key: string, tool: VideoTool): boolean {
  const arrow = ARROWS[key];
  if (arrow) apply(tool, ...arrow);
  else if (key === '+' || key === '=') placeBody({ scale: 1 + STEP });
  else if (key === '-') placeBody({ scale: 1 / (1 + STEP) });
  else return false;
  return true;
}
