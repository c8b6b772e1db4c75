/** @file What holds for every edit: order, weights, positions and motion of the remaining joints, both sides alike. */

import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { createRng, type Rng } from '../../base/rng.js';
import type { Vec3 } from '../../math/vector.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import { readAnatomy } from '../reading/read-anatomy.js';
import { type Pose, restPose, type Skeleton } from '../rig-records.js';
import { addJoint } from './add-joint.js';
import { deleteJoint, deleteProblem } from './delete-joint.js';
import { mergeJoint } from './merge-joint.js';
import { findMirrorPlane, mirrorName, mirrorPoint } from './mirror-plane.js';
import { moveJoint } from './move-joint.js';
import { renameJoint, renameProblem } from './rename-joint.js';
import { reparentJoint, reparentProblem } from './reparent-joint.js';
import { type EditableSkeleton, type EditedSkeleton, restPosition } from './skeleton-draft.js';
import { splitBone } from './split-bone.js';
import { createPoseTransfer } from './transfer-pose.js';
import { transferSkin } from './transfer-skin.js';

const { rig } = sampleCreature('cat');
const { anatomy } = readAnatomy(rig);
const tree: Required<EditableSkeleton> = { skeleton: rig.skeleton, partners: anatomy.partner };
const plane = findMirrorPlane(tree, anatomy);
const sided = Array.from(tree.partners.keys()).filter((j) => tree.partners[j] >= 0 && tree.partners[j] !== j);
const jointCount = rig.skeleton.parents.length;

function randomPose(skeleton: Skeleton, rng: Rng): Pose {
  const rotations = restPose(skeleton).rotations.map(() => rng.normal());
  for (let i = 0; i < rotations.length; i += 4) {
    const length = Math.hypot(...rotations.subarray(i, i + 4));
    for (let k = 0; k < 4; k++) rotations[i + k] /= length;
  }
  return { rotations, root: Float32Array.of(0.3, 0.1, -0.2) };
}

/** An edit of each kind on joints of a creature. */
function editsOf(rng: Rng): [string, EditedSkeleton][] {
  const joint = 1 + Math.floor(rng.next() * (jointCount - 1));
  const parent = Math.floor(rng.next() * jointCount);
  const position: Vec3 = [rng.normal(), rng.normal(), rng.normal()];
  const edits: [string, EditedSkeleton][] = [
    ['move', moveJoint(tree, joint, position, { mirror: plane })],
    ['move all', moveJoint(tree, joint, position, { mirror: plane, withChildren: true })],
    ['split', splitBone(tree, joint, { symmetric: true })],
    ['leaf', addJoint(tree, parent, { position, mirror: plane })],
    ['delete', deleteJoint(tree, joint, { symmetric: true })],
  ];
  if (joint !== parent) edits.push(['merge', mergeJoint(tree, joint, parent, { symmetric: true })]);
  if (!reparentProblem(tree, joint, parent))
    edits.push(['reparent', reparentJoint(tree, joint, parent, { symmetric: true })]);
  return edits;
}

