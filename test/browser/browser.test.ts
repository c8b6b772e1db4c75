/**
 * @file The package in a real browser: bundled by Vite from its public name, opened in Chromium from loopback.
 */

import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveModule, visit } from './chromium.js';
import { runScenario } from './scenario.js';

let server: Server;
let address: string;
let staticImports: string[];

beforeAll(async () => {
  const result = await build({
    logLevel: 'silent',
    configFile: false,
    publicDir: false,
    build: {
      write: false,
      minify: false,
      lib: { entry: new URL('./scenario.ts', import.meta.url).pathname, formats: ['es'] },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as {
    output: { fileName: string; code?: string; imports?: string[] }[];
  };
  const files = new Map<string, string | Uint8Array>(
    output.map((file) => [`/${file.fileName}`, file.code ?? '']),
  );
  files.set('/clownfish.glb', await readFile(new URL('../../samples/clownfish.glb', import.meta.url)));
  staticImports = output.flatMap((file) => file.imports ?? []);
  ({ server, address } = await serveModule(files, output[0].fileName, 'runScenario'));
}, 120_000);

afterAll(() => server?.close());

it('imports nothing of Node', () => {
  expect(staticImports.length).toBeGreaterThan(0);
  expect(staticImports.filter((name) => /^node:|^fs|^path|external/.test(name))).toEqual([]);
});

it('gives the same bytes in Chromium as in Node', async () => {
  const there = await visit(address, (page) =>
    page.evaluate(
      (file) => (window as unknown as { run: typeof runScenario }).run(file),
      `${address}clownfish.glb`,
    ),
  );
  const here = await runScenario(`${address}clownfish.glb`);
  expect(there).toEqual(here);
  expect(here.crossingCount).toBeGreaterThan(100);
}, 120_000);
