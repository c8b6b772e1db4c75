/**
 * Lets a creature walk with its own weight: simulated under gravity, its feet on the ground.
 * Run: node examples/track-a-clip.mjs
 */
import { createCreature, createCreatureModel } from 'posespace';
import { writeModelFile } from 'posespace/io/node';
import { trackMotion } from 'posespace/motion';

const creature = createCreature('quadruped', { seed: 5, resolution: 0.7 });
const walk = creature.clips.find(({ name }) => /walk/i.test(name));
const tracked = await trackMotion(creature.rig, walk);

const model = createCreatureModel(creature);
const clips = [walk, { ...tracked.clip, name: `${walk.name} simulated` }];
await writeModelFile('out/tracked.glb', { ...model, clips });
console.log(
  `${tracked.trackingError.toFixed(1)} % of its height from the clip, ` +
    `${(100 * tracked.residualRootForce.torque).toFixed(0)} % help; wrote out/tracked.glb`,
);
