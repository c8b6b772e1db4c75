import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { openSkeletonNetwork } from '../../verbs/open-skeleton-network.js';
import type { Plan } from './decode-joints.js';
import { type BodyReadings, combineReadings, readByShapeAndNetwork } from './find-combined-skeleton.js';

const { mesh } = sampleCreature('alien').rig;
const network = await openSkeletonNetwork();
const readings = await readByShapeAndNetwork(mesh, { network });
const TOLD: Plan = { whole: 0, legs: 2, wings: 0 };

/** The same, with other chances of no arms and of two. */
function doubtArms(none: number): BodyReadings {
  const arms = readings.learned.reading.chances.arms.map((_, count) =>
    count === 0 ? none : count === 2 ? 1 - none : 0,
  );
  const { reading } = readings.learned;
  const doubtful = { ...reading, chances: { ...reading.chances, arms } };
  return {
    ...readings,
    learned: { ...readings.learned, reading: doubtful, plan: { ...readings.learned.plan, arms: 0 } },
  };
}

describe('what the user says of a body', () => {
  it('leaves to shape and network what it does not say', () => {
    expect(readings.shapeBody.plan.arms).toHaveLength(2);
    expect(combineReadings(mesh, doubtArms(0.6), TOLD).body?.plan.arms).toHaveLength(2);
    expect(combineReadings(mesh, doubtArms(0.6), { ...TOLD, arms: 0 }).skeleton).not.toEqual(
      readings.shape.skeleton,
    );
  });
});
