/**
 * Goes from one pose of a creature to another the way it would, in even steps, and varies the last one.
 * Run: node examples/walk-between-poses.mjs
 */
import { createCreature, createCreatureModel } from 'posespace';
import { readPoseModel, writeModelFile } from 'posespace/io/node';
import { interpolatePoses, mirrorPose, openRigPoseSpace, varyPose } from 'posespace/pose';

const creature = createCreature('quadruped', { seed: 5, resolution: 0.7 });
const model = createCreatureModel(creature);
const space = await openRigPoseSpace(creature.rig, await readPoseModel(), { priorSamples: 16 });

const [pose] = await space.sample({ seed: 3, steps: 8 });
// From a pose to its mirror image.
const walk = await interpolatePoses(space, [pose, mirrorPose(space, pose)], { steps: 16 });
const alike = await varyPose(space, pose, { strength: 0.3, count: 4, steps: 8 });
await space.close();

const clip = (name, poses) => ({ name, poses, times: Float32Array.from(poses, (_, i) => i / 8) });
await writeModelFile('out/walk.glb', {
  ...model,
  clips: [clip('from left to right', walk.poses), clip('alike', alike)],
});
console.log(`${walk.poses.length} poses, steps even to ${walk.evenness.toFixed(2)}, wrote out/walk.glb`);
