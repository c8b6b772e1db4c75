import { expect, it } from 'vitest';
import { SAMPLE_NAMES, sampleCreature } from '../../../test/support/creatures.js';
import { axisAngleInto, quaternionAngle } from '../../math/quaternion.js';
import { splitBone } from '../edit/split-bone.js';
import { transferSkin } from '../edit/transfer-skin.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import { findAnatomicalRig } from '../reading/find-anatomical-rig.js';
import { anatomyOf } from '../reading/read-anatomy.js';
import type { PartialRig } from '../rig-records.js';
import { type Pose, restPose, type Skeleton } from '../rig-records.js';
import { toAnatomicalRig } from './anatomical-rig.js';
import { fromAnatomicalPose } from './from-anatomical-pose.js';
import { listChains } from './list-chains.js';
import { mergeDivisions } from './merge-divisions.js';
import { toAnatomicalPose } from './to-anatomical-pose.js';

/** A trunk with two limbs of three bones each, bent, and a tail of four equal bones in a line. */
const limb = (side: number) => [
  [side * 1, 0, 0],
  [side * 2.1, -1, 0.1],
  [side * 2.2, -2.2, 0],
];
const body = createBody([
  { at: [0, 0, 0], parent: -1 },
  ...[1, -1].flatMap((side, s) => limb(side).map((at, i) => ({ at, parent: i === 0 ? 0 : s * 3 + i }))),
  ...[1, 2, 3, 4].map((i) => ({ at: [0, 0, -i], parent: i === 1 ? 0 : 5 + i })),
]);

function createBody(
  joints: readonly { readonly at: readonly number[]; readonly parent: number }[],
): Skeleton {
  return {
    names: joints.map((_, j) => `joint${j}`),
    parents: Int16Array.from(joints, ({ parent }) => parent),
    rest: Float32Array.from(joints.flatMap(({ at }) => [...at])),
    frames: Float32Array.from({ length: joints.length * 4 }, (_, i) => (i % 4 === 3 ? 1 : 0)),
  };
}

/** The same with every bone in so many equal parts. */
function divide(skeleton: Skeleton, parts: number): Skeleton {
  const joints: { at: number[]; parent: number }[] = [];
  const numbers: number[] = [];
  const at = (j: number) => Array.from(skeleton.rest.subarray(j * 3, j * 3 + 3));
  for (const [j, p] of skeleton.parents.entries()) {
    let parent = p < 0 ? -1 : numbers[p];
    for (let i = 1; p >= 0 && i < parts; i++) {
      parent =
        joints.push({ at: at(p).map((value, k) => value + (i / parts) * (at(j)[k] - value)), parent }) - 1;
    }
    numbers[j] = joints.push({ at: at(j), parent }) - 1;
  }
  return createBody(joints);
}

const openWith = (rig: PartialRig, poses: readonly Pose[] = []) =>
  mergeDivisions(toAnatomicalRig(rig, anatomyOf(rig, poses)), poses);

/** A pose in which a joint turns. */
function turned(skeleton: Skeleton, joints: readonly number[], angle = 0.5): Pose {
  const pose = restPose(skeleton);
  for (const joint of joints) axisAngleInto(pose.rotations, joint * 4, 0, 0, 1, angle);
  return pose;
}

it.each([2, 3, 4])('finds the bones that were divided in %i again', (parts) => {
  const divided = divide(body, parts);
  const { rig, sources, carriers, findings } = openWith({ skeleton: divided });
  expect(Array.from(rig.skeleton.parents)).toEqual(Array.from(body.parents));
  expect(Array.from(rig.skeleton.rest)).toEqual(Array.from(body.rest));
  expect(carriers).toHaveLength(divided.parents.length);
  expect(findings).toMatchObject([
    { code: 'divisions-merged', count: divided.parents.length - body.parents.length },
  ]);
  // The parts follow the joint that their bone begins at.
  const pose = turned(rig.skeleton, [1, 4, 8]);
  const own = poseJoints(divided, fromAnatomicalPose({ ...openWith({ skeleton: divided }) }, pose)).positions;
  const whole = poseJoints(rig.skeleton, pose).positions;
  for (const [a, j] of sources.entries()) {
    for (let k = 0; k < 3; k++) expect(own[j * 3 + k]).toBeCloseTo(whole[a * 3 + k], 5);
  }
});

