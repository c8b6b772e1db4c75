/**
 * Teaches a pose space poses of a creature and saves them with it: what comes out of handles is then more like them.
 * Run: node examples/teach-a-pose-space.mjs
 */
import { createCreature, createCreatureModel, withExamplePoses } from 'posespace';
import { readPoseModel, writeModelFile } from 'posespace/io/node';
import { adaptPoseSpace, openRigPoseSpace } from 'posespace/pose';
import { poseJoints } from 'posespace/rig';

const creature = createCreature('snake', { seed: 4, resolution: 0.7 });
const { rig, clips } = creature;
const space = await openRigPoseSpace(rig, await readPoseModel());

// Every fourth frame of a clip. The space that was given stays as it is; `taught.untaught` is it.
const [{ poses }] = clips;
const taught = adaptPoseSpace(
  space,
  poses.filter((_, i) => i % 4 === 0),
);

// A frame between them, told only where its ends are.
const parents = [...rig.skeleton.parents];
const ends = [0, ...parents.keys()].filter((joint, i) => i === 0 || !parents.includes(joint));
const truth = poseJoints(rig.skeleton, poses[6]).positions;
const handles = ends.map((joint) => ({ joint, position: [...truth.subarray(joint * 3, joint * 3 + 3)] }));
const missBy = async (asked) => {
  const found = poseJoints(rig.skeleton, await asked.solve(handles)).positions;
  const distances = parents.map((_, j) =>
    Math.hypot(...[0, 1, 2].map((k) => found[j * 3 + k] - truth[j * 3 + k])),
  );
  return `${((1000 * distances.reduce((sum, x) => sum + x, 0)) / distances.length).toFixed(1)} mm`;
};
console.log(`joints are off by ${await missBy(space)} before, ${await missBy(taught)} after`);

// Every posespace command that opens this file knows the poses.
await writeModelFile(
  'out/taught-snake.glb',
  withExamplePoses(createCreatureModel(creature), taught.examples),
);
console.log(`wrote out/taught-snake.glb with ${taught.examples.length} poses`);
await space.close();
