/**
 * The reference server with tiny random pipelines of the real classes. PyTorch is large, so this runs where it is asked for:
 * POSESPACE_SCORE_SERVER_TEST=1 POSESPACE_PYTHON=/path/to/python npx vitest run --project score-server
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpScore } from '../../src/video/distil/http-score.js';
import type { ScoreModel } from '../../src/video/distil/score-model.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const python = process.env.POSESPACE_PYTHON ?? 'python3';
const frames = Float32Array.from({ length: 6 * 24 * 32 * 3 }, (_, i) => (i % 97) / 96);
const request = {
  ...{
    frames,
    shape: [6, 24, 32] as const,
    view: 0,
    prompt: 'a fox walks',
    time: 0.5,
    seed: 3,
    guidance: 7.5,
  },
};

describe.each(['cogvideox', 'wan'])('the reference score server with a tiny %s', (kind) => {
  let folder: string;
  let server: ChildProcess;
  let address: string;
  let score: ScoreModel;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posespace-score-'));
    execFileSync(python, ['tiny_pipeline.py', kind, folder], { cwd: HERE, stdio: 'ignore' });
    const flags = ['--port', '0', '--height', '32', '--width', '32', '--device', 'cpu'];
    server = spawn(python, ['serve.py', folder, ...flags], {
      cwd: HERE,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    address = await new Promise<string>((found, failed) => {
      let said = '';
      server.stdout?.on('data', (chunk) => {
        said += chunk;
        const match = /at (http:\S+)/.exec(said);
        if (match) found(match[1]);
      });
      server.on('exit', (code) => failed(new Error(`the server ended with ${code}`)));
    });
    score = createHttpScore(address, {
      fetch,
      sleep: (time) => new Promise((done) => setTimeout(done, time)),
    });
  }, 300_000);
  afterAll(async () => {
    server.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it('gives gradients of every pixel, the same for the same request', { timeout: 300_000 }, async () => {
    const first = await score.gradient(request);
    expect(first.length).toBe(frames.length);
    expect(first.filter((g) => g !== 0).length).toBeGreaterThan(0.5 * frames.length);
    expect(await score.gradient(request)).toEqual(first);
    for (const change of [{ seed: 4 }, { time: 0.8 }, { guidance: 1 }]) {
      expect(await score.gradient({ ...request, ...change })).not.toEqual(first);
    }
  });

  it('refuses what is not of the protocol, and says why', async () => {
    await expect(score.gradient({ ...request, time: 2 })).rejects.toThrow(/400: time is 0 to 1/);
    await expect(score.gradient({ ...request, frames: frames.slice(3) })).rejects.toThrow(
      /need as many bytes/,
    );
    const answer = await fetch(address, { method: 'POST', body: 'hello' });
    expect(answer.status).toBe(400);
  });
});
