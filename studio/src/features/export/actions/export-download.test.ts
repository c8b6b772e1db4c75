import { expect, test } from 'vitest';
import { formatBytes, safeName } from './export-download.js';

test('names are valid on every file system', () => {
  expect(safeName(['raptor-7'], 'glb')).toBe('raptor-7.glb');
  expect(safeName(['my fox.glb'], 'fbx')).toBe('my-fox.fbx');
  expect(safeName(['a/b\\c:d*?"<>|'], 'png')).toBe('a-b-c-d.png');
  expect(safeName(['../../etc/passwd', 'walk'], 'mp4')).toBe('etc-passwd-walk.mp4');
  expect(safeName([''], 'stl')).toBe('posespace.stl');
  expect(safeName(['x'.repeat(400)], 'glb')).toHaveLength(104);
});

test('sizes have two digits', () => {
  expect([17, 1700, 123_456, 9_870_000].map(formatBytes)).toEqual(['17 bytes', '1.7 KB', '123 KB', '9.9 MB']);
});
