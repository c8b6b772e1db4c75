/**
 * @file A corpus of hostile meshes: each gets a rig that holds, or a clear error, in bounded time.
 */

import { describe, expect, it } from 'vitest';
import { PosespaceError } from '../../src/base/errors.js';
import { computeBox, longestSide } from '../../src/mesh/box.js';
import { skinMesh } from '../../src/rig/kinematics/skin-mesh.js';
import { bentPose } from '../../src/rig/report/stress-rig.js';
import { rigMesh } from '../../src/rig/rig-mesh.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { hostileMeshes } from './meshes.js';
import { startStopwatch } from './stopwatch.js';

const MAX_SECONDS = 20;

describe('hostile meshes', () => {
  it.each(hostileMeshes())('$what', async ({ mesh, error }) => {
    const stopwatch = startStopwatch();
    if (error) {
      await expect(rigMesh(mesh)).rejects.toThrow(PosespaceError);
      await expect(rigMesh(mesh)).rejects.toThrow(error);
    } else {
      const { rig, confidence } = await rigMesh(mesh);
      expectSound(rig);
      expect(confidence.length).toBe(rig.skeleton.names.length);
      expect(confidence.every((value) => value >= 0 && value <= 1)).toBe(true);
    }
    expect(stopwatch()).toBeLessThan(MAX_SECONDS);
  });
});

function expectSound(rig: Rig): void {
  const { skeleton, skin, mesh } = rig;
  const count = skeleton.names.length;
  expect(count).toBeGreaterThan(0);
  expect(new Set(skeleton.names).size).toBe(count);
  expect(skeleton.parents.every((parent, j) => (j === 0 ? parent === -1 : parent >= 0 && parent < j))).toBe(
    true,
  );
  expect(skeleton.rest.length).toBe(count * 3);
  expect(skeleton.rest.every(Number.isFinite)).toBe(true);
  const { min, max } = computeBox(mesh.positions);
  const slack = 1e-3 * longestSide({ min, max });
  for (let i = 0; i < skeleton.rest.length; i++) {
    expect(skeleton.rest[i]).toBeGreaterThanOrEqual(min[i % 3] - slack);
    expect(skeleton.rest[i]).toBeLessThanOrEqual(max[i % 3] + slack);
  }

  const { influenceCount } = skin;
  let worst = 0;
  for (let v = 0; v < mesh.positions.length / 3; v++) {
    let sum = 0;
    for (let k = 0; k < influenceCount; k++) {
      const weight = skin.weights[v * influenceCount + k];
      const joint = skin.joints[v * influenceCount + k];
      // Not one assertion each: a hundred thousand of them take longer than rigging.
      if (!(weight >= 0) || (weight > 0 && joint >= count)) {
        expect.fail(`vertex ${v} follows joint ${joint} of ${count} with weight ${weight}`);
      }
      sum += weight;
    }
    worst = Math.max(worst, Math.abs(sum - 1));
  }
  expect(worst).toBeLessThan(1e-5);
  const posed = skinMesh(rig, bentPose(rig, count - 1, [0.7, 0, 0]));
  expect(posed.every(Number.isFinite)).toBe(true);
}
