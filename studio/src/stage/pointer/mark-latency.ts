/** @file Measures `posespace:drag`: the time from a pointer event to the frame that shows its pose. */

let waiting: number | null = null;

/** Call when the pose for an event of this time is ready; the next frame shows it. */
export function awaitFrame(time: number): void {
  waiting ??= time;
}

/** Call after a frame. */
export function markFrame(): void {
  if (waiting === null) return;
  performance.measure('posespace:drag', { start: waiting, end: performance.now() });
  waiting = null;
}
