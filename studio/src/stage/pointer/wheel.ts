/**
 * @file Wheels and trackpads. A pinch (the browser sends it as a wheel with Ctrl) and a wheel bring the camera nearer;
 * two fingers on a trackpad turn it, with Shift they shift it. Browsers do not tell a trackpad from a wheel: a wheel
 * moves up and down only, in large even steps.
 */

export type WheelMove =
  | { readonly kind: 'zoom'; readonly factor: number }
  | { readonly kind: 'orbit' | 'pan'; readonly x: number; readonly y: number };

interface WheelLike {
  readonly deltaX: number;
  readonly deltaY: number;
  readonly deltaMode: number;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly timeStamp: number;
}

/** Pixels of a line or a page. */
const UNITS = [1, 16, 400];
const PINCH = 0.01;
const WHEEL = 0.0016;
/** A gesture ends when nothing came for this long, milliseconds. */
const PAUSE = 250;

/** Reads the wheel events of one element. */
export function createWheelReader(): (event: WheelLike) => WheelMove {
  let isTrackpad = false;
  let last = -Infinity;
  return ({ deltaX, deltaY, deltaMode, ctrlKey, shiftKey, timeStamp }) => {
    if (timeStamp - last > PAUSE) isTrackpad = false;
    last = timeStamp;
    const unit = UNITS[deltaMode] ?? 1;
    const [x, y] = [deltaX * unit, deltaY * unit];
    if (ctrlKey) return { kind: 'zoom', factor: Math.exp(clamp(y, 60) * PINCH) };
    // With Shift some browsers turn a wheel sideways.
    if (deltaMode === 0 && !shiftKey && (deltaX !== 0 || (deltaY !== 0 && Math.abs(deltaY) < 4)))
      isTrackpad = true;
    if (isTrackpad) return { kind: shiftKey ? 'pan' : 'orbit', x: -x, y: -y };
    return { kind: 'zoom', factor: Math.exp(clamp(y || x, 240) * WHEEL) };
  };
}

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));
