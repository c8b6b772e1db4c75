import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { expectClose } from '../../../test/support/numbers.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import { CONFIDENCE } from '../../rig/anatomy/confidence.js';
import { arms, confidenceOf, kindOf, legs } from '../../rig/anatomy/views.js';
import { poseJoints } from '../../rig/kinematics/forward-kinematics.js';
import { encodeGlb, splitGlb } from '../gltf/container.js';
import type { Model } from '../model.js';
import { readModel } from '../read.js';
import { encodeModel } from '../write.js';

/** A person whose file does not say what its joints are. */
const biped = (): Model => ({ ...sampleCreature('person').model, anatomy: undefined });
interface Vrm {
  readonly humanoid: { readonly humanBones: Readonly<Record<string, { readonly node: number }>> };
  readonly meta: { readonly name: string; readonly authors: readonly string[]; readonly licenseUrl: string };
}

async function write(model: Model, name: string) {
  const { files, findings } = await encodeModel(model, name);
  await expectNoErrors(files[0].bytes);
  const { json, bin } = splitGlb(files[0].bytes);
  return { bytes: files[0].bytes, findings, json, bin: bin! };
}

describe('.vrm', () => {
  it('declares the bones of a humanoid, its name and its terms', async () => {
    const model = biped();
    const { json } = await write(model, 'hero.vrm');
    expect(json.extensionsUsed).toContain('VRMC_vrm');
    const { humanoid, meta } = json.extensions!.VRMC_vrm as Vrm;
    expect(meta).toMatchObject({ name: model.name, licenseUrl: 'https://vrm.dev/licenses/1.0/' });
    const nameOf = (bone: string) => json.nodes![humanoid.humanBones[bone].node].name;
    expect(nameOf('hips')).toBe('hips');
    expect(nameOf('leftLowerArm')).toMatch(/leftForeArm|leftLowerArm/);
    expect(new Set(Object.values(humanoid.humanBones).map(({ node }) => node)).size).toBe(
      Object.keys(humanoid.humanBones).length,
    );
  });

  it('says what its joints are, under any names and of either version', async () => {
    const model = biped();
    const { json, bin } = await write(model, 'hero.vrm');
    for (const node of json.nodes!) delete node.name;
    for (const one of [json, ...(json.skins ?? [])]) delete one.extras;
    const { humanBones } = (json.extensions!.VRMC_vrm as Vrm).humanoid;
    const old = Object.entries(humanBones).map(([bone, { node }]) => ({ bone, node }));
    for (const extensions of [json.extensions!, { VRM: { humanoid: { humanBones: old } } }]) {
      const read = await readModel('hero.glb', encodeGlb({ json: { ...json, extensions }, bin }));
      const anatomy = read.anatomy!;
      expect([anatomy.from, kindOf(anatomy)]).toEqual(['file', 'biped']);
      expect(confidenceOf(anatomy)).toBeCloseTo(CONFIDENCE.most, 5);
      expect([legs(anatomy).length, arms(anatomy).length]).toEqual([2, 2]);
      expect(anatomy.forward[2]).toBeCloseTo(1, 5);
      const name = (joint: number) => model.skeleton!.names[joint];
      expect(legs(anatomy).map((leg) => name(leg[0]))).toEqual(['leftUpperLeg', 'rightUpperLeg']);
    }
  });

  it('keeps what a VRM declares, spring bones too', async () => {
    const { json, bin } = await write(biped(), 'hero.vrm');
    const springs = { specVersion: '1.0', springs: [{ name: 'hair', joints: [{ node: 1 }] }] };
    json.extensions = { ...json.extensions, VRMC_springBone: springs };
    json.extensionsUsed!.push('VRMC_springBone');
    (json.extensions.VRMC_vrm as { meta: { authors: string[] } }).meta.authors = ['A. Author'];
    const read = await readModel('hero.vrm', encodeGlb({ json, bin }));
    const again = await write({ ...read, clips: [] }, 'again.vrm');
    expect(again.json.extensions).toEqual(json.extensions);
    expect(again.findings).toEqual([]);
  });

  it('is refused with the reason where the body is no humanoid, or faces elsewhere', async () => {
    const wolf = sampleCreature('wolf').model;
    await expect(encodeModel(wolf, 'wolf.vrm')).rejects.toThrow(/VRM is for humanoids, and there is no /);
    const { skeleton, ...rest } = biped();
    const turned = skeleton!.rest.map((v, i) => (i % 3 === 1 ? v : -v));
    // Names decide which side is left.
    const names = skeleton!.names.map((name) => (name === 'spine1' ? 'spine' : name));
    const backward = { ...rest, skeleton: { ...skeleton!, names, rest: turned } };
    await expect(encodeModel(backward, 'a.vrm')).rejects.toThrow(/faces \+Z/);
    await expect(encodeModel({ ...rest, skin: undefined, clips: [] }, 'a.vrm')).rejects.toThrow(
      /rig it first/,
    );
  });
});

describe('.vrma', () => {
  it('holds the motion of the humanoid bones and is read back by their names', async () => {
    const model = biped();
    const { bytes, json, findings } = await write(model, 'walk.vrma');
    expect(json.extensionsUsed).toContain('VRMC_vrm_animation');
    expect(json.meshes).toBeUndefined();
    expect(findings[0].message).toContain('the mesh');
    // Only the hips move, everything else turns.
    const moved = json.animations![0].channels.filter(({ target }) => target.path === 'translation');
    expect(moved.map(({ target }) => json.nodes![target.node!].name)).toEqual(['hips']);
    const read = await readModel('walk.vrma', bytes);
    const [clip, other] = [model.clips[0], read.clips[0]];
    const frame = Math.floor(clip.times.length / 2);
    const ours = poseJoints(model.skeleton!, clip.poses[frame]).positions;
    const at = other.times.findIndex((time) => Math.abs(time - clip.times[frame]) < 1e-4);
    const theirs = poseJoints(read.skeleton!, other.poses[at]).positions;
    for (const bone of ['hips', 'head', 'leftFoot', 'rightHand']) {
      const a = model.skeleton!.names.indexOf(bone);
      const b = read.skeleton!.names.indexOf(bone);
      expectClose(theirs.subarray(b * 3, b * 3 + 3), ours.subarray(a * 3, a * 3 + 3), 1e-4);
    }
  });

  it('is refused where no bones are declared', async () => {
    const glb = (await encodeModel(biped(), 'a.glb')).files[0].bytes;
    await expect(readModel('a.vrma', glb)).rejects.toThrow(/declares no humanoid bones/);
    expect((await readModel('a.glb', glb)).clips.length).toBeGreaterThan(0);
  });
});
