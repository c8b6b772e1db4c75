import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { playService, reply } from '../../../test/support/video-services.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { writeVideoFile } from '../../io/node-video-file.js';
import { encodeModel } from '../../io/write.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { createVideoFrames } from '../../video/frames/video-frames.js';
import { createStage } from '../../video/stage/create-stage.js';
import { renderStage } from '../../video/stage/render-stage.js';
import { rigCommand } from '../rig/rig-command.js';
import { videoPosesCommand } from './video-poses-command.js';
import { videoReconstructCommand } from './video-reconstruct-command.js';

const NETWORK = fileURLToPath(new URL('../../../test/samples/pose-network/', import.meta.url));
const creature = sampleCreature('dog');
const { rig, clips } = creature;
const FRAMES = 3;
const poses = Array.from({ length: FRAMES }, (_, f) => sampleClip(clips[0], clips[0].times[0] + f * 0.12));
const kept = { ...process.env };
let folder: string;
const at = (name: string) => join(folder, name);

/** The surface of a pose as OBJ: turned, grown, and every seventh triangle from another vertex on. */
function writeObj(f: number): string {
  const posed = skinMesh(rig, poses[f]);
  const [c, s, scale] = [Math.cos(f), Math.sin(f), 1 + 0.3 * f];
  const lines: string[] = [];
  const { triangles } = rig.mesh;
  let n = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    if ((t / 3) % (7 + f) === 0) continue;
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = posed.subarray(triangles[t + k] * 3, triangles[t + k] * 3 + 3);
      lines.push(`v ${scale * (c * x + s * z)} ${scale * y} ${scale * (c * z - s * x)}`);
    }
    lines.push(`f ${n + 1} ${n + 2} ${n + 3}`);
    n += 3;
  }
  return lines.join('\n');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-reconstruct-'));
  process.env.POSESPACE_VIDEO_JOBS = at('jobs');
  await writeModelFile(at('animal.glb'), creature.model);
  await writeModelFile(at('meshes/.keep.glb'), creature.model);
  for (let f = 0; f < FRAMES; f++) await writeFile(at(`meshes/frame${f}.obj`), writeObj(f));
});
afterAll(async () => {
  for (const name of ['POSESPACE_VIDEO_JOBS', 'FAL_KEY', 'FAL_QUEUE_URL']) {
    if (kept[name] === undefined) delete process.env[name];
    else process.env[name] = kept[name];
  }
  await rm(folder, { recursive: true, force: true });
});

/** fal on loopback: the n-th request gets the mesh of frame n. */
async function playMeshes() {
  const meshes = await Promise.all(
    poses.map(async (_, f) => {
      const model = await readModelFile(at(`meshes/frame${f}.obj`));
      return (await encodeModel(model, 'mesh.glb')).files[0].bytes;
    }),
  );
  let n = -1;
  return playService(({ method, path }, url) => {
    const here = `${url}/fal-ai/trellis-2/requests/r${method === 'POST' ? ++n : ''}`;
    if (method === 'POST')
      return { request_id: 'r', status_url: `${here}/status`, response_url: here, cancel_url: here };
    if (path.endsWith('/status')) return { status: 'COMPLETED' };
    const which = /r(\d)$/.exec(path)?.[1];
    return which ? { model_glb: { url: `${url}/m${which}` } } : reply(200, meshes[Number(path.slice(2))]);
  });
}

const reconstruct = async (...words: string[]) => {
  const argv = ['video', 'reconstruct', at('animal.glb'), '--pose-model', NETWORK, ...words, '--json'];
  const { code, stdout } = await runPosespace(argv, { commands: [videoReconstructCommand] });
  return { code, data: JSON.parse(stdout) };
};

it('fits the rig to meshes of a folder that share no vertices', async () => {
  const { code, data } = await reconstruct('--meshes', at('meshes'), '--no-adapt', '-o', at('out.glb'));
  expect([code, data.frames, data.kept]).toEqual([0, FRAMES, FRAMES]);
  expect(data.chamfer).toBeLessThan(0.012);
  const { clips: written } = await readModelFile(at('out.glb'));
  expect(written.at(-1)).toMatchObject({ name: 'reconstructed', times: { length: FRAMES } });
});

