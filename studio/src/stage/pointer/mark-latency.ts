/** @file Measures `posespace:drag`: from a pointer's event to the frame that shows the pose it asked for. */

let waiting: number | null = null;

/** A pose is there for the event of that time; the next frame shows it. */
export function awaitFrame(time: number): void {
  waiting ??= time;
}

/** A frame was drawn. */
export function markFrame(): void {
  if (waiting === null) return;
  performance.measure('posespace:drag', { start: waiting, end: performance.now() });
  waiting = null;
}
