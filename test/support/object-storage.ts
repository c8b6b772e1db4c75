/**
 * @file A server on loopback that speaks as much of S3 as the storage uses, and checks signatures as a real one does: it signs the
 * request again with the same secret, by the published steps of Signature Version 4, and compares.
 */

import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ObjectStorage {
  /** The environment that names it. */
  readonly env: Readonly<Record<string, string>>;
  readonly objects: ReadonlyMap<string, Buffer>;
  /** Answers so many requests with 503 before the next that works. */
  failNext(count: number): void;
  close(): Promise<void>;
}

const SECRET = 'a secret of the tests';

export async function serveObjectStorage(): Promise<ObjectStorage> {
  const objects = new Map<string, Buffer>();
  let failures = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const url = new URL(request.url!, 'http://127.0.0.1');
    const end = (status: number, content: string | Buffer = '') => {
      response.writeHead(status);
      response.end(request.method === 'HEAD' ? undefined : content);
    };
    if (failures > 0) {
      failures--;
      return end(503);
    }
    if (!isSigned(request, url))
      return end(403, '<Error><Message>the signature does not match</Message></Error>');
    const key = decodeURIComponent(url.pathname.slice('/bucket/'.length));
    if (url.searchParams.has('list-type')) return end(200, list(objects, url.searchParams));
    if (request.method === 'PUT') objects.set(key, body);
    else if (request.method === 'DELETE') objects.delete(key);
    else if (!objects.has(key)) return end(404);
    else return end(200, objects.get(key)!);
    end(200);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    env: {
      AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      AWS_ACCESS_KEY_ID: 'tests',
      AWS_SECRET_ACCESS_KEY: SECRET,
      AWS_REGION: 'eu-north-1',
    },
    objects,
    failNext: (count) => {
      failures = count;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Pages of two keys, so that the client has to ask again. */
function list(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .sort()
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after);
  const page = keys.slice(0, 2);
  const next = keys.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : '';
  const rows = page.map((key) => `<Contents><Key>${key.replaceAll('&', '&amp;')}</Key></Contents>`);
  return `<ListBucketResult>${rows.join('')}${next}</ListBucketResult>`;
}

function isSigned({ method, headers }: IncomingMessage, url: URL): boolean {
  const parts = /Credential=tests\/(.+?), SignedHeaders=(.+?), Signature=(\w+)/.exec(
    headers.authorization ?? '',
  );
  if (!parts) return false;
  const [, scope, names, signature] = parts;
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
  const path = url.pathname
    .split('/')
    .map((part) => encode(decodeURIComponent(part)))
    .join('/');
  const signed = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const payload = String(headers['x-amz-content-sha256']);
  const canonical = [method, path, query.join('&'), signed.join(''), names, payload].join('\n');
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, hash].join('\n');
  const key = scope
    .split('/')
    .reduce<string | Buffer>(
      (last, part) => createHmac('sha256', last).update(part).digest(),
      `AWS4${SECRET}`,
    );
  return createHmac('sha256', key).update(text).digest('hex') === signature;
}

const encode = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
