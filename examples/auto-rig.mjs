/**
 * Auto-rigs a mesh: finds a skeleton, names its joints, solves skin weights, writes a GLB.
 * Run: node examples/auto-rig.mjs [mesh.obj]
 */
import { createCreature, createModel, rigModel } from 'posespace';
import { readModelFile, writeModelFile } from 'posespace/io/node';

const path = process.argv[2];
const wolf = () => createModel({ name: 'wolf', mesh: createCreature('quadruped', { seed: 3 }).rig.mesh });
const { model, rig, body, findings } = await rigModel(path ? await readModelFile(path) : wolf());
console.log(`${body.kind}: ${rig.skeleton.names.length} joints, ${body.plan.legs.length} legs`);
for (const { severity, message } of findings) console.log(`${severity}: ${message}`);
await writeModelFile('out/rigged.glb', model);
console.log('wrote out/rigged.glb');
