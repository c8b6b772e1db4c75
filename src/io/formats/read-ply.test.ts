import { describe, expect, it } from 'vitest';
import { PICTURE } from '../../../test/samples/fbx-sample.js';
import {
  encodeText,
  memoryContext,
  primitiveValues,
  TETRAHEDRON_PLY,
} from '../../../test/samples/formats.js';
import { readPly } from './read-ply.js';
import { writePly } from './write-ply.js';

const read = async (file: string | Uint8Array, files = {}) => {
  const context = memoryContext('t.ply', files);
  return { context, ...(await readPly(typeof file === 'string' ? encodeText(file) : file, context)) };
};

/** The tetrahedron in binary, with doubles, a list before the positions and a stranger element. */
function binaryPly(little: boolean): Uint8Array {
  const header = `ply\nformat binary_${little ? 'little' : 'big'}_endian 1.0\nelement camera 1\nproperty short id\nelement vertex 4\nproperty list uchar ushort tags\nproperty double x\nproperty double y\nproperty double z\nelement face 1\nproperty uchar flags\nproperty list int uint vertex_index\nend_header\n`;
  const head = encodeText(header);
  const bytes = new Uint8Array(head.length + 2 + 4 * (1 + 4 + 24) + 1 + 4 + 16);
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  let at = head.length + 2;
  for (const point of [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ]) {
    bytes[at++] = 2;
    at += 4;
    for (const v of point) {
      view.setFloat64(at, v, little);
      at += 8;
    }
  }
  at++;
  view.setInt32(at, 4, little);
  for (let k = 0; k < 4; k++) view.setUint32(at + 4 + k * 4, k, little);
  return bytes;
}

describe('readPly', () => {
  it('reads text with colours', async () => {
    const { POSITION, COLOR_0, indices } = primitiveValues(await read(TETRAHEDRON_PLY));
    expect(POSITION).toEqual([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
    expect(indices).toEqual([0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3]);
    expect(COLOR_0.slice(0, 4)).toEqual([1, 0, 0, 1]);
    expect(COLOR_0[12]).toBeCloseTo(0.2158605, 6);
  });

  it.each([true, false])('reads binary, little endian: %s', async (little) => {
    const { POSITION, indices } = primitiveValues(await read(binaryPly(little)));
    expect(POSITION).toEqual([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]);
    expect(indices).toEqual([0, 1, 2, 0, 2, 3]);
  });

  it('splits vertices at seams of corner texture coordinates and embeds the picture', async () => {
    const picture = Uint8Array.from(atob(PICTURE), (char) => char.charCodeAt(0));
    const text = `ply\nformat ascii 1.0\ncomment TextureFile skin.png\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 2\nproperty list uchar int vertex_indices\nproperty list uchar float texcoord\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2 6 0 0 1 0 1 1\n3 0 2 3 6 0 0 0.5 0.5 0 1\n`;
    const source = await read(text, { 'skin.png': picture });
    const { POSITION, TEXCOORD_0 } = primitiveValues(source);
    expect(POSITION).toHaveLength(5 * 3);
    expect(TEXCOORD_0.slice(0, 6)).toEqual([0, 1, 1, 1, 1, 0]);
    expect(source.json.images).toHaveLength(1);
  });

  it('reads triangle strips, −1 between them', async () => {
    const text = `ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 1\nproperty list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n8 0 1 2 3 -1 2 3 4\n`;
    expect(primitiveValues(await read(text)).indices).toEqual([0, 1, 2, 2, 1, 3, 2, 3, 4]);
    await expect(read(text.replace('2 3 4\n', '2 3 5\n'))).rejects.toThrow('vertex 5 of 5');
  });

  it('leaves out columns that the header does not name', async () => {
    const wide = TETRAHEDRON_PLY.replace(/^(\d \d \d \d+ \d+ \d+)$/gm, '$1 0.5 7');
    expect(wide).not.toBe(TETRAHEDRON_PLY);
    const source = await read(wide);
    expect(primitiveValues(source)).toEqual(primitiveValues(await read(TETRAHEDRON_PLY)));
    expect(source.context.findings).toMatchObject([{ code: 'extra-columns', count: 4 }]);
  });

  it('says what is wrong', async () => {
    const bad = (from: string | RegExp, to: string) => read(TETRAHEDRON_PLY.replace(from, to));
    await expect(bad('vertex 4', 'vertex 1000000')).rejects.toThrow(/promises at least 12000008 bytes/);
    await expect(bad('vertex 4', 'vertex 99000000')).rejects.toThrow(/99000000 "vertex" elements, the limit/);
    await expect(bad('vertex 4', 'vertex -4')).rejects.toThrow(/claims -4/);
    await expect(bad('3 2 0 3', '3 2 0 4')).rejects.toThrow('face 3 refers to vertex 4 of 4');
    await expect(bad('1 0 0 0', 'nan 0 0 0')).rejects.toThrow('vertex 1 has x = NaN');
    await expect(bad(/\n3 2 0 3\n$/, '\n3 2')).rejects.toThrow(/truncated/);
    await expect(bad('element face 4', 'element face 0')).rejects.toThrow(/point cloud/);
    await expect(bad('end_header', 'end')).rejects.toThrow(/no end/);
    await expect(bad('uchar int', 'float int')).rejects.toThrow(/cannot be a fraction/);
    await expect(bad('property float x', 'property quad x')).rejects.toThrow(/unknown type "quad"/);
    const binary = binaryPly(true);
    await expect(read(binary.subarray(0, binary.length - 1))).rejects.toThrow(/ends too early/);
    const long = binary.slice();
    long.fill(0x7f, long.length - 20, long.length - 16);
    await expect(read(long)).rejects.toThrow(/ends too early/);
  });
});

describe('writePly', () => {
  it('reads back what it wrote', async () => {
    const surface = {
      positions: Float32Array.of(0.1, 2, 3, 1, 0, 0, 0, 1, 0),
      triangles: Uint32Array.of(0, 1, 2),
      normals: Float32Array.of(0, 0, 1, 0, 1, 0, 1, 0, 0),
      uvs: Float32Array.of(0, 0.25, 1, 0.5, 0.5, 1),
      colors: Float32Array.of(1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1),
    };
    const values = primitiveValues(await read(writePly(surface)));
    expect(values.POSITION).toEqual([...surface.positions]);
    expect(values.NORMAL).toEqual([...surface.normals]);
    expect(values.TEXCOORD_0).toEqual([...surface.uvs]);
    expect(values.COLOR_0).toEqual([...surface.colors]);
    expect(values.indices).toEqual([0, 1, 2]);
  });
});
