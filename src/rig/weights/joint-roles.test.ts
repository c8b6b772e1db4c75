import { describe, expect, it } from 'vitest';
import { BONE_SCORE_PARAMETERS } from '../../../models/bone-scores/parameters.js';
import { createBox } from '../../mesh/primitives.js';
import { createSegmentCaster } from '../../mesh/segment-crossings.js';
import { createWindingNumber } from '../../mesh/winding-number.js';
import type { Skeleton } from '../rig-records.js';
import { buildBones } from './build-bones.js';
import { JOINT_MEASURES, type JointMeasure, measureJoints, scoreJointRoles } from './joint-roles.js';

const NAME_SCORES = BONE_SCORE_PARAMETERS.name;
const box = createBox([1, 2, 1]);
const surface = { size: 2, caster: createSegmentCaster(box), winding: createWindingNumber(box) };

/** A root below the body, a leg of two bones with an IK target at its tip, child of the root, and a head. */
function makeSkeleton(names = ['a', 'b', 'c', 'd', 'e', 'f']): Skeleton {
  const positions = [
    [0, -2, 0],
    [0, 0, 0],
    [0.2, -0.1, 0],
    [0.2, -0.5, 0],
    [0.2, -0.9, 0],
    [0, 0.5, 0],
  ];
  return {
    names,
    parents: Int16Array.of(-1, 0, 1, 2, 0, 1),
    rest: Float32Array.from(positions.flat()),
    frames: Float32Array.from(positions.flatMap(() => [0, 0, 0, 1])),
  };
}

const skeleton = makeSkeleton();
const bones = buildBones(skeleton, surface);

describe('measureJoints', () => {
  const measures = measureJoints(skeleton, bones, surface.size);
  const of = (joint: number, name: JointMeasure) =>
    measures[joint * JOINT_MEASURES.length + JOINT_MEASURES.indexOf(name)];

  it('detect roots on the ground, ends of chains and IK targets', () => {
    expect([0, 1].map((j) => of(j, 'root'))).toEqual([1, 0]);
    expect(of(0, 'rootOutside')).toBeGreaterThan(0.3);
    expect([2, 3, 4, 5].map((j) => of(j, 'leaf'))).toEqual([0, 1, 1, 1]);
    expect([2, 3, 4, 5].map((j) => of(j, 'lastOfChain'))).toEqual([0, 1, 0, 0]);
    expect(of(4, 'ikTarget')).toBeGreaterThan(0.3);
    expect([0, 1, 2, 3, 5].map((j) => of(j, 'ikTarget'))).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('scoreJointRoles', () => {
  it('lowers joints that look like controls, by position or name', () => {
    const plain = scoreJointRoles(skeleton, bones, surface.size);
    expect(plain[0]).toBeLessThan(plain[1] - 0.5);
    expect(plain[4]).toBeLessThan(plain[3] - 0.5);
    const named = scoreJointRoles(makeSkeleton(['a', 'b', 'c', 'd', 'IK', 'head']), bones, surface.size);
    expect(named[4] - plain[4]).toBeCloseTo(NAME_SCORES.control, 9);
    expect(named[5]).toBeGreaterThan(plain[5] + NAME_SCORES.head);
  });
});
