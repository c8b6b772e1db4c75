/**
 * @file Seconds that a reader took: of the clock or of the processor, whichever is less, so that a busy machine
 * does not count against it.
 */

/** Starts measuring; what it returns gives the seconds since. */
export function startStopwatch(): () => number {
  const start = performance.now();
  const used = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(used);
    return Math.min((performance.now() - start) / 1000, (user + system) / 1e6);
  };
}
