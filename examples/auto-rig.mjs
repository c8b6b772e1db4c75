/**
 * Auto-rigs a mesh: finds a skeleton, names its joints, solves skin weights, writes a GLB.
 * Run: node examples/auto-rig.mjs [mesh.obj]
 */
import { createCreature, createModel, kindOf, legs, rigModel } from 'posespace';
import { readModelFile, writeModelFile } from 'posespace/io/node';

const path = process.argv[2];
const wolf = () => createModel({ name: 'wolf', mesh: createCreature('quadruped', { seed: 3 }).rig.mesh });
const { model, rig, findings } = await rigModel(path ? await readModelFile(path) : wolf());
const { skeleton, anatomy } = rig;
console.log(`${kindOf(anatomy)}: ${skeleton.names.length} joints, ${legs(anatomy).length} legs`);
for (const { severity, message } of findings) console.log(`${severity}: ${message}`);
await writeModelFile('out/rigged.glb', model);
console.log('wrote out/rigged.glb');
