import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng, type Rng } from '../../base/rng.js';
import { toAnatomicalRig } from '../anatomy/anatomical-rig.js';
import { editAnatomy } from '../anatomy/edit-anatomy.js';
import { arms, isControl, kindOf, legs, planOf, roleAt } from '../anatomy/views.js';
import { readAnatomy } from '../reading/read-anatomy.js';
import type { Anatomy, Skeleton } from '../rig-records.js';
import { addJoint } from './add-joint.js';
import { deleteJoint } from './delete-joint.js';
import { mergeJoint } from './merge-joint.js';
import { moveJoint } from './move-joint.js';
import { renameJoint } from './rename-joint.js';
import { reparentJoint, reparentProblem } from './reparent-joint.js';
import { rerootSkeleton } from './reroot-skeleton.js';
import type { EditableSkeleton, EditedSkeleton } from './skeleton-draft.js';
import { splitBone } from './split-bone.js';
import { transferAnatomy } from './transfer-anatomy.js';

const { rig } = sampleCreature('dog');
const { anatomy } = readAnatomy(rig);

/** Every edit on some joint. */
function editsOf(tree: EditableSkeleton, rng: Rng): [string, EditedSkeleton][] {
  const count = tree.skeleton.parents.length;
  const joint = 1 + Math.floor(rng.next() * (count - 1));
  const parent = Math.floor(rng.next() * count);
  const edits: [string, EditedSkeleton][] = [
    ['move', moveJoint(tree, joint, [0.1, 0.2, 0.3])],
    ['rename', renameJoint(tree, joint, `thing${count}-${tree.skeleton.names[joint]}`)],
    ['split', splitBone(tree, joint, { symmetric: true })],
    ['leaf', addJoint(tree, parent, { position: [0.1, 0.2, 0.3] })],
    ['delete', deleteJoint(tree, joint, { symmetric: true })],
  ];
  if (joint !== parent) edits.push(['merge', mergeJoint(tree, joint, parent, { symmetric: true })]);
  if (!reparentProblem(tree, joint, parent)) edits.push(['reparent', reparentJoint(tree, joint, parent)]);
  return edits;
}

/** One entry per joint, one tree without controls, limbs without gaps, partners of each other. */
function expectWhole(skeleton: Skeleton, next: Anatomy, what: string): void {
  const count = skeleton.names.length;
  for (const field of ['role', 'side', 'limb', 'moves', 'partner', 'confidence'] as const)
    expect(next[field], what).toHaveLength(count);
  const { sources, rig: body } = toAnatomicalRig({ skeleton }, next);
  const controls = [...next.role.keys()].filter((j) => isControl(next, j)).length;
  expect(sources.length, what).toBe(count - controls);
  body.skeleton.parents.forEach((parent, j) => {
    expect(parent < 0, what).toBe(j === 0);
  });
  const limbs = [...new Set(next.limb)].filter((limb) => limb >= 0).sort((a, b) => a - b);
  expect(limbs, what).toEqual(limbs.map((_, i) => i));
  for (const [j, partner] of next.partner.entries())
    if (partner >= 0) expect(next.partner[partner], what).toBe(j);
}

it.each([true, false])('is whole after every edit, with partners given (%s)', (given) => {
  const rng = createRng(5);
  for (let round = 0; round < 15; round++) {
    let [skeleton, known] = [rig.skeleton, anatomy];
    for (let step = 0; step < 4; step++) {
      const tree = { skeleton, ...(given && { partners: known.partner }) };
      const edits = editsOf(tree, rng);
      const [kind, edited] = edits[Math.floor(rng.next() * edits.length)];
      known = transferAnatomy(known, skeleton, edited);
      skeleton = edited.skeleton;
      expectWhole(skeleton, known, kind);
      expect(planOf(known).spine.length, kind).toBeGreaterThan(0);
    }
  }
});

it('keeps what the other joints are', () => {
  const rng = createRng(11);
  for (const [kind, edited] of Array.from({ length: 10 }, () =>
    editsOf({ skeleton: rig.skeleton }, rng),
  ).flat()) {
    const next = transferAnatomy(anatomy, rig.skeleton, edited);
    const isHips = (old: number) => roleAt(anatomy, old) === 'hips';
    for (const [j, old] of edited.source.entries()) {
      if (old < 0 || !Array.from(edited.source).some((each) => isHips(each))) continue;
      expect(roleAt(next, j), kind).toBe(roleAt(anatomy, old));
      expect(next.side[j], kind).toBe(anatomy.side[old]);
      expect(next.confidence[j], kind).toBe(anatomy.confidence[old]);
    }
  }
});

it('takes a joint that divides a bone for one of its limb', () => {
  const [leg] = legs(anatomy);
  const next = transferAnatomy(
    anatomy,
    rig.skeleton,
    splitBone({ skeleton: rig.skeleton, partners: anatomy.partner }, leg[2], { symmetric: true }),
  );
  expect(legs(next).map(({ length }) => length)).toEqual(
    legs(anatomy).map((joints, i) => joints.length + +(i % 2 === 0)),
  );
  expect(kindOf(next)).toBe('quadruped');
});

it('keeps what a person said', () => {
  const said = editAnatomy({ ...rig, anatomy }, { labels: [{ joint: legs(anatomy)[0][0], is: 'arm' }] });
  const tree = { skeleton: rig.skeleton, partners: said.partner };
  const next = transferAnatomy(said, rig.skeleton, renameJoint(tree, 3, 'thing'));
  expect(arms(next)).toEqual(arms(said));
  expect([...next.confidence]).toEqual([...said.confidence]);
  expect(next.from).toBe('user');
});

it('the body does not move with a control, whatever is removed', () => {
  const control = editAnatomy({ ...rig, anatomy }, { labels: [{ joint: 'tail2', is: 'control' }] });
  for (const name of ['tail1', 'tail2', 'tail3', 'spine1']) {
    const edited = deleteJoint({ skeleton: rig.skeleton }, rig.skeleton.names.indexOf(name));
    expectWhole(edited.skeleton, transferAnatomy(control, rig.skeleton, edited), name);
  }
});

it('a skeleton with another root keeps its limbs', () => {
  const { skeleton, source } = rerootSkeleton(rig.skeleton, 2);
  const heirs = new Int16Array(source.length);
  source.forEach((old, j) => {
    heirs[old] = j;
  });
  const partners = source.map((old) => (anatomy.partner[old] < 0 ? -1 : heirs[anatomy.partner[old]]));
  const next = transferAnatomy(anatomy, rig.skeleton, { skeleton, source, heirs, partners });
  expectWhole(skeleton, next, 'reroot');
  expect(legs(next).map((leg) => leg.map((j) => source[j]))).toEqual(legs(anatomy));
});
