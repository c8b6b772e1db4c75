import { describe, expect, it } from 'vitest';
import { readSequence } from '../../src/io/read-sequence.js';
import { alignPoints } from '../../src/math/procrustes.js';
import { rotateVectorInto } from '../../src/math/quaternion.js';
import { boxDiagonal, computeBox } from '../../src/mesh/box.js';
import { makeMorphFile } from './morph-file.js';

const read = (seed: number) =>
  readSequence([{ name: 'morph.glb', read: async () => makeMorphFile(seed).glb }], { frameRate: 10 });

describe('a body that morph targets move', () => {
  it('is read as a sequence that begins and ends at rest', async () => {
    const { frames, times, triangles, name } = await read(1);
    expect([name, frames.length]).toEqual(['wobble', 17]);
    expect(times[times.length - 1]).toBeCloseTo(1.6, 5);
    expect(triangles.length).toBeGreaterThan(300);
    const size = boxDiagonal(computeBox(frames[0]));
    for (const [i, x] of frames[0].entries()) expect(Math.abs(frames[16][i] - x)).toBeLessThan(1e-5 * size);
    expect(frames.flat().every((frame) => frame.every(Number.isFinite))).toBe(true);
  });

  it.each([1, 2, 3])('bends out of shape rather than moving as a whole (seed %i)', async (seed) => {
    const { frames } = await read(seed);
    const size = boxDiagonal(computeBox(frames[0]));
    const left = frames.map((frame) => {
      const { rotation, translation } = alignPoints(frame, frames[0]);
      const p = [0, 0, 0];
      let sum = 0;
      for (let i = 0; i < frame.length; i += 3) {
        rotateVectorInto(p, 0, rotation, 0, frame, i);
        for (let k = 0; k < 3; k++) sum += (p[k] + translation[k] - frames[0][i + k]) ** 2;
      }
      return Math.sqrt(sum / (frame.length / 3)) / size;
    });
    expect(Math.max(...left)).toBeGreaterThan(0.01);
    expect(Math.max(...left)).toBeLessThan(0.4);
  });

  it('is the same for the same seed, another for another', () => {
    expect(makeMorphFile(4).glb).toEqual(makeMorphFile(4).glb);
    expect(makeMorphFile(5).glb).not.toEqual(makeMorphFile(4).glb);
  });
});
