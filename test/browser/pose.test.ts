/**
 * @file Pose spaces in a real browser: ONNX Runtime's WASM build, bundled by Vite with its file beside it, gives the
 * numbers that the native library gives in Node.
 */

import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPoseScenario } from './pose-scenario.js';

const MODEL = new URL('../samples/pose-network/', import.meta.url);
const TYPES: Record<string, string> = {
  js: 'text/javascript',
  wasm: 'application/wasm',
  json: 'application/json',
};

let server: Server;
let address: string;

beforeAll(async () => {
  const result = await build({
    logLevel: 'silent',
    configFile: false,
    publicDir: false,
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: new URL('./pose-scenario.ts', import.meta.url).pathname,
        preserveEntrySignatures: 'strict',
      },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as {
    output: { fileName: string; isEntry?: boolean; code?: string; source?: string | Uint8Array }[];
  };
  const files = new Map(output.map((file) => [`/${file.fileName}`, file.code ?? file.source ?? '']));
  const entry = output.find((file) => file.isEntry)!.fileName;
  for (const name of ['card.json', 'encoder.onnx', 'step.onnx']) {
    files.set(`/model/${name}`, await readFile(new URL(name, MODEL)));
  }
  files.set(
    '/',
    `<script type="module">import { runPoseScenario } from './${entry}'; window.run = runPoseScenario;</script>`,
  );
  server = createServer((request, response) => {
    const path = request.url ?? '';
    const body = files.get(path);
    const type = path === '/' ? 'text/html' : TYPES[path.split('.').at(-1)!];
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': type ?? 'application/octet-stream',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}, 120_000);

afterAll(() => server?.close());

it('gives the same numbers in Chromium as in Node', async () => {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args,
  });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(address);
    await page.waitForFunction('window.run !== undefined', undefined, { timeout: 30_000 });
    const there = await page.evaluate(
      (folder) => (window as unknown as { run: typeof runPoseScenario }).run(folder),
      `${address}model/`,
    );
    expect(errors).toEqual([]);
    const here = await runPoseScenario(`${address}model/`);
    expect(there.findings).toEqual(here.findings);
    for (const name of ['sample', 'noise', 'solved'] as const) {
      expect(there[name]).toHaveLength(here[name].length);
      const gap = there[name].reduce((most, value, i) => Math.max(most, Math.abs(value - here[name][i])), 0);
      expect(gap).toBeLessThan(1e-3);
      expect(Math.max(...here[name].map(Math.abs))).toBeGreaterThan(0.1);
    }
  } finally {
    await browser.close();
  }
}, 120_000);
