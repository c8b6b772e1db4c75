/** @file Conversion between time and pixels on the timeline, and the ticks of the ruler. */

export interface TimeScale {
  /** The visible range, seconds. */
  readonly from: number;
  readonly to: number;
  /** Width with a margin at both ends, pixels. */
  readonly width: number;
}

/** Margin at both ends, so that marks there are fully visible, pixels. */
export const MARGIN = 14;
/** Smallest distance of labels, pixels. */
const NUMBER_GAP = 72;
/** Smallest distance of ticks, pixels. */
const TICK_GAP = 9;
/** Label steps, seconds, and their subdivisions. */
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
  /** Absent on ticks between labels. */
  readonly label?: string;
}

/** The visible ticks. */
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

/** The visible range after zooming about a time, within the track and at least a tenth of a second long. */
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

/** The visible range after panning by seconds. */
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
