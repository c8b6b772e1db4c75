import { expect, it } from 'vitest';
import { coarsen, coarseState, fullState } from './coarsen.js';
import { type FitState, INFLUENCES, type Trajectories } from './fit-state.js';

/** A path of vertices along x that moves up by one each frame; the last two are not connected. */
function path(count: number, frameCount: number): Trajectories {
  const starts = new Uint32Array(count + 1);
  const neighbors: number[] = [];
  for (let v = 0; v < count; v++) {
    for (const u of [v - 1, v + 1]) if (u >= 0 && u < count - 2 && v < count - 2) neighbors.push(u);
    starts[v + 1] = neighbors.length;
  }
  return {
    vertexCount: count,
    frameCount,
    points: Float64Array.from({ length: count * 3 }, (_, i) => (i % 3 === 0 ? i / 3 : 0)),
    frames: Array.from({ length: frameCount }, (_, f) =>
      Float32Array.from({ length: count * 3 }, (_, i) => [i / 3, f, 0][i % 3]),
    ),
    starts,
    neighbors: Uint32Array.from(neighbors),
  };
}

it('does not reduce a small problem', () => {
  expect(coarsen(path(10, 4), { vertices: 10, frames: 4 })).toBeUndefined();
});

it('keeps some vertices and frames, and their neighbours', () => {
  const coarse = coarsen(path(40, 9), { vertices: 8, frames: 3 })!;
  const { data, kept, owners } = coarse;
  expect([...kept]).toEqual([2, 7, 12, 17, 22, 27, 32, 37]);
  expect([...data.points].filter((_, i) => i % 3 === 0)).toEqual([...kept]);
  expect(data.frames.map((frame) => frame[1])).toEqual([1, 4, 7]);
  // Halves of the way on either side; the loose end follows the vertex before it.
  for (let v = 0; v < 38; v++) expect(Math.abs(v - kept[owners[v]])).toBeLessThanOrEqual(3);
  expect([owners[38], owners[39]]).toEqual([owners[37], owners[37]]);
  for (let c = 0; c < 8; c++) {
    const around = [...data.neighbors.subarray(data.starts[c], data.starts[c + 1])];
    expect(around).toEqual([c - 1, c + 1].filter((n) => n >= 0 && n < 8));
  }
});

it('transfers weights to the kept vertices and back to all', () => {
  const whole = path(40, 9);
  const coarse = coarsen(whole, { vertices: 8, frames: 3 })!;
  const state: FitState = {
    names: ['a', 'b'],
    parents: [-1, 0],
    rest: new Float64Array(6),
    home: new Float64Array(6),
    joints: Uint16Array.from({ length: 40 * INFLUENCES }, (_, i) => +(i >= 20 * INFLUENCES)),
    weights: Float64Array.from({ length: 40 * INFLUENCES }, (_, i) => +(i % INFLUENCES === 0)),
    bones: new Float64Array(9 * 24),
  };
  const small = coarseState(state, coarse);
  expect([...small.joints].filter((_, i) => i % INFLUENCES === 0)).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  expect(small.bones.length).toBe(3 * 24);
  const back = fullState(small, coarse, 9);
  expect(back.joints).toEqual(state.joints);
  expect(back.weights).toEqual(state.weights);
  expect(back.bones.length).toBe(9 * 24);
});
