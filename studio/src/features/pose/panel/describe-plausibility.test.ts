import { expect, it } from 'vitest';
import { describePlausibility } from './describe-plausibility.js';

it('says how far outside a pose is', () => {
  expect(describePlausibility(undefined).words).toBe('measuring…');
  expect(describePlausibility(0.62)).toEqual({ words: 'inside · 0.6', tone: 'good' });
  expect(describePlausibility(1.2)).toEqual({ words: 'just outside · 1.2', tone: 'warn' });
  expect(describePlausibility(2.1)).toEqual({ words: 'outside · 2.1', tone: 'bad' });
  expect(describePlausibility(31.4)).toEqual({ words: 'far outside · 31', tone: 'bad' });
});
