/**
 * One rig and one clip for a mesh that moves: here the walk of a creature, of which only the vertices are known.
 * Run: node examples/rig-a-moving-mesh.mjs
 */
import { bakeClip, createModel, fitSequence, modelRig } from 'posespace';
import { readSample, writeModelFile } from 'posespace/io/node';

const model = await readSample('raptor');
const rig = modelRig(model);
const { clips } = model;
const walk = clips.find((clip) => clip.name === 'walk') ?? clips[0];
const sequence = bakeClip(rig, walk, { frameRate: 12 });

const fit = fitSequence(sequence);
console.log(`${sequence.frames.length} frames, ${fit.rig.skeleton.names.length} joints`);
console.log(
  `error ${(fit.rmse * 100).toFixed(2)} % of the longest side, rigid ${(fit.rigidRmse * 100).toFixed(2)} %`,
);
await writeModelFile('out/walk.glb', createModel({ name: 'walk', ...fit.rig, clips: [fit.clip] }));
console.log('wrote out/walk.glb');
