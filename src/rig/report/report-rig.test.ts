import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { reportRig } from './report-rig.js';

const { rig } = sampleCreature('raptor');

it('reports every joint and the least confident one', () => {
  const confidence = new Float32Array(rig.skeleton.names.length).fill(0.75);
  confidence[4] = 0.25;
  const report = reportRig(rig, confidence);
  expect(report.joints.map(({ name }) => name)).toEqual(rig.skeleton.names);
  expect(report.joints[0].parent).toBeUndefined();
  expect(report.joints[4].parent).toBe(rig.skeleton.names[rig.skeleton.parents[4]]);
  expect(report.leastConfident).toEqual(report.joints[4]);
  expect(report.confidence).toBeCloseTo(0.75 - 0.5 / confidence.length, 5);
});

it('finds sample creatures covered, and a body skinned to one far joint not', () => {
  expect(reportRig(rig).coverage).toBeGreaterThan(0.95);
  const joints = new Uint16Array(rig.skin.joints.length).fill(rig.skeleton.names.indexOf('leftFoot'));
  expect(rig.skeleton.names).toContain('leftFoot');
  expect(reportRig({ ...rig, skin: { ...rig.skin, joints } }).coverage).toBeLessThan(0.3);
});
