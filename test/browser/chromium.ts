/** @file Files on loopback, and a page of them in Chromium, for the tests beside it. */

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import chromium from '@sparticuz/chromium';
import { type Page, chromium as playwright } from 'playwright-core';

const TYPES: Record<string, string> = {
  js: 'text/javascript',
  wasm: 'application/wasm',
  json: 'application/json',
};

/** Serves files by their paths; the page at / puts what module `entry` exports as `name` into the window. */
export async function serveModule(
  files: ReadonlyMap<string, string | Uint8Array>,
  entry: string,
  name: string,
): Promise<{ readonly server: Server; readonly address: string }> {
  const page = `<script type="module">import { ${name} } from './${entry}'; window.run = ${name};</script>`;
  const server = createServer(({ url = '' }, response) => {
    const body = url === '/' ? page : files.get(url);
    const type = url === '/' ? 'text/html' : (TYPES[url.split('.').at(-1)!] ?? 'application/octet-stream');
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** Opens the page and does something with it; an error of the page is an error. */
export async function visit<Result>(address: string, act: (page: Page) => Promise<Result>): Promise<Result> {
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
    const result = await act(page);
    if (errors.length > 0) throw new Error(`the page failed: ${errors.join('; ')}`);
    return result;
  } finally {
    await browser.close();
  }
}
