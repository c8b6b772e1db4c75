import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.js';

test('uses the largest whole unit', () => {
  const now = 1_700_000_000_000;
  expect(timeAgo(now - 5000, now)).toBe('just now');
  expect(timeAgo(now - 60_000, now)).toBe('1 minute ago');
  expect(timeAgo(now - 7_300_000, now)).toBe('2 hours ago');
  expect(timeAgo(now - 3 * 86_400_000, now)).toBe('3 days ago');
  expect(timeAgo(now + 5000, now)).toBe('just now');
});
