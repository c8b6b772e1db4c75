/**
 * Finds what is wrong with poses of a creature: its own walk, and the same with its head wrung. Draws what was found.
 * Run: node examples/check-a-pose.mjs
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { axisAngleInto, createPoseChecker, modelRig, multiplyQuaternionInto, openPoseSpace } from 'posespace';
import { readSample } from 'posespace/io/node';
import { encodePng, renderRig } from 'posespace/render';

const model = await readSample('wolf');
const { clips } = model;
const rig = modelRig(model);
const space = await openPoseSpace(model, { adapt: false });

// Poses that are known to be good tell the checker more about this creature than the model can.
const walk = clips.find(({ name }) => name === 'walk');
const others = clips.filter((clip) => clip !== walk);
const checker = await createPoseChecker(space, { rig, examples: others.flatMap((clip) => clip.poses) });
const faults = walk.poses.filter((pose) => checker.check(pose).findings.length > 0);
console.log(`${walk.name}: ${faults.length} of ${walk.poses.length} poses have something wrong`);

const pose = { ...walk.poses[0], rotations: walk.poses[0].rotations.slice() };
const head = rig.skeleton.names.indexOf('head');
const turn = [0, 0, 0, 1];
axisAngleInto(turn, 0, 0, 0, 1, 2.6);
multiplyQuaternionInto(pose.rotations, head * 4, turn, 0, pose.rotations, head * 4);
const { findings } = checker.check(pose);
for (const { severity, message, fix } of findings) console.log(`${severity}: ${message}\n  → ${fix}`);

// Findings name triangles, vertices or joints: here all triangles, in red.
const highlight = findings.flatMap(({ kind, elements }) => (kind === 'triangle' ? elements : []));
await mkdir('out', { recursive: true });
await writeFile('out/wrung.png', encodePng(renderRig(rig, pose, { highlight, camera: { view: 'side' } })));
console.log('wrote out/wrung.png');
await space.close();