it('leaves joints alone that artists placed', () => {
  expect(openWith({ skeleton: body }).findings).toEqual([]);
  for (const name of SAMPLE_NAMES) {
    const { rig, clips } = sampleCreature(name);
    const found = findAnatomicalRig(rig);
    expect(mergeDivisions(found)).toBe(found);
    const poses = clips.flatMap((clip) => clip.poses);
    const posed = findAnatomicalRig(rig, poses);
    const merged = mergeDivisions(posed, poses);
    if (merged === posed) continue;
    // The fingers of a bat's wing, which no clip turns: only what stays still may go.
    const gone = merged.findings.flatMap((finding) => finding.elements ?? []);
    expect([name, gone.length > 0]).toEqual(['bat', true]);
    for (const j of gone)
      for (const { rotations } of poses)
        expect(quaternionAngle(rotations, j * 4, [0, 0, 0, 1], 0)).toBeLessThan(Math.PI / 180);
  }
});

it('merges a joint of a split bone that no weights were solved for', () => {
  const { rig } = sampleCreature('dog');
  const partners = Int16Array.from(rig.skeleton.parents, () => -1);
  const leaf = rig.skeleton.parents.length - 1;
  const edited = splitBone({ skeleton: rig.skeleton, partners }, leaf, { fraction: 0.3 });
  const skin = transferSkin(rig.skin, edited);
  const whole = findAnatomicalRig(rig);
  const found = openWith({ mesh: rig.mesh, skeleton: edited.skeleton, skin });
  expect(found.rig.skeleton.names).toEqual(whole.rig.skeleton.names);
});

it('lets clips decide: what stays still between joints that turn is merged, what turns is kept', () => {
  const chains = divide(body, 2);
  const [chain] = listChains(chains.parents);
  const still = openWith({ skeleton: chains }, [turned(chains, [chain[2], chain[4]])]);
  expect(still.sources).toHaveLength(body.parents.length);
  const bent = openWith({ skeleton: chains }, [turned(chains, [chain[1], chain[2]])]);
  expect(Array.from(bent.sources)).toContain(chain[1]);
});

/** A trunk with a tail of many bones along an arc. */
function createTail(bones: number, limbLength: number): Skeleton {
  const joints = [
    { at: [0, 0, 0], parent: -1 },
    { at: [limbLength, 0, 0], parent: 0 },
    { at: [-limbLength, 0, 0], parent: 0 },
  ];
  for (let i = 1; i <= bones; i++) {
    const angle = (i / bones) * 1.5 + 0.02 * (i % 3);
    joints.push({ at: [0, 2 * Math.sin(angle), 2 - 2 * Math.cos(angle)], parent: i === 1 ? 0 : i + 1 });
  }
  return createBody(joints);
}

it('leaves the bends of a limb that has more bones than artists use, and the bones of a body that is one chain', () => {
  const fine = openWith({ skeleton: createTail(14, 4) });
  expect(listChains(fine.rig.skeleton.parents).map(({ length }) => length)).toEqual([2, 2, 6]);
  expect(openWith({ skeleton: createTail(8, 4) }).findings).toEqual([]);
  expect(openWith({ skeleton: createTail(14, 0.2) }).findings).toEqual([]);
});

it('keeps the bones of a fine limb that clips bend, as far as they are needed', () => {
  const skeleton = createTail(14, 4);
  const tail = Array.from({ length: 13 }, (_, i) => i + 3);
  const wave = turned(
    skeleton,
    tail.filter((j) => j % 2 === 0),
    1.2,
  );
  expect(openWith({ skeleton }, [wave]).sources).toHaveLength(17);
  const slight = turned(skeleton, tail, 0.02);
  const anatomy = openWith({ skeleton }, [slight]);
  expect(anatomy.sources).toHaveLength(8);
  expect(toAnatomicalPose(anatomy, slight).residual).toBeLessThan(0.01);
});
