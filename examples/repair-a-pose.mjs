/**
 * Samples poses and repairs their self-intersections with the hips pinned; then samples clean poses only.
 * Run: node examples/repair-a-pose.mjs
 */
import { addClip, openPoseSpace, sampleCleanPoses } from 'posespace';
import { readSample, writeModelFile } from 'posespace/io/node';

const model = await readSample('wolf');
const space = await openPoseSpace(model, { adapt: false });

const drawn = await space.sample({ count: 8, steps: 8, seed: 1, strength: 1.5 });
const repaired = [];
for (const pose of drawn) repaired.push(await space.repair(pose, { pinned: ['hips'] }));
for (const [i, { before, after, change }] of repaired.entries()) {
  const percent = (share) => `${(100 * share).toFixed(2)} %`;
  console.log(
    `pose ${i}: ${percent(before.area)} of the skin intersects, then ${percent(after.area)}; moved ${percent(change)}`,
  );
}

const clean = await sampleCleanPoses(space, { count: 6, steps: 8, seed: 2 });
console.log(
  `${clean.poses.length} clean poses: ${clean.soundCount} as drawn, ${clean.repairedCount} repaired, ${clean.rejectedCount} rejected`,
);
await space.close();

let result = { ...model, clips: [] };
for (const [name, poses] of Object.entries({ drawn, repaired, clean: clean.poses })) {
  result = addClip(result, poses, { name, frameRate: 1, source: 'model' });
}
await writeModelFile('out/repaired.glb', result);
console.log('wrote out/repaired.glb');
