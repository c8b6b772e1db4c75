/**
 * @file The studio's server: a folder of files on loopback, and the file to open first. It reads what is in the folder
 * when it starts and answers for nothing else, so no path can lead out of it; it refuses to be called by another name
 * than loopback's, so no page elsewhere can reach it by pointing its own name here.
 */

import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, extname, join } from 'node:path';
import { PosespaceError } from '../base/errors.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** Threads of WebAssembly need an isolated page; nothing may be fetched from elsewhere. */
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy':
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; media-src 'self' blob:; connect-src 'self' blob: data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

export interface StudioServer {
  readonly address: string;
  close(): Promise<void>;
}

export interface ServeStudioOptions {
  /** The built studio. */
  readonly folder: string;
  /** Files that the page opens first, by path. */
  readonly open?: readonly string[];
  /** 0 takes any that is free. */
  readonly port?: number;
}

/** Serves the studio on 127.0.0.1. */
export async function serveStudio({
  folder,
  open = [],
  port = 0,
}: ServeStudioOptions): Promise<StudioServer> {
  const files = new Map<string, string>();
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) files.set(`/${name.replaceAll('\\', '/')}`, path);
  }
  if (!files.has('/index.html')) {
    throw new PosespaceError('file', `studio: "${folder}" holds no built studio; run npm run build:studio`);
  }
  files.set('/', files.get('/index.html')!);
  const opened = open.map((path) => ({
    name: basename(path),
    url: `/open/${encodeURIComponent(basename(path))}`,
  }));
  open.forEach((path, i) => {
    files.set(opened[i].url, path);
  });
  const server = createServer((request, response) => answer(request, response, files, opened));
  await listen(server, port);
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new PosespaceError(
          'bad-usage',
          `studio: port ${port} cannot be used (${error.code ?? error.message}); choose another with --port`,
        ),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, string>,
  opened: readonly { readonly name: string; readonly url: string }[],
): void {
  const refuse = (status: number, reason: string) => {
    response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' });
    response.end(reason);
  };
  if (!LOOPBACK.test(request.headers.host ?? '')) {
    refuse(403, 'This server answers on loopback only.');
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    refuse(405, 'This server only gives files.');
    return;
  }
  const url = (request.url ?? '/').replace(/[?#].*$/, '');
  if (url === '/open.json') {
    response.writeHead(200, { ...HEADERS, 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify({ files: opened }));
    return;
  }
  const path = files.get(url) ?? files.get(safelyDecoded(url));
  if (path === undefined) {
    refuse(404, 'There is no such file.');
    return;
  }
  // Names under assets/ change with their content.
  const cache = url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
  const type = TYPES[extname(path)] ?? 'application/octet-stream';
  const stream = createReadStream(path);
  stream.once('error', () => refuse(404, 'The file cannot be read.'));
  stream.once('open', () => {
    response.writeHead(200, { ...HEADERS, 'content-type': type, 'cache-control': cache });
    if (request.method === 'HEAD') {
      stream.destroy();
      response.end();
    } else stream.pipe(response);
  });
}

function safelyDecoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
