/** @file Shared by the benchmarks: timing of alternating calls, and table rows. */

/**
 * Median milliseconds of each call. The calls alternate, so that other load on the machine affects all of them alike:
 * ratios are steadier than times.
 */
export async function measure(...calls) {
  for (const call of calls) for (let i = 0; i < 3; i++) await call();
  return measureRounds(7, calls);
}

/** The same for calls that take seconds. */
export async function measureSlow(...calls) {
  for (const call of calls) await call();
  return measureRounds(3, calls);
}

async function measureRounds(least, calls) {
  const times = calls.map(() => []);
  const start = performance.now();
  for (let round = 0; round < least || (performance.now() - start < 700 && round < 200); round++) {
    for (const [i, call] of calls.entries()) {
      const before = performance.now();
      await call();
      times[i].push(performance.now() - before);
    }
  }
  return times.map((list) => list.sort((a, b) => a - b)[list.length >> 1]);
}

export const line = (name, ...cells) =>
  console.log(name.padEnd(44) + cells.map((cell) => cell.padStart(16)).join(''));
export const ms = (value) => `${value.toFixed(value < 10 ? 3 : 1)} ms`;
