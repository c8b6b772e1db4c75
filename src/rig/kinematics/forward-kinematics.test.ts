import { describe, expect, it } from 'vitest';
import { expectClose, numericGradient } from '../../../test/support/numbers.js';
import { randomPose, randomRig, randomSkeleton } from '../../../test/support/random-rig.js';
import { createRng } from '../../base/rng.js';
import { createSkinner } from '../../kernels/skinner.js';
import {
  axisAngleInto,
  expRotationInto,
  multiplyQuaternionInto,
  quaternionToMatrixInto,
  rotateVectorInto,
} from '../../math/quaternion.js';
import { jointCount, type Pose, restPose, type Skeleton, skeletonDiameter } from '../rig-records.js';
import { backpropagateJoints, poseJoints, skinningMatricesInto } from './forward-kinematics.js';

/** Records in double precision, so that differences of losses are not lost in rounding. */
const wide = (values: ArrayLike<number>) => Float64Array.from(values) as unknown as Float32Array;
const widen = (skeleton: Skeleton, pose: Pose) => ({
  skeleton: { ...skeleton, rest: wide(skeleton.rest) },
  pose: {
    rotations: wide(unitRows(pose.rotations)),
    root: wide(pose.root),
    ...(pose.offsets && { offsets: wide(pose.offsets) }),
  },
});
function unitRows(values: Float32Array): Float64Array {
  const out = Float64Array.from(values);
  for (let i = 0; i < out.length; i += 4) {
    const length = Math.hypot(out[i], out[i + 1], out[i + 2], out[i + 3]);
    for (let k = i; k < i + 4; k++) out[k] /= length;
  }
  return out;
}
const doubles = (array: Float32Array) => array as unknown as Float64Array;

/** Root at (0, 1, 0), then along x, then a fork up and down. */
const chain: Skeleton = {
  names: ['root', 'arm', 'hand', 'thumb'],
  parents: Int16Array.of(-1, 0, 1, 1),
  rest: Float32Array.of(0, 1, 0, 1, 1, 0, 2, 1, 0, 1, 2, 0),
  frames: new Float32Array(16),
};

describe('forward kinematics', () => {
  it('leaves the rest pose where it is', () => {
    const { positions, rotations } = poseJoints(chain, restPose(chain));
    expect([...positions]).toEqual([...chain.rest]);
    expect([...rotations]).toEqual([...restPose(chain).rotations]);
  });

  it('moves the descendants of a rotated joint, not the joint itself', () => {
    const pose = restPose(chain);
    axisAngleInto(pose.rotations, 4, 0, 0, 1, Math.PI / 2);
    pose.root.set([10, 0, 0]);
    const { positions } = poseJoints(chain, pose);
    // The arm stays at (1, 1), the hand goes up from it, the thumb to the left.
    expectClose(positions, [10, 1, 0, 11, 1, 0, 11, 2, 0, 10, 1, 0], 1e-6);
  });

  it('applies rotations of ancestors outermost, in character axes', () => {
    const pose = restPose(chain);
    axisAngleInto(pose.rotations, 0, 0, 1, 0, Math.PI / 2); // x goes to −z
    axisAngleInto(pose.rotations, 4, 0, 0, 1, Math.PI / 2); // x goes to y
    const { positions, rotations } = poseJoints(chain, pose);
    expectClose(positions.subarray(3, 6), [0, 1, -1], 1e-6);
    expectClose(positions.subarray(6, 9), [0, 2, -1], 1e-6);
    const product = [0, 0, 0, 0];
    multiplyQuaternionInto(product, 0, pose.rotations, 0, pose.rotations, 4);
    expectClose(rotations.subarray(4, 8), product, 1e-12);
    expectClose(rotations.subarray(8, 12), product, 1e-12);
  });

  it('moves a joint by its offset in the axes of its parent', () => {
    const pose = { ...restPose(chain), offsets: new Float32Array(12) };
    axisAngleInto(pose.rotations, 4, 0, 0, 1, Math.PI / 2);
    pose.offsets.set([1, 0, 0], 6);
    expectClose(poseJoints(chain, pose).positions.subarray(6, 9), [1, 3, 0], 1e-6);
  });

  it('keeps every bone at its length', () => {
    for (let seed = 0; seed < 10; seed++) {
      const skeleton = randomSkeleton(30, seed);
      const { positions } = poseJoints(skeleton, randomPose(skeleton, seed + 100));
      const length = (p: ArrayLike<number>, j: number) => {
        const at = skeleton.parents[j] * 3;
        return Math.hypot(p[j * 3] - p[at], p[j * 3 + 1] - p[at + 1], p[j * 3 + 2] - p[at + 2]);
      };
      for (let j = 1; j < 30; j++) expect(length(positions, j)).toBeCloseTo(length(skeleton.rest, j), 5);
    }
  });

  it('gives skinning matrices that rotate about the rest position and move to the joint', () => {
    const skeleton = randomSkeleton(12, 3);
    const globals = poseJoints(skeleton, randomPose(skeleton, 4));
    const matrices = new Float32Array(12 * 16);
    skinningMatricesInto(matrices, skeleton, globals);
    const v = [0.3, -0.2, 0.9];
    for (let j = 0; j < 12; j++) {
      const m = matrices.subarray(j * 16, j * 16 + 16);
      const image = [0, 1, 2].map((r) => m[r] * v[0] + m[4 + r] * v[1] + m[8 + r] * v[2] + m[12 + r]);
      const expected = v.map((x, k) => x - skeleton.rest[j * 3 + k]);
      rotateVectorInto(expected, 0, globals.rotations, j * 4, expected, 0);
      expectClose(
        image,
        expected.map((x, k) => x + globals.positions[j * 3 + k]),
        1e-5,
      );
      expect([m[3], m[7], m[11], m[15]]).toEqual([0, 0, 0, 1]);
    }
  });
});

