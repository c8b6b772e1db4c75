import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectClose } from '../../../test/support/numbers.js';
import { openTinySpace } from '../../../test/support/tiny-pose-space.js';
import { axisAngleInto } from '../../math/quaternion.js';
import { restPose } from '../../rig/rig-records.js';
import { posesToPath } from '../model/convert-path.js';
import { chordLengths, evenPath, wayLength } from '../records/pose-path.js';
import { prepareRepairTools } from '../repair/repair-tools.js';
import type { RepairTools } from '../repair/repair-workspace.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { pathExcess, untanglePath } from './resolve-path-intersections.js';

let space: PoseSpace;
let tools: RepairTools;
beforeAll(async () => {
  space = await openTinySpace();
  tools = await prepareRepairTools(space, { limits: 'none', sockets: 'counted' });
});
afterAll(() => space.close());

/** The front legs swing across each other: clean at both ends, tangled in between. */
function crossing(most = 0.7) {
  const { names, rest } = space.anatomy.original;
  const legs = ['leftFrontUpperLeg', 'rightFrontUpperLeg'].map((name) => names.indexOf(name));
  const poses = [0, most, 0].map((angle) => {
    const pose = restPose(space.anatomy.original);
    for (const j of legs) axisAngleInto(pose.rotations, j * 4, 0, 0, 1, rest[j * 3] > 0 ? -angle : angle);
    return pose;
  });
  return evenPath(space.rig, posesToPath(space, poses), 12);
}

it('bends a path until less of the skin meets, and keeps its ends and its even steps', async () => {
  const path = crossing();
  const before = await pathExcess(tools, path);
  expect(before).toBeGreaterThan(0);
  const free = await untanglePath(tools, path);
  expect(await pathExcess(tools, free)).toBeLessThan(0.5 * before);
  const size = space.rig.jointCount * 4;
  expectClose(free.rotations.slice(0, size), path.rotations.slice(0, size), 1e-9);
  const chords = chordLengths(space.rig, free);
  expect(Math.max(...chords) / Math.min(...chords)).toBeLessThan(1.6);
});

it('takes no long way round', async () => {
  const path = crossing(0.6);
  const free = await untanglePath(tools, path);
  expect(wayLength(space.rig, free)).toBeLessThanOrEqual(1.04 * wayLength(space.rig, path));
  expect(await pathExcess(tools, free)).toBeLessThan(0.9 * (await pathExcess(tools, path)));
});

it('leaves a clean path alone', async () => {
  const rest = restPose(space.anatomy.original);
  const path = evenPath(space.rig, posesToPath(space, [rest, rest]), 4);
  expect(await untanglePath(tools, path)).toBe(path);
});
