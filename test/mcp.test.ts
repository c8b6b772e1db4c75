/** @file An assistant's session: the SDK's own client starts the built program and calls its tools. */

import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeModelFile } from '../src/io/node.js';
import { sampleCreature } from './support/creatures.js';
import { expectNoErrors } from './support/valid-glb.js';

const PROGRAM = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

let base: string;
let client: Client;
const at = (...names: string[]) => join(base, 'work', ...names);

interface Answer {
  readonly content: readonly { type: string; text?: string; data?: string; mimeType?: string }[];
  // biome-ignore lint/suspicious/noExplicitAny: the data of any command
  readonly structuredContent?: any;
  readonly isError?: boolean;
}
const call = async (name: string, args: Record<string, unknown>, options = {}) =>
  (await client.callTool({ name, arguments: args }, undefined, options)) as unknown as Answer;
const textOf = ({ content }: Answer) => content.map(({ text }) => text ?? '').join('\n');

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'posespace-assistant-'));
  await mkdir(at());
  await writeFile(join(base, 'secret.obj'), 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
  await symlink(join(base, 'secret.obj'), at('link.obj'));
  await symlink(base, at('out'));
  const creature = sampleCreature('lizard');
  await writeModelFile(at('lizard.glb'), creature.model);
  client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [PROGRAM, 'mcp', at()], stderr: 'pipe' }),
  );
});
afterAll(async () => {
  await client.close();
  await rm(base, { recursive: true, force: true });
});

