import { expect, test } from 'vitest';
import { chooseFiles, GATHER_LIMITS, type GatheredFile, isWanted } from './gather-files.js';

const found = (path: string, size = 1): GatheredFile => ({ path, file: { name: path, size } as File });

test('models and their companion files are wanted, hidden and other files are not', () => {
  expect(['a.glb', 'b/c.GLTF', 'b/c.bin', 'b/skin.PNG', 'x.mtl'].every(isWanted)).toBe(true);
  expect(['notes.txt', '.hidden.glb', 'b/.DS_Store', 'glb', 'a.glb.zip'].some(isWanted)).toBe(false);
});

test('reads only the files of a folder that a model needs', () => {
  const chosen = chooseFiles([found('f/a.obj'), found('f/readme.md'), found('f/a.mtl')]);
  expect(chosen.map(({ path }) => path)).toEqual(['f/a.obj', 'f/a.mtl']);
});

test('unknown files are left for the reader to report', () => {
  expect(chooseFiles([found('song.mp3')])).toHaveLength(1);
});

test('too many or too large files are refused with a message', () => {
  const many = Array.from({ length: GATHER_LIMITS.files + 1 }, (_, i) => found(`${i}.obj`));
  expect(() => chooseFiles(many)).toThrow('smaller folder');
  expect(() => chooseFiles([found('big.glb', GATHER_LIMITS.bytes + 1)])).toThrow('more than 512');
});
