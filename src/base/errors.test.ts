import { expect, it } from 'vitest';
import { PosespaceError, requireInput } from './errors.js';
import { pauseUnlessAborted, throwIfAborted } from './progress.js';

it('a condition that holds passes, one that does not is bad input', () => {
  expect(() => requireInput(1, 'never')).not.toThrow();
  expect(() => requireInput(0, 'io/x: nothing there')).toThrow(
    expect.objectContaining({ code: 'bad-input', message: 'io/x: nothing there', name: 'PosespaceError' }),
  );
});

it('an error is an Error with a code', () => {
  const error = new PosespaceError('unsupported', 'no');
  expect(error).toBeInstanceOf(Error);
  expect(error.code).toBe('unsupported');
});

it('only an aborted signal stops the work', () => {
  const controller = new AbortController();
  expect(() => throwIfAborted(undefined)).not.toThrow();
  expect(() => throwIfAborted(controller.signal)).not.toThrow();
  controller.abort();
  expect(() => throwIfAborted(controller.signal)).toThrow(expect.objectContaining({ code: 'aborted' }));
});

it('lets events in, so that work which waits for nothing hears of a caller who gives up', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort());
  await expect(pauseUnlessAborted(controller.signal)).rejects.toMatchObject({ code: 'aborted' });
  await expect(pauseUnlessAborted(undefined)).resolves.toBeUndefined();
});
