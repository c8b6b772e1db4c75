/**
 * @file The package in a real browser: bundled by Vite from its public name, opened in Chromium from loopback.
 */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import chromium from '@sparticuz/chromium';
import { chromium as playwright } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
  const files = new Map(output.map((file) => [`/${file.fileName}`, file.code ?? '']));
  staticImports = output.flatMap((file) => file.imports ?? []);
  const entry = output[0].fileName;
  server = createServer((request, response) => {
    const body =
      request.url === '/'
        ? `<script type="module">import { runScenario } from './${entry}'; window.runScenario = runScenario;</script>`
        : files.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200, {
      'content-type': request.url === '/' ? 'text/html' : 'text/javascript',
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}, 120_000);

afterAll(() => server?.close());

it('imports nothing of Node', () => {
  expect(staticImports.length).toBeGreaterThan(0);
  expect(staticImports.filter((name) => /^node:|^fs|^path|external/.test(name))).toEqual([]);
});

it('gives the same bytes in Chromium as in Node', async () => {
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args,
  });
  try {
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(address);
    await page.waitForFunction('window.runScenario !== undefined', undefined, { timeout: 30_000 });
    const there = await page.evaluate(() =>
      (window as unknown as { runScenario: typeof runScenario }).runScenario(),
    );
    expect(errors).toEqual([]);
    expect(there).toEqual(await runScenario());
  } finally {
    await browser.close();
  }
}, 120_000);
