import { describe, expect, it, vi } from 'vitest';
import { skinned } from '../../../test/support/sample-documents.js';
import { expectSameModel } from '../../../test/support/valid-glb.js';
import { READ_LIMITS } from '../limits.js';
import { readModel } from '../read.js';
import { encodeGlb, isGlb, packGltf, parseJson, splitGlb } from './container.js';

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (c) => c.charCodeAt(0),
);
const text = (json: unknown) => new TextEncoder().encode(JSON.stringify(json));
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const never = async (uri: string): Promise<Uint8Array> => {
  throw new Error(`requested ${uri}`);
};

describe('a GLB', () => {
  it('is its JSON and its bytes', () => {
    const source = {
      json: { asset: { version: '2.0' }, extras: { ü: 1 } },
      bin: Uint8Array.of(1, 2, 3, 4, 5),
    };
    const glb = encodeGlb(source);
    expect(isGlb(glb)).toBe(true);
    expect(glb.length % 4).toBe(0);
    const { json, bin } = splitGlb(glb);
    expect(json).toEqual(source.json);
    expect([...bin!]).toEqual([1, 2, 3, 4, 5, 0, 0, 0]);
    expect(splitGlb(encodeGlb({ ...source, bin: new Uint8Array(0) })).bin).toBeUndefined();
  });

  it('is found in the middle of a larger array', () => {
    const glb = skinned().glb();
    const padded = new Uint8Array(glb.length + 32).fill(7);
    padded.set(glb, 13);
    const inner = padded.subarray(13, 13 + glb.length);
    expect(isGlb(inner)).toBe(true);
    expect(splitGlb(inner).json).toEqual(splitGlb(glb).json);
  });

  it('is read where its chunks are not padded, with a warning', async () => {
    const { json, bin } = splitGlb(skinned().glb());
    const texts = ['', ' ', '  '].map((blanks) => new TextEncoder().encode(JSON.stringify(json) + blanks));
    for (const content of texts.filter(({ length }) => length % 4 !== 0)) {
      const glb = new Uint8Array(28 + content.length + bin!.length);
      const view = new DataView(glb.buffer);
      const words = [0x46546c67, 2, glb.length, content.length, 0x4e4f534a];
      words.forEach((word, i) => {
        view.setUint32(i * 4, word, true);
      });
      glb.set(content, 20);
      view.setUint32(20 + content.length, bin!.length, true);
      view.setUint32(24 + content.length, 0x004e4942, true);
      glb.set(bin!, 28 + content.length);
      const model = await readModel('a.glb', glb);
      expectSameModel(model, await readModel('a.glb', skinned().glb()));
      expect(model.findings.map(({ code }) => code)).toContain('unaligned-chunks');
    }
  });

  it('is read from an odd place in memory as from an even one', async () => {
    const glb = skinned().glb();
    const padded = new Uint8Array(glb.length + 1);
    padded.set(glb, 1);
    expectSameModel(await readModel('a.glb', padded.subarray(1)), await readModel('a.glb', glb));
  });

  it.each([
    ['no magic', (glb: Uint8Array) => glb.fill(0, 0, 4), /begin with "glTF"/],
    ['version 1', (glb: Uint8Array) => glb.fill(1, 4, 5), /version 1/],
    ['cut off', (glb: Uint8Array) => glb.subarray(0, glb.length - 100), /truncated/],
    ['a header alone', (glb: Uint8Array) => glb.subarray(0, 12), /not a GLB/],
    ['a chunk too long', (glb: Uint8Array) => glb.fill(0xff, 12, 15), /reaches past the end/],
    ['JSON that is none', (glb: Uint8Array) => glb.fill(0x41, 20, 30), /JSON cannot be parsed/],
    ['no JSON chunk', (glb: Uint8Array) => glb.fill(0x41, 16, 20), /no JSON chunk/],
  ])('with %s is refused', (_, spoil, message) => {
    expect(() => splitGlb(spoil(skinned().glb()))).toThrow(message);
  });

  it('whose JSON is no glTF is refused', () => {
    for (const json of [[], null, 3, {}]) expect(() => parseJson(text(json))).toThrow(/no "asset"/);
    expect(() => parseJson(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(/cannot be parsed/);
  });
});

describe('a document in pieces', () => {
  const { json, bin } = splitGlb(skinned().glb());
  const original = () => readModel('sketch.glb', skinned().glb());

  it('with its bytes in a data URI', async () => {
    for (const type of ['application/octet-stream', 'application/gltf-buffer']) {
      const uri = `data:${type};base64,${base64(bin!)}`;
      const file = text({ ...json, buffers: [{ ...json.buffers![0], uri }] });
      expectSameModel(await readModel('sketch.gltf', file), await original());
    }
  });

  it('with its bytes in a file beside it, spaces and all', async () => {
    const resolve = vi.fn(async () => bin!);
    const file = text({ ...json, buffers: [{ ...json.buffers![0], uri: 'my%20data/a.bin' }] });
    expectSameModel(await readModel('sketch.gltf', file, { resolve }), await original());
    expect(resolve.mock.calls).toEqual([['my data/a.bin']]);
    await expect(readModel('sketch.gltf', file)).rejects.toThrow(
      /needs "my data\/a.bin", which was not given/,
    );
  });

  it('with its bytes in two buffers', async () => {
    const at = json.bufferViews![3].byteOffset!;
    const split = structuredClone(json);
    for (const view of split.bufferViews!) {
      if (view.byteOffset! < at) continue;
      view.buffer = 1;
      view.byteOffset! -= at;
    }
    const uri = `data:application/octet-stream;base64,${base64(bin!.subarray(at))}`;
    split.buffers = [{ byteLength: at }, { byteLength: bin!.length - at, uri }];
    const glb = encodeGlb({ json: split, bin: bin!.subarray(0, at) });
    expectSameModel(await readModel('sketch.glb', glb), await original());
  });

  it('with a picture in a file beside it: it is packed and named', async () => {
    const images = [
      { uri: 'textures/fur.jpg' },
      { uri: `data:image/webp;base64,${base64(Uint8Array.of(1, 2, 3))}`, name: 'eye' },
    ];
    const packed = await packGltf({ ...json, images }, bin, async () => PNG, READ_LIMITS);
    // The bytes say PNG, whatever the file is called.
    expect(packed.json.images![0]).toEqual({
      name: 'fur',
      mimeType: 'image/png',
      bufferView: expect.any(Number),
    });
    expect(packed.json.images![1]).toEqual({
      name: 'eye',
      mimeType: 'image/webp',
      bufferView: expect.any(Number),
    });
    const [first, second] = packed.json.images!.map(
      ({ bufferView }) => packed.json.bufferViews![bufferView!],
    );
    const slice = (view: { byteOffset?: number; byteLength: number }) =>
      packed.bin.subarray(view.byteOffset, view.byteOffset! + view.byteLength);
    expect([...slice(first)]).toEqual([...PNG]);
    expect([...slice(second)]).toEqual([1, 2, 3]);
    expect(packed.json.buffers).toEqual([{ byteLength: packed.bin.length }]);
    expect([...packed.bin.subarray(0, bin!.length)]).toEqual([...bin!]);
    expect(json.images).toBeUndefined();
  });

  it.each([
    '../secret.bin',
    'a/../../secret.bin',
    '..%2Fsecret.bin',
    '%2e%2e/secret.bin',
    '..\\secret.bin',
    '/etc/passwd',
    '\\\\host\\share',
    'C:\\secret.bin',
    'file:///etc/passwd',
    'https://example.com/a.bin',
    'a%00.bin',
  ])('never asks for %s', async (uri) => {
    const resolve = vi.fn(never);
    const file = text({ ...json, buffers: [{ ...json.buffers![0], uri }] });
    await expect(readModel('sketch.gltf', file, { resolve })).rejects.toThrow(
      expect.objectContaining({ code: 'bad-input', message: expect.stringMatching(/refuses to open/) }),
    );
    expect(resolve).not.toHaveBeenCalled();
  });

  it.each([
    [
      'a buffer longer than its bytes',
      { byteLength: 1e9, uri: 'data:;base64,AAAA' },
      /claims 1000000000 bytes, 3 are there/,
    ],
    ['a data URI that is none', { byteLength: 3, uri: 'data:;base64,***' }, /data URI cannot be decoded/],
    ['a URI that is not encoded', { byteLength: 3, uri: '%E0%A4%A' }, /not properly encoded/],
  ])('with %s is refused', async (_, buffer, message) => {
    const file = text({ ...json, buffers: [buffer] });
    await expect(readModel('sketch.gltf', file, { resolve: never })).rejects.toThrow(message);
  });

  it('that together is larger than allowed is refused', async () => {
    const file = text({ ...json, buffers: [{ ...json.buffers![0], uri: 'a.bin' }] });
    const limits = { maxBytes: file.length + 10 };
    await expect(
      readModel('a.gltf', file, { resolve: async () => new Uint8Array(1e6), limits }),
    ).rejects.toThrow(/raise maxBytes/);
    await expect(readModel('a.glb', skinned().glb(), { limits: { maxBytes: 100 } })).rejects.toThrow(
      /raise maxBytes/,
    );
  });
});
