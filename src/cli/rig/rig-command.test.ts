import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { expectNoErrors } from '../../../test/support/valid-glb.js';
import { createModel } from '../../io/gltf/create-model.js';
import { modelRig } from '../../io/model.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { legs } from '../../rig/anatomy/views.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';

const SKELETON_NETWORK = fileURLToPath(new URL('../../../models/skeleton', import.meta.url));
const biped = sampleCreature('alien');
let folder: string;
const at = (...names: string[]) => join(folder, ...names);

/** Runs a command with --json and gives what it printed. */
async function rigJson(...words: string[]) {
  const { code, stdout, stderr } = await runPosespace(['rig', ...words, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-rig-'));
  const { mesh } = biped.rig;
  await writeModelFile(at('bare.glb'), createModel({ name: 'bare', mesh }), { normals: 'keep' });
  await writeModelFile(at('rigged.glb'), { ...biped.model, anatomy: undefined });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('rig', () => {
  it('finds a skeleton, names it, solves weights and draws them', async () => {
    const report = await rigJson(at('bare.glb'), '-o', at('out.glb'), '--sheet', at('out.png'));
    expect(report.body).toMatchObject({ kind: 'biped', legs: 2, arms: 2, head: true });
    expect(report.joints.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['hips', 'head', 'leftUpperLeg', 'rightUpperArm']),
    );
    expect(report.coverage).toBeGreaterThan(0.9);
    expect(report.stress.worstStretch).toBeGreaterThan(1);
    expect(report.files).toEqual([at('out.glb'), at('out.png')]);
    const bytes = await readFile(at('out.glb'));
    await expectNoErrors(bytes);
    const rig = modelRig(await readModelFile(at('out.glb')))!;
    expect(rig.skeleton.names.length).toBe(report.joints.length);
    expect((await readFile(at('out.png'))).subarray(1, 4).toString()).toBe('PNG');

    const again = await rigJson(at('bare.glb'), '-o', at('again.glb'));
    expect((await readFile(at('again.glb'))).equals(bytes)).toBe(true);
    expect(again.joints).toEqual(report.joints);
  });

  it('keeps the rig of a file, or only its skeleton, or nothing', async () => {
    const kept = await rigJson(at('rigged.glb'), '-o', at('kept.glb'));
    expect(kept.how).toEqual({ skeleton: 'kept', weights: 'kept' });
    expect(kept.findings.map(({ code }: { code: string }) => code)).toContain('rig-kept');
    // All that is added is what the joints are; a file that says so already stays as it is.
    const [before, after] = [await readModelFile(at('rigged.glb')), await readModelFile(at('kept.glb'))];
    expect(after.skin).toEqual(before.skin);
    expect([before.anatomy, legs(after.anatomy!).length]).toEqual([undefined, 2]);
    await rigJson(at('kept.glb'), '-o', at('again.glb'));
    expect((await readFile(at('again.glb'))).equals(await readFile(at('kept.glb')))).toBe(true);

    const weights = await rigJson(at('rigged.glb'), '--weights', '-o', at('weights.glb'));
    expect(weights.how.skeleton).toBe('kept');
    const solved = await readModelFile(at('weights.glb'));
    expect(solved.skeleton!.names).toEqual(biped.rig.skeleton.names);
    expect(solved.clips.map(({ name }) => name)).toEqual(biped.clips.map(({ name }) => name));
    expect(solved.skin!.weights).not.toEqual(biped.rig.skin.weights);

    const learned = await rigJson(at('rigged.glb'), '--weights', 'learned', '-o', at('learned.glb'));
    expect(learned.how).toEqual({
      skeleton: 'kept',
      weights: expect.stringMatching(/corrected by the network/),
    });
    const corrected = await readModelFile(at('learned.glb'));
    expect(corrected.skin!.weights).not.toEqual(solved.skin!.weights);
    await expectNoErrors(await readFile(at('learned.glb')));

    const replaced = await rigJson(
      at('rigged.glb'),
      '--replace',
      '--names',
      'mixamo',
      '-o',
      at('replaced.glb'),
    );
    expect(replaced.how.skeleton).toBe('found in the shape');
    const { skeleton, clips } = await readModelFile(at('replaced.glb'));
    expect(skeleton!.names).toEqual(expect.arrayContaining(['mixamorig:Hips', 'mixamorig:LeftUpLeg']));
    expect(clips.map(({ name }) => name)).toEqual(before.clips.map(({ name }) => name));
  });

  it('puts joints where the user wants them', async () => {
    const place = [...biped.rig.skeleton.rest.subarray(9, 12)];
    await writeFile(at('landmarks.json'), JSON.stringify({ myJoint: place }));
    const report = await rigJson(at('bare.glb'), '--landmarks', at('landmarks.json'), '-o', at('placed.glb'));
    const joint = report.joints.find(({ name }: { name: string }) => name === 'myJoint');
    expect(joint.position).toEqual(place);
    await writeFile(at('broken.json'), '{"leftFoot": [1, 2]}');
    const { code, stderr } = await runPosespace(['rig', at('bare.glb'), '--landmarks', at('broken.json')]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/broken\.json" must be JSON like/);
  });

  it('takes the skeleton of another file', async () => {
    const other = sampleCreature('person');
    await writeModelFile(at('other.glb'), createModel({ name: 'other', mesh: other.rig.mesh }));
    const report = await rigJson(
      at('other.glb'),
      '--skeleton-from',
      at('rigged.glb'),
      '-o',
      at('fitted.glb'),
    );
    expect(report.joints.map(({ name }: { name: string }) => name)).toEqual(biped.rig.skeleton.names);
    const none = await runPosespace(['rig', at('other.glb'), '--skeleton-from', at('bare.glb')]);
    expect(none.code).toBe(1);
    expect(none.stderr).toMatch(/"bare" has no rig to fit a skeleton from/);
  });

  it('takes a rig as other riggers write it, in the units of the mesh or normalised', async () => {
    const written = await runPosespace(['convert', at('rigged.glb'), at('rig.txt')]);
    expect([written.code, written.stderr]).toEqual([0, '']);
    const whole = await rigJson(at('bare.glb'), '--skeleton-from', at('rig.txt'), '-o', at('text.glb'));
    expect(whole.how).toEqual({ skeleton: `from ${at('rig.txt')}`, weights: 'kept' });
    const rig = modelRig(await readModelFile(at('text.glb')))!;
    expect([...rig.skeleton.names].sort()).toEqual([...biped.rig.skeleton.names].sort());
    const lines = (await readFile(at('rig.txt'), 'utf8')).split('\n');
    const small = lines
      .filter((line) => !line.startsWith('skin'))
      .map((line) =>
        line.replace(
          /^(joints \S+) (\S+) (\S+) (\S+)/,
          (_, head, ...xyz) =>
            `${head} ${xyz
              .slice(0, 3)
              .map((x) => x / 5)
              .join(' ')}`,
        ),
      );
    await writeFile(at('small.txt'), small.join('\n'));
    const outside = await runPosespace(['rig', at('bare.glb'), '--skeleton-from', at('small.txt')]);
    expect([outside.code, outside.stderr]).toEqual([1, expect.stringMatching(/do not lie in "bare"/)]);
  });

  it('gives frames one rig and one clip', async () => {
    await mkdir(at('frames'));
    const walk = biped.clips.find(({ name }) => name === 'walk')!;
    for (let f = 0; f < 6; f++) {
      const positions = skinMesh(biped.rig, sampleClip(walk, f * 0.08));
      const mesh = { positions, triangles: biped.rig.mesh.triangles };
      await writeModelFile(at('frames', `walk-${f}.obj`), createModel({ name: 'walk', mesh }));
    }
    const report = await rigJson(at('frames'), '-o', at('walk.glb'));
    expect(report.sequence.frames).toBe(6);
    // Joints that the clip holds still bend without tearing the skin.
    expect(report.stress.medianStretch).toBeLessThan(4);
    await expectNoErrors(await readFile(at('walk.glb')));
    const model = await readModelFile(at('walk.glb'));
    expect(model.clips.map(({ poses }) => poses.length)).toEqual([6]);
  });

  it('says how much rigs of single frames vary', async () => {
    const snake = sampleCreature('coral-snake');
    const clip = snake.clips[0];
    await mkdir(at('snake'));
    for (let f = 0; f < 2; f++) {
      const positions = skinMesh(snake.rig, sampleClip(clip, f * 0.3));
      const mesh = { positions, triangles: snake.rig.mesh.triangles };
      await writeModelFile(at('snake', `${f}.obj`), createModel({ name: 'snake', mesh }));
    }
    // The shipped network stands in for an adapted one.
    const { code, stdout } = await runPosespace([
      'rig',
      at('snake'),
      '--per-frame',
      '--network',
      SKELETON_NETWORK,
      '-o',
      at('snake.glb'),
    ]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^per frame +PJDD % +GSD +temporal +same tree % +LBS RMSE %\ngeometric, 2 frames alone +\d/m,
    );
    expect(stdout).toMatch(
      /^learned, 2 frames alone +(\d.*)\nstudent, 2 frames alone +\1\none rig for all +0\.00 +0\.0000 +0\.000 +100 +\d/m,
    );
    const kept = await runPosespace(['rig', at('rigged.glb'), '--per-frame']);
    expect([kept.code, kept.stderr]).toEqual([2, expect.stringMatching(/--per-frame is for frames/)]);
    const still = await runPosespace(['rig', at('bare.glb'), '--per-frame']);
    expect([still.code, still.stderr]).toEqual([2, expect.stringMatching(/this is one mesh; give a folder/)]);
    const chosen = await runPosespace(['rig', at('snake'), '--weights', 'heat']);
    expect([chosen.code, chosen.stderr]).toEqual([2, expect.stringMatching(/fitted to its frames/)]);
  });

  it.each([
    [['--names', 'maya'], 2, /--names must be one of native, mixamo/],
    [['--joints', '1'], 2, /--joints must be a whole number in 2 to 256, got 1/],
    [['--body', 'teapot'], 2, /--body must be one of biped, quadruped/],
    [['--up', 'sideways'], 2, /--up must be an axis such as \+y or -z, or x,y,z, got sideways/],
    [['--body', 'spider'], 1, /a spider has 8 legs, and only \d could be found/],
    [['--preset', 'bird'], 1, /cannot be a bird: that has/],
    [['--method', 'magic'], 2, /--method must be one of .*geometric.*, got magic/],
    [['--weights', 'magic'], 2, /--weights must be one of auto, heat, learned, got magic/],
  ])('refuses %j', async (words, code, message) => {
    const before = await readdir(folder);
    const outcome = await runPosespace(['rig', at('bare.glb'), ...words]);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toMatch(message);
    expect(await readdir(folder)).toEqual(before);
  });
});
