import { describe, expect, it } from 'vitest';
import { createRng } from '../../base/rng.js';
import { multiplyQuaternionInto, relativeQuaternionInto, rotateVectorInto } from '../../math/quaternion.js';
import { fromAnatomicalPose } from '../anatomy/from-anatomical-pose.js';
import { toAnatomicalPose } from '../anatomy/to-anatomical-pose.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import type { PartialRig } from '../rig-records.js';
import { type Pose, restPose, type Skeleton } from '../rig-records.js';
import { findAnatomicalRig } from './find-anatomical-rig.js';

interface JointDraft {
  readonly name: string;
  /** Parent in the file. */
  readonly parent: string;
  /** Its true parent; the parent in the file where absent. */
  readonly carrier?: string;
  readonly at: readonly [number, number, number];
  /** Whether vertices follow it. */
  readonly bare?: boolean;
}

/** Two legs, hips, chest and head; feet and an eye are children of the ground, as are a pole and an IK target. */
const DRAFTS: readonly JointDraft[] = [
  { name: 'ground', parent: '', at: [0, 0, 0], bare: true },
  { name: 'body', parent: 'ground', at: [0, 1, 0] },
  { name: 'chest', parent: 'body', at: [0, 1.4, 0] },
  { name: 'head', parent: 'chest', at: [0, 1.7, 0] },
  { name: 'headEnd', parent: 'head', at: [0, 1.9, 0], bare: true },
  { name: 'thigh.L', parent: 'body', at: [0.2, 1, 0] },
  { name: 'shin.L', parent: 'thigh.L', at: [0.2, 0.55, 0.03] },
  { name: 'thigh.R', parent: 'body', at: [-0.2, 1, 0] },
  { name: 'shin.R', parent: 'thigh.R', at: [-0.2, 0.55, 0.03] },
  { name: 'foot.L', parent: 'ground', carrier: 'shin.L', at: [0.2, 0.1, 0] },
  { name: 'toe.L', parent: 'ground', carrier: 'foot.L', at: [0.2, 0.03, 0.15] },
  { name: 'foot.R', parent: 'ground', carrier: 'shin.R', at: [-0.2, 0.1, 0] },
  { name: 'toe.R', parent: 'ground', carrier: 'foot.R', at: [-0.2, 0.03, 0.15] },
  { name: 'eye', parent: 'ground', carrier: 'head', at: [0, 1.75, 0.1] },
  { name: 'kneePole.L', parent: 'ground', at: [0.2, 0.5, 1], bare: true },
  { name: 'handle', parent: 'ground', carrier: 'foot.R', at: [-0.2, 0.1, 0], bare: true },
];

const ANATOMY: Readonly<Record<string, string>> = {
  body: '',
  chest: 'body',
  head: 'chest',
  headEnd: 'head',
  'thigh.L': 'body',
  'shin.L': 'thigh.L',
  'thigh.R': 'body',
  'shin.R': 'thigh.R',
  'foot.L': 'shin.L',
  'toe.L': 'foot.L',
  'foot.R': 'shin.R',
  'toe.R': 'foot.R',
  eye: 'head',
};

function makeSkeleton(drafts: readonly JointDraft[], key: 'parent' | 'carrier', scale = 1): Skeleton {
  const names = drafts.map(({ name }) => name);
  return {
    names,
    parents: Int16Array.from(drafts, (draft) => names.indexOf(draft[key] ?? draft.parent)),
    rest: Float32Array.from(drafts.flatMap(({ at }) => at.map((x) => x * scale))),
    frames: Float32Array.from(drafts.flatMap(() => [0, 0, 0, 1])),
  };
}

