import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import type { Mesh } from '../mesh/mesh.js';
import { createBox, createSheet, createSphere, mergeMeshes } from '../mesh/primitives.js';
import type { Clip } from '../motion/clip.js';
import { type Pose, restPose, type Skeleton, type Skin } from '../rig/rig-records.js';
import { type InspectInput, inspect } from './inspect.js';
import { formatInspectReport } from './inspect-format.js';

/** A closed body on the ground with two arms, mirrored across x. */
const body = (): Mesh => createBox([1.6, 1.8, 0.4], [0, 0.9, 0]);

const skeleton = (): Skeleton => ({
  names: ['Hips', 'Spine', 'Arm.L', 'Arm.R', 'Head'],
  parents: Int16Array.of(-1, 0, 1, 1, 1),
  rest: Float32Array.of(0, 0.8, 0, 0, 1.3, 0, 0.5, 1.4, 0, -0.5, 1.4, 0, 0, 1.7, 0),
  frames: Float32Array.from({ length: 20 }, (_, i) => (i % 4 === 3 ? 1 : 0)),
});

/** Every vertex follows one joint: the arms their sides, so that no joint but the head is idle. */
function rigid(mesh: Mesh, influenceCount = 4): Skin {
  const count = mesh.positions.length / 3;
  const joints = new Uint16Array(count * influenceCount);
  const weights = new Float32Array(count * influenceCount);
  for (let v = 0; v < count; v++) {
    joints[v * influenceCount] = mesh.positions[v * 3] > 0 ? 2 : 3;
    weights[v * influenceCount] = 1;
  }
  return { joints, weights, influenceCount };
}

function rotated(angle: number, height = 0): Pose {
  const pose = restPose(skeleton());
  const rotations = pose.rotations.slice();
  rotations[8] = Math.sin(angle / 2);
  rotations[11] = Math.cos(angle / 2);
  return { rotations, root: Float32Array.of(0, height, 0) };
}

const clip = (name: string, angles: readonly number[], extra: Partial<Clip> = {}): Clip => ({
  name,
  times: Float32Array.from(angles, (_, i) => i / 2),
  poses: angles.map((angle) => rotated(angle)),
  ...extra,
});

const rig = (): InspectInput => ({ mesh: body(), skeleton: skeleton(), skin: rigid(body()), clips: [] });
/** Findings, less that nobody can be sure of what a box with two arms is. */
const findingsOf = (input: InspectInput) =>
  inspect(input).findings.filter(({ code }) => code !== 'uncertain-body');
const codes = (input: InspectInput) =>
  findingsOf(input).map((finding) => `${finding.severity} ${finding.code}`);

