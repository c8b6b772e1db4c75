/** @file Servers on loopback that play the services of video models, with a clock that tests turn. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceTools } from '../../src/video/models/service-tools.js';

/** One request that a server got. */
export interface ServedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What a server answers: JSON, or whatever the function does. */
export type Answer = object | ((response: ServerResponse) => void);

export interface PlayedService {
  readonly url: string;
  readonly requests: ServedRequest[];
  /** Requests of a method and path. */
  count(method: string, path: RegExp): number;
  close(): Promise<void>;
}

/** A server that answers by a function; undefined is 404. */
export async function playService(
  answer: (request: ServedRequest, url: string) => Answer | undefined,
): Promise<PlayedService> {
  const requests: ServedRequest[] = [];
  let url = '';
  const server = createServer((message, response) => {
    const parts: Buffer[] = [];
    message.on('data', (part) => parts.push(part));
    message.on('end', () => {
      const body = Buffer.concat(parts).toString('latin1');
      const request = { method: message.method!, path: message.url!, headers: message.headers, body };
      requests.push(request);
      const given = answer(request, url);
      if (typeof given === 'function') return given(response);
      response.writeHead(given ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(given ?? { detail: 'not found' }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    requests,
    count: (method, path) => requests.filter((one) => one.method === method && path.test(one.path)).length,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** Answers with a status and a body. */
export const reply =
  (status: number, body: string | Uint8Array | object = '', headers: Record<string, string> = {}): Answer =>
  (response) => {
    const plain = typeof body === 'string' || body instanceof Uint8Array;
    response.writeHead(status, headers);
    response.end(plain ? body : JSON.stringify(body));
  };

/** Tools whose clock jumps ahead instead of waiting. */
export function fakeTools(environment: ServiceTools['environment'] = {}, more: Partial<ServiceTools> = {}) {
  let time = 1_000_000;
  const waits: number[] = [];
  const tools: ServiceTools = {
    fetch: globalThis.fetch,
    now: () => time,
    async sleep(milliseconds) {
      waits.push(milliseconds);
      time += milliseconds;
      // Lets sockets have their turn.
      await new Promise((resolve) => setImmediate(resolve));
    },
    environment,
    ...more,
  };
  return { tools, waits };
}

const box = (name: string, size: number): Buffer => {
  const bytes = Buffer.alloc(8 + size, 7);
  bytes.writeUInt32BE(8 + size, 0);
  bytes.write(name, 4, 'latin1');
  return bytes;
};

/** Bytes with the outer structure of an MP4 file. */
export const sketchMp4 = (size = 64): Uint8Array =>
  new Uint8Array(Buffer.concat([box('ftyp', 16), box('moov', 24), box('mdat', size)]));

/** Bytes with the outer structure of a GLB file, without a mesh. */
export function sketchGlb(): Uint8Array {
  const json = '{"asset":{"version":"2.0"}}'.padEnd(28);
  const bytes = Buffer.alloc(20 + json.length);
  bytes.write('glTF', 0, 'latin1');
  bytes.writeUInt32LE(2, 4);
  bytes.writeUInt32LE(bytes.length, 8);
  bytes.writeUInt32LE(json.length, 12);
  bytes.write('JSON', 16, 'latin1');
  bytes.write(json, 20, 'latin1');
  return new Uint8Array(bytes);
}
