import { expect, it } from 'vitest';
import { axisAngleInto } from '../../src/math/quaternion.js';
import { normaliseRig } from '../../src/pose/records/normalise-rig.js';
import { type CompletionTask, measureCompletion } from './measure-completion.js';
import { createPoseCloud } from './pose-cloud.js';

/** A chain of four joints along +X, three metres long: normalised lengths are two thirds. */
const rig = normaliseRig({
  skeleton: {
    names: ['a', 'b', 'c', 'd'],
    parents: Int16Array.of(-1, 0, 1, 2),
    rest: Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0),
    frames: Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? 1 : 0)),
  },
});

const bent = (degrees: number) => {
  const rotations = Float32Array.from({ length: 16 }, (_, i) => (i % 4 === 3 ? 1 : 0));
  axisAngleInto(rotations, 4, 0, 0, 1, (degrees * Math.PI) / 180);
  return { rotations };
};

it('methods are given the true positions of the handles and measured on the others', async () => {
  const truth = createPoseCloud(rig, [bent(90)]);
  const tasks: CompletionTask[] = [];
  const straight = bent(0).rotations;
  const figures = await measureCompletion(
    rig,
    truth,
    {
      exact: (task) => {
        tasks.push(task);
        return { rotations: truth.rotations };
      },
      rest: () => ({ rotations: straight }),
      moved: async () => ({ rotations: truth.rotations, root: [0, 0, 0.02] }),
    },
    7,
  );
  // The second joint turns by 90°: the third is at (1, 1), the fourth at (1, 2), times two thirds.
  const [leaves, four, one] = tasks;
  expect(leaves.joints).toEqual([0, 3]);
  const positions = [0, 0, 0, 2 / 3, 4 / 3, 0];
  positions.forEach((x, i) => {
    expect(leaves.targets[i]).toBeCloseTo(x, 5);
  });
  expect([four.joints, one.joints]).toEqual([
    [0, 1, 2, 3],
    [0, 3],
  ]);
  expect(figures.leaves.exact.joints).toBeCloseTo(0, 5);
  expect(figures.leaves.exact.degrees).toBeCloseTo(0, 3);
  // Of the open joints the second stays, the third misses by √2 · 2/3; the handle by √8 · 2/3; of a diameter of 2.
  expect(figures.leaves.rest.joints).toBeCloseTo((50 * Math.SQRT2 * 2) / 3 / 2, 4);
  expect(figures.leaves.rest.handles).toBeCloseTo((50 * Math.sqrt(8) * 2) / 3, 4);
  expect(figures.leaves.rest.degrees).toBeCloseTo(90 / 4, 3);
  expect(figures.leaves.moved.joints).toBeCloseTo(1, 4);
  // All joints were given.
  expect(figures.four.rest.joints).toBeNull();
});

it('stops when aborted', async () => {
  const controller = new AbortController();
  const work = measureCompletion(
    rig,
    createPoseCloud(rig, [bent(10), bent(20)]),
    {
      once: () => {
        controller.abort();
        return bent(0);
      },
    },
    0,
    controller.signal,
  );
  await expect(work).rejects.toThrow(expect.objectContaining({ code: 'aborted' }));
});