/** Vertices along the bone from each joint to its true child. */
function makeBody(drafts: readonly JointDraft[], scale = 1): PartialRig {
  const skeleton = makeSkeleton(drafts, 'parent', scale);
  const truth = makeSkeleton(drafts, 'carrier', scale);
  const points: number[] = [];
  const joints: number[] = [];
  for (const [j, draft] of drafts.entries()) {
    if (draft.bare) continue;
    const child = [...truth.parents.keys()].find((c) => truth.parents[c] === j && !drafts[c].bare) ?? j;
    for (let i = 0; i < 40; i++) {
      const along = i / 40;
      for (let k = 0; k < 3; k++) {
        const bone = truth.rest[j * 3 + k] * (1 - along) + truth.rest[child * 3 + k] * along;
        points.push(bone + 0.04 * scale * Math.cos(2.4 * i + k * 2.1));
      }
      joints.push(j);
    }
  }
  const skin = {
    joints: Uint16Array.from(joints),
    weights: new Float32Array(joints.length).fill(1),
    influenceCount: 1,
  };
  return { skeleton, skin, mesh: { positions: Float32Array.from(points), triangles: new Uint32Array(0) } };
}

/** Poses of the true tree, written for the tree of the file: joints with another parent get offsets. */
function makePoses(drafts: readonly JointDraft[], count: number, scale = 1): Pose[] {
  const truth = makeSkeleton(drafts, 'carrier', scale);
  const file = makeSkeleton(drafts, 'parent', scale);
  const rng = createRng(4);
  return Array.from({ length: count }, () => {
    const pose = restPose(truth);
    const rotations = pose.rotations.map((x) => x + rng.range(-0.25, 0.25));
    for (let j = 0; j < truth.parents.length; j++) {
      const q = rotations.subarray(j * 4, j * 4 + 4);
      const length = Math.hypot(...q);
      for (let k = 0; k < 4; k++) q[k] = truth.parents[j] < 0 ? +(k === 3) : q[k] / length;
    }
    const lifted = Float32Array.from({ length: truth.rest.length }, (_, i) =>
      Math.floor(i / 3) === 1 || drafts[Math.floor(i / 3)].name.endsWith('Pole.L')
        ? rng.range(-0.3, 0.3) * scale
        : 0,
    );
    const { positions, rotations: rotated } = poseJoints(truth, { ...pose, rotations, offsets: lifted });
    const local = new Float32Array(rotations.length);
    const offsets = new Float32Array(truth.rest.length);
    for (let j = 0; j < truth.parents.length; j++) {
      const p = file.parents[j];
      if (p < 0) {
        local.set(rotated.subarray(j * 4, j * 4 + 4), j * 4);
        continue;
      }
      relativeQuaternionInto(local, j * 4, rotated, p * 4, rotated, j * 4);
      const bone = [0, 1, 2].map((k) => positions[j * 3 + k] - positions[p * 3 + k]);
      const back = [...rotated.subarray(p * 4, p * 4 + 3)].map((x) => -x).concat(rotated[p * 4 + 3]);
      rotateVectorInto(bone, 0, back, 0, bone, 0);
      for (let k = 0; k < 3; k++)
        offsets[j * 3 + k] = bone[k] - (file.rest[j * 3 + k] - file.rest[p * 3 + k]);
    }
    return { rotations: local, root: new Float32Array(3), offsets };
  });
}

const treeOf = ({ rig: { skeleton } }: { rig: PartialRig }) =>
  Object.fromEntries(
    skeleton.names.map((name, j) => [
      name,
      skeleton.parents[j] < 0 ? '' : skeleton.names[skeleton.parents[j]],
    ]),
  );

