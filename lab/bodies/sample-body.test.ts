import { expect, test } from 'vitest';
import { ROLES } from '../../src/rig/learned/role-tokens.js';
import { sketchCreature } from '../creatures/sketch-creature.js';
import { encodeBodies } from './encode-bodies.js';
import { labelCreature } from './label-creature.js';
import { limitJoints } from './limit-joints.js';
import { BODY_SAMPLE, sampleBody } from './sample-body.js';

const bat = labelCreature(sketchCreature('bat', { seed: 1 }));

test('points fill the unit box, weights and influences fit, joints come parents first', () => {
  const sample = sampleBody(bat, 1)!;
  expect(sample.points).toHaveLength(BODY_SAMPLE.points * 3);
  expect(Math.max(...sample.points)).toBeLessThanOrEqual(0.5 + 1e-6);
  expect(Math.max(...sample.points)).toBeGreaterThan(0.45);
  expect(sample.parents.every((parent, j) => parent < j)).toBe(true);
  expect(Math.max(...sample.influences)).toBeLessThan(sample.parents.length);
  for (let i = 0; i < 40; i += 4) {
    const sum = sample.weights.subarray(i, i + 4).reduce((a, b) => a + b, 0);
    expect(Math.abs(sum - 255)).toBeLessThanOrEqual(2);
  }
  expect(ROLES[sample.roles[0]]).toBe('hips');
});

test('the first points are spread: their nearest distances are larger than those of later ones', () => {
  const { points } = sampleBody(bat, 1)!;
  const nearest = (from: number) => {
    let sum = 0;
    for (let i = from; i < from + 256; i++) {
      let least = Infinity;
      for (let k = from; k < from + 256; k++) {
        const d = Math.hypot(...[0, 1, 2].map((c) => points[i * 3 + c] - points[k * 3 + c]));
        if (k !== i) least = Math.min(least, d);
      }
      sum += least;
    }
    return sum;
  };
  expect(nearest(0)).toBeGreaterThan(1.5 * nearest(2400));
});

test('the deepest fingers of a wing go before its arm', () => {
  const few = limitJoints(bat, 24);
  expect(few.skeleton!.parents).toHaveLength(24);
  expect(few.skeleton!.names).toContain('leftHandWing');
  expect(few.skeleton!.names).toContain('rightFoot');
  expect(Math.max(...few.skin!.joints)).toBeLessThan(24);
});

test('a thing without joints is points alone, and shards hold both', () => {
  const { mesh } = bat;
  const thing = sampleBody(
    { ...bat, whole: 'nothing', mesh, skeleton: undefined, skin: undefined, roles: [], sides: [] },
    2,
  )!;
  expect(thing.parents).toHaveLength(0);
  const bytes = encodeBodies([sampleBody(bat, 1)!, thing]);
  const header = JSON.parse(
    new TextDecoder().decode(bytes.subarray(8, 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true)))),
  );
  expect(header.points).toMatchObject({ dtype: 'F16', shape: [2, 3072, 3] });
  expect(header.normals.dtype).toBe('I8');
  expect(header.jointOffsets).toMatchObject({ dtype: 'I32', shape: [3] });
});
