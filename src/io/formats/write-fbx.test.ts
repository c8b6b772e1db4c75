import { AnimationMixer, type Bone, type SkinnedMesh, Vector3 } from 'three';
import { FBXLoader } from 'three/addons/loaders/FBXLoader.js';
import { expect, it } from 'vitest';
import { fbxSample } from '../../../test/samples/fbx-sample.js';
import { expectClose } from '../../../test/support/numbers.js';
import { axisAngleInto, quaternionAngle } from '../../math/quaternion.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import { readMorphs } from '../gltf/read-morphs.js';
import { modelRig } from '../model.js';
import { readModel } from '../read.js';
import { encodeModel } from '../write.js';
import { writeFbx } from './write-fbx.js';

const sample = async () => {
  const model = await readModel('tube.fbx', new TextEncoder().encode(fbxSample({ unitScaleFactor: 10 })));
  const rig = modelRig(model)!;
  const bytes = writeFbx(
    { surface: rig.mesh, skeleton: rig.skeleton, skin: rig.skin, clips: model.clips },
    'tube',
  );
  return { model, rig, bytes };
};

it('reads back what it wrote', async () => {
  const { model, rig, bytes } = await sample();
  const again = await readModel('again.fbx', bytes);
  const back = modelRig(again)!;
  expect(back.skeleton.names).toEqual(rig.skeleton.names);
  expect(back.skeleton.parents).toEqual(rig.skeleton.parents);
  expect(again.findings).toEqual([]);
  for (let i = 0; i < rig.skeleton.rest.length; i++) {
    expect(back.skeleton.rest[i]).toBeCloseTo(rig.skeleton.rest[i], 5);
  }
  expect(back.mesh.triangles).toEqual(rig.mesh.triangles);
  const [clip, other] = [model.clips[0], again.clips[0]];
  expect(other.name).toBe('Bend');
  const skinner = createRigSkinner(rig);
  const otherSkinner = createRigSkinner(back);
  for (const [f, time] of clip.times.entries()) {
    const g = other.times.findIndex((t) => Math.abs(t - time) < 1e-5);
    const expected = skinner.pose(clip.poses[f]);
    const got = otherSkinner.pose(other.poses[g]);
    for (let i = 0; i < expected.length; i++) expect(Math.abs(got[i] - expected[i])).toBeLessThan(1e-5);
  }
});

it('opens in three with the same joints and skinned vertices', async () => {
  const { model, rig, bytes } = await sample();
  const group = new FBXLoader().parse(bytes.slice().buffer, '');
  const mesh = group.getObjectByProperty('isSkinnedMesh', true) as SkinnedMesh;
  const mixer = new AnimationMixer(group);
  mixer.clipAction(group.animations[0]).play();
  const skinner = createRigSkinner(rig);
  const clip = model.clips[0];
  for (const [f, time] of clip.times.entries()) {
    mixer.setTime(Math.min(time, 1 - 1e-7));
    group.updateMatrixWorld(true);
    const joints = poseJoints(rig.skeleton, clip.poses[f]).positions;
    for (const bone of mesh.skeleton.bones as Bone[]) {
      const j = rig.skeleton.names.indexOf(bone.name);
      const position = new Vector3().setFromMatrixPosition(bone.matrixWorld).toArray();
      expect(Math.hypot(...position.map((v, k) => v - joints[j * 3 + k]))).toBeLessThan(1e-4);
    }
    const posed = skinner.pose(clip.poses[f]);
    for (let i = 0; i < rig.mesh.triangles.length; i++) {
      const truth = mesh.getVertexPosition(i, new Vector3()).applyMatrix4(mesh.matrixWorld).toArray();
      const v = rig.mesh.triangles[i] * 3;
      expect(Math.hypot(...truth.map((x, k) => x - posed[v + k]))).toBeLessThan(1e-4);
    }
  }
});

it('keeps rotations near a quarter turn about Y, where angles are not unique', async () => {
  const { rig } = await sample();
  const { skeleton } = rig;
  const poses = [0, 1e-7, 1e-5, 1e-3].map((away): Pose => {
    const pose = restPose(skeleton);
    const [a, b] = [0.4, Math.PI / 4 - away];
    const turn = [
      Math.sin(a) * Math.cos(b),
      Math.cos(a) * Math.sin(b),
      -Math.sin(a) * Math.sin(b),
      Math.cos(a) * Math.cos(b),
    ];
    pose.rotations.set(turn, 4);
    return pose;
  });
  // Bones along the axes, so that a joint's angles are those of its pose.
  const plain = { ...skeleton, frames: skeleton.frames.map((_, i) => (i % 4 === 3 ? 1 : 0)) };
  const clip = { name: 'turn', times: Float32Array.of(0, 1, 2, 3), poses };
  const again = await readModel('turn.fbx', writeFbx({ skeleton: plain, clips: [clip] }));
  const joint = again.skeleton!.names.indexOf(skeleton.names[1]);
  for (const [f, pose] of poses.entries()) {
    const g = again.clips[0].times.findIndex((t) => Math.abs(t - f) < 1e-4);
    const got = again.clips[0].poses[g].rotations;
    expect(quaternionAngle(got, joint * 4, pose.rotations, 4)).toBeLessThan(1e-5);
  }
});

