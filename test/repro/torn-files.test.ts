/** @file Two that wrote one path at once shared a temporary file: 381 of 400 files were neither the one nor the other. */

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeBytesFile } from '../../src/io/node.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-torn-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('a path that several write at once holds what one of them wrote', async () => {
  const path = join(folder, 'a.bin');
  const sizes = [3_000_000, 500_000, 1_000_000];
  for (let round = 0; round < 40; round++) {
    await Promise.all(sizes.map((size, i) => writeBytesFile(path, new Uint8Array(size).fill(i + 1))));
    const bytes = await readFile(path);
    expect(bytes.length).toBe(sizes[bytes[0] - 1]);
    expect(bytes.every((byte) => byte === bytes[0])).toBe(true);
  }
  expect(await readdir(folder)).toEqual(['a.bin']);
});
