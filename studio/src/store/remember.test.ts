import { expect, it } from 'vitest';
import { remember } from './remember.js';

it('computes a value once per record', () => {
  let calls = 0;
  const doubled = remember(({ size }: { readonly size: number }) => {
    calls++;
    return [size * 2];
  });
  const [one, two] = [{ size: 1 }, { size: 1 }];
  expect(doubled(one)).toBe(doubled(one));
  expect(doubled(one)).not.toBe(doubled(two));
  expect(calls).toBe(2);
});
