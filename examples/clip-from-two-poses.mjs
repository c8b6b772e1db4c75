/**
 * Makes a clip from two poses: the pose space finds a natural path between them.
 * Run: node examples/clip-from-two-poses.mjs
 */
import { addClip, openPoseSpace } from 'posespace';
import { readSample, writeModelFile } from 'posespace/io/node';

const model = await readSample('wolf');
const space = await openPoseSpace(model);
const [from, to] = await space.sample({ count: 2, seed: 3 });
const { poses } = await space.interpolate([from, to], { steps: 30 });
await space.close();
await writeModelFile('out/transition.glb', addClip(model, poses, { name: 'transition', source: 'model' }));
console.log(`${poses.length} poses, wrote out/transition.glb`);
