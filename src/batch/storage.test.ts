import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ObjectStorage, serveObjectStorage } from '../../test/support/object-storage.js';
import { withScratch } from '../io/node-scratch.js';
import { blobKey, canonicalJson, hashBytes, keyOfStep, type Step } from './step-record.js';
import { openStorage, readBlob, readJson, storeBlob, writeJson } from './storage.js';

let folder: string;
let server: ObjectStorage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posespace-storage-'));
  server = await serveObjectStorage();
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await server.close();
});
const open = {
  'a folder': () => openStorage(join(folder, 'store')),
  S3: () => openStorage('s3://bucket/some prefix', server.env),
};

describe.each(Object.entries(open))('storage in %s', (_, openOne) => {
  it('keeps what is written, whole, and lists it', async () => {
    const storage = await openOne();
    expect(await storage.has('runs/a.json')).toBe(false);
    expect(await storage.read('runs/a.json')).toBeUndefined();
    for (const name of ['a', 'b & c', 'd', 'e']) await writeJson(storage, `runs/${name}.json`, { name });
    expect(await storage.has('runs/a.json')).toBe(true);
    expect(await readJson(storage, 'runs/b & c.json')).toEqual({ name: 'b & c' });
    await storage.delete('runs/d.json');
    expect(await storage.list('runs/')).toEqual(['runs/a.json', 'runs/b & c.json', 'runs/e.json']);
    expect(await storage.list('nothing/')).toEqual([]);
  });

  it('stores bytes once under their hash, and notices others', async () => {
    const storage = await openOne();
    const bytes = Uint8Array.of(1, 2, 3);
    const sha256 = await storeBlob(storage, bytes);
    expect(await storeBlob(storage, bytes)).toBe(sha256);
    expect([...(await readBlob(storage, sha256))]).toEqual([1, 2, 3]);
    await storage.write(blobKey(sha256), Uint8Array.of(9));
    await expect(readBlob(storage, sha256)).rejects.toThrow(
      /holds other bytes than sha256.*submit the file again/,
    );
    await expect(readBlob(storage, hashBytes(Uint8Array.of(7)))).rejects.toThrow(/has no sha256/);
  });
});

it('a folder shows nothing that is half written', async () => {
  const storage = await openStorage(join(folder, 'store'));
  await withScratch(join(folder, 'store/runs'), async (scratch) => {
    await writeFile(join(scratch, 'z.json'), 'half');
    expect((await storage.list('runs/')).filter((key) => key.includes('z.json'))).toEqual([]);
  });
  await writeFile(join(folder, 'a-file'), '');
  await expect(openStorage(join(folder, 'a-file/sub'))).rejects.toThrow(/storage cannot use/);
  expect((await readdir(join(folder, 'store/sha256'))).length).toBe(1);
});

it('S3: tries again, signs, and says what was refused', async () => {
  const storage = await openStorage('s3://bucket', server.env);
  server.failNext(2);
  await storage.write('again', Uint8Array.of(1));
  expect(server.objects.has('again')).toBe(true);
  const wrong = await openStorage('s3://bucket', { ...server.env, AWS_SECRET_ACCESS_KEY: 'wrong' });
  await expect(wrong.read('again')).rejects.toThrow(
    /GET http.*\/bucket\/again failed: 403 the signature does not/,
  );
  await expect(openStorage('s3://bucket', {})).rejects.toThrow(/needs AWS_ACCESS_KEY_ID/);
  await expect(openStorage('s3://Bad_Bucket', server.env)).rejects.toThrow(
    /storage is s3:\/\/bucket\/prefix/,
  );
  await expect(openStorage('ftp://x')).rejects.toThrow(/a folder or s3/);
});

it('the key of a step depends on what its result depends on, and on nothing else', () => {
  const files = [{ name: 'input/a.obj', sha256: 'aa', bytes: 1, path: '/x/a.obj' }];
  const step: Step = {
    command: 'rig',
    version: '1',
    operands: [],
    flags: { detail: 'low', joints: 9 },
    files,
  };
  const key = keyOfStep(step);
  expect(keyOfStep({ ...step, flags: { joints: 9, detail: 'low' } })).toBe(key);
  expect(keyOfStep({ ...step, files: [{ ...files[0], path: '/y/a.obj' }] })).toBe(key);
  const others: Partial<Step>[] = [
    { command: 'render' },
    { version: '2' },
    { flags: { joints: 8, detail: 'low' } },
    { files: [{ ...files[0], sha256: 'ab' }] },
    { files: [{ ...files[0], name: 'input/b.obj' }] },
  ];
  const keys = others.map((other) => keyOfStep({ ...step, ...other }));
  expect(new Set([key, ...keys]).size).toBe(6);
  expect(canonicalJson({ b: [1, { d: undefined, c: null }], a: 'x' })).toBe('{"a":"x","b":[1,{"c":null}]}');
});