describe('any edit', () => {
  const rng = createRng(7);
  const edits = Array.from({ length: 40 }, () => editsOf(rng)).flat();

  it('gives a skeleton: one root, parents first, names once, partners of each other', () => {
    for (const [kind, { skeleton, partners, source }] of edits) {
      expect(skeleton.parents[0], kind).toBe(-1);
      skeleton.parents.forEach((parent, j) => {
        if (j > 0) expect(parent >= 0 && parent < j, kind).toBe(true);
      });
      expect(new Set(skeleton.names).size, kind).toBe(skeleton.names.length);
      for (const [j, partner] of partners.entries())
        if (partner >= 0) expect(partners[partner], kind).toBe(j);
      const kept = source.filter((old) => old >= 0);
      expect(new Set(kept).size, kind).toBe(kept.length);
      for (let j = 0; j < skeleton.parents.length; j++) {
        expect(Math.hypot(...skeleton.frames.subarray(j * 4, j * 4 + 4)), kind).toBeCloseTo(1, 5);
      }
    }
  });

  it('keeps the position and rotation of other joints in every pose', () => {
    for (const [kind, edited] of edits) {
      const { skeleton, source } = edited;
      if (kind.startsWith('move')) continue;
      source.forEach((old, j) => {
        if (old >= 0) expect(restPosition(skeleton, j), kind).toEqual(restPosition(tree.skeleton, old));
      });
      const pose = randomPose(tree.skeleton, rng);
      const before = poseJoints(tree.skeleton, pose);
      const after = poseJoints(skeleton, createPoseTransfer(tree.skeleton, edited)(pose));
      source.forEach((old, j) => {
        if (old < 0) return;
        let dot = 0;
        for (let k = 0; k < 4; k++) dot += before.rotations[old * 4 + k] * after.rotations[j * 4 + k];
        expect(Math.abs(dot), kind).toBeCloseTo(1, 5);
      });
      if (kind === 'split') {
        source.forEach((old, j) => {
          if (old < 0) return;
          for (let k = 0; k < 3; k++)
            expect(after.positions[j * 3 + k], kind).toBeCloseTo(before.positions[old * 3 + k], 4);
        });
      }
    }
  });

  it('keeps rows of weights that sum to 1 and refer to joints that exist', () => {
    for (const [kind, edited] of edits) {
      const { joints, weights, influenceCount } = transferSkin(rig.skin, edited);
      // Hundreds of thousands of rows: one expectation for all.
      let fault = '';
      for (let v = 0; v < weights.length; v += influenceCount) {
        let sum = 0;
        for (let i = v; i < v + influenceCount; i++) {
          sum += weights[i];
          if (weights[i] > 0 && joints[i] >= edited.source.length)
            fault = `row ${v} refers to joint ${joints[i]}`;
        }
        if (Math.abs(sum - 1) > 1e-5) fault = `row ${v} sums to ${sum}`;
      }
      expect(fault, kind).toBe('');
    }
  });

  it('does the same on both sides of a symmetric body', () => {
    const misfit = ({ skeleton, partners }: Required<EditableSkeleton>) =>
      Math.max(
        ...Array.from(partners.keys(), (j) => {
          if (partners[j] < 0) return 0;
          const image = mirrorPoint(plane, restPosition(skeleton, j));
          return Math.hypot(...restPosition(skeleton, partners[j]).map((x, k) => x - image[k]));
        }),
      );
    const tolerance = misfit(tree) + 1e-5;
    for (const [kind, edited] of edits) {
      expect(misfit(edited), kind).toBeLessThan(tolerance);
      const { parents } = edited.skeleton;
      // Partners of parents are parents of partners, wherever both have one.
      edited.partners.forEach((partner, j) => {
        const [above, other] = [parents[j], parents[partner]];
        if (kind === 'reparent' || kind === 'merge' || partner < 0 || above < 0 || other < 0) return;
        if (edited.partners[above] >= 0) expect(edited.partners[above], kind).toBe(other);
      });
    }
  });
});

it('a moved joint is where it was put, its partner across, and nothing else moved', () => {
  const joint = sided[0];
  const [x, y, z] = restPosition(tree.skeleton, joint);
  const to: Vec3 = [x + 0.01, y + 0.02, z - 0.03].map(Math.fround) as unknown as Vec3;
  const { skeleton } = moveJoint(tree, joint, to, { mirror: plane });
  expect(restPosition(skeleton, joint)).toEqual(to);
  const changed = Array.from(tree.partners.keys()).filter(
    (j) => restPosition(skeleton, j).join() !== restPosition(tree.skeleton, j).join(),
  );
  expect(new Set(changed)).toEqual(new Set([joint, tree.partners[joint]]));
});

