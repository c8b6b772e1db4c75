import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createModel } from '../../src/io/gltf/create-model.js';
import { writeModelFile } from '../../src/io/node.js';
import { sampleClip } from '../../src/motion/sample-clip.js';
import { skinMesh } from '../../src/rig/kinematics/skin-mesh.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { runPosespace } from '../../test/support/fake-terminal.js';
import { datasetSequencesCommand } from './dataset-sequences.js';
import { datasetSkinsCommand } from './dataset-skins.js';
import { finetuneCommand } from './finetune.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-sequences-'));
  const { rig, clips } = sampleCreature('alien');
  for (let f = 0; f < 3; f++) {
    const positions = skinMesh(rig, sampleClip(clips[0], f * 0.2));
    const mesh = { positions, triangles: rig.mesh.triangles };
    await writeModelFile(join(folder, 'walk', `${f}.ply`), createModel({ name: 'walk', mesh }));
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...words: string[]) =>
  runPosespace(words, { commands: [datasetSequencesCommand, datasetSkinsCommand, finetuneCommand] });

/** Shapes of the tensors of a shard. */
async function shapesOf(path: string): Promise<Record<string, readonly number[]>> {
  const bytes = await readFile(path);
  const header = JSON.parse(bytes.subarray(8, 8 + Number(bytes.readBigUInt64LE(0))).toString());
  const rows = Object.entries(header as Record<string, { shape: number[] }>);
  return Object.fromEntries(rows.map(([name, { shape }]) => [name, shape]));
}

it('frames become a shard with the teacher’s skeleton of the anchor', async () => {
  const out = join(folder, 'shards');
  const { code, stdout } = await run('dataset', 'sequences', join(folder, 'walk'), '--frames', '-o', out);
  expect([code, stdout]).toEqual([0, '1 sequences in 1 shards\n']);
  const shapes = await shapesOf(join(out, 'sequences-000.safetensors'));
  expect(shapes).toMatchObject({
    points: [1, 5, 1024, 6],
    tracked: [1, 5, 1024, 3],
    facing: [1, 5],
    plan: [1, 8],
  });
  const [joints] = shapes.parents;
  expect(joints).toBeGreaterThan(8);
  expect([shapes.joints, shapes.tokens]).toEqual([[joints, 3], [joints]]);
});

it('rigs become a shard with true and solved weights', async () => {
  const out = join(folder, 'skins');
  const { code } = await run('dataset', 'skins', folder, '--no-real', '--generated', '1', '-o', out);
  expect(code).toBe(0);
  expect((await readdir(out)).sort()).toEqual(['skins-000.json', 'skins-000.safetensors']);
  const [row] = JSON.parse(await readFile(join(out, 'skins-000.json'), 'utf8'));
  expect(row).toMatchObject({ source: 'generator', bare: true, frame: 0, heldOut: false });
  const shapes = await shapesOf(join(out, 'skins-000.safetensors'));
  const [, points, width] = shapes.trueWeights;
  expect([points, width, shapes.solvedJoints[2], shapes.bones[1]]).toEqual([1536, 6, 8, 8]);
});

it('fine-tuning says what is missing', async () => {
  const { code, stderr } = await run('finetune', join(folder, 'walk'), '--python', join(folder, 'no-python'));
  expect(code).toBe(1);
  expect(stderr).toMatch(/no-python cannot be run .*; give --python/);
});
