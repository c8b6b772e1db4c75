import { describe, expect, it } from 'vitest';
import { expectClose } from '../../../test/support/numbers.js';
import { createRng } from '../../base/rng.js';
import { axisAngleInto } from '../../math/quaternion.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { MeshSequence } from '../../mesh/mesh-sequence.js';
import { createSphere } from '../../mesh/primitives.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import { createRigSkinner } from '../kinematics/skin-mesh.js';
import { type Pose, type Rig, restPose, type Skeleton, skeletonDiameter } from '../rig-records.js';
import { type FitSequenceOptions, fitSequence, type SequenceFit } from './fit-sequence.js';

/** A closed tube along x from 0 to 4, thin at the ends. */
function tube(rings = 33, segments = 10): Mesh {
  const sphere = createSphere(1, rings, segments);
  const positions = sphere.positions.map((_, i) => {
    const v = i - (i % 3);
    const [x, y, z] = [sphere.positions[v + 1], sphere.positions[v], sphere.positions[v + 2]];
    return i % 3 === 0 ? 2 - 2 * (Math.acos(x) / Math.PI) * 2 + 2 : 0.3 * (i % 3 === 1 ? y : z);
  });
  return { positions, triangles: sphere.triangles };
}

/** Joints at x = 2, 1, 3: a body with two ends that bend. Weights blend over 0.2 around each joint. */
function worm(mesh = tube()): Rig {
  const skeleton: Skeleton = {
    names: ['middle', 'low', 'high'],
    parents: Int16Array.of(-1, 0, 0),
    rest: Float32Array.of(2, 0, 0, 1, 0, 0, 3, 0, 0),
    frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
  };
  const count = mesh.positions.length / 3;
  const joints = Uint16Array.from({ length: count * 2 }, (_, i) =>
    i % 2 === 0 ? 0 : mesh.positions[Math.floor(i / 2) * 3] < 2 ? 1 : 2,
  );
  const weights = Float32Array.from({ length: count * 2 }, (_, i) => {
    const x = mesh.positions[Math.floor(i / 2) * 3];
    const outer = Math.min(1, Math.max(0, (Math.abs(x - 2) - 0.8) / 0.4));
    return i % 2 === 0 ? 1 - outer : outer;
  });
  return { mesh, skeleton, skin: { joints, weights, influenceCount: 2 } };
}

function wave({ skeleton }: Rig, f: number): Pose {
  const pose = restPose(skeleton);
  axisAngleInto(pose.rotations, 0, 0, 1, 0, 0.1 * f);
  axisAngleInto(pose.rotations, 4, 0, 0, 1, 0.9 * Math.sin(0.7 * f));
  axisAngleInto(pose.rotations, 8, 0, 0.6, 0.8, 0.8 * Math.cos(0.5 * f));
  pose.root.set([0.2 * f, 0.1 * Math.sin(f), 0]);
  return pose;
}

function bake(rig: Rig, frameCount = 16, change: (positions: Float32Array, f: number) => void = () => {}) {
  const skinner = createRigSkinner(rig);
  const frames = Array.from({ length: frameCount }, (_, f) => {
    const positions = skinner.pose(wave(rig, f));
    change(positions, f);
    return positions;
  });
  return sequenceOf(rig.mesh, frames);
}

function sequenceOf(mesh: Mesh, frames: readonly Float32Array[]): MeshSequence {
  const times = Float32Array.from(frames, (_, f) => f / 30);
  return { name: 'worm', triangles: mesh.triangles, frames, times };
}

/** From the motion alone, so that geometry has no part in these tests. */
const fitMotion = (sequence: MeshSequence, options: FitSequenceOptions = {}) =>
  fitSequence(sequence, { startRig: () => undefined, ...options });

