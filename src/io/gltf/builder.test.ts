import { describe, expect, it } from 'vitest';
import { createGltfBuilder } from './builder.js';

describe('the builder', () => {
  it('aligns, pads and describes accessors', () => {
    const builder = createGltfBuilder();
    builder.addBytes(Uint8Array.of(1));
    const a = builder.addAccessor(Int16Array.of(-1, 2, 3, 4, 5, -6), 'VEC3', {
      usage: 'vertex',
      bounds: true,
      normalized: true,
    });
    const b = builder.addAccessor(Uint16Array.of(0, 1, 2), 'SCALAR', { usage: 'index' });
    const { json, bin } = builder.finish();
    expect([a, b]).toEqual([0, 1]);
    expect(json.accessors).toEqual([
      {
        bufferView: 1,
        componentType: 5122,
        count: 2,
        type: 'VEC3',
        normalized: true,
        min: [-1, 2, -6],
        max: [4, 5, 3],
      },
      { bufferView: 2, componentType: 5123, count: 3, type: 'SCALAR' },
    ]);
    expect(json.bufferViews).toEqual([
      { buffer: 0, byteOffset: 0, byteLength: 1 },
      { buffer: 0, byteOffset: 4, byteLength: 16, target: 34962, byteStride: 8 },
      { buffer: 0, byteOffset: 20, byteLength: 6, target: 34963 },
    ]);
    expect(json.buffers).toEqual([{ byteLength: 28 }]);
    expect(bin.length).toBe(28);
    expect([...new Int16Array(bin.buffer, 4, 8)]).toEqual([-1, 2, 3, 0, 4, 5, -6, 0]);
  });

  it.each([
    [new Float32Array(3), 5126],
    [new Uint32Array(3), 5125],
    [new Uint16Array(3), 5123],
    [new Int16Array(3), 5122],
    [new Uint8Array(3), 5121],
    [new Int8Array(3), 5120],
  ])('knows the component type %#', (array, type) => {
    const builder = createGltfBuilder();
    builder.addAccessor(array, 'SCALAR');
    expect(builder.json.accessors![0].componentType).toBe(type);
  });

  it('adds a part of a larger array only', () => {
    const builder = createGltfBuilder();
    builder.addAccessor(Float32Array.of(1, 2, 3, 4, 5).subarray(1, 4), 'VEC3');
    expect([...new Float32Array(builder.finish().bin.buffer)]).toEqual([2, 3, 4]);
  });

  it('leaves the document it starts from alone', () => {
    const first = createGltfBuilder();
    first.add('nodes', { name: 'a' });
    first.addAccessor(Float32Array.of(1), 'SCALAR');
    const source = first.finish();
    const before = structuredClone(source);
    const second = createGltfBuilder(source);
    expect(second.add('nodes', { name: 'b' })).toBe(1);
    expect(second.addAccessor(Float32Array.of(2), 'SCALAR')).toBe(1);
    second.json.nodes![0].name = 'changed';
    const out = second.finish();
    expect(source).toEqual(before);
    expect([...new Float32Array(out.bin.buffer)]).toEqual([1, 2]);
  });

  it('makes no buffer for no bytes', () => {
    expect(createGltfBuilder().finish()).toEqual({
      json: { asset: { version: '2.0', generator: 'posespace' }, scene: 0, scenes: [{ nodes: [] }] },
      bin: new Uint8Array(0),
    });
  });
});