it('a moved root leaves the body where clips take it', () => {
  const edited = moveJoint(tree, 0, [0, 0.7, 0.2], { withChildren: false });
  const pose = randomPose(tree.skeleton, createRng(9));
  const before = poseJoints(tree.skeleton, pose);
  const after = poseJoints(edited.skeleton, createPoseTransfer(tree.skeleton, edited)(pose));
  for (let i = 3; i < before.positions.length; i++) {
    expect(after.positions[i]).toBeCloseTo(before.positions[i], 4);
  }
});

it('offsets keep a reparented joint where it was', () => {
  const joint = tree.skeleton.parents.findIndex(
    (parent, j) => parent > 0 && tree.skeleton.parents.includes(j),
  );
  const edited = deleteJoint(tree, joint);
  const offsets = new Float32Array(jointCount * 3).map(() => 0.01);
  const pose = { ...randomPose(tree.skeleton, createRng(11)), offsets };
  const before = poseJoints(tree.skeleton, pose);
  const after = poseJoints(edited.skeleton, createPoseTransfer(tree.skeleton, edited)(pose));
  edited.source.forEach((old, j) => {
    for (let k = 0; k < 3; k++) {
      expect(after.positions[j * 3 + k]).toBeCloseTo(before.positions[old * 3 + k], 4);
    }
  });
});

it('frames turn with their bones', () => {
  const skeleton: Skeleton = {
    names: ['a', 'b', 'c'],
    parents: Int16Array.of(-1, 0, 1),
    rest: Float32Array.of(0, 0, 0, 0, 1, 0, 0, 2, 0),
    // +Y along the bones, b rotated about its own.
    frames: Float32Array.of(0, 0, 0, 1, 0, Math.SQRT1_2, 0, Math.SQRT1_2, 0, 0, 0, 1),
  };
  const chain: Required<EditableSkeleton> = { skeleton, partners: new Int16Array(3).fill(-1) };
  const moved = moveJoint(chain, 1, [1, 0, 0]).skeleton.frames;
  // a's bone rotated from +y to +x: about −z.
  [0, 0, -Math.SQRT1_2, Math.SQRT1_2].forEach((x, k) => {
    expect(moved[k]).toBeCloseTo(x, 5);
  });
  const split = splitBone(chain, 1);
  expect([...split.skeleton.frames.subarray(0, 8)]).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
  const same = deleteJoint(chain, 1).skeleton.frames;
  expect([...same]).toEqual([0, 0, 0, 1, 0, 0, 0, 1]);
});

it('says what cannot be done', () => {
  const last = jointCount - 1;
  expect(reparentProblem(tree, 0, last)).toContain('root');
  expect(reparentProblem(tree, tree.skeleton.parents[last], last)).toContain('cycle');
  expect(reparentProblem(tree, last, last)).toContain('own parent');
  expect(deleteProblem(tree, last)).toBeNull();
  expect(deleteProblem(tree, 0)).toContain('root');
  expect(renameProblem(tree, last, tree.skeleton.names[0])).toContain('Another joint');
  expect(renameProblem(tree, last, tree.skeleton.names[last])).toBeNull();
  expect(renameProblem(tree, last, '  ')).not.toBeNull();
});

it('names of the other side', () => {
  const pairs = [
    ['leftHand', 'rightHand'],
    ['mixamorig:RightArm', 'mixamorig:LeftArm'],
    ['thigh_l', 'thigh_r'],
    ['Bip01 R Foot', 'Bip01 L Foot'],
    ['foot.L.001', 'foot.R.001'],
    ['armL', 'armR'],
    ['spine', null],
    ['tail', null],
  ] as const;
  for (const [name, other] of pairs) expect(mirrorName(name)).toBe(other);
  const joint = sided[0];
  const renamed = renameJoint(tree, joint, 'leftThing', { symmetric: true }).skeleton.names;
  expect(renamed[tree.partners[joint]]).toBe('rightThing');
  expect(renameJoint(tree, joint, 'leftThing').skeleton.names[tree.partners[joint]]).toBe(
    tree.skeleton.names[tree.partners[joint]],
  );
});

