/** @file Every example runs and says what it did. */

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../examples', import.meta.url));
const scripts = (await readdir(folder)).filter((name) => name.endsWith('.mjs'));

it('has examples', () => expect(scripts.length).toBeGreaterThan(2));

it.each(scripts)('%s', async (script) => {
  const cwd = await mkdtemp(join(tmpdir(), 'posespace-example-'));
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [join(folder, script)], { cwd });
    expect(stderr).toBe('');
    expect(stdout).toMatch(/\w/);
    expect(stdout).not.toMatch(/undefined|NaN/);
    const promised = [...stdout.matchAll(/wrote out\/([\w.-]+)/g)].map((match) => match[1]);
    const written = promised.length > 0 ? await readdir(join(cwd, 'out')) : [];
    for (const name of promised) expect(written).toContain(name);
  } finally {
    await rm(cwd, { recursive: true });
  }
});
