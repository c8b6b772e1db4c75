import { describe, expect, it } from 'vitest';
import { expectClose } from '../../../test/support/numbers.js';
import { randomPose, randomQuaternion, randomRig } from '../../../test/support/random-rig.js';
import { createRng } from '../../base/rng.js';
import { rotateVectorInto } from '../../math/quaternion.js';
import { createSheet } from '../../mesh/primitives.js';
import { sampleSurface } from '../../mesh/sample-surface.js';
import { poseJoints } from '../kinematics/forward-kinematics.js';
import { skinMesh } from '../kinematics/skin-mesh.js';
import {
  carryJoints,
  graphSpectrumDistance,
  jointDistanceDrift,
  laplacianEigenvalues,
  lbsRmse,
  matchJoints,
  temporalError,
  weightChange,
  weightsAtSamples,
} from './sequence-metrics.js';

const square = Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0);

describe('joint distance drift', () => {
  it('is zero for the same joints rotated, moved and renumbered', () => {
    const rng = createRng(3);
    const anchor = Float64Array.from({ length: 30 }, () => rng.normal());
    const q = randomQuaternion(rng);
    const rotated = new Float64Array(30);
    for (let j = 0; j < 30; j += 3) {
      rotateVectorInto(rotated, j, q, 0, anchor, j);
      rotated[j + 1] += 7;
    }
    expect(jointDistanceDrift(rotated, anchor)).toBeLessThan(1e-9);
    const order = [3, 1, 4, 0, 5, 9, 2, 6, 8, 7];
    const shuffled = Float64Array.from(order.flatMap((j) => [...anchor.subarray(j * 3, j * 3 + 3)]));
    expect(jointDistanceDrift(shuffled, anchor)).toBeLessThan(1e-9);
    expect([...matchJoints(shuffled, anchor).match]).toEqual(order);
  });

  it('is the mean change of distances over their mean', () => {
    // A corner of the unit square moves out by 1: of six distances one side and one diagonal change.
    const moved = Float64Array.from(square);
    moved[3] = 2;
    const before = [1, Math.SQRT2, 1, 1, Math.SQRT2, 1];
    const after = [2, Math.SQRT2, 1, Math.SQRT2, Math.sqrt(5), 1];
    const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
    const expected = (100 * sum(after.map((d, i) => Math.abs(d - before[i])))) / sum(before);
    expect(jointDistanceDrift(moved, square)).toBeCloseTo(expected, 9);
  });

  it('compares quantiles where counts differ', () => {
    // Points on a line, three and two: distances 1, 1, 2 against 1.
    const three = Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0);
    const two = Float64Array.of(0, 0, 0, 1, 0, 0);
    const quantiles = Array.from({ length: 256 }, (_, i) => 1 + Math.max(0, (2 * i) / 255 - 1));
    const change = quantiles.reduce((sum, d) => sum + d - 1, 0);
    const whole = quantiles.reduce((sum, d) => sum + d, 0);
    expect(jointDistanceDrift(two, three)).toBeCloseTo((100 * change) / whole, 9);
    expect(jointDistanceDrift(three, two)).toBeCloseTo((100 * change) / 256, 9);
    expect(jointDistanceDrift(Float64Array.of(1, 2, 3), Float64Array.of(0, 0, 0))).toBe(0);
  });
});

describe('the spectrum of a bone graph', () => {
  it('is that of graphs that are known', () => {
    // A path of three: 0, 1, 2. A star of n: 0, 1 (n − 2 times), 2.
    expectClose(laplacianEigenvalues([-1, 0, 1]), [0, 1, 2], 1e-12);
    expectClose(laplacianEigenvalues([-1, 0, 0, 0, 0]), [0, 1, 1, 1, 2], 1e-12);
    // A path of four: 1 − cos(π k / 3).
    expectClose(laplacianEigenvalues([-1, 0, 1, 2]), [0, 0.5, 1.5, 2], 1e-12);
    expectClose(laplacianEigenvalues([-1]), [0], 0);
  });

  it('tells a star from a path, and not how joints are numbered', () => {
    expect(graphSpectrumDistance([-1, 0, 0, 0], [-1, 0, 1, 2])).toBeCloseTo((0.5 + 0.5) / 4, 12);
    expect(graphSpectrumDistance([-1, 0, 1, 2], [-1, 0, 1, 0])).toBeLessThan(1e-12);
  });

  it('is compared at 64 quantiles where sizes differ', () => {
    // 0, 2 against 0, 1, 2: both run straight from 0 to 2.
    expect(graphSpectrumDistance([-1, 0], [-1, 0, 1])).toBeLessThan(1e-12);
    const four = Array.from({ length: 64 }, (_, i) => {
      const at = (3 * i) / 63;
      return at < 1 ? 0.5 * at : at < 2 ? 0.5 + (at - 1) : 1.5 + 0.5 * (at - 2);
    });
    const expected = four.reduce((sum, x, i) => sum + Math.abs(x - (2 * i) / 63), 0) / 64;
    expect(graphSpectrumDistance([-1, 0], [-1, 0, 1, 2])).toBeCloseTo(expected, 12);
  });
});

