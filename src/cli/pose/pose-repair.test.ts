import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decode } from 'fast-png';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { axisAngleInto } from '../../math/quaternion.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import { poseRepairCommand } from './pose-repair.js';

const MODEL = fileURLToPath(new URL('../../../test/samples/pose-network/', import.meta.url));
const creature = sampleCreature('cat');
const { skeleton } = creature.rig;
let folder: string;
const at = (name: string) => join(folder, name);

const repair = (...words: string[]) =>
  runPosespace(['pose', 'repair', ...words, '--model', MODEL], { commands: [poseRepairCommand] });

/** A leg that is rotated into the body and through it. */
function kneel(angle: number): Pose {
  const pose = restPose(skeleton);
  for (const [j, name] of skeleton.names.entries()) {
    if (/knee|shin|lower|elbow/i.test(name)) axisAngleInto(pose.rotations, j * 4, 1, 0, 0, angle);
  }
  return pose;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-repair-'));
  const clip = { name: 'kneel', times: Float32Array.of(0, 0.1, 0.2), poses: [0, 1.4, 2.6].map(kneel) };
  await writeModelFile(at('beast.glb'), { ...creature.model, clips: [clip] });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('writes the repaired clip beside the old one, with pictures and figures', async () => {
  const { code, stdout, stderr } = await repair(
    ...[
      at('beast.glb'),
      '--no-limits',
      '--smoothing',
      '1',
      '--json',
      '-o',
      at('r.glb'),
      '--sheet',
      at('r.png'),
    ],
  );
  expect([code, stderr]).toEqual([0, '']);
  const { clips } = JSON.parse(stdout);
  expect(clips).toHaveLength(1);
  expect(clips[0]).toMatchObject({ clip: 'kneel', frames: 3 });
  expect(clips[0].area).toBeGreaterThan(0);
  // The bound of 3 % leaves the last frame repaired in part: whole, its joints move by 4 %.
  expect(clips[0].areaAfter).toBeLessThan(0.3 * clips[0].area);
  expect(clips[0].worstChange).toBeCloseTo(0.03, 4);
  expect(clips[0].change).toBeGreaterThan(0);
  await expectNoErrors(await readFile(at('r.glb')));
  const model = await readModelFile(at('r.glb'));
  expect(model.clips.map(({ name }) => name)).toEqual(['kneel', 'kneel-repaired']);
  expect((await readFile(at('r.png'))).subarray(1, 4).toString()).toBe('PNG');
});

it('repairs a clip whole where the bound lets it', async () => {
  const { stdout } = await repair(
    ...[at('beast.glb'), '--no-limits', '--smoothing', '1', '--bound', '100', '--json', '-o', at('far.glb')],
  );
  const [clip] = JSON.parse(stdout).clips;
  expect(clip.area).toBeGreaterThan(0);
  expect(clip.areaAfter).toBe(0);
  expect(clip.worstChange).toBeGreaterThan(0.03);
  expect(clip.worstChange).toBeLessThan(0.06);
});

it('draws a frame that could not be repaired', async () => {
  const words = ['--no-limits', '--smoothing', '1', '--bound', '0', '--json', '-o', at('none.glb')];
  const { stdout } = await repair(at('beast.glb'), ...words, '--sheet', at('none.png'));
  const [clip] = JSON.parse(stdout).clips;
  expect(clip.toRepair).toBeGreaterThan(0);
  expect([clip.left, clip.change]).toEqual([clip.toRepair, 0]);
  // Before and after, side by side: not the one picture of "nothing to repair".
  expect(decode(await readFile(at('none.png'))).width).toBeGreaterThan(2 * 320);
});

it('repairs one pose and keeps pinned joints', async () => {
  const { code, stdout } = await repair(
    ...[at('beast.glb'), '--clip', 'kneel', '--time', '0.2', '--no-limits', '--json', '-o', at('one.glb')],
    ...['--pin', skeleton.names[0]],
  );
  expect(code).toBe(0);
  const { clips } = JSON.parse(stdout);
  expect(clips[0].frames).toBe(1);
  expect(clips[0].handleError).toBeLessThan(1e-3);
});

it('says what is wrong', async () => {
  const bad = async (code: number, message: RegExp, ...words: string[]) => {
    const result = await repair(at('beast.glb'), ...words, '--json');
    expect(result.code).toBe(code);
    expect(JSON.parse(result.stdout).error.message).toMatch(message);
  };
  await bad(2, /no clip "x"/, '--clip', 'x');
  await bad(2, /--time needs --clip/, '--time', '1');
  await bad(2, /"nowhere"/, '--pin', 'nowhere');
  await bad(2, /--strength must be a number in 0 to 1, got 3/, '--strength', '3');
  await bad(2, /--smoothing must be/, '--smoothing', '-1');
});