function expectSound(fit: SequenceFit, frameCount: number): void {
  const { rig, clip } = fit;
  expect(clip.poses.length).toBe(frameCount);
  expect(clip.times.length).toBe(frameCount);
  for (const { rotations, root } of clip.poses) {
    expect(rotations.length).toBe(rig.skeleton.parents.length * 4);
    expect([...rotations, ...root].every(Number.isFinite)).toBe(true);
  }
  expect([...rig.skeleton.rest, ...rig.skin.weights].every(Number.isFinite)).toBe(true);
  expect(new Set(rig.skeleton.names).size).toBe(rig.skeleton.names.length);
  rig.skeleton.parents.forEach((p, j) => {
    expect(p < j && (p >= 0 || j === 0)).toBe(true);
  });
  for (let v = 0; v < rig.skin.weights.length; v += 4) {
    expect(rig.skin.weights.subarray(v, v + 4).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
  }
  expect(Math.max(...rig.skin.joints)).toBeLessThan(rig.skeleton.parents.length);
}

const codes = (fit: SequenceFit) => fit.findings.map(({ code }) => code);

describe('a rig from motion alone', () => {
  const rig = worm();
  const sequence = bake(rig);
  const fit = fitMotion(sequence);

  it('follows every frame', () => {
    expectSound(fit, 16);
    expect(fit.rigidRmse).toBeGreaterThan(0.04);
    expect(fit.rmse).toBeLessThan(0.003);
    expect(Math.max(...fit.frameRmse)).toBeLessThan(0.006);
    const skinner = createRigSkinner(fit.rig);
    let sum = 0;
    for (const [f, frame] of sequence.frames.entries()) {
      const posed = skinner.pose(fit.clip.poses[f]);
      for (let i = 0; i < frame.length; i++) sum += (posed[i] - frame[i]) ** 2;
    }
    const side = Math.max(
      ...[0, 1, 2].map((k) => {
        const values = [...fit.rig.mesh.positions].filter((_, i) => i % 3 === k);
        return Math.max(...values) - Math.min(...values);
      }),
    );
    const rmse = Math.sqrt(sum / (16 * (sequence.frames[0].length / 3))) / side;
    expect(fit.rmse).toBeCloseTo(rmse, 8);
  });

  it('has few joints, and they lie where the body bends', () => {
    const { rest, parents } = fit.rig.skeleton;
    expect(parents.length).toBeGreaterThanOrEqual(3);
    expect(parents.length).toBeLessThanOrEqual(7);
    expect(skeletonDiameter(fit.rig.skeleton)).toBeLessThan(4.5);
    // The true centres in the anchor's pose.
    const truth = poseJoints(rig.skeleton, wave(rig, fit.anchor)).positions;
    for (const j of [1, 2]) {
      const nearest = Math.min(
        ...Array.from(parents, (_, k) =>
          Math.hypot(...[0, 1, 2].map((c) => rest[k * 3 + c] - truth[j * 3 + c])),
        ),
      );
      expect(nearest).toBeLessThan(0.2);
    }
  });

  it('rests in the frame of the largest area', () => {
    expect([...fit.rig.mesh.positions]).toEqual([...sequence.frames[fit.anchor]]);
    expect(fit.frameRmse[fit.anchor]).toBeLessThan(0.003);
    const area = (f: number) => {
      let sum = 0;
      const p = sequence.frames[f];
      for (let t = 0; t < sequence.triangles.length; t += 3) {
        const [a, b, c] = [0, 1, 2].map((k) => sequence.triangles[t + k] * 3);
        const u = [0, 1, 2].map((k) => p[b + k] - p[a + k]);
        const v = [0, 1, 2].map((k) => p[c + k] - p[a + k]);
        sum +=
          Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
      }
      return sum;
    };
    const areas = sequence.frames.map((_, f) => area(f));
    expect(areas.indexOf(Math.max(...areas))).toBe(fit.anchor);
  });

  it('is the same every time, and changes none of its arguments', () => {
    const before = structuredClone(sequence);
    expect(fitMotion(sequence)).toEqual(fit);
    expect(sequence).toEqual(before);
  });

  it.each([1e-6, 1e6])('does not depend on the scale (%d)', (scale) => {
    const scaled = sequenceOf(
      rig.mesh,
      sequence.frames.map((frame) => frame.map((x) => x * scale)),
    );
    const other = fitMotion(scaled);
    expect(other.rig.skeleton.parents).toEqual(fit.rig.skeleton.parents);
    expect(other.rmse).toBeLessThan(0.003);
  });

  it('keeps to the requested number of joints', () => {
    const coarse = fitMotion(sequence, { maxJoints: 2 });
    expect(coarse.rig.skeleton.parents.length).toBe(2);
    expect(coarse.rmse).toBeGreaterThan(fit.rmse);
    expect(coarse.rmse).toBeLessThan(fit.rigidRmse);
    expect(() => fitMotion(sequence, { maxJoints: 0 })).toThrow(
      expect.objectContaining({ code: 'bad-usage' }),
    );
  });

  it('reports progress and stops when aborted', () => {
    const fractions: number[] = [];
    fitMotion(sequence, { onProgress: ({ fraction }) => fractions.push(fraction) });
    expect(fractions.length).toBeGreaterThan(3);
    expect([...fractions].sort((a, b) => a - b)).toEqual(fractions);
    expect(fractions.at(-1)).toBeLessThanOrEqual(1);
    expect(() => fitMotion(sequence, { signal: AbortSignal.abort() })).toThrow(
      expect.objectContaining({ code: 'aborted' }),
    );
  });
});

it.each([
  ['a dense mesh', tube(155, 40), 6],
  ['a long sequence', tube(), 70],
])('%s is followed by all its vertices in all its frames', (_, mesh, frameCount) => {
  const fit = fitMotion(bake(worm(mesh), frameCount));
  expectSound(fit, frameCount);
  expect(fit.rmse).toBeLessThan(0.003);
  expect(Math.max(...fit.frameRmse)).toBeLessThan(0.008);
});

describe('a rig that starts from geometry', () => {
  const truth = worm();
  const sequence = bake(truth);
  const anchor = fitMotion(sequence).anchor;
  const pose = wave(truth, anchor);
  const posed = Float32Array.from(poseJoints(truth.skeleton, pose).positions);

  it('keeps a skeleton that is right', () => {
    const start = { skeleton: { ...truth.skeleton, rest: posed }, skin: truth.skin };
    const fit = fitSequence(sequence, { startRig: () => start });
    expect(fit.rig.skeleton.names).toEqual(truth.skeleton.names);
    expect(fit.addedJoints).toEqual([]);
    expect(fit.rmse).toBeLessThan(0.002);
    expectClose(fit.rig.skeleton.rest, posed, 0.1);
  });

  it('moves joints that are in the wrong position', () => {
    const rest = posed.map((x, i) => (i > 2 ? x + [0.25, 0.1, -0.1][i % 3] : x));
    const start = { skeleton: { ...truth.skeleton, rest }, skin: truth.skin };
    const fit = fitSequence(sequence, { startRig: () => start });
    expect(fit.rmse).toBeLessThan(0.003);
    expect(fit.rig.skeleton.names.slice(0, 3)).toEqual(expect.arrayContaining(['middle']));
  });

  it('adds the joint that was missed', () => {
    const joints = truth.skin.joints.map((joint) => (joint === 2 ? 0 : joint));
    const start = {
      skeleton: {
        names: ['middle', 'low'],
        parents: Int16Array.of(-1, 0),
        rest: posed.slice(0, 6),
        frames: truth.skeleton.frames.slice(0, 8),
      },
      skin: { ...truth.skin, joints },
    };
    const fit = fitSequence(sequence, { startRig: () => start });
    expect(fit.rmse).toBeLessThan(0.003);
    expect(fit.addedJoints.length).toBeGreaterThan(0);
    for (const j of fit.addedJoints) expect(['middle', 'low']).not.toContain(fit.rig.skeleton.names[j]);
  });

  it('keeps joints that never bend unless pruning is requested', () => {
    const count = 5;
    const skeleton = {
      names: ['middle', 'low', 'high', 'spare', 'tip'],
      parents: Int16Array.of(-1, 0, 0, 2, 3),
      rest: Float32Array.of(
        ...posed,
        ...[0.3, 0.6].flatMap((t) => [...posed.slice(6, 9)].map((x) => x + t * 0.3)),
      ),
      frames: Float32Array.from({ length: count * 4 }, (_, i) => +(i % 4 === 3)),
    };
    const start = { skeleton, skin: truth.skin };
    const kept = fitSequence(sequence, { startRig: () => start });
    expect(kept.rig.skeleton.names).toEqual(expect.arrayContaining(['spare', 'tip']));
    const dropped = fitSequence(sequence, { startRig: () => start, dropStill: true });
    expect(dropped.rig.skeleton.names).not.toContain('tip');
    expect(dropped.rig.skeleton.parents.length).toBeLessThan(kept.rig.skeleton.parents.length);
    expect(dropped.rmse).toBeLessThan(0.003);
  });
});

describe('hostile sequences', () => {
  const rig = worm();

  it('one frame gives the rig of its geometry', () => {
    const start = { skeleton: rig.skeleton, skin: rig.skin };
    const fit = fitSequence(sequenceOf(rig.mesh, [rig.mesh.positions]), { startRig: () => start });
    expectSound(fit, 1);
    expect(fit.rig.skeleton.names).toEqual(rig.skeleton.names);
    expectClose(fit.rig.skeleton.rest, rig.skeleton.rest, 1e-5);
    expect(codes(fit)).toContain('single-frame');
    expect(fit.rmse).toBeLessThan(1e-6);
  });

  it('no motion leaves everything at rest', () => {
    const fit = fitMotion(sequenceOf(rig.mesh, [rig.mesh.positions, rig.mesh.positions.slice()]));
    expectSound(fit, 2);
    expect(codes(fit)).toContain('no-bending');
    for (const { root } of fit.clip.poses) expectClose(root, [0, 0, 0], 1e-6);
  });

  it('rigid motion is the root’s alone, however far it goes', () => {
    const pose = (f: number) => {
      const out = restPose(rig.skeleton);
      axisAngleInto(out.rotations, 0, 0.6, 0, 0.8, 1.1 * f);
      out.root.set([f, 2 * f, f > 2 ? 500 : 0]);
      return out;
    };
    const skinner = createRigSkinner(rig);
    const start = { skeleton: rig.skeleton, skin: rig.skin };
    const fit = fitSequence(
      sequenceOf(
        rig.mesh,
        [0, 1, 2, 3, 4].map((f) => skinner.pose(pose(f))),
      ),
      {
        startRig: () => start,
      },
    );
    expectSound(fit, 5);
    expect(codes(fit)).toContain('no-bending');
    expect(fit.rmse).toBeLessThan(3e-5);
    expect(fit.rig.skeleton.names).toEqual(rig.skeleton.names);
    for (const { rotations } of fit.clip.poses) {
      for (let j = 4; j < rotations.length; j += 4)
        expect(Math.abs(rotations[j + 3])).toBeGreaterThan(1 - 1e-6);
    }
  });

  it('follows a body that teleports', () => {
    const fit = fitMotion(
      bake(rig, 12, (positions, f) => {
        if (f >= 6) for (let i = 0; i < positions.length; i += 3) positions[i] += 40;
      }),
    );
    expectSound(fit, 12);
    expect(fit.rmse).toBeLessThan(0.004);
    expect(fit.clip.poses[6].root[0] - fit.clip.poses[5].root[0]).toBeGreaterThan(30);
  });

  it('a frame that explodes is left out, and is not the anchor', () => {
    const rng = createRng(1);
    const fit = fitMotion(
      bake(rig, 12, (positions, f) => {
        if (f === 4) for (let i = 0; i < positions.length; i++) positions[i] = rng.range(-50, 50);
      }),
    );
    expectSound(fit, 12);
    expect(fit.anchor).not.toBe(4);
    expect(fit.frameRmse[4]).toBe(-1);
    expect(fit.rmse).toBeLessThan(0.004);
    expect(codes(fit)).toContain('frames-exploded');
    expect([fit.clip.poses[3], fit.clip.poses[5]]).toContain(fit.clip.poses[4]);
  });

  it('a frame that is not finite is left out by name', () => {
    const sequence = bake(rig, 12, (positions, f) => {
      if (f === 0) positions[30] = Number.NaN;
      if (f === 7) positions[31] = Number.POSITIVE_INFINITY;
    });
    const fit = fitMotion({ ...sequence, labels: sequence.frames.map((_, f) => `worm${f}.obj`) });
    expectSound(fit, 12);
    expect([fit.frameRmse[0], fit.frameRmse[7]]).toEqual([-1, -1]);
    expect(fit.findings.find(({ code }) => code === 'frames-not-finite')?.message).toMatch(
      /2 of 12 frames .* \(first: "worm0\.obj"\)/,
    );
    const broken = sequence.frames.map((frame) => frame.map(() => Number.NaN));
    expect(() => fitMotion(sequenceOf(rig.mesh, broken))).toThrow(/no frame has only finite coordinates/);
  });

  it('noise is not bone motion, and is reported', () => {
    const rng = createRng(2);
    const fit = fitMotion(
      bake(rig, 6, (positions) => {
        for (let i = 0; i < positions.length; i++) positions[i] += rng.range(-0.4, 0.4);
      }),
      { maxJoints: 12 },
    );
    expectSound(fit, 6);
    expect(codes(fit)).toContain('loose-fit');
  });

  it.each<[string, (mesh: Mesh) => MeshSequence]>([
    ['a point', (mesh) => sequenceOf(mesh, [new Float32Array(mesh.positions.length)])],
    [
      'a body that collapses',
      (mesh) => sequenceOf(mesh, [mesh.positions, mesh.positions.map(() => 0), mesh.positions]),
    ],
    ['no triangles', (mesh) => ({ ...bake(rig, 4), triangles: mesh.triangles.slice(0, 0) })],
    [
      'three vertices',
      () => ({
        ...sequenceOf(rig.mesh, [
          Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
          Float32Array.of(0, 0, 0, 2, 0, 0, 0, 1, 3),
        ]),
        triangles: Uint32Array.of(0, 1, 2),
      }),
    ],
  ])('%s gets an answer', (_, make) => {
    const sequence = make(rig.mesh);
    expectSound(fitMotion(sequence), sequence.frames.length);
  });

  it.each<[string, Partial<MeshSequence>, RegExp]>([
    ['no frames', { frames: [], times: new Float32Array(0) }, /no frames/],
    [
      'frames of different sizes',
      { frames: [new Float32Array(9), new Float32Array(12)], labels: ['a.obj', 'b.obj'] },
      /"b\.obj" has 4 vertices, "a\.obj" has 3/,
    ],
    ['times that do not increase', { times: Float32Array.of(1, 1) }, /does not come after/],
    ['a corner that is not there', { triangles: Uint32Array.of(0, 1, 9) }, /vertex 9 of 3/],
    ['no vertices', { frames: [new Float32Array(0), new Float32Array(0)] }, /no vertices/],
    ['times missing', { times: Float32Array.of(0) }, /2 frames have 1 times/],
  ])('%s are refused', (_, change, message) => {
    const sound: MeshSequence = {
      name: 'bad',
      triangles: Uint32Array.of(0, 1, 2),
      frames: [new Float32Array(9), new Float32Array(9)],
      times: Float32Array.of(0, 1),
    };
    expect(() => fitMotion({ ...sound, ...change })).toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringMatching(message) }),
    );
  });
});
