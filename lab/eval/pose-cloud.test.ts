import { describe, expect, it } from 'vitest';
import { axisAngleInto } from '../../src/math/quaternion.js';
import { createSolverRig } from '../../src/pose/records/solver-rig.js';
import { createPoseCloud, poseDistance } from './pose-cloud.js';

/** A straight chain along +Y, two units long. */
const chain = createSolverRig({
  parents: Int16Array.of(-1, 0, 1),
  rest: Float32Array.of(0, 0, 0, 0, 1, 0, 0, 2, 0),
});
const pose = (...turns: (readonly [joint: number, x: number, y: number, z: number, degrees: number])[]) => {
  const rotations = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1);
  for (const [joint, x, y, z, degrees] of turns) {
    axisAngleInto(rotations, joint * 4, x, y, z, (degrees * Math.PI) / 180);
  }
  return { rotations };
};

describe('poses as they are compared', () => {
  it('are where their rotations put them', () => {
    const { positions, count, jointCount } = createPoseCloud(chain, [pose([0, 0, 0, 1, 90])]);
    expect([count, jointCount]).toEqual([1, 3]);
    [0, 0, 0, -1, 0, 0, -2, 0, 0].forEach((x, i) => {
      expect(positions[i]).toBeCloseTo(x, 6);
    });
  });

  it('have no heading', () => {
    const { positions, rotations } = createPoseCloud(chain, [pose([0, 0, 1, 0, 40])]);
    chain.rest.forEach((x, i) => {
      expect(positions[i]).toBeCloseTo(x, 6);
    });
    expect(rotations[1]).toBeCloseTo(0, 6);
    expect(rotations[3]).toBeCloseTo(1, 6);
  });

  it('differ by the mean distance of their joints, the root aside', () => {
    const cloud = createPoseCloud(chain, [pose(), pose([0, 0, 0, 1, 90]), pose([1, 0, 0, 1, 180])]);
    // (√2 + 2√2) / 2; (0 + 2) / 2.
    expect(poseDistance(cloud, 0, cloud, 1)).toBeCloseTo(1.5 * Math.SQRT2, 6);
    expect(poseDistance(cloud, 0, cloud, 2)).toBeCloseTo(1, 6);
  });

  it('of a single joint are all the same', () => {
    const cloud = createPoseCloud(
      createSolverRig({ parents: Int16Array.of(-1), rest: new Float32Array(3) }),
      [{ rotations: Float32Array.of(0, 0, 0, 1) }, { rotations: Float32Array.of(1, 0, 0, 0) }],
    );
    expect(poseDistance(cloud, 0, cloud, 1)).toBe(0);
  });
});
