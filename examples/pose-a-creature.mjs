/**
 * Poses a rig by hand: turn one joint, move the root, write a GLB in that pose.
 * Run: node examples/pose-a-creature.mjs
 */
import { axisAngleInto, modelRig, restPose, skinMesh } from 'posespace';
import { readSample, writeModelFile } from 'posespace/io/node';

const model = await readSample('wolf');
const rig = modelRig(model);

// A pose is, per joint, the rotation away from rest in character axes (+Y up, facing +Z): axes never depend on the file.
const pose = restPose(rig.skeleton);
const neck = rig.skeleton.names.indexOf('neck1');
axisAngleInto(pose.rotations, neck * 4, 0, 1, 0, Math.PI / 5); // look to its left
pose.root[1] = 0.05; // five centimetres up

const vertices = skinMesh(rig, pose);
await writeModelFile('out/looking-left.glb', model, { pose });
console.log(`posed ${vertices.length / 3} vertices, wrote out/looking-left.glb`);
