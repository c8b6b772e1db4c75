import { describe, expect, it } from 'vitest';
import { PICTURE } from '../../../test/samples/fbx-sample.js';
import { CUBE_OBJ, encodeText, memoryContext, primitiveValues } from '../../../test/samples/formats.js';
import { readModel } from '../read.js';
import { encodeModel } from '../write.js';
import { readObj } from './read-obj.js';
import { writeObj } from './write-obj.js';

const read = async (text: string, files: Record<string, string | Uint8Array> = {}) => {
  const context = memoryContext('folder/thing.obj', files);
  return { context, ...(await readObj(encodeText(text), context)) };
};

describe('readObj', () => {
  it('shares vertices and keeps the winding', async () => {
    const source = await read(CUBE_OBJ, { 'cube.mtl': 'newmtl red\nKd 1 0 0\n' });
    const { POSITION, indices } = primitiveValues(source);
    expect(POSITION).toHaveLength(8 * 3);
    expect(indices).toHaveLength(36);
    // Six times the volume, positive where the faces look outwards.
    let volume = 0;
    for (let t = 0; t < 36; t += 3) {
      const [a, b, c] = [0, 1, 2].map((k) => POSITION.slice(indices[t + k] * 3, indices[t + k] * 3 + 3));
      volume +=
        a[0] * (b[1] * c[2] - b[2] * c[1]) -
        a[1] * (b[0] * c[2] - b[2] * c[0]) +
        a[2] * (b[0] * c[1] - b[1] * c[0]);
    }
    expect(volume / 6).toBeCloseTo(1, 6);
    expect(source.json.nodes).toMatchObject([{ name: 'Cube', mesh: 0 }]);
    expect(source.json.materials![0]).toMatchObject({
      name: 'red',
      pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] },
    });
  });

  it('keeps seams, flips v and counts negative indices from the end', async () => {
    const source = await read(
      'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nvt 0 0\nvt 1 0.25\nvn 0 0 2\nf -4/1/1 -3/2/1 -2/1/1\nf 2/1/1 4/2/1 3/1/1\n',
    );
    const { POSITION, TEXCOORD_0, NORMAL, indices } = primitiveValues(source);
    // Vertex 2 has two texture coordinates, vertex 3 one.
    expect(POSITION).toHaveLength(5 * 3);
    expect(TEXCOORD_0.slice(0, 4)).toEqual([0, 1, 1, 0.75]);
    expect(NORMAL.slice(0, 3)).toEqual([0, 0, 1]);
    expect(indices).toEqual([0, 1, 2, 3, 4, 2]);
  });

  it('makes nodes of objects and groups, primitives of materials', async () => {
    const triangle = 'f 1 2 3\n';
    const source = await read(
      `v 0 0 0\nv 1 0 0\nv 0 1 0\no Body\n${triangle}g Arm\nusemtl a\n${triangle}usemtl b\n${triangle}g Leg\n${triangle}g Arm\nusemtl a\n${triangle}`,
    );
    expect(source.json.nodes!.map(({ name }) => name)).toEqual(['Body', 'Arm', 'Leg']);
    expect(source.json.meshes!.map(({ primitives }) => primitives.length)).toEqual([1, 2, 1]);
    expect(source.json.materials!.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('reads vertex colours as sRGB', async () => {
    const source = await read('v 0 0 0 1 0 0.5\nv 1 0 0 0 1 0\nv 0 1 0\nf 1 2 3\n');
    const { COLOR_0 } = primitiveValues(source);
    expect(COLOR_0.slice(0, 4).map((v) => +v.toFixed(4))).toEqual([1, 0, 0.214, 1]);
    expect(COLOR_0.slice(8)).toEqual([1, 1, 1, 1]);
  });

  it('embeds pictures and asks for nothing outside of the folder', async () => {
    const picture = Uint8Array.from(atob(PICTURE), (char) => char.charCodeAt(0));
    const { json, context } = await read(`mtllib ../../etc/x.mtl\n${CUBE_OBJ}`, {
      'x.mtl':
        'newmtl red\nKd 0 0 0\nd 0.5\nNs 100\nmap_Kd -s 1 1 1 -o 0 0 tex/a b.png\nmap_Ke /etc/passwd\n',
      'tex/a b.png': picture,
    });
    expect(context.asked).toEqual(['x.mtl', 'tex/a b.png', 'passwd', 'cube.mtl']);
    expect(json.images).toMatchObject([{ name: 'a b', mimeType: 'image/png' }]);
    expect(json.materials![0]).toMatchObject({
      alphaMode: 'BLEND',
      pbrMetallicRoughness: { baseColorFactor: [1, 1, 1, 0.5], baseColorTexture: { index: 0 } },
    });
    expect(context.findings.map(({ code }) => code)).toEqual(['missing-file', 'missing-file']);
  });

  it('reads faces that end in slashes and those that name what is not there, with a warning', async () => {
    const points = 'v 0 0 0\nv 1 0 0\nv 0 1 0\n';
    const plain = primitiveValues(await read(`${points}f 1 2 3\n`));
    for (const face of ['f 1// 2// 3//', 'f 1/ 2/ 3/']) {
      const source = await read(`${points}${face}\n`);
      expect(primitiveValues(source)).toEqual(plain);
      expect(source.context.findings).toEqual([]);
    }
    const textured = await read(`${points}vt 0.25 0.5\nf 1/1/ 2/1/ 3/1/\n`);
    expect(primitiveValues(textured).TEXCOORD_0).toEqual([0.25, 0.5, 0.25, 0.5, 0.25, 0.5]);
    const missing = await read(`${points}vt 0.25 0.5\nf 1/1/7 2/9/1 3/1/1\n`);
    expect(missing.context.findings).toMatchObject([{ code: 'missing-attributes', count: 4 }]);
    expect(primitiveValues(missing).TEXCOORD_0).toEqual([0.25, 0.5, 0, 0, 0.25, 0.5]);
    expect(Object.keys(primitiveValues(missing))).not.toContain('NORMAL');
  });

  it('reads UTF-16 of either byte order and UTF-8 with a mark', async () => {
    const expected = primitiveValues(await read(CUBE_OBJ));
    const wide = (little: boolean, mark: string) =>
      Uint8Array.from(
        [...`${mark}${CUBE_OBJ}`].flatMap((char) => {
          const code = char.charCodeAt(0);
          return little ? [code & 255, code >> 8] : [code >> 8, code & 255];
        }),
      );
    for (const bytes of [
      wide(true, '\ufeff'),
      wide(false, '\ufeff'),
      wide(true, ''),
      encodeText(`\ufeff${CUBE_OBJ}`),
    ]) {
      expect(primitiveValues(await readObj(bytes, memoryContext('thing.obj')))).toEqual(expected);
    }
  });

  it('says what is wrong and where', async () => {
    await expect(read('v 0 0 0\nf 1 2 3\n')).rejects.toThrow('io/readObj: line 2 refers to element 2 of 1');
    await expect(read('v 0 0\n')).rejects.toThrow('io/readObj: line 1 has a number missing');
    await expect(read('v 0 0 nan\n')).rejects.toThrow('line 1');
    await expect(read('v 1e39 0 0\n')).rejects.toThrow('too large');
    await expect(read('v 0 0 0\n')).rejects.toThrow('no faces');
    await expect(read('f a b c\n')).rejects.toThrow('NaN of 0');
  });
});

describe('writeObj', () => {
  it('reads back what it wrote', async () => {
    const surface = {
      positions: Float32Array.of(0.1, -2e-7, 3, 1, 0, 0, 0, 1, 1 / 3),
      triangles: Uint32Array.of(0, 1, 2),
      normals: Float32Array.of(0, 0, 1, 0, 1, 0, 1, 0, 0),
      uvs: Float32Array.of(0, 0.25, 1, 0.5, 0.5, 1),
      colors: Float32Array.of(1, 0, 0, 1, 0.2, 0.5, 0.7, 1, 0, 0, 1, 1),
    };
    const source = await readObj(writeObj(surface, 'a b'), memoryContext('x.obj'));
    const values = primitiveValues(source);
    expect(source.json.nodes![0].name).toBe('a b');
    expect(values.POSITION).toEqual([...surface.positions]);
    expect(values.NORMAL).toEqual([...surface.normals]);
    expect(values.TEXCOORD_0).toEqual([...surface.uvs]);
    expect(values.indices).toEqual([0, 1, 2]);
    for (const [i, v] of values.COLOR_0.entries()) expect(v).toBeCloseTo(surface.colors[i], 6);
    const bare = await readObj(
      writeObj({ positions: surface.positions, triangles: surface.triangles }),
      memoryContext('x.obj'),
    );
    expect(Object.keys(primitiveValues(bare))).toEqual(['indices', 'POSITION']);
  });
});

describe('an OBJ with its looks', () => {
  it('is written with a library and its pictures, and says what is lost', async () => {
    const picture = Uint8Array.from(atob(PICTURE), (char) => char.charCodeAt(0));
    const files: Record<string, Uint8Array> = {
      'cube.mtl': encodeText('newmtl red\nKd 1 0 0\nPr 0.25\nPm 0.5\nd 0.5\nmap_Kd red.png\n'),
      'red.png': picture,
    };
    const model = await readModel('cube.obj', encodeText(CUBE_OBJ), { resolve: async (path) => files[path] });
    const written = await encodeModel(model, 'out.obj');
    expect(written.files.map(({ name }) => name)).toEqual(['out.obj', 'out.mtl', 'out-1.png']);
    expect(written.findings).toEqual([]);
    const beside = new Map(written.files.map(({ name, bytes }) => [name, bytes]));
    const again = await readModel('out.obj', written.files[0].bytes, {
      resolve: async (p) => beside.get(p)!,
    });
    expect(again.findings).toEqual([]);
    expect(again.source.gltf.json.materials).toEqual(model.source.gltf.json.materials);
    expect(beside.get('out-1.png')).toEqual(picture);
    const ply = await encodeModel(model, 'out.ply');
    expect(ply.findings[0].message).toBe('"out.ply" is written without 1 material and 1 texture');
  });
});
