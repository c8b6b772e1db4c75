/**
 * @file S3-compatible object storage: `s3://bucket/prefix`, with the usual variables AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
 * AWS_SESSION_TOKEN, AWS_REGION, and AWS_ENDPOINT_URL for servers that are not Amazon's (path-style addresses). An object is
 * there when its upload is complete, so a write is whole or not at all. Requests are signed and tried again by aws4fetch.
 */

import { PosespaceError } from '../base/errors.js';
import { AwsClient } from './s3-client.js';
import type { Storage } from './storage-record.js';

/** Tries after the first, with growing pauses from 50 ms. */
const RETRIES = 5;
/** Milliseconds that one request may take. */
const TIMEOUT = 120_000;

export async function openS3Storage(address: string, env: NodeJS.ProcessEnv): Promise<Storage> {
  const { bucket, prefix } = parseAddress(address);
  const client = openClient(env);
  const base = env.AWS_ENDPOINT_URL
    ? `${env.AWS_ENDPOINT_URL.replace(/\/+$/, '')}/${bucket}`
    : `https://${bucket}.s3.${env.AWS_REGION ?? 'us-east-1'}.amazonaws.com`;
  const urlOf = (key: string) => `${base}/${encodePath(prefix + key)}`;

  const ask = async (method: string, url: string, body?: Uint8Array, missing = false): Promise<Response> => {
    const signal = AbortSignal.timeout(TIMEOUT);
    const response = await client
      .fetch(url, { method, signal, ...(body && { body: body as BodyInit }) })
      .catch((error: Error) => {
        throw failure(method, url, error.message);
      });
    if (response.ok || (missing && response.status === 404)) return response;
    // The body of a refusal says which rule was broken; nothing in it is ours to keep secret.
    const [, reason] = /<Message>([^<]{1,200})/.exec(await response.text().catch(() => '')) ?? [];
    throw failure(method, url, `${response.status} ${reason ?? response.statusText}`);
  };

  return {
    address,
    has: async (key) => (await ask('HEAD', urlOf(key), undefined, true)).ok,
    async read(key) {
      const response = await ask('GET', urlOf(key), undefined, true);
      return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
    },
    async write(key, bytes) {
      await ask('PUT', urlOf(key), bytes);
    },
    async delete(key) {
      await ask('DELETE', urlOf(key), undefined, true);
    },
    async list(start) {
      const keys: string[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: prefix + start });
        if (next !== undefined) query.set('continuation-token', next);
        const xml = await (await ask('GET', `${base}/?${query}`)).text();
        for (const [, key] of xml.matchAll(/<Key>([^<]*)<\/Key>/g))
          keys.push(decodeXml(key).slice(prefix.length));
        next = /<NextContinuationToken>([^<]*)</.exec(xml)?.[1];
      } while (next !== undefined);
      return keys.sort();
    },
  };
}

function parseAddress(address: string): { readonly bucket: string; readonly prefix: string } {
  const [, bucket, rest = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,62})(?:\/(.*))?$/.exec(address) ?? [];
  if (bucket === undefined) {
    throw new PosespaceError('bad-usage', `batch: storage is s3://bucket/prefix, got ${address}`);
  }
  const prefix = rest.replace(/^\/+|\/+$/g, '');
  return { bucket, prefix: prefix === '' ? '' : `${prefix}/` };
}

function openClient(env: NodeJS.ProcessEnv): AwsClient {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw new PosespaceError(
      'bad-usage',
      'batch: S3 storage needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment',
    );
  }
  const sessionToken = env.AWS_SESSION_TOKEN;
  const region = env.AWS_REGION ?? 'us-east-1';
  return new AwsClient({
    accessKeyId,
    secretAccessKey,
    sessionToken,
    region,
    service: 's3',
    retries: RETRIES,
  });
}

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const decodeXml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => XML[name]);
const XML: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const failure = (method: string, url: string, reason: string): PosespaceError =>
  new PosespaceError('file', `batch: storage: ${method} ${url.replace(/\?.*/, '')} failed: ${reason}`);