it('asks a service for the mesh of every frame, once', async () => {
  const stage = createStage(rig, { width: 96, height: 64 });
  const images = poses.map((pose) => renderStage(rig, stage, { positions: skinMesh(rig, pose) }));
  await writeVideoFile(at('video.gif'), createVideoFrames(images, 10));
  const service = await playMeshes();
  process.env.FAL_KEY = 'key-of-the-test';
  process.env.FAL_QUEUE_URL = service.url;
  const words = ['--video', at('video.gif'), '--every', '1', '--model', 'fal', '--no-adapt'];
  const plan = await reconstruct(...words, '--dry-run');
  expect([plan.code, plan.data.plans.length]).toEqual([0, FRAMES]);
  expect(plan.data.dollars).toBeCloseTo(FRAMES * 0.35);
  expect((await reconstruct(...words, '--budget', '0.2')).data.error.message).toMatch(/over the budget/);
  expect(service.requests).toHaveLength(0);
  const made = await reconstruct(...words, '--keep', at('kept'), '-o', at('clip.glb'));
  expect([made.code, made.data.kept]).toEqual([0, FRAMES]);
  expect(made.data.files).toEqual([at('clip.glb'), ...[0, 1, 2].map((f) => at(`kept/000${f}.glb`))]);
  const again = await reconstruct(...words, '--dry-run');
  expect(again.data.plans.map(({ action }: { action: string }) => action)).toEqual(
    Array(FRAMES).fill('take from store'),
  );
  expect(service.count('POST', /./)).toBe(FRAMES);
  await service.close();
}, 60_000);

it('video poses: poses by one mesh per frame, as ViPS has it', async () => {
  const service = await playMeshes();
  process.env.FAL_KEY = 'key-of-the-test';
  process.env.FAL_QUEUE_URL = service.url;
  const words = ['--prompt', 'walks', '--frames', '3', '--width', '96', '--height', '64', '--every', '1'];
  const argv = [
    'video',
    'poses',
    at('animal.glb'),
    ...words,
    '--meshes',
    'fal',
    '-o',
    at('poses.glb'),
    '--json',
  ];
  const { code, stdout } = await runPosespace(argv, { commands: [videoPosesCommand] });
  const data = JSON.parse(stdout);
  expect([code, data.frames, data.kept]).toEqual([0, FRAMES, FRAMES]);
  expect(data.cost).toBeCloseTo(FRAMES * 0.35);
  const { clips: written } = await readModelFile(at('poses.glb'));
  expect(written.at(-1)).toMatchObject({ source: 'video', times: { length: FRAMES } });
  await service.close();
}, 60_000);

it('says what it needs', async () => {
  expect((await reconstruct()).data.error.message).toMatch(/--video <file> or --meshes <folder>/);
  expect((await reconstruct('--meshes', at('kept-none'))).data.error.message).toMatch(/cannot list/);
  expect((await reconstruct('--video', 'a', '--model', 'runway')).code).not.toBe(0);
});

it('rigs a folder of such meshes, and tells what it did', async () => {
  const argv = ['rig', at('meshes'), '-o', at('rigged.glb'), '--json'];
  const { code, stdout } = await runPosespace(argv, { commands: [rigCommand] });
  const data = JSON.parse(stdout);
  expect([code, data.reconstructions.frames]).toEqual([0, FRAMES]);
  expect(data.findings.map((one: { code: string }) => one.code)).toContain('frames-not-registered');
  const { clips: written, skeleton } = await readModelFile(at('rigged.glb'));
  expect([written.length, skeleton !== undefined]).toEqual([1, true]);
  const refused = await runPosespace([...argv, '--per-frame'], { commands: [rigCommand] });
  expect(JSON.parse(refused.stdout).error.message).toMatch(/same vertices and triangles/);
}, 60_000);
