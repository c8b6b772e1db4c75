/**
 * @file Wheels and trackpads. Pinch (sent by browsers as Ctrl + wheel) and mouse wheels zoom; two fingers on a
 * trackpad orbit, with Shift they pan. Browsers do not distinguish trackpads from wheels: a wheel moves vertically
 * only, in large steps.
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

/** Pixels per unit of `deltaMode`. */
const UNITS = [1, 16, 400];
const PINCH = 0.01;
const WHEEL = 0.0016;
/** Pause that ends a gesture, milliseconds. */
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
    // With Shift some browsers report a horizontal wheel.
    if (deltaMode === 0 && !shiftKey && (deltaX !== 0 || (deltaY !== 0 && Math.abs(deltaY) < 4)))
      isTrackpad = true;
    if (isTrackpad) return { kind: shiftKey ? 'pan' : 'orbit', x: -x, y: -y };
    return { kind: 'zoom', factor: Math.exp(clamp(y || x, 240) * WHEEL) };
  };
}

const clamp = (value: number, most: number): number => Math.max(-most, Math.min(most, value));