describe('merging', () => {
  // a ─ b ─ c ─ d, and b ─ e
  const chain: EditableSkeleton = {
    skeleton: {
      names: ['a', 'b', 'c', 'd', 'e'],
      parents: Int16Array.of(-1, 0, 1, 2, 1),
      rest: Float32Array.from({ length: 15 }, (_, i) => (i % 3 === 1 ? Math.floor(i / 3) : 0)),
      frames: Float32Array.from({ length: 20 }, (_, i) => +(i % 4 === 3)),
    },
  };
  const treeOf = ({ skeleton: { names, parents } }: EditedSkeleton) =>
    names.map((name, j) => `${names[parents[j]] ?? ''}>${name}`).join(' ');
  const heirsOf = ({ skeleton: { names }, heirs }: EditedSkeleton) =>
    Array.from(heirs, (heir) => names[heir]).join('');

  it('into the parent is deleting', () => {
    const merged = mergeJoint(chain, 'c', 'b');
    expect(treeOf(merged)).toBe('>a a>b b>d b>e');
    expect(heirsOf(merged)).toBe('abbde');
    expect(merged).toEqual(deleteJoint(chain, 'c'));
  });

  it('into a child, the child takes its place', () => {
    const merged = mergeJoint(chain, 'b', 'c');
    expect(treeOf(merged)).toBe('>a a>c c>d c>e');
    expect(heirsOf(merged)).toBe('accde');
    expect(treeOf(mergeJoint(chain, 'a', 'd'))).toBe('>d d>b b>c b>e');
  });

  it('into a sibling, the sibling takes over the children and the weights', () => {
    const merged = mergeJoint(chain, 'c', 'e');
    expect(treeOf(merged)).toBe('>a a>b b>e e>d');
    const skin = { joints: Uint16Array.of(2, 4), weights: Float32Array.of(0.25, 0.75), influenceCount: 2 };
    const { joints, weights } = transferSkin(skin, merged);
    expect([joints[0], ...weights]).toEqual([merged.skeleton.names.indexOf('e'), 1, 0]);
  });
});

it('throws a clear error for an impossible edit', () => {
  const last = rig.skeleton.names[jointCount - 1];
  const above = rig.skeleton.names[rig.skeleton.parents[jointCount - 1]];
  const root = rig.skeleton.names[0];
  const bad = (edit: () => unknown, message: RegExp) =>
    expect(edit).toThrowError(
      expect.objectContaining({ name: 'PosespaceError', message: expect.stringMatching(message) }),
    );
  bad(() => reparentJoint(rig, above, last), /reparentJoint: .* cycle/);
  bad(() => reparentJoint(rig, root, last), /reparentJoint: .* root/);
  bad(() => deleteJoint(rig, root), /deleteJoint: The root has \d+ children/);
  bad(() => deleteJoint(rig, 'no such joint'), /deleteJoint: there is no joint "no such joint"/);
  bad(() => moveJoint(rig, jointCount, [0, 0, 0]), /moveJoint: there is no joint/);
  bad(() => moveJoint(rig, last, [0, Number.NaN, 0]), /moveJoint: a position has three finite/);
  bad(() => addJoint(rig, -1), /addJoint: there is no joint/);
  bad(() => splitBone(rig, root), /splitBone: no bone ends at the root/);
  bad(() => splitBone(rig, last, { fraction: 2 }), /splitBone: the fraction/);
  bad(() => mergeJoint(rig, last, last), /mergeJoint: .* into itself/);
  bad(() => renameJoint(rig, last, root), /renameJoint: Another joint/);
});

it('adds a joint half a bone further by default, under the name it is given', () => {
  const last = jointCount - 1;
  const { skeleton, added } = addJoint(rig, last, { name: 'Tip' });
  expect(skeleton.names[added]).toBe('Tip');
  const [end, from] = [
    restPosition(rig.skeleton, last),
    restPosition(rig.skeleton, rig.skeleton.parents[last]),
  ];
  restPosition(skeleton, added).forEach((x, k) => {
    expect(x).toBeCloseTo(end[k] + 0.5 * (end[k] - from[k]), 6);
  });
});
