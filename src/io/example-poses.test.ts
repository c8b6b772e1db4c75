import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import { expectNoErrors } from '../../test/support/valid-glb.js';
import { quaternionAngle } from '../math/quaternion.js';
import { readExamplePoses, withExamplePoses } from './example-poses.js';
import type { Model } from './model.js';
import { readModel } from './read.js';
import { encodeModel } from './write.js';

const creature = sampleCreature('cat');
const model = creature.model;
const poses = creature.clips[0].poses.slice(0, 5);

const throughFile = async (saved: Model) => {
  const [{ bytes }] = (await encodeModel(saved, 'a.glb')).files;
  return { bytes, model: await readModel('a.glb', bytes) };
};

/** The model with something else where the poses are saved. */
const tampered = (change: (examples: Record<string, unknown>) => unknown): Model => {
  const saved = withExamplePoses(model, poses);
  const { json } = saved.source.gltf;
  const { examples } = (json.extras as { posespace: { examples: Record<string, unknown> } }).posespace;
  const extras = { posespace: { examples: change({ ...examples }) } };
  return { ...saved, source: { ...saved.source, gltf: { ...saved.source.gltf, json: { ...json, extras } } } };
};

it('keeps poses in a valid file, to a thousandth of a radian', async () => {
  const { bytes, model: back } = await throughFile(withExamplePoses(model, poses));
  await expectNoErrors(bytes);
  const found = readExamplePoses(back);
  expect(found.findings).toEqual([]);
  expect(found.poses).toHaveLength(5);
  found.poses.forEach(({ rotations, root }, i) => {
    for (let k = 0; k < 3; k++) expect(root[k]).toBeCloseTo(poses[i].root[k], 6);
    back.skeleton!.names.forEach((name, j) => {
      const o = model.skeleton!.names.indexOf(name) * 4;
      expect(quaternionAngle(rotations, j * 4, poses[i].rotations, o)).toBeLessThan(1e-3);
    });
  });
  expect(readExamplePoses(model)).toEqual({ poses: [], findings: [] });
});

it('replaces and forgets, and leaves the extras of others alone', async () => {
  const { json } = model.source.gltf;
  const extras = { author: 'somebody', posespace: { other: 1 } };
  const theirs = {
    ...model,
    source: { ...model.source, gltf: { ...model.source.gltf, json: { ...json, extras } } },
  };
  const twice = withExamplePoses(withExamplePoses(theirs, poses), poses.slice(0, 2));
  expect(readExamplePoses(twice).poses).toHaveLength(2);
  expect(withExamplePoses(twice, []).source.gltf.json.extras).toEqual(extras);
  expect(theirs.source.gltf.json.extras).toBe(extras);
  const bare = withExamplePoses(withExamplePoses(model, poses), []);
  expect('extras' in bare.source.gltf.json).toBe('extras' in json);
});

describe('files of others', () => {
  it('finds joints by name, and says so where they are gone', () => {
    const names = [...model.skeleton!.names].reverse();
    const rotated = { ...withExamplePoses(model, poses), skeleton: { ...model.skeleton!, names } };
    const [first] = readExamplePoses(rotated).poses;
    const last = names.length - 1;
    expect(quaternionAngle(first.rotations, 0, poses[0].rotations, last * 4)).toBeLessThan(1e-3);
    const renamed = {
      ...rotated,
      skeleton: { ...model.skeleton!, names: names.map((name) => `${name}-new`) },
    };
    const found = readExamplePoses(renamed);
    expect(found.poses).toEqual([]);
    expect(found.findings).toMatchObject([{ code: 'examples-of-another-rig', count: names.length }]);
  });

  it.each([
    ['version 9', { version: 9 }],
    ['no names of joints', { joints: 'all' }],
    ['no names of joints', { joints: [] }],
    ['1 to 512', { count: 1e9 }],
    ['1 to 512', { count: 0.5 }],
    ['rotations of another length', { rotations: 'AAAA' }],
    ['rotations of another length', { rotations: 7 }],
    ['roots of another length', { roots: undefined }],
    ['not base64', { roots: '*'.repeat(80) }],
    ['not finite', { roots: 'AADAfwAAwH8AAMB/'.repeat(5) }],
  ])('refuses %s', (message, change) => {
    expect(() => readExamplePoses(tampered((examples) => ({ ...examples, ...change })))).toThrow(message);
  });

  it('refuses what is no record, and takes rotations of no length for none', () => {
    expect(() => readExamplePoses(tampered(() => [1]))).toThrow('version undefined');
    const length = (examples: Record<string, unknown>) => (examples.rotations as string).length;
    const zero = tampered((examples) => ({ ...examples, rotations: 'A'.repeat(length(examples)) }));
    for (const { rotations } of readExamplePoses(zero).poses) {
      for (let j = 0; j < rotations.length; j += 4)
        expect([...rotations.subarray(j, j + 4)]).toEqual([0, 0, 0, 1]);
    }
  });

  it('refuses to save what is no pose of the rig', () => {
    const short = { rotations: new Float32Array(4), root: new Float32Array(3) };
    expect(() => withExamplePoses(model, [short])).toThrow(/pose 0 has 1 joints/);
    expect(() => withExamplePoses(model, new Array(600).fill(poses[0]))).toThrow(/at most 512/);
    expect(() => withExamplePoses({ ...model, skeleton: undefined }, poses)).toThrow(/no skeleton/);
  });
});
