import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createRng } from '../base/rng.js';
import { floats, integers } from './network.js';
import { type NetworkRuntime, openNetwork } from './open-network.js';

const bytes = new Uint8Array(
  await readFile(new URL('../../test/samples/pose-network/encoder.onnx', import.meta.url)),
);

function makeInputs(joints: number) {
  const rng = createRng(3);
  const hops = Array.from({ length: joints * joints }, () => rng.integer(10));
  return {
    features: floats(
      Float32Array.from({ length: joints * 32 }, () => rng.normal()),
      1,
      joints,
      32,
    ),
    hops: integers(hops, 1, joints, joints),
    relations: integers(
      hops.map((hop) => hop % 9),
      1,
      joints,
      joints,
    ),
  };
}

describe('a network', () => {
  it('gives tensors of the right shapes, the same every time and whatever runs beside it', async () => {
    const network = await openNetwork(bytes);
    const [a, b] = await Promise.all([network.run(makeInputs(5)), network.run(makeInputs(5))]);
    expect(a.context.dims).toEqual([1, 5, 16]);
    expect(a.bias.dims).toEqual([2, 1, 2, 5, 5]);
    expect(b.context.data).toEqual(a.context.data);
    const again = await openNetwork(bytes, { threads: 2 });
    const { context } = await again.run(makeInputs(5));
    const largest = Math.max(...[...a.context.data].map((value) => Math.abs(Number(value))));
    expect(largest).toBeGreaterThan(0.01);
    for (let i = 0; i < context.data.length; i++) {
      expect(Number(context.data[i])).toBeCloseTo(Number(a.context.data[i]), 5);
    }
    await network.close();
    await again.close();
  });

  it('gives the same numbers natively and in WebAssembly, with one thread or two', async () => {
    const native = await openNetwork(bytes);
    const { context: expected } = await native.run(makeInputs(7));
    // What Node falls back to where onnxruntime-node is not installed.
    const runtime: NetworkRuntime = await import('onnxruntime-web');
    for (const threads of [1, 2]) {
      const network = await openNetwork(bytes, { runtime, threads });
      const { context } = await network.run(makeInputs(7));
      expect(context.dims).toEqual(expected.dims);
      const gaps = [...context.data].map((value, i) => Math.abs(Number(value) - Number(expected.data[i])));
      expect(Math.max(...gaps)).toBeLessThan(1e-5);
      await network.close();
    }
    await native.close();
  });

  it('says what is wrong with its inputs', async () => {
    const network = await openNetwork(bytes);
    const { features, hops, relations } = makeInputs(4);
    const bad = (message: RegExp) =>
      expect.objectContaining({ code: 'bad-input', message: expect.stringMatching(message) });
    await expect(network.run({ features, hops })).rejects.toEqual(bad(/"relations" is missing/));
    await expect(
      network.run({ features: floats(new Float32Array(3), 1, 4, 32), hops, relations }),
    ).rejects.toEqual(bad(/3 numbers for \[1,4,32\]/));
    await expect(network.run({ features, hops, relations: makeInputs(3).relations })).rejects.toEqual(
      bad(/check the shapes/),
    );
    // What failed does not stand in the way of what follows.
    expect((await network.run({ features, hops, relations })).context.dims).toEqual([1, 4, 16]);
    await network.close();
    await network.close();
    await expect(network.run({ features, hops, relations })).rejects.toEqual(
      expect.objectContaining({ code: 'bad-usage' }),
    );
  });

  it('is not made of other bytes', async () => {
    await expect(openNetwork(Uint8Array.of(1, 2, 3, 4))).rejects.toEqual(
      expect.objectContaining({ code: 'bad-input' }),
    );
    await expect(openNetwork(bytes, { threads: 0 })).rejects.toEqual(
      expect.objectContaining({ code: 'bad-usage' }),
    );
  });
});
