import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import { resampleClip } from '../../src/motion/edit/resample-clip.js';
import { createMotionBody } from '../../src/motion/library/motion-body.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { generateMotion } from '../../src/verbs/generate-motion.js';
import { createPriorBody } from '../../src/video/distil/prior-body.js';
import { createFitBody, toFitPose } from '../../src/video/fit/fit-body.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { describeMotion, rankCorrelation } from './describe-motion.js';
import { imagineField } from './random-field.js';

const { rig } = sampleCreature('person');
const { anatomy, turn, legs } = createMotionBody(rig);
const subject = createPriorBody(createFitBody(anatomy.rig as Rig), turn, 4);
const { clip } = generateMotion(rig, 'walk');
const even = resampleClip(clip, { frameRate: 12 }).poses;
const walk = Array.from({ length: 16 }, (_, f) => toFitPose(even[f % (even.length - 1)]));
const described = describeMotion(subject, turn, legs, walk);

describe('a walk', () => {
  it('is periodic, left and right alternate, legs move most', () => {
    expect(described.period).toBeGreaterThan(1);
    expect(described.sides).toBeLessThan(-0.5);
    const moves = (name: RegExp) =>
      Math.max(...rig.skeleton.names.flatMap((own, j) => (name.test(own) ? described.moves[j] : [])));
    expect(moves(/foot|toe/i)).toBeGreaterThan(moves(/spine|chest/i));
  });

  it('does not depend on where the body goes', () => {
    const travelling = walk.map(({ rotations, root }, f) => ({
      rotations,
      root: Float64Array.of(root[0], root[1], root[2] + f * 0.1),
    }));
    const other = describeMotion(subject, turn, legs, travelling);
    expect(other.period).toBeCloseTo(described.period, 2);
    expect(other.size.motion).toBeCloseTo(described.size.motion, 2);
  });
});

it('a random field of the same size is neither', () => {
  const measure = (list: Parameters<typeof describeMotion>[3]) => describeMotion(subject, turn, legs, list);
  const deviations = [0.577, 0.34, 0.3, 0.23, 0.18, 0.13, 0.11, 0.08];
  const poses = imagineField(
    subject,
    deviations,
    16,
    described.size,
    createRng(1),
    (list) => measure(list).size,
  );
  const field = measure(poses);
  expect(field.size.motion / described.size.motion).toBeGreaterThan(0.75);
  expect(field.size.motion / described.size.motion).toBeLessThan(1.3);
  expect(field.period).toBeLessThan(described.period - 0.5);
});

it('ranks', () => {
  expect(rankCorrelation([1, 2, 3], [10, 20, 1000])).toBeCloseTo(1);
  expect(rankCorrelation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1);
});