describe('the size of a skeleton', () => {
  it('is its longest path from leaf to leaf', () => {
    expect(skeletonDiameter(chain)).toBeCloseTo(2, 6);
    const star: Skeleton = {
      ...chain,
      parents: Int16Array.of(-1, 0, 0, 2),
      rest: Float32Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 4, 5),
    };
    expect(skeletonDiameter(star)).toBeCloseTo(12, 6);
  });
});

/** Kinematics with matrices instead of quaternions, each local rotation nine free numbers. */
function matrixKinematics(
  skeleton: Skeleton,
  locals: Float64Array,
  root: ArrayLike<number>,
  offsets?: Float32Array,
) {
  const count = jointCount(skeleton);
  const rotations = new Float64Array(count * 9);
  const positions = new Float64Array(count * 3);
  for (let j = 0; j < count; j++) {
    const p = skeleton.parents[j];
    for (let r = 0; r < 3; r++) {
      if (p < 0) positions[r] = skeleton.rest[r] + root[r];
      else positions[j * 3 + r] = positions[p * 3 + r];
      for (let c = 0; c < 3; c++) {
        if (p < 0) {
          rotations[c * 3 + r] = locals[c * 3 + r];
          continue;
        }
        const bone = skeleton.rest[j * 3 + c] - skeleton.rest[p * 3 + c] + (offsets?.[j * 3 + c] ?? 0);
        positions[j * 3 + r] += rotations[p * 9 + c * 3 + r] * bone;
        for (let k = 0; k < 3; k++)
          rotations[j * 9 + c * 3 + r] += rotations[p * 9 + k * 3 + r] * locals[j * 9 + c * 3 + k];
      }
    }
  }
  const matrices = new Float64Array(count * 16);
  for (let j = 0; j < count; j++)
    for (let r = 0; r < 3; r++) {
      let rotated = 0;
      for (let c = 0; c < 3; c++) {
        matrices[j * 16 + c * 4 + r] = rotations[j * 9 + c * 3 + r];
        rotated += rotations[j * 9 + c * 3 + r] * skeleton.rest[j * 3 + c];
      }
      matrices[j * 16 + 12 + r] = positions[j * 3 + r] - rotated;
    }
  return { positions, matrices };
}

