import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { STUDIO_PORT, type StudioServer, serveStudio } from './serve-studio.js';

const LARGE = 'export const b = 1;\n'.repeat(500);
let folder: string;
let server: StudioServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-studio-'));
  await mkdir(join(folder, 'site', 'assets'), { recursive: true });
  await writeFile(join(folder, 'secret.txt'), 'nobody may read this');
  await writeFile(join(folder, 'site', 'index.html'), '<title>studio</title>');
  await writeFile(join(folder, 'site', 'assets', 'a.js'), 'export const a = 1;');
  await writeFile(join(folder, 'site', 'assets', 'large.js'), LARGE);
  await writeFile(join(folder, 'site', 'assets', 'worker-1.js'), 'onmessage = null;');
  const open = [{ name: 'my cat & dog.glb', bytes: Uint8Array.of(1, 2, 3) }];
  server = await serveStudio({ folder: join(folder, 'site'), open, port: 0 });
});
afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A request as it is, without the tidying that `fetch` does. */
function ask(
  path: string,
  options: { method?: string; host?: string; accept?: string; known?: string } = {},
) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>(
    (resolve, reject) => {
      const { method = 'GET', host = new URL(server.address).host, accept, known } = options;
      const { port } = new URL(server.address);
      const headers = {
        host,
        ...(accept && { 'accept-encoding': accept }),
        ...(known && { 'if-none-match': known }),
      };
      const call = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      });
      call.once('error', reject);
      call.end();
    },
  );
}

it('serves the page, isolated, from loopback', async () => {
  expect(server.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
  const { status, headers, body } = await ask('/');
  expect([status, body.toString()]).toEqual([200, '<title>studio</title>']);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  });
  expect(headers['content-security-policy']).toMatch(/default-src 'self'/);
  expect((await ask('/assets/a.js?v=1')).headers['cache-control']).toMatch(/immutable/);
});

it('compresses what is worth it, as the browser takes it', async () => {
  const plain = await ask('/assets/large.js');
  expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, LARGE]);
  for (const [accept, encoding, decode] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=1', 'gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await ask('/assets/large.js', { accept });
    expect(headers['content-encoding']).toBe(encoding);
    expect(body.length).toBeLessThan(LARGE.length / 10);
    expect(decode(body).toString()).toBe(LARGE);
  }
  expect((await ask('/assets/a.js', { accept: 'br' })).headers['content-encoding']).toBeUndefined();
});

it('sends nothing again that the browser has, until it changes', async () => {
  const tag = String((await ask('/')).headers.etag);
  const again = await ask('/', { known: tag });
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, tag]);
  await writeFile(join(folder, 'site', 'index.html'), '<title>another studio</title>');
  const changed = await ask('/', { known: tag });
  expect([changed.status, changed.body.toString()]).toEqual([200, '<title>another studio</title>']);
});

it('lets the worker alone build functions from text', async () => {
  const policy = async (path: string) => (await ask(path)).headers['content-security-policy'];
  expect(await policy('/assets/worker-1.js')).toMatch(/ 'unsafe-eval'/);
  for (const path of ['/', '/assets/a.js']) expect(await policy(path)).not.toMatch(/ 'unsafe-eval'/);
});

it('lists and gives what shall be opened', async () => {
  const { files } = JSON.parse((await ask('/open.json')).body.toString());
  expect(files).toEqual([{ name: 'my cat & dog.glb', url: 'open/my%20cat%20%26%20dog.glb' }]);
  expect([...(await ask(`/${files[0].url}`)).body]).toEqual([1, 2, 3]);
});

it.each([
  '/../secret.txt',
  '/assets/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '//secret.txt',
  '/assets/',
  '/%',
])('gives nothing for %s', async (path) => {
  const { status, body } = await ask(path);
  expect(status).toBe(404);
  expect(body.toString()).not.toMatch(/nobody/);
});

it('answers to no other name, and only to questions', async () => {
  expect((await ask('/', { host: 'evil.example' })).status).toBe(403);
  expect((await ask('/', { host: 'localhost:1' })).status).toBe(200);
  expect((await ask('/', { method: 'POST' })).status).toBe(405);
  const head = await ask('/', { method: 'HEAD' });
  expect([head.status, head.body.length]).toEqual([200, 0]);
});

it('says what is wrong where there is no studio, or the port is taken', async () => {
  await expect(serveStudio({ folder: join(folder, 'nowhere') })).rejects.toThrow(/no built studio; run/);
  const port = Number(new URL(server.address).port);
  await expect(serveStudio({ folder: join(folder, 'site'), port })).rejects.toThrow(/EADDRINUSE.*--port/);
});

it('has the same address every time, and another where that is taken', async () => {
  const usual = `http://127.0.0.1:${STUDIO_PORT}/`;
  // Somebody at this machine may have a studio open.
  const taken = await fetch(usual).then(
    () => true,
    () => false,
  );
  const first = await serveStudio({ folder: join(folder, 'site') });
  expect(first.address === usual).toBe(!taken);
  const second = await serveStudio({ folder: join(folder, 'site') });
  expect(second.address).not.toBe(usual);
  await Promise.all([first.close(), second.close()]);
});
