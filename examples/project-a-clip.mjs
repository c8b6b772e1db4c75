/**
 * Finds a joint that is bent the wrong way and snaps it to a natural rotation; the others stay as they are.
 * Run: node examples/project-a-clip.mjs
 */
import { addClip, axisAngleInto, multiplyQuaternionInto, openPoseSpace, projectPoses } from 'posespace';
import { readSample, writeModelFile } from 'posespace/io/node';

const model = await readSample('wolf');
const { skeleton } = model;
const space = await openPoseSpace(model, { adapt: false });

// Eight frames of its own clip, the neck bent sideways by 90 degrees in all of them.
const neck = skeleton.names.indexOf('neck1');
const broken = model.clips[0].poses.slice(0, 8).map(({ rotations, root }) => {
  const rotated = rotations.slice();
  const turn = [0, 0, 0, 1];
  axisAngleInto(turn, 0, 0, 0, 1, Math.PI / 2);
  multiplyQuaternionInto(rotated, neck * 4, rotated, neck * 4, turn, 0);
  return { rotations: rotated, root };
});
const { poses, outliers } = await projectPoses(space, broken);
await space.close();

const corrected = skeleton.names.filter((_, j) => outliers.some((frame) => frame[j] > 0.5));
const projected = addClip(model, poses, { name: 'projected', frameRate: 8, source: 'model' });
await writeModelFile('out/projected.glb', projected);
console.log(`corrected: ${corrected.join(', ') || 'nothing'}; wrote out/projected.glb`);