describe('the reverse pass', () => {
  const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => {
    let sum = 0;
    for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
    return sum;
  };

  it.each([
    ['positions', 1, false],
    ['matrices', 2, false],
    ['both', 3, true],
    ['both', 9, true],
  ] as const)(
    'from %s has the gradients that finite differences give (tree %i)',
    (from, seed, withOffsets) => {
      const count = 9;
      const rng = createRng(seed);
      const plain = randomSkeleton(count, seed);
      const offsets = withOffsets
        ? Float32Array.from({ length: count * 3 }, () => rng.range(-1, 1))
        : undefined;
      const { skeleton, pose } = widen(plain, {
        ...randomPose(plain, seed + 50),
        ...(offsets && { offsets }),
      });
      const dPositions =
        from === 'matrices' ? undefined : Float64Array.from({ length: count * 3 }, () => rng.normal());
      const dMatrices =
        from === 'positions' ? undefined : Float64Array.from({ length: count * 16 }, () => rng.normal());
      const matrices = new Float64Array(count * 16);
      const value = (positions: Float64Array, m: Float64Array) =>
        (dPositions ? dot(dPositions, positions) : 0) +
        (dMatrices
          ? dot(
              dMatrices.map((x, i) => (i % 4 === 3 ? 0 : x)),
              m,
            )
          : 0);
      const loss = (posed: Pose) => {
        const globals = poseJoints(skeleton, posed);
        skinningMatricesInto(matrices as unknown as Float32Array, skeleton, globals);
        return value(globals.positions, matrices);
      };
      const analytic = backpropagateJoints(skeleton, pose, poseJoints(skeleton, pose), {
        ...(dPositions && { positions: dPositions }),
        ...(dMatrices && { matrices: dMatrices }),
      });

      // (1) Tangents: q becomes q · exp(ω).
      const omega = new Float64Array(count * 3);
      const tangents = numericGradient(omega, () => {
        const rotations = wide(pose.rotations);
        const turn = [0, 0, 0, 0];
        for (let j = 0; j < count; j++) {
          expRotationInto(turn, 0, omega, j * 3);
          multiplyQuaternionInto(rotations, j * 4, rotations, j * 4, turn, 0);
        }
        return loss({ ...pose, rotations });
      });
      expectClose(analytic.tangents, tangents, 1e-7);
      // (2) Root and rest.
      expectClose(
        analytic.root,
        numericGradient(doubles(pose.root), () => loss(pose)),
        1e-7,
      );
      expectClose(
        analytic.rest,
        numericGradient(doubles(skeleton.rest), () => loss(pose)),
        1e-7,
      );
      // (3) Local matrices as free numbers, by kinematics of another kind.
      const locals = new Float64Array(count * 9);
      for (let j = 0; j < count; j++) quaternionToMatrixInto(locals, j * 9, pose.rotations, j * 4);
      const free = () => {
        const posed = matrixKinematics(skeleton, locals, pose.root, pose.offsets);
        return value(posed.positions, posed.matrices);
      };
      expect(free()).toBeCloseTo(loss(pose), 9);
      expectClose(analytic.matrices, numericGradient(locals, free), 1e-7);
      expect(Math.max(...analytic.tangents.map(Math.abs))).toBeGreaterThan(0.1);
    },
  );

  it('changes none of its arguments and is zero where the loss is', () => {
    const skeleton = randomSkeleton(6, 1);
    const pose = randomPose(skeleton, 2);
    const globals = poseJoints(skeleton, pose);
    const before = structuredClone({ skeleton, pose, globals });
    const positions = new Float64Array(18).fill(1);
    backpropagateJoints(skeleton, pose, globals, { positions });
    expect({ skeleton, pose, globals }).toEqual(before);
    expect(positions.every((x) => x === 1)).toBe(true);
    const none = backpropagateJoints(skeleton, pose, globals, {});
    expect([...none.tangents, ...none.matrices, ...none.root, ...none.rest].every((x) => x === 0)).toBe(true);
  });

  it('backpropagates a loss on skinned vertices to the pose, through the kernel', () => {
    for (const seed of [1, 2, 3]) {
      const rig = randomRig(40, 7, 3, seed);
      const rng = createRng(seed + 9);
      const gradient = Float32Array.from({ length: 120 }, () => rng.normal());
      const { skeleton, pose } = widen(rig.skeleton, randomPose(rig.skeleton, seed + 20));
      const { mesh, skin } = rig;
      const matrices = new Float64Array(7 * 16);
      // Σ_v gradient · v', with v' = Σ_k w_k (Q_k (v − rest_k) + g_k) as the formula has it, in doubles.
      const loss = (posed: Pose) => {
        const { positions, rotations } = poseJoints(skeleton, posed);
        const rotated = [0, 0, 0];
        let sum = 0;
        for (let v = 0; v < 40; v++)
          for (let k = 0; k < 3; k++) {
            const joint = skin.joints[v * 3 + k];
            const relative = [0, 1, 2].map((c) => mesh.positions[v * 3 + c] - skeleton.rest[joint * 3 + c]);
            rotateVectorInto(rotated, 0, rotations, joint * 4, relative, 0);
            for (let c = 0; c < 3; c++) {
              sum += gradient[v * 3 + c] * skin.weights[v * 3 + k] * (rotated[c] + positions[joint * 3 + c]);
            }
          }
        return sum;
      };
      const globals = poseJoints(skeleton, pose);
      skinningMatricesInto(matrices as unknown as Float32Array, skeleton, globals);
      const single = Float32Array.from(matrices);
      const skinner = createSkinner({ positions: mesh.positions, ...skin }, 7);
      expect(dot(skinner.forward(single), gradient)).toBeCloseTo(loss(pose), 3);
      const analytic = backpropagateJoints(skeleton, pose, globals, {
        matrices: skinner.backward(single, gradient).matrices,
      });
      const omega = new Float64Array(21);
      const tangents = numericGradient(omega, () => {
        const rotations = wide(pose.rotations);
        const turn = [0, 0, 0, 0];
        for (let j = 0; j < 7; j++) {
          expRotationInto(turn, 0, omega, j * 3);
          multiplyQuaternionInto(rotations, j * 4, rotations, j * 4, turn, 0);
        }
        return loss({ ...pose, rotations });
      });
      const size = Math.max(...tangents.map(Math.abs));
      expect(size).toBeGreaterThan(1);
      expectClose(analytic.tangents, tangents, 1e-5 * size);
      expectClose(
        analytic.root,
        numericGradient(doubles(pose.root), () => loss(pose)),
        1e-5 * size,
      );
      expectClose(
        analytic.rest,
        numericGradient(doubles(skeleton.rest), () => loss(pose)),
        1e-5 * size,
      );
    }
  });
});
