import { expect, it } from 'vitest';
import { encodeSafetensors } from './encode-safetensors.js';

it('lays out header and tensors as the format wants them', () => {
  const bytes = encodeSafetensors(
    {
      small: { type: 'U8', shape: [3], data: Uint8Array.of(7, 8, 9) },
      pairs: { type: 'I16', shape: [2, 2], data: Int16Array.of(1, -1, 300, -300) },
      real: { type: 'F32', shape: [1, 2], data: Float32Array.of(0.5, -2) },
    },
    { from: 'here' },
  );
  const view = new DataView(bytes.buffer);
  const length = Number(view.getBigUint64(0, true));
  expect((8 + length) % 8).toBe(0);
  expect(JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)))).toEqual({
    __metadata__: { from: 'here' },
    real: { dtype: 'F32', shape: [1, 2], data_offsets: [0, 8] },
    pairs: { dtype: 'I16', shape: [2, 2], data_offsets: [8, 16] },
    small: { dtype: 'U8', shape: [3], data_offsets: [16, 19] },
  });
  expect(bytes.length).toBe(8 + length + 19);
  expect(view.getFloat32(8 + length + 4, true)).toBe(-2);
  expect(view.getInt16(8 + length + 14, true)).toBe(-300);
  expect(bytes[bytes.length - 1]).toBe(9);
});

it('writes a part of a larger array alone', () => {
  const data = Int16Array.of(1, 2, 3, 4).subarray(1, 3);
  const bytes = encodeSafetensors({ part: { type: 'I16', shape: [2], data } });
  expect([...new Int16Array(bytes.slice(-4).buffer)]).toEqual([2, 3]);
});

it('refuses numbers that are not those of the shape', () => {
  const data = new Float32Array(5);
  for (const [type, shape] of [
    ['F32', [2, 3]],
    ['F16', [5]],
  ] as const) {
    expect(() => encodeSafetensors({ wrong: { type, shape, data } })).toThrow(
      expect.objectContaining({ code: 'bad-usage', message: expect.stringContaining('"wrong"') }),
    );
  }
});
