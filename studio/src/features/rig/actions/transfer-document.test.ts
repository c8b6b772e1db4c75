import { createRng, type Rng } from 'posespace';
import { encodeModel, modelRig, readModel } from 'posespace/io';
import { readSample } from 'posespace/io/node';
import {
  addJoint,
  deleteJoint,
  type EditedSkeleton,
  findMirrorPlane,
  moveJoint,
  type Pose,
  poseJoints,
  readAnatomy,
  reparentJoint,
  reparentProblem,
  restPose,
  type Skeleton,
  splitBone,
  type Vec3,
} from 'posespace/rig';
import { expect, it } from 'vitest';
import type { StudioDocument } from '../../../store/document.js';
import { transferDocument } from './transfer-document.js';

const rig = modelRig(await readSample('cat'))!;
const { anatomy } = readAnatomy(rig);
const tree = { skeleton: rig.skeleton, partners: anatomy.partner };
const plane = findMirrorPlane(tree, anatomy);
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
    anatomy,
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
  findings: [],
  confidence: new Float32Array(jointCount).fill(0.5),
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
  if (!reparentProblem(tree, joint, parent))
    edits.push(['reparent', reparentJoint(tree, joint, parent, { symmetric: true })]);
  return edits;
}

it('transfers a whole document: rows of weights sum to 1, everything has the new size', () => {
  const rng = createRng(7);
  const edits = Array.from({ length: 40 }, () => editsOf(rng)).flat();
  const document = documentOf();
  for (const [kind, edited] of edits) {
    const { model, pose, confidence, library, sketch, pins } = transferDocument(document, edited);
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
    expect([confidence!.length, model.anatomy!.role.length], kind).toEqual([count, count]);
    expect(model.anatomy!.partner, kind).toEqual(edited.partners);
    for (const pin of pins)
      expect(edited.source[pin.joint], kind).toSatisfy((old) => old === 5 || old === jointCount - 1);
  }
});

it('an edited file is written and read back with its new skeleton and its clips', async () => {
  const file = await encodeModel(await readSample('fish'), 'fish.glb');
  const model = await readModel('fish.glb', file.files[0].bytes);
  const before = {
    skeleton: model.skeleton!,
    partners: new Int16Array(model.skeleton!.parents.length).fill(-1),
  };
  const opened: StudioDocument = {
    ...documentOf(),
    model,
    confidence: undefined,
    pose: restPose(model.skeleton!),
    pins: [],
    library: [],
    sketch: { name: '', keys: [], interpolation: 'joints' },
  };
  const edited = transferDocument(opened, splitBone(before, 2)).model;
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