describe('temporal error', () => {
  const of = (...rows: number[][]) => ({
    jointCount: rows[0].length,
    weights: Float32Array.from(rows.flat()),
  });

  it('sums the change of weights over points and joints', () => {
    const a = of([1, 0], [0.5, 0.5]);
    const b = of([0.75, 0.25], [0.5, 0.5]);
    expect(weightChange(a, [0, 1], b, [0, 1])).toBeCloseTo(0.5, 6);
    expect(weightChange(a, [0, 1], a, [0, 1])).toBe(0);
    // Renumbered joints that were matched are the same joints.
    expect(weightChange(a, [0, 1], of([0, 1], [0.5, 0.5]), [1, 0])).toBe(0);
    // A joint that the other frame does not know counts whole, on both sides.
    expect(weightChange(of([1]), [0], of([1]), [-1])).toBe(2);
    expect(weightChange(of([1]), [-1], of([1]), [-1])).toBe(2);
  });

  it('is a mean over steps, and zero for a rig that is one', () => {
    const [a, b] = [of([1, 0], [1, 0]), of([0, 1], [1, 0])];
    const frame = (weights: typeof a) => ({ weights, columns: [0, 1] });
    expect(temporalError([frame(a), frame(b), frame(b)])).toEqual({ total: 1, perPoint: 0.5 });
    expect(temporalError([frame(a), frame(a), frame(a)])).toEqual({ total: 0, perPoint: 0 });
    expect(temporalError([frame(a)]).total).toBe(0);
  });

  it('takes weights to points by barycentric coordinates', () => {
    const mesh = createSheet(1, 1, 4, 4);
    const count = mesh.positions.length / 3;
    // The weight of joint 1 grows straight with x, so it follows from the position of a point.
    const weights = Float32Array.from({ length: count * 2 }, (_, i) => {
      const x = mesh.positions[Math.floor(i / 2) * 3] + 0.5;
      return i % 2 === 0 ? x : 1 - x;
    });
    const joints = Uint16Array.from({ length: count * 2 }, (_, i) => (i % 2 === 0 ? 1 : 0));
    const samples = sampleSurface(mesh, 50, createRng(1));
    const at = weightsAtSamples({ joints, weights, influenceCount: 2 }, 3, samples, mesh.triangles);
    for (let i = 0; i < 50; i++) {
      let x = 0.5;
      for (let c = 0; c < 3; c++)
        x +=
          samples.barycentric[i * 3 + c] * mesh.positions[mesh.triangles[samples.triangles[i] * 3 + c] * 3];
      expectClose(at.weights.subarray(i * 3, i * 3 + 3), [1 - x, x, 0], 1e-6);
    }
  });
});

it('LBS RMSE is the root mean square distance of vertices, in sizes of the box', () => {
  const still = new Float32Array(6);
  const moved = Float32Array.of(3, 4, 0, 0, 0, 0);
  // Distances 5 and 0 in one frame, 0 and 0 in the other: √(25/4).
  expect(lbsRmse([still, still], [moved, still], 1)).toBeCloseTo(2.5, 12);
  expect(lbsRmse([still, still], [moved, still], 10)).toBeCloseTo(0.25, 12);
  expect(() => lbsRmse([still], [], 1)).toThrow(/1 frames against 0/);
});

it('joints of a posed skeleton are carried back by the motion of what follows them', () => {
  const rig = randomRig(60, 5, 1, 2);
  // One influence per vertex: bones are rigid and the way back is exact.
  const pose = randomPose(rig.skeleton, 9);
  const posed = skinMesh(rig, pose);
  const rest = Float32Array.from(poseJoints(rig.skeleton, pose).positions);
  const carried = carryJoints({ ...rig.skeleton, rest }, rig.skin, posed, rig.mesh.positions);
  expectClose(carried, rig.skeleton.rest, 1e-4);
});
