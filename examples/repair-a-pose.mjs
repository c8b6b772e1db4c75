/**
 * Takes poses out of themselves: draws poses at random, finds those that run through themselves and repairs them, feet
 * kept where they are; then asks for clean poses only.
 * Run: node examples/repair-a-pose.mjs
 */
import { createCreature, createCreatureModel } from 'posespace';
import { readPoseModel, writeModelFile } from 'posespace/io/node';
import { openRigPoseSpace, repairPose, sampleCleanPoses } from 'posespace/pose';

const creature = createCreature('quadruped', { seed: 3, resolution: 0.7 });
const space = await openRigPoseSpace(creature.rig, await readPoseModel());

const drawn = await space.sample({ count: 8, steps: 8, seed: 1, strength: 1.5 });
const repaired = [];
for (const pose of drawn) repaired.push(await repairPose(space, pose, { pinned: [0] }));
for (const [i, { before, after, change }] of repaired.entries()) {
  const percent = (share) => `${(100 * share).toFixed(2)} %`;
  console.log(
    `pose ${i}: ${percent(before.area)} of the skin inside itself, then ${percent(after.area)}; moved ${percent(change)}`,
  );
}

const clean = await sampleCleanPoses(space, { count: 6, steps: 8, seed: 2 });
console.log(
  `${clean.poses.length} clean poses: ${clean.soundCount} as drawn, ${clean.repairedCount} repaired, ${clean.rejectedCount} drawn anew`,
);
await space.close();

const clip = (name, poses) => ({ name, times: Float32Array.from(poses.keys()), poses });
const model = createCreatureModel(creature);
await writeModelFile('out/repaired.glb', {
  ...model,
  clips: [clip('drawn', drawn), clip('repaired', repaired), clip('clean', clean.poses)],
});
console.log('wrote out/repaired.glb');
