import { expect, it } from 'vitest';
import { FramePace } from './frame-pace.js';

it('waits while the most frames are in flight', () => {
  const done = new Set<unknown>();
  const fences: object[] = [];
  const gl = {
    SYNC_GPU_COMMANDS_COMPLETE: 1,
    SYNC_STATUS: 2,
    UNSIGNALED: 3,
    SIGNALED: 4,
    fenceSync: () => fences[fences.push({}) - 1],
    getSyncParameter: (fence: object) => (done.has(fence) ? 4 : 3),
    deleteSync: () => undefined,
    flush: () => undefined,
  };
  const pace = new FramePace(gl as unknown as WebGL2RenderingContext, 2);
  expect(pace.isFree()).toBe(true);
  pace.submitted();
  expect(pace.isFree()).toBe(true);
  pace.submitted();
  expect(pace.isFree()).toBe(false);
  done.add(fences[0]);
  expect(pace.isFree()).toBe(true);
});
