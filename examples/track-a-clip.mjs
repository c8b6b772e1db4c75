/**
 * Lets a creature walk with its own weight: simulated under gravity, its feet on the ground.
 * Run: node examples/track-a-clip.mjs
 */
import { modelRig } from 'posespace';
import { readSample, writeModelFile } from 'posespace/io/node';
import { trackMotion } from 'posespace/motion';

const model = await readSample('wolf');
const walk = model.clips.find(({ name }) => /walk/i.test(name));
const tracked = await trackMotion(modelRig(model), walk);

const clips = [walk, { ...tracked.clip, name: `${walk.name} simulated` }];
await writeModelFile('out/tracked.glb', { ...model, clips });
console.log(
  `${tracked.trackingError.toFixed(1)} % of its height from the clip, ` +
    `${(100 * tracked.residualRootForce.torque).toFixed(0)} % help; wrote out/tracked.glb`,
);
