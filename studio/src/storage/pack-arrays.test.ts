import { expect, test } from 'vitest';
import { APART_BYTES, packArrays, unpackArrays } from './pack-arrays.js';

const large = () => new Float32Array(APART_BYTES / 4).fill(2);

test('large buffers leave the value once, and come back shared as they were', () => {
  const positions = large();
  const end = new Uint8Array(positions.buffer, 8, 4);
  const small = Float32Array.of(1, 2);
  const mesh = { positions, small };
  const value = { mesh, source: { mesh, list: [end, positions, null, 'text'] } };
  const packed = packArrays(value);
  expect(packed.buffers).toHaveLength(1);
  expect(packed.buffers[0]).toBe(positions.buffer);
  expect(JSON.stringify(structuredClone(packed.value)).length).toBeLessThan(1000);
  // As the database gives them back.
  const back = unpackArrays(structuredClone(packed)) as typeof value;
  expect(Buffer.from(back.mesh.positions.buffer).equals(Buffer.from(positions.buffer))).toBe(true);
  expect(back.mesh.small).toEqual(small);
  expect(back.source.list.slice(2)).toEqual([null, 'text']);
  expect(back.source.mesh).toBe(back.mesh);
  expect(back.source.list[1]).toBe(back.mesh.positions);
  expect((back.source.list[0] as Uint8Array).buffer).toBe(back.mesh.positions.buffer);
});

test('a value without large buffers stays as it is', () => {
  const value = { clips: [{ times: Float32Array.of(0, 1) }], none: undefined };
  const { value: packed, buffers } = packArrays(value);
  expect(packed).toEqual(value);
  expect(buffers).toEqual([]);
});

test('a value whose buffers are gone is an error', () => {
  expect(() => unpackArrays({ value: packArrays({ positions: large() }).value, buffers: [] })).toThrow();
});
