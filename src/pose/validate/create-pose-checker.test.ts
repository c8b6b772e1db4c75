import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { axisAngleInto, expRotationInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import { lowestPoint } from '../../rig/ground.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import { loadPoseModel, openPoseModel, type PoseModel } from '../model/pose-model.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { openRigPoseSpace } from '../space/open-rig-pose-space.js';
import { createPoseChecker, type PoseChecker } from './create-pose-checker.js';

/** A network of the right shapes that has learnt nothing. */
const FOLDER = new URL('../../../test/samples/pose-network/', import.meta.url);
const { rig, clips } = sampleCreature('wolf');
const { skeleton } = rig;
/** Poses of its own clips, some of each. */
const walk = clips.flatMap(({ poses }) => poses).filter((_, i) => i % 8 === 0);
const named = (name: string) => skeleton.names.findIndex((own) => own.toLowerCase().includes(name));

let model: PoseModel;
let space: PoseSpace;
let checker: PoseChecker;

beforeAll(async () => {
  model = await openPoseModel(
    await loadPoseModel(async (path) => new Uint8Array(await readFile(new URL(path, FOLDER)))),
  );
  space = await openRigPoseSpace(rig, model, { anatomy: 'as-is' });
  checker = await createPoseChecker(space, { rig, examples: walk, samples: 4 });
});
afterAll(() => model.close());

/** A pose of a clip with one joint rotated further. */
function spoilt(joint: number, x: number, y: number, z: number, angle: number): Pose {
  const pose = { ...walk[0], rotations: walk[0].rotations.slice() };
  const q = [0, 0, 0, 1];
  axisAngleInto(q, 0, x, y, z, angle);
  multiplyQuaternionInto(pose.rotations, joint * 4, q, 0, pose.rotations, joint * 4);
  return pose;
}
const codes = (pose: Pose, by = checker) => by.check(pose).findings.map(({ code }) => code);

describe('a checker', () => {
  it('finds nothing wrong with rest and with its examples', () => {
    expect(codes(restPose(skeleton))).toEqual([]);
    const faulty = walk.filter((pose) => codes(pose).some((code) => code !== 'out-of-balance'));
    expect(faulty.length / walk.length).toBeLessThan(0.05);
  });

  it('finds a leg bent far the wrong way, by its name', () => {
    const joint = skeleton.names.indexOf('leftFrontLowerLeg');
    const [low, high] = [-2, 2].map((angle) =>
      checker.check(spoilt(joint, 1, 0, 0, angle)).findings.filter(({ code }) => code === 'hyperextension'),
    );
    const found = [...low, ...high]
      .filter(({ joints }) => joints[0] === joint)
      .sort((a, b) => b.score - a.score);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0].message).toContain(skeleton.names[joint]);
    expect(found[0]).toMatchObject({ severity: 'error', kind: 'joint', elements: [joint] });
  });

  it('finds a head rotated backwards: twist or bend, and the neck', () => {
    const head = named('head');
    const { findings } = checker.check(spoilt(head, 0, 0, 1, 3));
    expect(
      findings.some(
        ({ code, joints }) => (code === 'twist' || code === 'hyperextension') && joints[0] === head,
      ),
    ).toBe(true);
    expect([...findings].sort((a, b) => b.score - a.score)[0].score).toBe(findings[0].score);
  });

  it('finds limbs that run through the body, with their triangles', () => {
    const pose = { ...walk[0], rotations: walk[0].rotations.slice() };
    // Every joint rotated by 120° about one axis ties any animal into a knot.
    for (let j = 1; j < skeleton.parents.length; j++) expRotationInto(pose.rotations, j * 4, [0, 0, 1.4], 0);
    const { findings, measures } = checker.check(pose);
    const crossing = findings.find(({ code }) => code === 'self-intersection')!;
    expect(crossing.kind).toBe('triangle');
    expect(crossing.count).toBeGreaterThan(3);
    expect(Math.max(...crossing.elements!)).toBeLessThan(rig.mesh.triangles.length / 3);
    expect(measures.intersections!.crossings[0].length).toBeGreaterThan(0.1);
    // What is known to be good is in order.
    expect(codes(pose, checker.withExamples([pose]))).not.toContain('self-intersection');
    expect(codes(pose)).toContain('self-intersection');
  });

  it('finds feet below the ground and a body that leans out', () => {
    const sunk = { ...restPose(skeleton), root: Float32Array.of(0, -0.3, 0) };
    const below = checker.check(sunk).findings.find(({ code }) => code === 'below-ground')!;
    expect(below.kind).toBe('vertex');
    expect(below.score).toBeGreaterThan(3);
    // On its toes, the rest of it far behind.
    const tipped = restPose(skeleton);
    axisAngleInto(tipped.rotations, 0, 1, 0, 0, 0.9);
    tipped.root[1] = checker.ground! - lowestPoint(skinMesh(rig, tipped));
    const { findings, measures } = checker.check(tipped);
    expect(measures.balance!.offset).toBeGreaterThan(0.05);
    expect(findings.map(({ code }) => code)).toContain('out-of-balance');
  });

  it('is the same for the same seed, and does not depend on size', async () => {
    const grow = 1e4;
    const large = {
      ...rig,
      mesh: { ...rig.mesh, positions: rig.mesh.positions.map((value) => value * grow) },
      skeleton: { ...skeleton, rest: skeleton.rest.map((value) => value * grow) },
    };
    const other = await openRigPoseSpace(large, model, { anatomy: 'as-is' });
    const giant = (pose: Pose): Pose => ({ ...pose, root: pose.root.map((value) => value * grow) });
    const twin = await createPoseChecker(other, { rig: large, examples: walk.map(giant), samples: 4 });
    const pose = spoilt(named('head'), 0, 0, 1, 2);
    const [a, b] = [checker.check(pose).findings, twin.check(giant(pose)).findings];
    expect(b.map(({ code }) => code)).toEqual(a.map(({ code }) => code));
    b.forEach(({ score }, i) => {
      expect(score).toBeCloseTo(a[i].score, 1);
    });
  });
});

it('checks the joints alone where there is no mesh', async () => {
  const bare = await openRigPoseSpace({ skeleton }, model, { anatomy: 'as-is' });
  const joints = await createPoseChecker(bare, { examples: walk, samples: 2 });
  expect(joints.notes.map(({ code }) => code)).toEqual(['no-surface']);
  expect(joints.check(spoilt(named('head'), 0, 0, 1, 3)).findings.length).toBeGreaterThan(0);
});

it('says what it does not check', async () => {
  const fish = sampleCreature('fish');
  const water = await openRigPoseSpace(fish.rig, model, { anatomy: 'as-is' });
  const swimmer = await createPoseChecker(water, { samples: 2 });
  expect(swimmer.ground).toBeUndefined();
  expect(swimmer.notes.map(({ code }) => code)).toEqual(['no-ground']);
  const shallow = await createPoseChecker(water, { samples: 2, ground: 0 });
  expect(shallow.notes.map(({ code }) => code)).toEqual(['no-stand']);
  expect(shallow.ground).toBe(0);
  await expect(createPoseChecker(water, { samples: 2, ground: Number.NaN })).rejects.toThrow(/give metres/);
  await expect(createPoseChecker(water, { samples: 2, rig })).rejects.toThrow(/the rig that the space/);
});
