/** @file Every example runs and says what it did. */

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../examples', import.meta.url));
const scripts = (await readdir(folder)).filter((name) => name.endsWith('.mjs'));

it('has examples', () => expect(scripts.length).toBeGreaterThan(2));

/** The programs of the README: what they do, without imports and comments, is at most eight lines. */
it.each(['auto-rig.mjs', 'drag-a-hand.mjs', 'clip-from-two-poses.mjs'])(
  '%s is short, and stands in the README',
  async (script) => {
    const text = await readFile(join(folder, script), 'utf8');
    const program = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^import [\s\S]*?;$/gm, '');
    expect(program.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(8);
    const readme = await readFile(join(folder, '../README.md'), 'utf8');
    expect(readme).toContain(text.replace(/^\/\*[\s\S]*?\*\//, '').trim());
  },
);

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
