/** @file Seconds on the timeline: where a time lies, what the ruler says. */

export interface TimeScale {
  /** The segment that is seen, seconds. */
  readonly from: number;
  readonly to: number;
  /** Width of what it is drawn on, with a margin at both ends, pixels. */
  readonly width: number;
}

/** Pixels that are kept free at both ends, so that what lies there is seen whole. */
export const MARGIN = 14;
/** Pixels between numbers, at least. */
const NUMBER_GAP = 72;
/** Pixels between ticks, at least. */
const TICK_GAP = 9;
/** Steps from number to number, seconds, and into how many each is divided. */
const STEPS: readonly (readonly [number, number])[] = [
  [0.01, 2],
  [0.02, 2],
  [0.05, 5],
  [0.1, 5],
  [0.2, 4],
  [0.5, 5],
  [1, 10],
  [2, 4],
  [5, 5],
  [10, 10],
  [20, 4],
  [30, 6],
  [60, 6],
  [120, 4],
  [300, 5],
];

const pixelsPerSecond = ({ from, to, width }: TimeScale): number =>
  Math.max(1, width - 2 * MARGIN) / Math.max(1e-6, to - from);

export const toX = (scale: TimeScale, time: number): number =>
  MARGIN + (time - scale.from) * pixelsPerSecond(scale);

export const toTime = (scale: TimeScale, x: number): number =>
  scale.from + (x - MARGIN) / pixelsPerSecond(scale);

export interface Tick {
  readonly time: number;
  /** What it says; absent on those between numbers. */
  readonly label?: string;
}

/** The ticks of the ruler that are in sight. */
export function rulerTicks(scale: TimeScale): Tick[] {
  const density = pixelsPerSecond(scale);
  const last = STEPS[STEPS.length - 1];
  const [step, parts] = STEPS.find(([seconds]) => seconds * density >= NUMBER_GAP) ?? last;
  const fit = (step / parts) * density >= TICK_GAP ? parts : (step / 2) * density >= TICK_GAP ? 2 : 1;
  const small = step / fit;
  const ticks: Tick[] = [];
  const first = Math.max(0, Math.ceil(toTime(scale, 0) / small - 1e-6));
  const end = Math.floor(toTime(scale, scale.width) / small + 1e-6);
  for (let i = first; i <= end; i++) {
    const time = i * small;
    ticks.push(i % fit === 0 ? { time, label: formatTick(time, step) } : { time });
  }
  return ticks;
}

function formatTick(time: number, step: number): string {
  if (step >= 60) return `${Math.round(time / 60)} min`;
  const digits = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
  return `${time.toFixed(digits)} s`;
}

/** The segment seen after zooming by a factor about a time, kept within the reach and above a tenth of a second. */
export function zoomWindow(
  { from, to }: TimeScale,
  about: number,
  factor: number,
  reach: number,
): { readonly from: number; readonly to: number } | null {
  const span = Math.max(Math.min(0.1, reach), (to - from) * factor);
  if (span >= reach) return null;
  const share = (about - from) / (to - from);
  const start = Math.max(0, Math.min(reach - span, about - share * span));
  return { from: start, to: start + span };
}

/** The segment seen after moving it by seconds. */
export function panWindow(
  { from, to }: TimeScale,
  seconds: number,
  reach: number,
): { readonly from: number; readonly to: number } | null {
  const span = to - from;
  if (span >= reach) return null;
  const start = Math.max(0, Math.min(reach - span, from + seconds));
  return { from: start, to: start + span };
}
