import { expect, it } from 'vitest';
import { createBox, mergeMeshes } from '../../mesh/primitives.js';
import { distanceTransform } from '../../mesh/voxel/distance-transform.js';
import { voxelize } from '../../mesh/voxelize.js';
import { createWindingNumber } from '../../mesh/winding-number.js';
import type { DraftJoint } from './draft-joints.js';
import { moveJointsInside } from './move-joints-inside.js';

const joint = (...position: [number, number, number]): DraftJoint => ({
  position,
  radius: 0.1,
  parent: -1,
  kind: 'root',
  odds: 1,
});

function inside(mesh: ReturnType<typeof createBox>, joints: readonly DraftJoint[]): DraftJoint[] {
  const grid = voxelize(mesh, { resolution: 32 });
  return moveJointsInside(joints, grid, distanceTransform(grid), mesh, false);
}

it('moves a joint beside the body inside and leaves one inside alone', () => {
  const box = createBox([1, 1, 1]);
  const deep = joint(0.1, 0, 0);
  const [out, kept] = inside(box, [joint(0.52, 0, 0), deep]);
  expect(Math.max(...out.position.map(Math.abs))).toBeLessThan(0.5);
  expect(kept.position).toEqual(deep.position);
});

it('moves a joint out of a gap that is thinner than a voxel', () => {
  const jaws = mergeMeshes([createBox([1, 0.4, 1], [0, 0.203, 0]), createBox([1, 0.4, 1], [0, -0.203, 0])]);
  const winding = createWindingNumber(jaws);
  expect(winding(0, 0, 0)).toBeLessThan(0.1);
  const [{ position }] = inside(jaws, [joint(0, 0, 0)]);
  expect(winding(...position)).toBeGreaterThan(0.9);
});
