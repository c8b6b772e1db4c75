/**
 * @file Where inputs and results lie: a folder, a shared folder or S3-compatible object storage behind one interface. What is
 * written is there whole or not at all.
 */

import { PosespaceError } from '../base/errors.js';
import { openFolderStorage } from './folder-storage.js';
import { openS3Storage } from './s3-storage.js';
import { blobKey, hashBytes } from './step-record.js';
import type { Storage } from './storage-record.js';

/** Opens a folder, or `s3://bucket/prefix`. */
export async function openStorage(address: string, env: NodeJS.ProcessEnv = process.env): Promise<Storage> {
  if (/^s3:\/\//.test(address)) return openS3Storage(address, env);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(address)) {
    throw new PosespaceError('bad-usage', `batch: storage is a folder or s3://bucket/prefix, got ${address}`);
  }
  return openFolderStorage(address);
}

/** Stores bytes under their hash; what is there already is left alone. */
export async function storeBlob(storage: Storage, bytes: Uint8Array): Promise<string> {
  const sha256 = hashBytes(bytes);
  const key = blobKey(sha256);
  if (!(await storage.has(key))) await storage.write(key, bytes);
  return sha256;
}

/** The bytes of a hash; throws where they are missing or are not what their name says. */
export async function readBlob(storage: Storage, sha256: string): Promise<Uint8Array> {
  const bytes = await storage.read(blobKey(sha256));
  if (bytes && hashBytes(bytes) === sha256) return bytes;
  throw new PosespaceError(
    'file',
    `batch: ${storage.address} ${bytes ? 'holds other bytes than' : 'has no'} ${blobKey(sha256)}; submit the file again`,
  );
}

export async function readJson<Value>(storage: Storage, key: string): Promise<Value | undefined> {
  const bytes = await storage.read(key);
  if (!bytes) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Value;
  } catch {
    throw new PosespaceError('file', `batch: ${key} in ${storage.address} is not JSON; delete it`);
  }
}

export const writeJson = (storage: Storage, key: string, value: object): Promise<void> =>
  storage.write(key, new TextEncoder().encode(`${JSON.stringify(value)}\n`));
