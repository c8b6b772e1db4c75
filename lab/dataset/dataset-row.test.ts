import { expect, it } from 'vitest';
import { parseDatasetRows } from './dataset-row.js';

it('keeps what it knows and leaves out what is not of its type', () => {
  const rows = parseDatasetRows([
    { file: 'a/b.glb', name: 'b', licence: 3, flatRig: true, clipsFrom: 'a/c.glb', verts: 9 },
    { file: 'c.glb', rigFamily: 'x', flatRig: 'yes' },
  ]);
  expect(rows).toEqual([
    { file: 'a/b.glb', name: 'b', flatRig: true, clipsFrom: 'a/c.glb' },
    { file: 'c.glb', rigFamily: 'x' },
  ]);
});

it('refuses rows that lead out of the folder, and lists that are none', () => {
  const outside = ['/etc/passwd', '../b.glb', 'a/../../b.glb', 'C:/b.glb', '\\b.glb', 5, undefined];
  for (const index of [
    ...outside.map((file) => [{ file }]),
    [{ file: 'a', clipsFrom: '../b' }],
    [],
    {},
    null,
  ]) {
    expect(() => parseDatasetRows(index)).toThrow(expect.objectContaining({ code: 'bad-input' }));
  }
});
