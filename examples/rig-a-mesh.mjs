/**
 * Rigs a bare mesh: finds a skeleton, names its joints, solves weights, says how sure it is, writes a GLB.
 * Run: node examples/rig-a-mesh.mjs [mesh.obj]
 */
import { createCreature, createModel, describeBodyPlan, rigMesh } from 'posespace';
import { readModelFile, writeModelFile } from 'posespace/io/node';

const path = process.argv[2];
const model = path
  ? await readModelFile(path)
  : createModel({ name: 'wolf', mesh: createCreature('quadruped', { seed: 3 }).rig.mesh });

const { rig, body, confidence, findings } = await rigMesh(model.mesh);
console.log(describeBodyPlan(body, rig.skeleton));
const least = confidence.indexOf(Math.min(...confidence));
console.log(`least sure of ${rig.skeleton.names[least]}: ${Math.round(confidence[least] * 100)} %`);
for (const { severity, message, fix } of findings) console.log(`${severity}: ${message} ${fix ?? ''}`);

await writeModelFile('out/rigged.glb', { ...model, skeleton: rig.skeleton, skin: rig.skin, clips: [] });
console.log('wrote out/rigged.glb');
