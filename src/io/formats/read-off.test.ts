import { describe, expect, it } from 'vitest';
import { encodeText, memoryContext, PYRAMID_OFF, primitiveValues } from '../../../test/samples/formats.js';
import { readOff } from './read-off.js';

const read = (text: string) => readOff(encodeText(text), memoryContext('pyramid.off'));

describe('readOff', () => {
  it('reads polygons and colours of vertices, and leaves out those of faces', async () => {
    const source = await read(PYRAMID_OFF);
    const { POSITION, COLOR_0, indices } = primitiveValues(source);
    expect(source.json.nodes![0].name).toBe('pyramid');
    expect(POSITION).toHaveLength(15);
    expect(indices).toHaveLength(6 * 3);
    expect(COLOR_0.slice(0, 8)).toEqual([1, 0, 0, 1, 0, 1, 0, 1]);
  });

  it('reads the plain kind, counts on the first line', async () => {
    const { POSITION, indices } = primitiveValues(await read('OFF 3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n'));
    expect([POSITION.length, indices]).toEqual([9, [0, 1, 2]]);
  });

  it('says what is wrong', async () => {
    await expect(read('OFF BINARY\n')).rejects.toThrow(/text OFF/);
    await expect(read('OBJ\n')).rejects.toThrow(/begin with "OFF"/);
    await expect(read('OFF\n3000000 1 0\n0 0 0\n')).rejects.toThrow(/do not fit/);
    await expect(read(PYRAMID_OFF.replace('3 1 0 4', '3 1 0 5'))).rejects.toThrow(
      'face 1 refers to vertex 5 of 5',
    );
    await expect(read(PYRAMID_OFF.replace('3 1 0 4', '3 1 0'))).rejects.toThrow('face 1 ends too early');
    await expect(read(PYRAMID_OFF.replace('0.5 1', 'nan 1'))).rejects.toThrow('line 8 has a number missing');
  });
});
