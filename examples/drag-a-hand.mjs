/**
 * Drags a hand while the feet stay on the ground (inverse kinematics), and adds the pose to the file as a clip.
 * Run: node examples/drag-a-hand.mjs
 */
import { addClip, openPoseSpace } from 'posespace';
import { readSample, writeModelFile } from 'posespace/io/node';

const model = await readSample('person');
const space = await openPoseSpace(model);
const drag = space.drag('leftHand');
const { pose } = drag;
const reach = await drag.to([0.3, 1.1, 0.3]);
await space.close();
await writeModelFile('out/reach.glb', addClip(model, [pose, reach], { name: 'reach', frameRate: 1 }));
console.log(`the hand is ${(100 * reach.errors[0]).toFixed(1)} cm from its target, wrote out/reach.glb`);