describe('the anatomical tree', () => {
  const body = makeBody(DRAFTS);
  const poses = makePoses(DRAFTS, 40);

  it.each([1e-6, 1, 1e6])(
    'parents joints to what they move with and drops what is not body, at scale %s',
    (scale) => {
      const anatomy = findAnatomicalRig(makeBody(DRAFTS, scale), makePoses(DRAFTS, 40, scale));
      expect(treeOf(anatomy)).toEqual(ANATOMY);
      const { parents } = anatomy.rig.skeleton;
      expect(parents[0]).toBe(-1);
      expect(parents.every((p, j) => p < j)).toBe(true);
    },
  );

  it('is found from the surface alone without poses', () => {
    const tree = treeOf(findAnatomicalRig(body));
    for (const joint of ['foot.L', 'foot.R']) expect(tree[joint], joint).toBe(ANATOMY[joint]);
    expect(tree).not.toHaveProperty('kneePole.L');
    expect(tree).not.toHaveProperty('handle');
  });

  it('does not need names', () => {
    const nameless = { ...body.skeleton, names: body.skeleton.names.map((_, j) => `joint${j}`) };
    const anatomy = findAnatomicalRig({ ...body, skeleton: nameless }, poses);
    const named = { rig: { skeleton: { ...anatomy.rig.skeleton, names: [] as string[] } } };
    named.rig.skeleton.names = Array.from(anatomy.sources, (j) => body.skeleton.names[j]);
    expect(treeOf(named)).toEqual(ANATOMY);
  });

  it('keeps a sound tree and its order', () => {
    const drafts = DRAFTS.slice(1, 9).map((draft) =>
      draft.parent === 'ground' ? { ...draft, parent: '' } : draft,
    );
    const sound = makeBody(drafts);
    for (const known of [[], makePoses(drafts, 10).map(({ rotations, root }) => ({ rotations, root }))]) {
      const anatomy = findAnatomicalRig(sound, known);
      expect(anatomy.rig.skeleton).toEqual(sound.skeleton);
      expect([...anatomy.sources]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
      expect(anatomy.findings).toEqual([]);
    }
  });

  it('keeps hips without vertices that are parents of legs and spine', () => {
    const drafts = DRAFTS.slice(1, 9).map((draft) =>
      draft.name === 'body' ? { ...draft, parent: '', bare: true } : draft,
    );
    expect(treeOf(findAnatomicalRig(makeBody(drafts), []))).toHaveProperty('body', '');
  });

  it('parents what stands still in all poses to the surface that it lies in', () => {
    const eye = DRAFTS.findIndex(({ name }) => name === 'eye');
    const still = poses.map((pose) => {
      const rotations = pose.rotations.slice();
      const offsets = pose.offsets!.slice();
      rotations.set([0, 0, 0, 1], eye * 4);
      offsets.fill(0, eye * 3, eye * 3 + 3);
      return { ...pose, rotations, offsets };
    });
    expect(treeOf(findAnatomicalRig(body, still))).toHaveProperty('eye', 'head');
  });

  it('reports what it did', () => {
    const { findings } = findAnatomicalRig(body, poses);
    const counts = Object.fromEntries(findings.map(({ code, count }) => [code, count]));
    expect(counts).toEqual({ 'controls-dropped': 2, 'joints-reparented': 5, 'roots-collapsed': 1 });
  });

  it('gives the weights of dropped joints to the joints they follow', () => {
    const joints = body.skin!.joints.slice();
    joints[0] = 0; // one vertex of the ground
    const { rig, sources } = findAnatomicalRig({ ...body, skin: { ...body.skin!, joints } }, poses);
    expect(rig.skin!.joints[0]).toBe(0);
    for (let v = 1; v < joints.length; v++) expect(sources[rig.skin!.joints[v]]).toBe(joints[v]);
  });

  it('drops bare joints that coincide', () => {
    const drafts: JointDraft[] = [
      ...DRAFTS.slice(1, 9).map((draft) => (draft.parent === 'ground' ? { ...draft, parent: '' } : draft)),
      { name: 'helper', parent: 'shin.L', at: [0.2, 0.1, 0], bare: true },
      { name: 'foot', parent: 'helper', at: [0.2, 0.1, 0] },
    ];
    const tree = treeOf(findAnatomicalRig(makeBody(drafts)));
    expect(tree).not.toHaveProperty('helper');
    expect(tree.foot).toBe('shin.L');
  });

  it('is found quickly for hundreds of joints that all drift', () => {
    const drafts = Array.from(
      { length: 400 },
      (_, j): JointDraft => ({
        name: `part${j}`,
        parent: j === 0 ? '' : 'part0',
        at: [Math.cos(j) * j, Math.sin(j) * j, j % 7],
      }),
    );
    const crowd = makeBody(drafts);
    const rng = createRng(1);
    const scattered = poses.slice(0, 20).map((): Pose => {
      const offsets = Float32Array.from(crowd.skeleton.rest, () => rng.range(-90, 90));
      return { ...restPose(crowd.skeleton), offsets };
    });
    expect(findAnatomicalRig(crowd, scattered).rig.skeleton.names).toHaveLength(400);
  }, 4000);

  it('does not fail on bodies without extent or surface', () => {
    const point = { ...body.skeleton, rest: new Float32Array(body.skeleton.rest.length) };
    for (const parts of [{ skeleton: point }, { ...body, skeleton: point }, { skeleton: body.skeleton }]) {
      const { rig } = findAnatomicalRig(parts, poses);
      expect(rig.skeleton.parents.every((p, j) => p < j)).toBe(true);
    }
  });
});

describe('poses on the anatomical tree', () => {
  const body = makeBody(DRAFTS);
  const poses = makePoses(DRAFTS, 40);
  const anatomy = findAnatomicalRig(body, poses);

  it('keep the joint positions', () => {
    for (const pose of poses) {
      const { pose: converted, residual } = toAnatomicalPose(anatomy, pose);
      expect(residual).toBeLessThan(1e-6);
      expect(converted.offsets).toBeUndefined();
      const from = poseJoints(body.skeleton, pose).positions;
      const to = poseJoints(anatomy.rig.skeleton, converted).positions;
      for (const [a, j] of anatomy.sources.entries()) {
        for (let k = 0; k < 3; k++) expect(to[a * 3 + k]).toBeCloseTo(from[j * 3 + k], 5);
      }
    }
  });

  it('report how much is lost with translations', () => {
    const stretched = { ...poses[0], offsets: poses[0].offsets!.slice() };
    stretched.offsets[3 * body.skeleton.names.indexOf('chest') + 1] += 0.5;
    const shift = 0.5 / 4.2; // of about the diameter, for chest, head, its end and the eye of 12 joints
    const { residual } = toAnatomicalPose(anatomy, stretched);
    expect(residual).toBeGreaterThan(0.5 * shift * (3 / 12));
    expect(residual).toBeLessThan(2 * shift * (4 / 12));
  });

  it('convert back exactly, and dropped joints follow', () => {
    for (const pose of poses.slice(0, 10)) {
      const back = fromAnatomicalPose(anatomy, toAnatomicalPose(anatomy, pose).pose);
      const from = poseJoints(body.skeleton, pose);
      const to = poseJoints(body.skeleton, back);
      for (const j of [...anatomy.sources, body.skeleton.names.indexOf('handle')]) {
        for (let k = 0; k < 3; k++) expect(to.positions[j * 3 + k]).toBeCloseTo(from.positions[j * 3 + k], 5);
      }
      for (const j of anatomy.sources) {
        const dot = [0, 1, 2, 3].reduce((s, k) => s + from.rotations[j * 4 + k] * to.rotations[j * 4 + k], 0);
        expect(Math.abs(dot)).toBeCloseTo(1, 5);
      }
      // The ground stands still.
      expect([...to.positions.slice(0, 3)]).toEqual([0, 0, 0]);
    }
  });

  it('at rest are the rest pose', () => {
    const back = fromAnatomicalPose(anatomy, restPose(anatomy.rig.skeleton));
    expect(back).toEqual(restPose(body.skeleton));
  });

  it('rotate everything but the ground with the root', () => {
    const pose = restPose(anatomy.rig.skeleton);
    const turn = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
    multiplyQuaternionInto(pose.rotations, 0, turn, 0, pose.rotations, 0);
    const { positions } = poseJoints(body.skeleton, fromAnatomicalPose(anatomy, pose));
    const toe = body.skeleton.names.indexOf('toe.L') * 3;
    expect(positions[toe]).toBeCloseTo(0.15, 5);
    expect(positions[toe + 2]).toBeCloseTo(-0.2, 5);
  });
});
