/**
 * Auto-rigs a mesh: finds a skeleton, names its joints, solves skin weights, writes a GLB.
 * Run: node examples/auto-rig.mjs [mesh.obj]
 */
import { createModel, kindOf, legs, rigModel } from 'posespace';
import { readModelFile, readSample, writeModelFile } from 'posespace/io/node';

const path = process.argv[2];
const wolf = async () => createModel({ name: 'wolf', mesh: (await readSample('wolf')).mesh });
const { model, rig, findings } = await rigModel(await (path ? readModelFile(path) : wolf()));
const { skeleton, anatomy } = rig;
console.log(`${kindOf(anatomy)}: ${skeleton.names.length} joints, ${legs(anatomy).length} legs`);
for (const { severity, message } of findings) console.log(`${severity}: ${message}`);
await writeModelFile('out/rigged.glb', model);
console.log('wrote out/rigged.glb');