describe('inspect', () => {
  it('finds little to say about a sound rig', () => {
    const report = inspect({ ...rig(), clips: [clip('Wave', [0, 1, 0])] });
    expect(report.counts).toEqual({ error: 0, warning: 1, info: 1 });
    expect(report.findings[0]).toMatchObject({ code: 'uncertain-body' });
    expect(report.findings[1]).toMatchObject({ code: 'idle-joints', elements: [0, 1, 4], count: 3 });
    expect(report.body?.level).toBe('unsure');
    expect(report.body).toMatchObject({ up: '+y', facing: expect.stringMatching(/^[+-][xz]$/) });
    expect(report.mesh).toMatchObject({
      vertexCount: 8,
      weldedVertexCount: 8,
      triangleCount: 12,
      componentCount: 1,
      watertight: true,
      eulerCharacteristic: 2,
      selfIntersectingTriangleCount: 0,
    });
    expect(report.mesh.volume).toBeCloseTo(1.6 * 1.8 * 0.4, 5);
    expect(report.mesh.diagonal).toBeCloseTo(Math.hypot(1.6, 1.8, 0.4), 5);
    expect(report.mesh.symmetry).toMatchObject({ symmetric: true, normal: [1, 0, 0] });
    expect(report.skin).toMatchObject({ mostInfluences: 1, unweightedVertexCount: 0, leakVertexCount: 0 });
  });

  it('draws the joint tree and pairs left with right', () => {
    const { skeleton: facts } = inspect(rig());
    expect(facts).toMatchObject({
      jointCount: 5,
      leafCount: 3,
      depth: 2,
      partnerPairCount: 1,
      middleJointCount: 3,
    });
    expect(facts!.tree).toEqual(['Hips', '└ Spine', '  ├ Arm.L', '  ├ Arm.R', '  └ Head']);
    expect(facts!.treeJoints).toEqual([0, 1, 2, 3, 4]);
    expect(facts!.joints.map((joint) => joint.partner)).toEqual([0, 1, 3, 2, 4]);
    expect(facts!.joints.map((joint) => joint.vertexCount)).toEqual([0, 0, 4, 4, 0]);
    expect(facts!.joints[1].boneLength).toBeCloseTo(0.5, 5);
  });

  it('survives JSON unchanged', () => {
    const report = inspect({ ...rig(), clips: [clip('Wave', [0, 1, 0])] });
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    const empty = inspect({
      mesh: { positions: new Float32Array(), triangles: new Uint32Array() },
      clips: [],
    });
    expect(JSON.parse(JSON.stringify(empty))).toEqual(empty);
  });

  it('puts errors first and keeps what the reader found', () => {
    const found = { code: 'from-reader', severity: 'info', message: 'm' } as const;
    const mesh = { ...body(), positions: body().positions.map((value, i) => (i === 0 ? Number.NaN : value)) };
    const report = inspect({ ...rig(), mesh, findings: [found] });
    expect(report.findings[0]).toMatchObject({
      code: 'non-finite-positions',
      severity: 'error',
      elements: [0],
    });
    expect(report.findings).toContainEqual(found);
    for (const finding of report.findings) {
      if (finding !== found) expect(finding.fix).toMatch(/^[A-Z].*\.$/);
      if (finding !== found) expect(finding.message).toMatch(/^[A-Z\d].*\.$/);
    }
  });
});

