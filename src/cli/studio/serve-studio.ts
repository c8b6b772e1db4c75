/**
 * @file The studio's server: a folder of files on loopback, and the file to open first. It lists the folder when it starts
 * and serves nothing else, so no path can lead out of it; it accepts only loopback's host names, so no other page can
 * reach it by DNS rebinding.
 */

import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { PosespaceError } from '../../base/errors.js';
import type { OutputFile } from '../../io/file-formats.js';

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

/** Files that compress well: half of what a first visit loads is one WebAssembly runtime. */
const COMPRESSED: ReadonlySet<string> = new Set([...Object.keys(TYPES), '.onnx', '.planes', '.glb']);
/** Smaller ones are sent as they are, bytes. */
const WORTHWHILE = 1024;
/** A runtime of 14 MB becomes 3 in half a second; twice the effort saves another tenth. */
const QUALITY = 5;

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

/** The physics engine builds functions from text when it starts; the worker, which has a policy of its own, may. */
const WORKER = /^\/assets\/worker-[^/]+\.js$/;
const WORKER_HEADERS = {
  'content-security-policy': HEADERS['content-security-policy'].replace(
    "'wasm-unsafe-eval'",
    "'wasm-unsafe-eval' 'unsafe-eval'",
  ),
};

const LOOPBACK = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i;

export interface StudioServer {
  readonly address: string;
  close(): Promise<void>;
}

export interface ServeStudioOptions {
  /** The built studio. */
  readonly folder: string;
  /** What the page opens first. */
  readonly open?: readonly OutputFile[];
  /** Taken or not at all; without it the usual one, or any that is free where that is taken. */
  readonly port?: number;
}

/** Browsers keep sessions by address: the same one every time finds them again. */
export const STUDIO_PORT = 7473;

/** Serves the studio on 127.0.0.1. */
export async function serveStudio({ folder, open = [], port }: ServeStudioOptions): Promise<StudioServer> {
  const files = new Map<string, string | Uint8Array>();
  for (const name of await readdir(folder, { recursive: true }).catch(() => [])) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) files.set(`/${name.replaceAll('\\', '/')}`, path);
  }
  if (!files.has('/index.html')) {
    throw new PosespaceError('file', `studio: "${folder}" holds no built studio; run npm run build:studio`);
  }
  files.set('/', files.get('/index.html')!);
  // The page fetches the list of files to open; a static host serves an empty list instead.
  const opened = open.map(({ name }) => ({ name, url: `open/${encodeURIComponent(name)}` }));
  for (const { name, bytes } of open) files.set(`/open/${name}`, bytes);
  files.set('/open.json', new TextEncoder().encode(JSON.stringify({ files: opened })));
  const bodies: Bodies = new Map();
  const server = createServer((request, response) => void answer(request, response, files, bodies));
  if (port !== undefined) await listen(server, port);
  else await listen(server, STUDIO_PORT).catch(() => listen(server, 0));
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

/** Compressed files, by encoding and address: each is compressed once. */
type Bodies = Map<string, Promise<Uint8Array>>;

const ENCODERS = {
  br: (bytes: Uint8Array): Promise<Uint8Array> =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes: Uint8Array): Promise<Uint8Array> => promisify(gzip)(bytes),
} as const;

/** The best encoding that the browser takes; none for files that it does not pay for. */
function encodingFor(request: IncomingMessage, name: string): keyof typeof ENCODERS | undefined {
  if (!COMPRESSED.has(extname(name))) return undefined;
  const accepted = String(request.headers['accept-encoding'] ?? '').split(/\s*,\s*/);
  return (['br', 'gzip'] as const).find((one) => accepted.some((entry) => entry.split(';')[0] === one));
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  files: ReadonlyMap<string, string | Uint8Array>,
  bodies: Bodies,
): Promise<void> {
  const refuse = (status: number, reason: string) => {
    response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' });
    response.end(reason);
  };
  const head = request.method === 'HEAD';
  if (!LOOPBACK.test(request.headers.host ?? '')) {
    refuse(403, 'This server answers on loopback only.');
    return;
  }
  if (request.method !== 'GET' && !head) {
    refuse(405, 'This server only gives files.');
    return;
  }
  const url = safelyDecoded((request.url ?? '/').replace(/[?#].*$/, ''));
  const file = files.get(url);
  if (file === undefined) {
    refuse(404, 'There is no such file.');
    return;
  }
  const name = typeof file === 'string' ? file : url;
  const headers = {
    ...HEADERS,
    ...(WORKER.test(url) && WORKER_HEADERS),
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    // Names under assets/ change with their content.
    'cache-control': url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  try {
    const tag = typeof file === 'string' ? await versionOf(file) : undefined;
    if (tag && request.headers['if-none-match'] === tag) {
      response.writeHead(304, { ...headers, etag: tag }).end();
      return;
    }
    const bytes = typeof file === 'string' ? await readFile(file) : file;
    const encoding = bytes.length < WORTHWHILE ? undefined : encodingFor(request, name);
    const key = `${encoding} ${url}`;
    const encoded = encoding && (bodies.get(key) ?? ENCODERS[encoding](bytes));
    if (encoded) bodies.set(key, encoded);
    const body = (await encoded) ?? bytes;
    response.writeHead(200, {
      ...headers,
      'content-length': body.length,
      vary: 'accept-encoding',
      ...(tag && { etag: tag }),
      ...(encoding && { 'content-encoding': encoding }),
    });
    response.end(head ? undefined : body);
  } catch {
    refuse(404, 'The file cannot be read.');
  }
}

/** Changes with the file, so that a browser need not load again what it has. */
async function versionOf(file: string): Promise<string> {
  const { size, mtimeMs } = await stat(file);
  return `W/"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
}

function safelyDecoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
