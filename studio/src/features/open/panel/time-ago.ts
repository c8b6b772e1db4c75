/** @file How long ago something was, as text. */

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Both in milliseconds since 1970. */
export function timeAgo(then: number, now: number): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor((now - then) / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}
