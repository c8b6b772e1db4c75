import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runPosespace } from '../../test/support/fake-terminal.js';
import { expectClose } from '../../test/support/numbers.js';
import { DOCUMENTS, dressed, furniture, skinned } from '../../test/support/sample-documents.js';
import { expectNoErrors, expectSameModel } from '../../test/support/valid-glb.js';
import { readModelFile } from '../io/node.js';

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-cli-'));
  await writeFile(at('hero.glb'), dressed().glb());
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('convert', () => {
  it('writes a valid file and says what is in it', async () => {
    const plain = await runPosespace(['convert', at('hero.glb'), at('out.glb')]);
    expect(plain).toMatchObject({ code: 0, stderr: '' });
    expect(plain.stdout).toMatch(
      /24 vertices, 8 triangles, 4 joints, 1 clips\nwrote out\.glb \(\d+ bytes\)\n$/,
    );
    await expectNoErrors(await readFile(at('out.glb')));

    const json = await runPosespace(['convert', at('out.glb'), at('out.gltf'), '--json']);
    expect(json).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({
      output: at('out.gltf'),
      vertices: 24,
      joints: 4,
      skinned: true,
      clips: 1,
      files: [{ name: 'out.gltf' }, { name: 'out.bin' }],
      findings: [],
    });
    expect((await runPosespace(['convert', at('out.gltf'), at('back.glb')])).code).toBe(0);
    expect((await readFile(at('back.glb'))).equals(await readFile(at('out.glb')))).toBe(true);
    expectSameModel({ ...(await readModelFile(at('back.glb'))), name: 'sketch' }, await dressed().read());
  });

  it('says what the other format cannot hold', async () => {
    const { code, stdout } = await runPosespace(['convert', at('hero.glb'), at('hero.stl')]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/warning: .*a skeleton of 4 joints, 1 clip\D.*\n {2}→ write GLB/);
  });

  it('replaces its input only when told to', async () => {
    const refused = await runPosespace(['convert', at('hero.glb'), at('.', 'hero.glb')]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('give --force to replace it') });
    expect((await runPosespace(['convert', at('hero.glb'), at('hero.glb'), '--force'])).code).toBe(0);
  });

  it('scales, turns and repairs as asked, and says so', async () => {
    const before = await readModelFile(at('hero.glb'));
    const { stdout } = await runPosespace([
      'convert',
      at('hero.glb'),
      at('big.glb'),
      '--scale',
      '100',
      '--up',
      'z',
      '--forward',
      '-y',
      '--normals',
      'keep',
    ]);
    expect(stdout).toMatch(/scaled by 100/);
    await expectNoErrors(await readFile(at('big.glb')));
    const turned = await readModelFile(at('big.glb'));
    const [x, y, z] = before.mesh.positions;
    expectClose(turned.mesh.positions.slice(0, 3), [x * 100, z * 100, -y * 100], 1e-3);
    const [jx, jy, jz] = before.skeleton!.rest.subarray(3);
    expectClose(turned.skeleton!.rest.slice(3, 6), [jx * 100, jz * 100, -jy * 100], 1e-3);
    const fixed = await runPosespace(['convert', at('big.glb'), at('fixed.glb'), '--fix']);
    expect(fixed.stdout).toMatch(/scaled by 0\.01: the file is/);
    const { stdout: clean } = await runPosespace(['inspect', at('fixed.glb'), '--json']);
    const codes = JSON.parse(clean).findings.map(({ code }: { code: string }) => code);
    for (const code of ['probably-too-large', 'above-ground', 'below-ground'])
      expect(codes).not.toContain(code);
  });

  it('takes -y for forward where z is up, and refuses one axis for both', async () => {
    const convert = (name: string, ...flags: string[]) =>
      runPosespace(['convert', at('hero.glb'), at(name), '--up', 'z', ...flags]);
    expect((await convert('short.glb')).stdout).toMatch(/z is up and -y is forward/);
    await convert('long.glb', '--forward', '-y');
    expect(await readFile(at('short.glb'))).toEqual(await readFile(at('long.glb')));
    expect(await convert('none.glb', '--forward', '-z')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--up z and --forward -z are one axis'),
    });
  });

  it('writes to standard output', async () => {
    const { code, stdout } = await runPosespace(['convert', at('hero.glb'), '-']);
    expect(code).toBe(0);
    const bytes = new Uint8Array(Buffer.from(stdout, 'latin1'));
    await expectNoErrors(bytes);
  });

  it('never repeats a whole file that was typed by a slip', async () => {
    const slip = 'x'.repeat(100_000);
    for (const args of [
      ['convert', at('hero.glb'), at('o.glb'), '--up', slip],
      ['convert', at('hero.glb'), at('o.glb'), `--${slip}`],
      [slip],
      ['convert', at('hero.glb'), at('o.bvh'), '--clip', slip],
      ['convert', at('hero.glb'), at('o.bvh'), '--clip', `${'two words '.repeat(1000)}`],
      ['convert', `${'many lines\n'.repeat(1000)}`, at('o.glb')],
    ]) {
      const { code, stderr } = await runPosespace(args);
      expect(code).toBeGreaterThan(0);
      expect(stderr.length).toBeLessThan(1000);
    }
  });

  it('uses the requested clip', async () => {
    await writeFile(at('clips.glb'), DOCUMENTS['LINEAR, STEP and CUBICSPLINE']().glb());
    expect((await runPosespace(['convert', at('clips.glb'), at('a.bvh'), '--clip', 'step'])).code).toBe(0);
    const lost = await runPosespace(['convert', at('clips.glb'), at('b.bvh'), '--clip', 'jump']);
    expect(lost.code).toBe(1);
    expect(lost.stderr).toMatch(/no clip "jump"; it has linear, step, cubic, mixed/);
    expect((await readdir(folder)).sort()).toEqual(['a.bvh', 'clips.glb', 'hero.glb']);
  });

  it.each([
    ['a file that is missing', 'gone.glb', 'out.glb', /cannot read .*gone\.glb": it does not exist/],
    ['a file that is broken', 'broken.glb', 'out.glb', /broken\.glb" is not a GLB file/],
    ['a format that is unknown', 'hero.glb', 'out.max', /unknown extension "max"; posespace writes glb/],
    ['a target that is a folder', 'hero.glb', '.', /unknown extension/],
  ])('of %s fails in one line', async (_, input, output, message) => {
    await writeFile(at('broken.glb'), 'not a model');
    const { code, stdout, stderr } = await runPosespace(['convert', at(input), at(output)]);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect((await readdir(folder)).sort()).toEqual(['broken.glb', 'hero.glb']);
    const json = await runPosespace(['convert', at(input), at(output), '--json']);
    expect(json.code).toBe(1);
    expect(Object.keys(JSON.parse(json.stdout))).toEqual(['error']);
  });

  it('keeps to the size that it may read', async () => {
    const { code, stderr } = await runPosespace([
      'convert',
      at('hero.glb'),
      at('o.glb'),
      '--max-bytes',
      '100',
    ]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/the limit is 100; raise maxBytes/);
  });

  it('stopped while it reads leaves nothing', async () => {
    const controller = new AbortController();
    const run = runPosespace(['convert', at('hero.glb'), at('out.glb'), '--json'], {
      signal: controller.signal,
    });
    // Reading takes several turns of the event loop; this is the first.
    setImmediate(() => controller.abort());
    const { code, stdout } = await run;
    expect(code).toBe(130);
    expect(JSON.parse(stdout).error.code).toBe('aborted');
    expect(await readdir(folder)).toEqual(['hero.glb']);
  });
});