describe('inspect: the mesh', () => {
  const lone = (mesh: Mesh): InspectInput => ({ mesh, clips: [] });

  it('reports an empty mesh as an error, a motion file without one as information', () => {
    const nothing = { positions: new Float32Array(), triangles: new Uint32Array() };
    expect(codes(lone(nothing))).toEqual(['error empty-mesh']);
    const motion = { mesh: nothing, skeleton: skeleton(), clips: [clip('Wave', [0, 1, 0])] };
    expect(codes(motion)).toEqual(['info no-mesh']);
  });

  it('judges the surface', () => {
    const box = body();
    const open = { ...box, triangles: box.triangles.subarray(0, 30) };
    expect(codes(lone(open))).toEqual(['warning open-boundary']);
    expect(codes(lone({ ...box, triangles: box.triangles.slice().reverse() }))).toEqual([
      'warning inside-out',
    ]);
    const flipped = box.triangles.slice();
    [flipped[0], flipped[1]] = [flipped[1], flipped[0]];
    expect(codes(lone({ ...box, triangles: flipped }))).toEqual(['warning inconsistent-winding']);
    const twice = {
      ...box,
      triangles: Uint32Array.from([...box.triangles, ...box.triangles.subarray(0, 3)]),
    };
    expect(codes(lone(twice))).toEqual(['warning duplicate-triangles', 'warning non-manifold-edges']);
    const flat = { ...box, triangles: Uint32Array.from([...box.triangles, 0, 0, 1]) };
    expect(codes(lone(flat))).toEqual(['warning degenerate-triangles']);
    const broken = { ...box, triangles: Uint32Array.from([...box.triangles, 0, 1, 8]) };
    expect(codes(lone(broken))).toEqual(['error index-out-of-range']);
    const loose = { ...box, positions: Float32Array.from([...box.positions, 0, 1, 0]) };
    expect(codes(lone(loose))).toEqual(['info unused-vertices']);
    const crossing = mergeMeshes([box, createBox([0.2, 0.2, 3], [0, 0.9, 0])]);
    expect(codes(lone(crossing))).toEqual(['info self-intersection', 'info several-components']);
    // The bar welded to the body at one corner: now one part crosses itself.
    const corner = mergeMeshes([box, createBox([0.2, 0.2, 3], [0, 0.9, 0])]);
    for (let k = 0; k < 3; k++) corner.positions[24 + k] = corner.positions[k];
    expect(codes(lone(corner))).toEqual(['warning self-intersection']);
    expect(codes(lone(box))).toEqual([]);
  });

  it('gets through hostile meshes', () => {
    const flat = createSheet(1, 1, 2, 2);
    expect(inspect(lone(flat)).mesh.watertight).toBe(false);
    const nothingFinite = {
      positions: new Float32Array(9).fill(Number.NaN),
      triangles: Uint32Array.of(0, 1, 2),
    };
    expect(codes(lone(nothingFinite))[0]).toBe('error non-finite-positions');
    const outside = { positions: new Float32Array(9), triangles: Uint32Array.of(7, 8, 9, 0, 1) };
    expect(codes(lone(outside))[0]).toBe('error index-out-of-range');
    const point = { positions: new Float32Array(9), triangles: Uint32Array.of(0, 1, 2) };
    expect(codes(lone(point))).toContain('warning degenerate-triangles');
    const huge = {
      positions: Float32Array.of(3e38, 0, 0, -3e38, 0, 0, 0, 3e38, 3e38),
      triangles: Uint32Array.of(0, 1, 2),
    };
    expect(codes(lone(huge))).toContain('warning probably-too-large');
  });

  it.each([
    ['centimetres', 100, 0, ['warning probably-too-large']],
    ['applied twice', 0.005, 0, ['warning probably-too-small']],
    ['floating', 1, 1, ['info above-ground']],
    ['sunk', 1, -0.9, ['info below-ground']],
    ['far below', 1, -50, ['warning below-ground']],
  ])('notices scale and placement: %s', (_, scale, lift, expected) => {
    const mesh = body();
    const positions = mesh.positions.map((value, i) => (value + (i % 3 === 1 ? lift : 0)) * scale);
    expect(codes(lone({ ...mesh, positions }))).toEqual(expected);
  });

  it('names the probable unit', () => {
    const mesh = body();
    const messages = (scale: number) =>
      inspect(lone({ ...mesh, positions: mesh.positions.map((value) => value * scale) })).findings[0];
    expect(messages(100).message).toBe(
      'The mesh measures 160 × 180 × 40 m; a body of that size is probably in centimetres.',
    );
    expect(messages(1000).message).toContain('millimetres');
  });

  it('notices a mesh far from the origin', () => {
    expect(codes(lone(createSphere(1, 16, 16, [80, 1, 0])))).toEqual(['warning far-from-origin']);
  });
});

