import { expect, it } from 'vitest';
import { describeDistance } from './describe-plausibility.js';

it('says how far outside a pose is', () => {
  expect(describeDistance(undefined).words).toBe('measuring…');
  expect(describeDistance(0.62)).toEqual({ words: 'inside · 0.6', tone: 'good' });
  expect(describeDistance(1.2)).toEqual({ words: 'just outside · 1.2', tone: 'warn' });
  expect(describeDistance(2.1)).toEqual({ words: 'outside · 2.1', tone: 'bad' });
  expect(describeDistance(31.4)).toEqual({ words: 'far outside · 31', tone: 'bad' });
});
