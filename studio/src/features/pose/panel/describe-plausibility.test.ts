import { expect, it } from 'vitest';
import { describePlausibility } from './describe-plausibility.js';

it('describes a plausibility score', () => {
  expect(describePlausibility(undefined).words).toBe('computing…');
  expect(describePlausibility(0.62)).toEqual({ words: 'natural · 0.6', tone: 'good' });
  expect(describePlausibility(1.2)).toEqual({ words: 'slightly unnatural · 1.2', tone: 'warn' });
  expect(describePlausibility(2.1)).toEqual({ words: 'unnatural · 2.1', tone: 'bad' });
  expect(describePlausibility(31.4)).toEqual({ words: 'very unnatural · 31', tone: 'bad' });
});