describe('inspect: the rig', () => {
  it('reports weights that are missing, wrong, too many or out of range', () => {
    const change = (
      edit: (skin: { joints: Uint16Array; weights: Float32Array }) => void,
      influenceCount = 4,
    ) => {
      const skin = rigid(body(), influenceCount);
      edit(skin);
      return findingsOf({ ...rig(), skin }).filter((finding) => finding.code !== 'idle-joints');
    };
    expect(change((skin) => skin.weights.fill(0, 4, 8))).toMatchObject([
      { code: 'unweighted-vertices', severity: 'error', elements: [1] },
    ]);
    expect(change((skin) => skin.weights.fill(0.5, 8, 9))).toMatchObject([
      { code: 'weights-not-normalised', severity: 'error', elements: [2] },
    ]);
    expect(change((skin) => skin.weights.fill(Number.NaN, 8, 9))).toMatchObject([
      { code: 'weights-not-normalised', elements: [2] },
    ]);
    expect(change((skin) => skin.joints.fill(9, 0, 1))).toMatchObject([
      { code: 'joint-out-of-range', severity: 'error', elements: [0] },
    ]);
    const many = change((skin) => {
      skin.joints.set([0, 1, 2, 3, 4], 0);
      skin.weights.fill(0.2, 0, 5);
    }, 5);
    expect(many).toMatchObject([{ code: 'too-many-influences', severity: 'warning', elements: [0] }]);
  });

  it('suspects a leak where a hand follows the other arm', () => {
    // A dense body, so that each vertex has a bone near it, and a long chain of joints across it.
    const mesh = createSphere(0.5, 24, 24, [0, 0.5, 0]);
    const names = ['root', 'left', 'right'];
    const chain: Skeleton = {
      names,
      parents: Int16Array.of(-1, 0, 0),
      rest: Float32Array.of(0, 0.5, 0, 0.45, 0.5, 0, -0.45, 0.5, 0),
      frames: new Float32Array(12),
    };
    const count = mesh.positions.length / 3;
    const joints = new Uint16Array(count);
    for (let v = 0; v < count; v++) joints[v] = mesh.positions[v * 3] > 0 ? 1 : 2;
    let tip = 0;
    for (let v = 0; v < count; v++) if (mesh.positions[v * 3] > mesh.positions[tip * 3]) tip = v;
    const weights = new Float32Array(count).fill(1);
    const input = { mesh, skeleton: chain, clips: [] };
    expect(inspect({ ...input, skin: { joints, weights, influenceCount: 1 } }).skin!.leakVertexCount).toBe(0);
    const leaking = joints.slice();
    leaking[tip] = 2;
    const report = inspect({ ...input, skin: { joints: leaking, weights, influenceCount: 1 } });
    expect(report.findings).toContainEqual(
      expect.objectContaining({ code: 'leak-suspects', severity: 'warning', elements: [tip] }),
    );
  });

  it('judges joints and names', () => {
    const base = skeleton();
    const find = (changed: Partial<Skeleton>) =>
      codes({ ...rig(), skeleton: { ...base, ...changed } }).filter((code) => code !== 'info idle-joints');
    expect(find({ names: ['Bone', 'bone_1', 'Bone.002', 'Joint 3', '4'] })).toEqual(['info anonymous-names']);
    expect(find({ names: ['Backbone', 'Bone_L', 'Jointed', 'Node.R', 'Head2'] })).toEqual([]);
    expect(find({ names: ['Hips', 'Spine', 'Arm', 'Arm', 'Head'] })).toEqual(['warning duplicate-names']);
    const at = (joint: number, ...place: number[]) => {
      const rest = base.rest.slice();
      rest.set(place, joint * 3);
      return rest;
    };
    expect(find({ rest: at(4, 0, 1.3, 0) })).toEqual(['info zero-length-bones']);
    expect(find({ rest: at(4, 0, 4, 0) })).toEqual(['info joints-outside']);
    expect(find({ rest: at(2, 3, 1.4, 0) })).toEqual(['warning joints-outside', 'info unpaired-joints']);
    expect(find({ rest: at(2, Number.NaN, 1, 0) })).toEqual(['error broken-skeleton']);
    expect(find({ parents: Int16Array.of(-1, 2, 1, 1, 1) })).toEqual(['error broken-skeleton']);
  });

  it('notices parts that are missing or do not fit', () => {
    const { mesh, skeleton: bones, skin } = rig();
    expect(codes({ mesh, skeleton: bones, clips: [] })).toEqual(['warning no-skin']);
    expect(codes({ mesh, skin, clips: [] })).toEqual(['error skin-without-skeleton']);
    const short = { ...skin!, joints: skin!.joints.subarray(0, 28), weights: skin!.weights.subarray(0, 28) };
    expect(codes({ mesh, skeleton: bones, skin: short, clips: [] }).slice(0, 2)).toEqual([
      'error skin-mismatch',
      'error unweighted-vertices',
    ]);
  });
});

