/**
 * Adapts a pose space to example poses and saves them with the rig: solved poses are then more like them.
 * Run: node examples/adapt-a-pose-space.mjs
 */
import { modelRig, withExamplePoses } from 'posespace';
import { readPoseModel, readSample, writeModelFile } from 'posespace/io/node';
import { adaptPoseSpace, openRigPoseSpace } from 'posespace/pose';
import { poseJoints } from 'posespace/rig';

const model = await readSample('snake');
const { clips } = model;
const rig = modelRig(model);
const space = await openRigPoseSpace(rig, await readPoseModel());

// Every fourth frame of a clip. The given space stays unchanged; it is `adapted.unadapted`.
const [{ poses }] = clips;
const adapted = adaptPoseSpace(
  space,
  poses.filter((_, i) => i % 4 === 0),
);

// A frame between them, solved from the positions of its leaf joints.
const parents = [...rig.skeleton.parents];
const leaves = [0, ...parents.keys()].filter((joint, i) => i === 0 || !parents.includes(joint));
const truth = poseJoints(rig.skeleton, poses[6]).positions;
const handles = leaves.map((joint) => ({ joint, position: [...truth.subarray(joint * 3, joint * 3 + 3)] }));
const errorOf = async (given) => {
  const found = poseJoints(rig.skeleton, await given.solve(handles)).positions;
  const distances = parents.map((_, j) =>
    Math.hypot(...[0, 1, 2].map((k) => found[j * 3 + k] - truth[j * 3 + k])),
  );
  return `${((1000 * distances.reduce((sum, x) => sum + x, 0)) / distances.length).toFixed(1)} mm`;
};
console.log(`mean joint error: ${await errorOf(space)} before, ${await errorOf(adapted)} after`);

// Every posespace command that opens this file uses the poses.
await writeModelFile('out/adapted-snake.glb', withExamplePoses(model, adapted.examples));
console.log(`wrote out/adapted-snake.glb with ${adapted.examples.length} poses`);
await space.close();
