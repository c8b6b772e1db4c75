import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { runPosespace } from '../../../test/support/fake-terminal.js';
import { readModelFile, writeModelFile } from '../../io/node.js';

let folder: string;
let server: Server;
/** Answers that the server gives before it fails; it plays the protocol and wants every pixel darker. */
let patience = Infinity;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-distil-'));
  const fish = sampleCreature('fish');
  await writeModelFile(join(folder, 'fish.glb'), { ...fish.model, clips: [] });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      if (patience-- <= 0) return response.writeHead(500).end('out of memory');
      const body = Buffer.concat(chunks);
      const { frames, height, width } = JSON.parse(body.subarray(4, 4 + body.readUInt32LE(0)).toString());
      const halves = new Uint16Array(frames * height * width * 3).fill(0x3800);
      return response.end(Buffer.from(halves.buffer));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

const distil = (name: string, ...flags: string[]) =>
  runPosespace([
    ...[
      'animate',
      'distil',
      join(folder, 'fish.glb'),
      '-o',
      join(folder, name),
      '--prompt',
      'a fish swims',
      '--json',
    ],
    ...['--score', `http://127.0.0.1:${(server.address() as AddressInfo).port}/score`],
    ...['--frames', '2', '--size', '24', '--splats', '200', '--views', '1', '--iterations', '8', ...flags],
  ]);

it('stops at a failure with a checkpoint, goes on to the same clip, and leaves nothing behind', async () => {
  const strip = join(folder, 'whole.png');
  const whole = await distil('whole.glb', '--preview', strip);
  expect((await stat(strip)).size).toBeGreaterThan(1000);
  await rm(strip);
  expect(whole).toMatchObject({ code: 0 });
  expect(JSON.parse(whole.stdout)).toMatchObject({ clip: 'a fish swims', iterations: 8 });
  patience = 5;
  const failed = await distil('parts.glb');
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringMatching(/answered 500: out of memory/) });
  expect((await stat(join(folder, 'parts.glb.distil'))).size).toBeGreaterThan(100);
  patience = Infinity;
  const other = await distil('parts.glb', '--guidance', '3');
  expect(other).toMatchObject({ code: 1, stderr: expect.stringMatching(/of another run/) });
  const resumed = await distil('parts.glb');
  expect(JSON.parse(resumed.stdout)).toMatchObject({ iterations: 3 });
  const [first, second] = await Promise.all(
    ['whole.glb', 'parts.glb'].map((name) => readModelFile(join(folder, name))),
  );
  expect(second.clips[0].poses).toEqual(first.clips[0].poses);
  expect(first.clips[0].poses[0].rotations.some((value) => value !== 0 && value !== 1)).toBe(true);
  expect((await readdir(folder)).sort()).toEqual(['fish.glb', 'parts.glb', 'whole.glb']);
});

it('says what it needs', async () => {
  const bare = await runPosespace(['animate', 'distil', join(folder, 'fish.glb')]);
  expect(bare).toMatchObject({ code: 2, stderr: expect.stringMatching(/--prompt .* --score/) });
});
