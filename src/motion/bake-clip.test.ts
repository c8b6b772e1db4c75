import { expect, it } from 'vitest';
import { expectClose } from '../../test/support/numbers.js';
import { randomClip, randomRig } from '../../test/support/random-rig.js';
import { skinMesh } from '../rig/kinematics/skin-mesh.js';
import { bakeClip } from './bake-clip.js';
import { sampleClip } from './sample-clip.js';

const rig = randomRig(20, 4, 2, 1);
const clip = randomClip(rig.skeleton, [1, 1.5, 3], 2, 'wild');

it('a baked clip is the skinned mesh at a constant rate', () => {
  const sequence = bakeClip(rig, clip, { frameRate: 5 });
  expect([sequence.name, sequence.frames.length]).toEqual(['wild', 11]);
  expect(sequence.triangles).toBe(rig.mesh.triangles);
  for (const [f, time] of sequence.times.entries()) {
    expect(time).toBeCloseTo(1 + f * 0.2, 5);
    expectClose(sequence.frames[f], skinMesh(rig, sampleClip(clip, time)), 1e-6);
  }
});

it('a clip that is too large is rejected, and baking stops when aborted', () => {
  expect(() => bakeClip(rig, clip, { frameRate: 5, maxNumbers: 659 })).toThrow(
    /11 frames of 20 vertices are more than 659 coordinates/,
  );
  expect(bakeClip(rig, clip, { frameRate: 5, maxNumbers: 660 }).frames.length).toBe(11);
  expect(() => bakeClip(rig, clip, { signal: AbortSignal.abort() })).toThrow(
    expect.objectContaining({ code: 'aborted' }),
  );
});
