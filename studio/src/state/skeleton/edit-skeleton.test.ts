/** @file What holds whatever is edited: order, weights, places and motion of what is still there, both sides alike. */

import { createRng, type Rng } from 'posespace';
import { createCreature } from 'posespace/creatures';
import { createCreatureModel, encodeModel, readModel } from 'posespace/io';
import { findBodyPlan, type Pose, poseJoints, restPose, type Skeleton } from 'posespace/rig';
import { describe, expect, it } from 'vitest';
import type { StudioDocument } from '../../store/document.js';
import { addLeaf, splitBone } from './add-joint.js';
import { carryDocument } from './carry-document.js';
import { createPoseCarrier } from './carry-pose.js';
import { deleteJoint, whyNotDelete } from './delete-joint.js';
import { type EditedTree, type JointTree, type Point, placeOf } from './draft.js';
import { findMirrorPlane, mirrorName, mirrorPoint } from './mirror.js';
import { moveJoint } from './move-joint.js';
import { renameJoint, whyNotRename } from './rename-joint.js';
import { reparentJoint, whyNotReparent } from './reparent-joint.js';

const { rig } = createCreature('quadruped', { seed: 3 });
const body = findBodyPlan(rig.mesh, rig.skeleton, { skin: rig.skin });
const tree: JointTree = { skeleton: rig.skeleton, partners: body.partner };
const plane = findMirrorPlane(tree, body);
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

const documentOf = (): StudioDocument => ({
  model: {
    name: 'test',
    mesh: rig.mesh,
    skeleton: rig.skeleton,
    skin: rig.skin,
    clips: [
      {
        name: 'clip',
        times: Float32Array.of(0, 1),
        poses: [randomPose(rig.skeleton, createRng(1)), randomPose(rig.skeleton, createRng(2))],
        scales: [{ joint: 5, values: new Float32Array(6).fill(1) }],
      },
    ],
    source: {} as StudioDocument['model']['source'],
    findings: [],
  },
  body,
  confidence: new Float32Array(jointCount).fill(0.5),
  partners: body.partner,
  pose: randomPose(rig.skeleton, createRng(3)),
  pins: [
    { joint: 5, position: true, rotation: false },
    { joint: jointCount - 1, position: true, rotation: false },
  ],
  library: [{ id: 1, name: 'a', pose: randomPose(rig.skeleton, createRng(4)) }],
  sketch: {
    name: 's',
    interpolation: 'joints',
    keys: [{ time: 0, pose: randomPose(rig.skeleton, createRng(5)) }],
  },
});

