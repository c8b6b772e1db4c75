/**
 * @file Pose spaces and rigs in a real browser: ONNX Runtime's WASM build, bundled by Vite with its file beside it, gives the
 * numbers that the native library gives in Node.
 */

import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveModule, visit } from './chromium.js';
import { runPoseScenario } from './pose-scenario.js';

const MODEL = new URL('../samples/pose-network/', import.meta.url);
const SKELETON = new URL('../../models/skeleton/', import.meta.url);

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
  for (const name of ['card.json', 'encoder.onnx', 'joint.onnx', 'refiner.onnx']) {
    files.set(`/skeleton/${name}`, await readFile(new URL(name, SKELETON)));
  }
  files.set('/dog.glb', await readFile(new URL('../../samples/dog.glb', import.meta.url)));
  ({ server, address } = await serveModule(files, entry, 'runPoseScenario'));
}, 120_000);

afterAll(() => server?.close());

it('gives the same numbers in Chromium as in Node', async () => {
  const there = await visit(address, (page) =>
    page.evaluate(
      (at) =>
        (window as unknown as { run: typeof runPoseScenario }).run(
          `${at}model/`,
          `${at}skeleton/`,
          `${at}dog.glb`,
        ),
      address,
    ),
  );
  const here = await runPoseScenario(`${address}model/`, `${address}skeleton/`, `${address}dog.glb`);
  expect(there.findings).toEqual(here.findings);
  for (const [name, numbers] of Object.entries(here.poses)) {
    const others = there.poses[name as keyof typeof here.poses];
    expect(others, name).toHaveLength(numbers.length);
    const gap = others.reduce((most, value, i) => Math.max(most, Math.abs(value - numbers[i])), 0);
    expect(gap, name).toBeLessThan(1e-3);
    expect(Math.max(...numbers.map(Math.abs)), name).toBeGreaterThan(0.1);
  }
}, 120_000);
