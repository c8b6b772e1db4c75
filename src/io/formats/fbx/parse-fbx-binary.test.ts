import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fbxSample } from '../../../../test/samples/fbx-sample.js';
import { READ_LIMITS } from '../../limits.js';
import { encodeFbxBinary } from './encode-fbx-binary.js';
import { loadInflate } from './inflate.js';
import { parseFbxBinary } from './parse-fbx-binary.js';
import { parseFbxText } from './parse-fbx-text.js';

const text = parseFbxText(new TextEncoder().encode(fbxSample()), READ_LIMITS);

describe('parseFbxBinary', () => {
  it('gives the tree of the text, stored or packed', async () => {
    const inflate = await loadInflate();
    for (const deflate of [undefined, (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes))]) {
      const document = parseFbxBinary(encodeFbxBinary(text.children, deflate), inflate, READ_LIMITS);
      expect(document).toEqual(text);
    }
  });

  it('unpacks large arrays in pieces', async () => {
    const values = Float64Array.from({ length: 100_000 }, (_, i) => Math.sin(i * i));
    const node = { name: 'Big', values: [values], children: [] };
    const bytes = encodeFbxBinary([node], (raw) => new Uint8Array(deflateSync(raw)));
    expect(parseFbxBinary(bytes, await loadInflate(), READ_LIMITS).children).toEqual([node]);
  });

  it('refuses arrays that lie about their size', async () => {
    const inflate = await loadInflate();
    const zeros = new Uint8Array(deflateSync(new Uint8Array(40 << 20)));
    const node = { name: 'Bomb', values: [new Int32Array(16)], children: [] };
    const parse = (bytes: Uint8Array) => parseFbxBinary(bytes, inflate, READ_LIMITS);
    // (1) More than claimed: only what is claimed is unpacked. (2) Less. (3) Too much for the file.
    expect(parse(encodeFbxBinary([node], () => zeros)).children).toEqual([node]);
    const short = () => new Uint8Array(deflateSync(new Uint8Array(60)));
    expect(() => parse(encodeFbxBinary([node], short))).toThrow(/does not unpack/);
    const large = { ...node, values: [new Int32Array(10 << 20)] };
    expect(() => parse(encodeFbxBinary([large], () => zeros))).toThrow(/limits allow/);
    const claim = encodeFbxBinary([large], () => zeros.subarray(0, 100));
    expect(() => parse(claim)).toThrow(/claims 10485760 elements in 100 bytes/);
  });

  it('refuses records that leave the one around them', async () => {
    const inflate = await loadInflate();
    const bytes = encodeFbxBinary([
      { name: 'A', values: [], children: [{ name: 'B', values: [1], children: [] }] },
    ]);
    new DataView(bytes.buffer).setUint32(27 + 14, bytes.length + 5, true);
    expect(() => parseFbxBinary(bytes, inflate, READ_LIMITS)).toThrow(/does not fit into the one around it/);
  });
});