/** An edit of each kind on joints of a creature. */
function editsOf(rng: Rng): [string, EditedTree][] {
  const joint = 1 + Math.floor(rng.next() * (jointCount - 1));
  const parent = Math.floor(rng.next() * jointCount);
  const place: Point = [rng.normal(), rng.normal(), rng.normal()];
  const edits: [string, EditedTree][] = [
    ['move', moveJoint(tree, joint, place, { mirror: plane })],
    ['move all', moveJoint(tree, joint, place, { mirror: plane, withChildren: true })],
    ['split', splitBone(tree, joint, plane)],
    ['leaf', addLeaf(tree, parent, place, plane)],
    ['delete', deleteJoint(tree, joint, true)],
  ];
  if (!whyNotReparent(tree, joint, parent))
    edits.push(['reparent', reparentJoint(tree, joint, parent, true)]);
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

  it('leaves what it does not touch where it was, and turned as it was in every pose', () => {
    for (const [kind, edited] of edits) {
      const { skeleton, source } = edited;
      if (kind.startsWith('move')) continue;
      source.forEach((old, j) => {
        if (old >= 0) expect(placeOf(skeleton, j), kind).toEqual(placeOf(tree.skeleton, old));
      });
      const pose = randomPose(tree.skeleton, rng);
      const before = poseJoints(tree.skeleton, pose);
      const after = poseJoints(skeleton, createPoseCarrier(tree.skeleton, edited)(pose));
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

  it('carries a whole document: rows of weights sum to 1, everything has the new size', () => {
    const document = documentOf();
    for (const [kind, edited] of edits) {
      const { model, pose, partners, confidence, library, sketch, pins } = carryDocument(document, edited);
      const count = model.skeleton!.parents.length;
      const { joints, weights, influenceCount } = model.skin!;
      // Hundreds of thousands of rows: one expectation for all.
      let fault = '';
      for (let v = 0; v < weights.length; v += influenceCount) {
        let sum = 0;
        for (let i = v; i < v + influenceCount; i++) {
          sum += weights[i];
          if (weights[i] > 0 && joints[i] >= count) fault = `row ${v} refers to joint ${joints[i]}`;
        }
        if (Math.abs(sum - 1) > 1e-5) fault = `row ${v} sums to ${sum}`;
      }
      expect(fault, kind).toBe('');
      const poses = [pose, ...model.clips[0].poses, library[0].pose, sketch.keys[0].pose];
      for (const one of poses) expect(one.rotations.length, kind).toBe(count * 4);
      expect([partners.length, confidence!.length], kind).toEqual([count, count]);
      for (const pin of pins)
        expect(edited.source[pin.joint], kind).toSatisfy((old) => old === 5 || old === jointCount - 1);
    }
  });

  it('does the same on both sides of a symmetric body', () => {
    const misfit = ({ skeleton, partners }: JointTree) =>
      Math.max(
        ...Array.from(partners.keys(), (j) => {
          if (partners[j] < 0) return 0;
          const image = mirrorPoint(plane, placeOf(skeleton, j));
          return Math.hypot(...placeOf(skeleton, partners[j]).map((x, k) => x - image[k]));
        }),
      );
    const tolerance = misfit(tree) + 1e-5;
    for (const [kind, edited] of edits) {
      expect(misfit(edited), kind).toBeLessThan(tolerance);
      const { parents } = edited.skeleton;
      // Partners of parents are parents of partners, wherever both have one.
      edited.partners.forEach((partner, j) => {
        const [above, other] = [parents[j], parents[partner]];
        if (kind === 'reparent' || partner < 0 || above < 0 || other < 0) return;
        if (edited.partners[above] >= 0) expect(edited.partners[above], kind).toBe(other);
      });
    }
  });
});

it('a moved joint is where it was put, its partner across, and nothing else moved', () => {
  const joint = sided[0];
  const [x, y, z] = placeOf(tree.skeleton, joint);
  const to: Point = [x + 0.01, y + 0.02, z - 0.03].map(Math.fround) as unknown as Point;
  const { skeleton } = moveJoint(tree, joint, to, { mirror: plane });
  expect(placeOf(skeleton, joint)).toEqual(to);
  const changed = Array.from(tree.partners.keys()).filter(
    (j) => placeOf(skeleton, j).join() !== placeOf(tree.skeleton, j).join(),
  );
  expect(new Set(changed)).toEqual(new Set([joint, tree.partners[joint]]));
});

it('a moved root leaves the body where clips take it', () => {
  const edited = moveJoint(tree, 0, [0, 0.7, 0.2], { withChildren: false });
  const pose = randomPose(tree.skeleton, createRng(9));
  const before = poseJoints(tree.skeleton, pose);
  const after = poseJoints(edited.skeleton, createPoseCarrier(tree.skeleton, edited)(pose));
  for (let i = 3; i < before.positions.length; i++) {
    expect(after.positions[i]).toBeCloseTo(before.positions[i], 4);
  }
});

it('offsets of files hold what hangs from another joint now where it was', () => {
  const joint = tree.skeleton.parents.findIndex(
    (parent, j) => parent > 0 && tree.skeleton.parents.includes(j),
  );
  const edited = deleteJoint(tree, joint);
  const offsets = new Float32Array(jointCount * 3).map(() => 0.01);
  const pose = { ...randomPose(tree.skeleton, createRng(11)), offsets };
  const before = poseJoints(tree.skeleton, pose);
  const after = poseJoints(edited.skeleton, createPoseCarrier(tree.skeleton, edited)(pose));
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
    // +Y along the bones, b turned about its own.
    frames: Float32Array.of(0, 0, 0, 1, 0, Math.SQRT1_2, 0, Math.SQRT1_2, 0, 0, 0, 1),
  };
  const chain: JointTree = { skeleton, partners: new Int16Array(3).fill(-1) };
  const moved = moveJoint(chain, 1, [1, 0, 0]).skeleton.frames;
  // a's bone turned from +y to +x: about −z.
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
  expect(whyNotReparent(tree, 0, last)).toContain('root');
  expect(whyNotReparent(tree, tree.skeleton.parents[last], last)).toContain('itself');
  expect(whyNotReparent(tree, last, last)).toContain('itself');
  expect(whyNotDelete(tree, last)).toBeNull();
  expect(whyNotDelete(tree, 0)).toContain('root');
  expect(whyNotRename(tree, last, tree.skeleton.names[0])).toContain('Another joint');
  expect(whyNotRename(tree, last, tree.skeleton.names[last])).toBeNull();
  expect(whyNotRename(tree, last, '  ')).not.toBeNull();
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
  const renamed = renameJoint(tree, joint, 'leftThing', true);
  expect(renamed[tree.partners[joint]]).toBe('rightThing');
  expect(renameJoint(tree, joint, 'leftThing', false)[tree.partners[joint]]).toBe(
    tree.skeleton.names[tree.partners[joint]],
  );
});

it('an edited file is written and read back with its new skeleton and its clips', async () => {
  const file = await encodeModel(createCreatureModel(createCreature('fish', { seed: 1 })), 'fish.glb');
  const model = await readModel('fish.glb', file.files[0].bytes);
  const before: JointTree = {
    skeleton: model.skeleton!,
    partners: new Int16Array(model.skeleton!.parents.length).fill(-1),
  };
  const opened: StudioDocument = {
    ...documentOf(),
    model,
    body: undefined,
    confidence: undefined,
    partners: before.partners,
    pose: restPose(model.skeleton!),
    pins: [],
    library: [],
    sketch: { name: '', keys: [], interpolation: 'joints' },
  };
  const edited = carryDocument(opened, splitBone(before, 2)).model;
  const written = await encodeModel(edited, 'fish.glb');
  const again = await readModel('fish.glb', written.files[0].bytes);
  expect(again.skeleton!.names).toEqual(edited.skeleton!.names);
  expect(again.clips.map(({ name }) => name)).toEqual(model.clips.map(({ name }) => name));
  const last = model.clips[0].poses.length - 1;
  const [now, then] = [again, edited].map(
    ({ skeleton, clips }) => poseJoints(skeleton!, clips[0].poses[last]).positions,
  );
  expect(now.length).toBe(then.length);
  expect(Math.max(...now.map((x, i) => Math.abs(x - then[i])))).toBeLessThan(1e-4);
});