it('keeps to the clip between its frames, where straight lines of angles would not', async () => {
  const { rig } = await sample();
  const { skeleton } = rig;
  const plain = { ...skeleton, frames: skeleton.frames.map((_, i) => (i % 4 === 3 ? 1 : 0)) };
  const [from, to] = [restPose(plain), restPose(plain)];
  axisAngleInto(from.rotations, 4, 0.1, 0.99, 0.1, 1.3);
  axisAngleInto(to.rotations, 4, -0.6, 0.7, 0.4, 1.9);
  const clip = { name: 'swing', times: Float32Array.of(0, 1), poses: [from, to] };
  const again = await readModel('swing.fbx', writeFbx({ skeleton: plain, clips: [clip] }));
  for (const time of [0.15, 0.5, 0.8]) {
    const [expected, got] = [sampleClip(clip, time), sampleClip(again.clips[0], time)];
    // With keys at its frames alone it would be off by 4°.
    expect(quaternionAngle(got.rotations, 4, expected.rotations, 4)).toBeLessThan(0.01);
  }
});

it('writes layers', async () => {
  const surface = {
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    triangles: Uint32Array.of(0, 1, 2),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
    uvs: Float32Array.of(0, 0, 1, 0, 0, 0.25),
    colors: Float32Array.of(1, 0, 0, 1, 0, 0.5, 0, 1, 0, 0, 1, 0.5),
  };
  const { source } = await readModel('t.fbx', writeFbx({ surface }));
  const { json, bin } = source.gltf;
  const { attributes } = json.meshes![0].primitives[0];
  const floats = (accessor: number): Float32Array => {
    const view = json.bufferViews![json.accessors![accessor].bufferView!];
    return new Float32Array(bin.slice(view.byteOffset, view.byteOffset! + view.byteLength).buffer);
  };
  expect(floats(attributes.NORMAL)).toEqual(surface.normals);
  expect(floats(attributes.TEXCOORD_0)).toEqual(surface.uvs);
  for (const [i, v] of floats(attributes.COLOR_0).entries()) expect(v).toBeCloseTo(surface.colors[i], 6);
});

it('says what is missing', () => {
  expect(() => writeFbx({})).toThrow(/nothing to write/);
});

it('keeps materials, pictures, blend shapes and their animation', async () => {
  const model = await readModel('tube.fbx', new TextEncoder().encode(fbxSample()));
  const { files, findings } = await encodeModel(model, 'tube.fbx');
  expect(findings).toEqual([]);
  const again = await readModel('again.fbx', files[0].bytes);
  expect(again.findings).toEqual([]);
  const [before, after] = [model, again].map(({ source }) => source.gltf.json);
  const lookOf = (json: typeof before) =>
    json.materials!.map(({ name, pbrMetallicRoughness: base }) => ({
      name,
      color: base!.baseColorFactor!.map((v) => +v.toFixed(3)),
      roughness: base!.roughnessFactor!.toFixed(3),
      textured: base!.baseColorTexture !== undefined,
    }));
  expect(lookOf(after)).toEqual(lookOf(before));
  expect(after.images).toHaveLength(before.images!.length);
  const [old, now] = await Promise.all([readMorphs(model), readMorphs(again)]);
  expect(old.targets.length).toBeGreaterThan(0);
  expect(now.targets.map(({ name, weight }) => [name, weight])).toEqual(
    old.targets.map(({ name, weight }) => [name, weight]),
  );
  expectClose(now.targets[0].displacements, old.targets[0].displacements, 1e-6);
  const curveOf = ({ curves }: typeof old, a: number) =>
    curves.get(a)!.map(({ times, values }) => [times.at(-1)!.toFixed(3), values.at(-1)!.toFixed(3)]);
  expect([...now.curves.keys()]).toHaveLength([...old.curves.keys()].length);
  const key = [...old.curves.keys()][0];
  expect(curveOf(now, key)).toEqual(curveOf(old, key));
});
