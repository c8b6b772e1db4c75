import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunOptions, runPosespace } from '../../test/support/fake-terminal.js';
import { DOCUMENTS, dressed } from '../../test/support/sample-documents.js';
import { evaluateIoCommand } from './eval-io.js';

const runLab = (argv: readonly string[], options: RunOptions = {}) =>
  runPosespace(argv, { ...options, commands: [evaluateIoCommand] });

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-cli-'));
  await writeFile(at('hero.glb'), dressed().glb());
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('eval io', () => {
  const index = (...files: unknown[]) => writeFile(at('index.json'), JSON.stringify(files));

  it('prints a table, or figures', async () => {
    await writeFile(at('slide.glb'), DOCUMENTS['joints with scales, and sliding ones']().glb());
    await index({ file: 'hero.glb', id: 1 }, { file: 'slide.glb' });
    const plain = await runLab(['eval', 'io', folder]);
    expect(plain).toMatchObject({ code: 0, stderr: '' });
    expect(plain.stdout).toMatch(/files +2, 2 clips/);
    expect(plain.stdout).toMatch(/validator errors +0/);
    expect(plain.stdout).toMatch(/slide\.glb \(1 clips: translation\)/);
    const json = await runLab(['eval', 'io', folder, '--json', '-o', at('report.json')]);
    const data = JSON.parse(json.stdout);
    expect(data).toMatchObject({ files: 2, clips: 2, failed: [], validatorErrors: 0 });
    expect(JSON.parse(await readFile(at('report.json'), 'utf8')).fkMaxError).toBe(data.fkMaxError);
  });

  it('fails where a file does', async () => {
    await writeFile(at('bad.glb'), 'no');
    await index({ file: 'bad.glb' }, { file: 'hero.glb' });
    const { code, stdout } = await runLab(['eval', 'io', folder]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/failed to read +1/);
    expect(stdout).toMatch(/failed: bad\.glb: io\/read/);
  });

  it.each([
    ['no index', undefined, /index\.json": it does not exist/],
    ['an index that is no JSON', '{', /is not JSON/],
    ['an index that is no list', '{"file":"hero.glb"}', /must be a list of rows/],
    ['an empty index', '[]', /must be a list of rows/],
    ['a row without a file', '[{"file":"hero.glb"},{}]', /must be a list of rows/],
    ['a row that leads out', '[{"file":"../hero.glb"}]', /inside the folder/],
    ['an absolute row', '[{"file":"/etc/passwd"}]', /inside the folder/],
  ])('refuses a folder with %s', async (_, content, message) => {
    if (content !== undefined) await writeFile(at('index.json'), content);
    const { code, stderr } = await runLab(['eval', 'io', folder]);
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });

  it('stops between files', async () => {
    await index(...Array.from({ length: 50 }, () => ({ file: 'hero.glb' })));
    const controller = new AbortController();
    const { code, stdout } = await runLab(['eval', 'io', folder, '-o', at('report.json')], {
      signal: controller.signal,
      interactive: true,
      onError: () => controller.abort(),
    });
    expect([code, stdout]).toEqual([130, '']);
    expect((await readdir(folder)).sort()).toEqual(['hero.glb', 'index.json']);
  });
});
