import { expect, it } from 'vitest';
import type { Skeleton, Skin } from '../rig-records.js';
import { addJoint } from './add-joint.js';
import { deleteJoint } from './delete-joint.js';
import { findAffectedJoints, mergeSkins } from './merge-skins.js';
import { moveJoint } from './move-joint.js';
import type { EditableSkeleton } from './skeleton-draft.js';
import { splitBone } from './split-bone.js';

/** A chain a b c d e. */
const skeleton: Skeleton = {
  names: ['a', 'b', 'c', 'd', 'e'],
  parents: Int16Array.of(-1, 0, 1, 2, 3),
  rest: Float32Array.from({ length: 15 }, (_, i) => (i % 3 === 1 ? Math.floor(i / 3) : 0)),
  frames: Float32Array.from({ length: 20 }, (_, i) => +(i % 4 === 3)),
};
const tree: EditableSkeleton = { skeleton };
const names = (edited: ReturnType<typeof deleteJoint>) =>
  [...findAffectedJoints(tree, edited)].map((j) => edited.skeleton.names[j]).sort();

it('an edit affects its joint, the parent and the children', () => {
  expect(names(moveJoint(tree, 2, [0.5, 2, 0]))).toEqual(['b', 'c', 'd']);
  expect(names(splitBone(tree, 2))).toEqual(['b', 'b2', 'c', 'd']);
  expect(names(addJoint(tree, 4, { position: [0, 5, 0] }))).toEqual(['e', 'e2']);
  expect(names(deleteJoint(tree, 2))).toEqual(['a', 'b', 'd', 'e']);
});

it('keeps the rows that an edit does not affect', () => {
  const kept: Skin = {
    joints: Uint16Array.of(0, 1, 2),
    weights: Float32Array.of(1, 1, 1),
    influenceCount: 1,
  };
  const solved: Skin = {
    joints: Uint16Array.of(4, 0, 4, 2, 3, 0),
    weights: Float32Array.of(1, 0, 0.4, 0.6, 0.5, 0.5),
    influenceCount: 2,
  };
  const merged = mergeSkins(kept, solved, new Set([2]));
  expect([...merged.joints]).toEqual([0, 0, 4, 2, 3, 0]);
  expect([...merged.weights]).toEqual([1, 0, Math.fround(0.4), Math.fround(0.6), 0.5, 0.5]);
});
