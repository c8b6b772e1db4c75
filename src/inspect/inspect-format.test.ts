import { expect, it } from 'vitest';
import { createBox, mergeMeshes } from '../mesh/primitives.js';
import { restPose, type Skeleton } from '../rig/rig-records.js';
import { inspect } from './inspect.js';
import { formatInspectReport } from './inspect-format.js';

const skeleton: Skeleton = {
  names: ['Hips', 'Spine', 'Tail'],
  parents: Int16Array.of(-1, 0, 0),
  rest: Float32Array.of(0, 0.5, 0, 0, 0.75, 0, 0, 0.5, -0.25),
  frames: new Float32Array(12),
};

function report() {
  const mesh = mergeMeshes([createBox([1, 1, 1], [0, 0.5, 0]), createBox([0.5, 0.5, 0.5], [3, 0.25, 0])]);
  const joints = new Uint16Array(16).fill(1, 8);
  const weights = new Float32Array(16).fill(1);
  const clip = {
    name: 'Idle',
    times: Float32Array.of(0, 1.5),
    poses: [restPose(skeleton), restPose(skeleton)],
  };
  return inspect({ mesh, skeleton, skin: { joints, weights, influenceCount: 1 }, clips: [clip] });
}

it('lays out facts, tree, clips and findings', () => {
  const text = formatInspectReport(report());
  expect(text).toContain('  size       3.75 × 1 × 1 m, diagonal 4.01 m');
  expect(text).toContain(
    '  vertices   16 (16 welded)\n  triangles  24\n  parts      2, the largest with 50 % of the triangles',
  );
  expect(text).toContain(
    '  Hips           8 vertices\n  ├ Spine        8 vertices  bone 0.25 m\n  └ Tail         0 vertices  bone 0.25 m',
  );
  expect(text).toContain('  Idle    1.50 s     2 frames  static');
  expect(text).toMatch(/Findings {2}0 errors, \d warnings?, \d info/);
  expect(text).toContain('[static-clips]\n           → Delete such');
});

it('keeps to the width and cuts long lists', () => {
  const text = formatInspectReport(report(), { width: 60, lineLimit: 2 });
  const findings = text.slice(text.indexOf('Findings')).split('\n');
  for (const line of findings) expect(line.length).toBeLessThanOrEqual(60);
  expect(text).toContain('… and 1 more joint');
  expect(text).not.toContain('└ Tail');
});

it('says so where there is no rig and no finding', () => {
  const text = formatInspectReport(inspect({ mesh: createBox([1, 1, 1], [0, 0.5, 0]), clips: [] }));
  expect(text).toContain('Rig\n  none');
  expect(text).toContain('Findings  none');
  expect(text).toContain('watertight');
  expect(text).toContain('mirror plane x = ');
});
