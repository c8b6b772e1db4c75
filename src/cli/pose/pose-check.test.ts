import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { writeModelFile } from '../../io/node.js';
import { axisAngleInto, multiplyQuaternionInto } from '../../math/quaternion.js';
import type { Clip } from '../../motion/clip.js';
import { poseCheckCommand } from './pose-check.js';

const MODEL = fileURLToPath(new URL('../../../test/samples/pose-network/', import.meta.url));
const creature = sampleCreature('wolf');
const { skeleton } = creature.rig;
const joint = skeleton.names.findIndex((name) => /head/i.test(name));

let folder: string;
const at = (name: string) => join(folder, name);
const check = (...words: string[]) =>
  runPosespace(['pose', 'check', ...words, '--model', MODEL, '--json'], { commands: [poseCheckCommand] });

/** The first clip with the head rotated further and further. */
function wring({ times, poses }: Clip): Clip {
  const turn = [0, 0, 0, 1];
  return {
    name: 'wrung',
    times,
    poses: poses.map((pose, f) => {
      const rotations = pose.rotations.slice();
      axisAngleInto(turn, 0, 0, 0, 1, (3 * f) / (poses.length - 1));
      multiplyQuaternionInto(rotations, joint * 4, turn, 0, rotations, joint * 4);
      return { ...pose, rotations };
    }),
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-check-'));
  const model = creature.model;
  const clips = model.clips.slice(0, 2);
  await writeModelFile(at('beast.glb'), { ...model, clips: [...clips, wring(clips[0])] });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('tells the clip, the frame and the joint that are wrong, and draws them', async () => {
  const { code, stdout, stderr } = await check(at('beast.glb'), '--every', '12', '--sheet', at('worst.png'));
  expect([code, stderr]).toEqual([0, '']);
  const { clips, findings, ground, files } = JSON.parse(stdout);
  expect(clips.map(({ clip }: { clip: string }) => clip)).toContain('wrung');
  expect(findings[0]).toMatchObject({ clip: 'wrung', severity: 'error' });
  const twisted = findings.filter(
    ({ code: kind, clip }: { code: string; clip: string }) =>
      clip === 'wrung' && /twist|hyperextension/.test(kind),
  );
  expect(twisted.some(({ joints }: { joints: number[] }) => joints.length === 1)).toBe(true);
  expect(twisted[0].message).toContain(skeleton.names[joint]);
  const [worst, most] = [twisted[0].frame, Math.max(...twisted.map((t: { frame: number }) => t.frame))];
  expect(worst).toBe(most);
  expect(Number.isFinite(ground)).toBe(true);
  expect(files).toEqual([at('worst.png')]);
  expect((await readFile(at('worst.png'))).subarray(1, 4).toString()).toBe('PNG');
});

it('checks one frame of one clip, and says what there is not', async () => {
  const one = JSON.parse((await check(at('beast.glb'), '--clip', 'wrung', '--frame', '0')).stdout);
  expect(one.clips).toHaveLength(1);
  expect(one.clips[0]).toMatchObject({ clip: 'wrung', frames: 1 });
  const none = await check(at('beast.glb'), '--clip', 'nowhere');
  expect([none.code, JSON.parse(none.stdout).error.message]).toEqual([
    2,
    expect.stringMatching(/no clip "nowhere"; the file has .*wrung/),
  ]);
  const late = await check(at('beast.glb'), '--clip', 'wrung', '--frame', '99999');
  expect(JSON.parse(late.stdout).error.message).toMatch(/there is no frame 99999/);
  const deep = await check(at('beast.glb'), '--ground', 'deep');
  expect([deep.code, JSON.parse(deep.stdout).error.message]).toEqual([2, expect.stringMatching(/--ground/)]);
});
