import { describe, expect, it } from 'vitest';
import { encodeText, memoryContext, primitiveValues, TRIANGLE_STL } from '../../../test/samples/formats.js';
import { readStl } from './read-stl.js';
import { writeStl } from './write-stl.js';

const read = (file: string | Uint8Array) =>
  readStl(typeof file === 'string' ? encodeText(file) : file, memoryContext('part.stl'));

const square = {
  positions: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
};

describe('readStl', () => {
  it('joins equal corners of text', () => {
    const source = read(TRIANGLE_STL);
    const { POSITION, indices } = primitiveValues(source);
    expect(POSITION).toEqual([...square.positions]);
    expect(indices).toEqual([...square.triangles]);
    expect(source.json.nodes).toMatchObject([{ name: 'two' }]);
  });

  it('makes a node of each solid', () => {
    const source = read(TRIANGLE_STL + TRIANGLE_STL.replace('solid two', 'solid'));
    expect(source.json.nodes!.map(({ name }) => name)).toEqual(['two', 'part']);
  });

  it('reads binary that begins with "solid"', () => {
    const bytes = writeStl(square);
    bytes.set(encodeText('solid lies'));
    expect(primitiveValues(read(bytes)).indices).toEqual([...square.triangles]);
  });

  it('says what is wrong', () => {
    const bytes = writeStl(square);
    expect(() => read(bytes.subarray(0, 100))).toThrow(/claims 2 triangles, there is room for 0/);
    expect(() => read(bytes.subarray(0, 50))).toThrow(/not an STL file/);
    new DataView(bytes.buffer).setFloat32(84 + 12, Number.NaN, true);
    expect(() => read(bytes)).toThrow(/triangle 0 has no finite/);
    expect(() => read(TRIANGLE_STL.replace('vertex 0 0 0', ''))).toThrow(/has 2 corners/);
    expect(() => read(TRIANGLE_STL.replace('vertex 0 0 0', 'vertex 0 inf 0'))).toThrow(
      /line 4 has no finite/,
    );
    expect(() => read('solid nothing\nendsolid\n')).toThrow(/no triangles/);
    expect(() => read(TRIANGLE_STL.slice(0, TRIANGLE_STL.indexOf(' endloop')))).toThrow(/truncated/);
  });
});

it('writeStl writes normals and reads back', () => {
  const bytes = writeStl(square);
  expect(bytes.length).toBe(84 + 100);
  expect(new DataView(bytes.buffer).getFloat32(84 + 8, true)).toBe(1);
  expect(primitiveValues(read(bytes)).POSITION).toEqual([...square.positions]);
});
