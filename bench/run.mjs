/**
 * @file Benchmarks against peers in one run, as ratios, and the growth of cost. `npm run bench`; nothing here is a test.
 */

import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import {
  createIntersectionFinder,
  createModel,
  createRigSkinner,
  encodeModel,
  findSkeleton,
  inspect,
  modelRig,
  readModel,
  renderRig,
  solveWeights,
  subdivide,
} from 'posespace';
import { readVertexColors } from 'posespace/io';
import { readSample } from 'posespace/io/node';
import * as three from 'three';
import { createCreature } from '../lab/creatures/create-creature.ts';
import { nearestBoneSkin } from '../lab/eval/nearest-bone-skin.ts';
import { line, measure, measureSlow, ms } from './measure.mjs';
import { makeTube } from './tube.mjs';

/** CPU skinning of three: one call per vertex, as its raycaster does. */
function threeSkinner({ mesh, skeleton, skin }, pose) {
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(mesh.positions, 3));
  geometry.setAttribute('skinIndex', new three.BufferAttribute(skin.joints, 4));
  geometry.setAttribute('skinWeight', new three.BufferAttribute(skin.weights, 4));
  const bones = skeleton.names.map(() => new three.Bone());
  for (const [j, bone] of bones.entries()) {
    const p = skeleton.parents[j];
    const at = (k) => skeleton.rest[j * 3 + k] - (p < 0 ? 0 : skeleton.rest[p * 3 + k]);
    bone.position.set(at(0), at(1), at(2));
    if (p >= 0) bones[p].add(bone);
  }
  const skinned = new three.SkinnedMesh(geometry);
  skinned.add(bones[0]);
  skinned.updateMatrixWorld(true);
  skinned.bind(new three.Skeleton(bones));
  for (const [j, bone] of bones.entries()) bone.quaternion.fromArray(pose.rotations, j * 4);
  const out = new Float32Array(mesh.positions.length);
  const vector = new three.Vector3();
  return () => {
    skinned.updateMatrixWorld(true);
    skinned.skeleton.update();
    for (let v = 0; v < out.length / 3; v++) {
      vector.fromBufferAttribute(geometry.attributes.position, v);
      skinned.applyBoneTransform(v, vector);
      vector.toArray(out, v * 3);
    }
    return out;
  };
}

async function benchSkinning() {
  console.log('\nLinear blend skinning, 4 influences, 30 joints');
  line('vertices', 'posespace', 'three', 'three / ours', 'ns per vertex');
  for (const count of [5_000, 50_000, 500_000]) {
    const { rig, clip } = makeTube(count);
    const pose = clip.poses[3];
    const skinner = createRigSkinner(rig);
    const out = new Float32Array(rig.mesh.positions.length);
    const reference = threeSkinner(rig, pose)();
    skinner.pose(pose, out);
    const difference = out.reduce((max, x, i) => Math.max(max, Math.abs(x - reference[i])), 0);
    if (!(difference < 1e-4)) throw new Error(`three and posespace differ by ${difference}`);
    const [ours, theirs] = await measure(() => skinner.pose(pose, out), threeSkinner(rig, pose));
    const vertices = rig.mesh.positions.length / 3;
    line(
      String(vertices),
      ms(ours),
      ms(theirs),
      `${(theirs / ours).toFixed(1)} ×`,
      ((ours * 1e6) / vertices).toFixed(1),
    );
  }
}

async function benchReading() {
  console.log('\nReading a skinned, animated GLB');
  line('vertices', 'posespace', 'gltf-transform', 'ours / theirs', 'ns per vertex');
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
  for (const count of [5_000, 50_000, 500_000]) {
    const { rig, clip } = makeTube(count);
    const model = createModel({ name: 'tube', ...rig, clips: [clip] });
    const { bytes } = (await encodeModel(model, 'tube.glb')).files[0];
    const [ours, theirs] = await measure(
      () => readModel('tube.glb', bytes),
      () => io.readBinary(bytes),
    );
    const vertices = rig.mesh.positions.length / 3;
    line(
      String(vertices),
      ms(ours),
      ms(theirs),
      `${(ours / theirs).toFixed(2)} ×`,
      ((ours * 1e6) / vertices).toFixed(1),
    );
  }
}

async function benchGrowth() {
  console.log('\nGrowth with size');
  line('vertices', 'write GLB', 'inspect', 'intersections');
  for (const count of [5_000, 50_000, 500_000]) {
    const { rig, clip } = makeTube(count);
    const model = createModel({ name: 'tube', ...rig, clips: [clip] });
    const finder = createIntersectionFinder(rig.mesh);
    const posed = createRigSkinner(rig).pose(clip.poses[3]);
    const [write] = await measure(() => encodeModel(model, 'tube.glb'));
    const [examine] = await measure(() => inspect(model));
    const [intersect] = await measure(() => finder.find(posed));
    line(String(rig.mesh.positions.length / 3), ms(write), ms(examine), ms(intersect));
  }
}

async function benchRigging() {
  console.log('\nAuto-rigging: a skeleton of 40 joints, then skin weights');
  line('triangles', 'find skeleton', 'solve weights', 'µs per vertex', 'nearest bone', 'memory');
  const coarse = createCreature('quadruped', { seed: 3, resolution: 0.7 }).rig.mesh;
  const fine = createCreature('quadruped', { seed: 3, resolution: 1.4 }).rig.mesh;
  const middle = createCreature('quadruped', { seed: 3 }).rig.mesh;
  for (const mesh of [coarse, fine, subdivide(fine), subdivide(middle, 2)]) {
    const { skeleton } = findSkeleton(mesh, { jointCount: 40 });
    const [find] = await measureSlow(() => findSkeleton(mesh, { jointCount: 40 }));
    const [solve, nearest] = await measureSlow(
      () => solveWeights(mesh, skeleton),
      () => nearestBoneSkin(mesh, skeleton),
    );
    line(
      String(mesh.triangles.length / 3),
      ms(find),
      ms(solve),
      ((solve * 1000) / (mesh.positions.length / 3)).toFixed(1),
      ms(nearest),
      `${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`,
    );
  }
}

async function benchCreatures() {
  console.log('\nSample creatures');
  line('name', 'read', 'render 480 px', 'triangles');
  for (const name of ['wolf', 'spider', 'dragon']) {
    const model = await readSample(name);
    const [rig, colors] = [modelRig(model), await readVertexColors(model)];
    const [read] = await measure(() => readSample(name));
    const [render] = await measure(() => renderRig(rig, model.clips[1].poses[5], { colors }));
    line(name, ms(read), ms(render), String(model.mesh.triangles.length / 3));
  }
}

await benchSkinning();
await benchReading();
await benchGrowth();
await benchCreatures();
await benchRigging();