describe('posespace mcp', () => {
  it('offers the commands with their options', async () => {
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    for (const name of [
      'inspect',
      'rig',
      'animate_generate',
      'pose_sample',
      'pose_check',
      'render',
      'convert',
    ]) {
      expect(names).toContain(name);
    }
    expect(names.filter((name) => /studio|mcp|batch|worker|demo/.test(name))).toEqual([]);
    const render = tools.find(({ name }) => name === 'render')!;
    expect(render.inputSchema.required).toEqual(['file']);
    expect(render.inputSchema.properties).toMatchObject({
      size: { type: 'integer', minimum: 16, maximum: 4096, default: 480 },
      view: { type: 'string', enum: expect.arrayContaining(['front', 'side']) },
      skeleton: { type: 'boolean', default: false },
    });
  });

  it('rigs a mesh, animates it and shows it', async () => {
    await call('convert', { input: 'lizard.glb', output: 'mesh.obj' });
    expect(textOf(await call('list_files', {}))).toMatch(/lizard\.glb \(\d+ bytes\)\n.*mesh\.obj/);

    const stages: string[] = [];
    const onprogress = ({ progress, message }: { progress: number; message?: string }) => {
      expect(progress).toBeLessThanOrEqual(1);
      stages.push(message ?? '');
    };
    const rigged = await call(
      'rig',
      { input: 'mesh.obj', output: 'rigged.glb', method: 'geometric', sheet: 'sheet.png' },
      { onprogress },
    );
    expect(rigged.isError).toBeUndefined();
    expect(rigged.structuredContent.joints.length).toBeGreaterThan(10);
    expect(rigged.content.map(({ type }) => type)).toEqual(['text', 'image']);
    expect(stages.length).toBeGreaterThan(1);
    await expectNoErrors(await readFile(at('rigged.glb')));

    const { structuredContent } = await call('animate_generate', { input: 'rigged.glb', list: true });
    const motions = structuredContent.motions.map(({ name }: { name: string }) => name);
    expect(motions).toContain('walk');
    const animated = await call('animate_generate', { input: 'rigged.glb', motion: ['walk'] });
    expect(textOf(animated)).toMatch(/walk/);
    const report = await call('inspect', { file: 'rigged-animated.glb' });
    expect(report.structuredContent.counts.error).toBe(0);

    const shown = await call('render', { file: 'rigged-animated.glb', clip: 'walk', frames: 2, size: 64 });
    const picture = shown.content.find(({ type }) => type === 'image')!;
    expect(picture.mimeType).toBe('image/png');
    expect(decode(Buffer.from(picture.data!, 'base64')).width).toBeGreaterThan(127);
    // A picture that was only looked at leaves no file.
    expect((await readdir(at())).filter((name) => name.endsWith('.png'))).toEqual(['sheet.png']);
  }, 60_000);

  it.each([
    ['a parent', '../secret.obj'],
    ['an absolute path', '/etc/hostname'],
    ['a link to a file', 'link.obj'],
    ['a link to a folder', 'out/secret.obj'],
    ['the folder itself', '.'],
  ])('refuses %s', async (_, file) => {
    const answers = [
      await call('inspect', { file }),
      await call('convert', { input: 'mesh.obj', output: file.replace('secret', 'new') }),
      await call('rig', { input: 'mesh.obj', output: 'x.glb', skeletonFrom: file }),
      await call('rig', { input: 'mesh.obj', output: 'x.glb', sheet: file }),
      await call('rig', { input: 'mesh.obj', output: 'x.glb', network: file }),
      await call('render', { file: 'lizard.glb', splats: file }),
      await call('animate_imagine', { input: 'lizard.glb', network: file }),
      await call('pose_discover', { input: 'lizard.glb', videos: ['lizard.glb', file] }),
    ];
    for (const answer of answers) {
      expect(answer.isError).toBe(true);
      expect(textOf(answer)).toMatch(/is not inside .*use a file there/);
    }
    expect((await readdir(base)).sort()).toEqual(['secret.obj', 'work']);
  });

  it('asks no service and loads no code', async () => {
    const loaded = join(base, 'loaded');
    await writeFile(
      at('model.mjs'),
      `(await import('node:fs')).writeFileSync(${JSON.stringify(loaded)}, '')`,
    );
    const asked = { input: 'lizard.glb', prompt: 'walks', output: 'video' };
    for (const model of [at('model.mjs'), 'fal:fal-ai/veo3', 'comfyui:graph.json']) {
      expect(textOf(await call('video_generate', { ...asked, model }))).toMatch(
        /"model" can only be embedded here/,
      );
    }
    const score = 'http://127.0.0.1:9';
    expect(textOf(await call('animate_distil', { ...asked, score }))).toMatch(/"score" can only be embedded/);
    expect((await readdir(base)).sort()).toEqual(['secret.obj', 'work']);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).filter((name) => /prompts|jobs|video_creature/.test(name))).toEqual(
      [],
    );
    const generate = tools.find(({ name }) => name === 'video_generate')!;
    expect(generate.inputSchema.properties).toMatchObject({ model: { enum: ['embedded'] } });
  });

  it('says what is wrong with a call', async () => {
    const said = async (name: string, args: Record<string, unknown>) => textOf(await call(name, args));
    expect(await said('render', { file: 'lizard.glb', sise: 3 })).toMatch(
      /render has no "sise"; it has file/,
    );
    expect(await said('render', { file: 'lizard.glb', size: 3 })).toMatch(
      /--size must be a whole number in 16/,
    );
    expect(await said('render', {})).toMatch(/needs "file"/);
    expect(await said('render', { file: 'lizard.glb', dark: 'yes' })).toMatch(/"dark" must be true or false/);
    expect(await said('inspect', { file: 'gone.glb' })).toMatch(/it does not exist/);
    expect(await said('studio', {})).toMatch(/there is no tool "studio"/);
  });

  it('stops work that is cancelled, leaves nothing, and goes on', async () => {
    const controller = new AbortController();
    const onprogress = () => controller.abort();
    const checking = call(
      'rig',
      { input: 'mesh.obj', output: 'late.glb' },
      { signal: controller.signal, onprogress },
    );
    await expect(checking).rejects.toThrow();
    expect((await call('inspect', { file: 'lizard.glb' })).isError).toBeUndefined();
    expect((await readdir(at())).filter((name) => /late|part/.test(name))).toEqual([]);
  });
});
