/**
 * One rig and one clip for a mesh that moves: here the walk of a creature, of which only the vertices are known.
 * Run: node examples/rig-a-moving-mesh.mjs
 */
import { bakeClip, createCreature, createModel, fitSequence } from 'posespace';
import { writeModelFile } from 'posespace/io/node';

const { rig, clips } = createCreature('raptor', { seed: 1, resolution: 0.7 });
const walk = clips.find((clip) => clip.name === 'walk') ?? clips[0];
const sequence = bakeClip(rig, walk, { frameRate: 12 });

const fit = fitSequence(sequence);
console.log(`${sequence.frames.length} frames, ${fit.rig.skeleton.names.length} joints`);
console.log(
  `error ${(fit.rmse * 100).toFixed(2)} % of the longest side, rigid ${(fit.rigidRmse * 100).toFixed(2)} %`,
);
await writeModelFile('out/walk.glb', createModel({ name: 'walk', ...fit.rig, clips: [fit.clip] }));
console.log('wrote out/walk.glb');
