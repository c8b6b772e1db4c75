import { describe, expect, it } from 'vitest';
import { createSphere } from '../../mesh/primitives.js';
import type { Tensors } from '../../nets/network.js';
import type { Skeleton } from '../rig-records.js';
import { solveWeights } from '../weights/solve-weights.js';
import type { SkinningModel } from './skinning-model.js';
import { countHops, solveLearnedWeights } from './solve-learned-weights.js';

/** Four joints along an ellipsoid. */
const ball = createSphere(1, 72, 72);
const mesh = { ...ball, positions: ball.positions.map((value, i) => value * (i % 3 === 1 ? 3 : 1)) };
const skeleton: Skeleton = {
  names: ['root', 'joint1', 'joint2', 'joint3'],
  parents: Int16Array.of(-1, 0, 1, 2),
  rest: Float32Array.of(0, -2.4, 0, 0, -1, 0, 0, 0.6, 0, 0, 2, 0),
  frames: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1),
};

/** A network of a function from inputs to weights; keeps what it was given. */
function fakeModel(weigh: (inputs: Tensors) => Float32Array) {
  const calls: Tensors[] = [];
  const network = {
    card: {},
    skinning: {
      run: async (inputs: Tensors) => {
        calls.push(inputs);
        return { weights: { data: weigh(inputs), dims: inputs.heat.dims } };
      },
    },
  } as unknown as SkinningModel;
  return { network, calls };
}

describe('weights by the network', () => {
  it('are those of the solver where the network corrects nothing, whatever the chunks', async () => {
    const { network, calls } = fakeModel(({ heat }) => heat.data as Float32Array);
    const { skin, method } = await solveLearnedWeights(mesh, skeleton, { network });
    const solved = solveWeights(mesh, skeleton, { contrast: 1 });
    expect(method).toBe('learned');
    expect(calls.length).toBe(2);
    expect(calls[0].points.dims).toEqual([1, 4096, 6]);
    expect(calls[0].sample.dims).toEqual([1, 256, 6]);
    expect(skin.joints).toEqual(solved.skin.joints);
    for (let i = 0; i < skin.weights.length; i++)
      expect(skin.weights[i]).toBeCloseTo(solved.skin.weights[i], 5);
    // The longest side of what the network sees is 1.
    const heights = (calls[0].bones.data as Float32Array).filter((_, i) => i % 11 === 1);
    expect(Math.max(...heights) - Math.min(...heights)).toBeCloseTo(4.4 / 6, 3);
  });

  it('are those of the network where it says otherwise', async () => {
    const { network } = fakeModel(({ heat }) => {
      const out = new Float32Array(heat.data.length);
      for (let i = 2; i < out.length; i += 4) out[i] = 1;
      return out;
    });
    const { skin } = await solveLearnedWeights(mesh, skeleton, { network });
    for (let v = 0; v < skin.weights.length; v += 4)
      expect([skin.joints[v], skin.weights[v]]).toEqual([2, 1]);
  });

  it('stop when the caller gives up', async () => {
    const controller = new AbortController();
    const { network } = fakeModel(({ heat }) => {
      controller.abort();
      return heat.data as Float32Array;
    });
    await expect(
      solveLearnedWeights(mesh, skeleton, { network, signal: controller.signal }),
    ).rejects.toMatchObject({ code: 'aborted' });
  });
});

it('counts steps in the tree, far ones alike', () => {
  const chain = Int16Array.from({ length: 13 }, (_, j) => j - 1);
  const hops = countHops(chain);
  expect([hops[0], hops[1], hops[13 * 3 + 1], hops[12]]).toEqual([0, 1, 2, 9]);
  expect(countHops([-1, 0, 0])[1 * 3 + 2]).toBe(2);
});