describe('inspect: clips', () => {
  const look = (...clips: Clip[]) => {
    const report = inspect({ ...rig(), clips });
    return {
      facts: report.clips,
      codes: report.findings.filter((finding) => finding.kind === 'clip').map((finding) => finding.code),
    };
  };

  it('tells moving from still, closed from open, and travel from standing', () => {
    const { facts } = look(
      clip('Wave', [0, 1, 0]),
      clip('Pose', [0.3, 0.3]),
      clip('Reach', [0, 0.5, 1]),
      clip('Stride', [0, 1, 0], {
        poses: [0, 1, 0].map((angle, i) => ({ ...rotated(angle), root: Float32Array.of(0, 0, i) })),
      }),
      clip('Fall', [0, 0, 0], { poses: [rotated(0, 0), rotated(0, 1), rotated(0, 2)] }),
    );
    expect(facts.map((fact) => fact.static)).toEqual([false, true, false, false, false]);
    expect(facts.map((fact) => fact.loops)).toEqual([true, true, false, true, false]);
    expect(facts[2].loopGap).toBeCloseTo(180 / Math.PI, 3);
    expect(facts[3].travel).toBeCloseTo(2, 5);
    expect(facts[4].travel).toBe(0);
    expect(facts[0]).toMatchObject({
      seconds: 1,
      frameCount: 3,
      finite: true,
      hasOffsets: false,
      hasScales: false,
    });
  });

  it('complains about what is wrong', () => {
    expect(look(clip('Walk', [0, 1, 0])).codes).toEqual([]);
    expect(look(clip('Walk', [0, 1, 2])).codes).toEqual(['open-loops']);
    expect(look(clip('Reach', [0, 1, 2])).codes).toEqual([]);
    expect(look(clip('Pose', [0, 0])).codes).toEqual(['static-clips']);
    expect(look(clip('A', [0, 1, 0]), clip('A', [0, 1, 0])).codes).toEqual(['duplicate-clip-names']);
    expect(look(clip('A', [0, Number.NaN, 0])).codes).toEqual(['clip-not-finite']);
    expect(look(clip('A', [0, 1], { times: Float32Array.of(1, 1) })).codes).toEqual(['clip-times']);
    expect(look(clip('A', [0, 1], { times: Float32Array.of(1) })).codes).toEqual(['clip-mismatch']);
    expect(look(clip('A', [])).codes).toEqual(['clip-mismatch']);
    const other = { rotations: new Float32Array(8), root: new Float32Array(3) };
    expect(look(clip('A', [0], { poses: [other] })).codes).toEqual(['clip-mismatch']);
    const scales = [{ joint: 1, values: Float32Array.of(1, 1, 1, 2, 2, 2) }];
    expect(look(clip('Grow', [0, 0], { scales })).codes).toEqual(['scaled-clips']);
    expect(codes({ mesh: body(), clips: [clip('A', [0, 1])] })).toEqual(['error clip-without-skeleton']);
  });
});

/** Paths of numbers that JSON cannot hold. */
function badNumbers(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => badNumbers(item, `${path}.${key}`));
}

it('answers whatever it is given, with numbers that JSON can hold', () => {
  const rng = createRng(11);
  const oddities = [Number.NaN, Infinity, -Infinity, 3.4e38, -3.4e38, 1e-45, 0, 1, 1];
  const number = () => (rng.next() < 0.05 ? oddities[rng.integer(oddities.length)] : rng.normal());
  const seen = new Set<string>();
  for (let round = 0; round < 20; round++) {
    const vertices = rng.integer(30);
    const jointCount = 1 + rng.integer(6);
    const input: InspectInput = {
      mesh: {
        positions: Float32Array.from({ length: vertices * 3 }, number),
        triangles: Uint32Array.from({ length: rng.integer(90) }, () => rng.integer(vertices + 1)),
      },
      skeleton: {
        names: Array.from({ length: rng.integer(8) }, (_, i) => `part ${i % 3}`),
        parents: Int16Array.from({ length: jointCount }, (_, j) => (rng.next() < 0.02 ? j : j - 1)),
        rest: Float32Array.from({ length: jointCount * 3 }, () => rng.normal()),
        frames: new Float32Array(jointCount * 4),
      },
      skin: {
        joints: Uint16Array.from({ length: vertices * 2 }, () => rng.integer(jointCount + (round % 2))),
        weights: Float32Array.from({ length: vertices * 2 }, number),
        influenceCount: 2,
      },
      clips: [
        {
          name: 'walk',
          times: Float32Array.of(0, number()),
          poses: [0, 1].map(() => ({
            rotations: Float32Array.from({ length: jointCount * 4 }, number),
            root: Float32Array.from({ length: 3 }, number),
          })),
        },
      ],
    };
    const report = inspect(input);
    expect(badNumbers(report)).toEqual([]);
    for (const finding of report.findings) seen.add(finding.code);
    expect(formatInspectReport(report)).toContain('Findings');
  }
  expect(seen.size).toBeGreaterThan(12);
});