describe('inspect and render', () => {
  it('inspect ends with 1 where there are errors, 0 where not', async () => {
    await writeFile(at('static.glb'), furniture().glb());
    const broken = skinned();
    const weights = broken.addAccessor(new Float32Array(96), 'VEC4', { usage: 'vertex' });
    broken.json.meshes![0].primitives[0].attributes.WEIGHTS_0 = weights;
    await writeFile(at('broken.glb'), broken.glb());
    const bad = await runPosespace(['inspect', at('broken.glb'), '--json']);
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.stdout).counts.error).toBeGreaterThan(0);
    const good = await runPosespace(['inspect', at('static.glb'), '--json']);
    expect(good.code).toBe(0);
    expect(JSON.parse(good.stdout).counts.error).toBe(0);
  });

  it('render draws a picture', async () => {
    const { code, stdout } = await runPosespace(['render', at('hero.glb'), '--size', '32', '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ file: at('hero.png'), width: 32, height: 32 });
    expect([...(await readFile(at('hero.png'))).subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
  });

  // Regression: a size that is no number was called a bug of ours.
  it.each([
    [['--size', 'big'], /--size must be a whole number in 16 to 4096, got big/],
    [['--size', '20.5'], /--size must be a whole number/],
    [['--size', '5000'], /--size must be a whole number/],
    [['--frames', '0', '--clip', 'walk'], /--frames must be a whole number in 1 to 64/],
    [['--view', 'below'], /--view must be one of three-quarter, front, side, back, top, got below/],
    [['--clip', 'jump'], /there is no clip "jump"; the file has walk/],
  ])('render %j is bad usage', async (flags, message) => {
    const { code, stdout, stderr } = await runPosespace(['render', at('hero.glb'), ...flags]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(await readdir(folder)).toEqual(['hero.glb']);
  });

  it('an unknown creature is bad usage', async () => {
    const { code, stderr } = await runPosespace(['creature', 'unicorn', '-o', at('u.glb')]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/no sample creature "unicorn"; choose one of .*dragon/);
    expect(await readdir(folder)).toEqual(['hero.glb']);
  });
});

describe('inspect of several files', () => {
  it('has a line for each, and one for what cannot be read', async () => {
    await writeFile(at('broken.glb'), 'no GLB');
    const { code, stdout } = await runPosespace(['inspect', at('hero.glb'), at('broken.glb'), '--summary']);
    expect(code).toBe(1);
    const lines = stdout.trim().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/hero\.glb: 8 triangles, 4 joints, 1 clip.*; \d+ errors?, \d+ warnings?/);
    expect(lines[1]).toMatch(/broken\.glb: .*not a GLB file/);
  });

  it('names materials, textures, missing ones and morph targets', async () => {
    const scene = dressed();
    scene.json.images = [...(scene.json.images ?? []), { uri: 'gone/wood.png' }];
    await writeFile(at('dressed.glb'), scene.glb());
    const { stdout } = await runPosespace(['inspect', at('dressed.glb')]);
    expect(stdout).toMatch(/Appearance\n {2}materials +\d+: coat/);
    expect(stdout).toMatch(/missing +gone\/wood\.png/);
  });
});
