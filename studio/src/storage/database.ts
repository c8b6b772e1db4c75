/**
 * @file The browser's IndexedDB with promises. Three stores, keyed by session id: the model as opened, the document,
 * and a summary for the list; and one of their large buffers in pieces. A database of another version is recreated.
 */

import { packArrays, unpackArrays } from './pack-arrays.js';

const NAME = 'posespace';
const VERSION = 3;

const STORES = ['bases', 'documents', 'summaries'] as const;
export type StoreName = (typeof STORES)[number];

/** Pieces of buffers, by store, session, buffer and place. */
const PIECES = 'pieces';
/** Size of a piece: it is copied in one task. */
const PIECE_BYTES = 4 * 1024 * 1024;

interface StoredValue {
  readonly value: unknown;
  /** Length of each buffer that is stored in pieces, bytes. */
  readonly lengths: readonly number[];
}

let opened: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const name of [...request.result.objectStoreNames]) request.result.deleteObjectStore(name);
      for (const name of [...STORES, PIECES]) request.result.createObjectStore(name);
    };
    request.onsuccess = () => {
      // A newer studio in another tab may upgrade it; this tab then stops saving.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('the storage is in use by another tab'));
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Reads one value; undefined where there is none. */
export async function readStored(store: StoreName, key: string): Promise<unknown> {
  const database = await openDatabase();
  const transaction = database.transaction([store, PIECES]);
  const stored: StoredValue | undefined = await done(transaction.objectStore(store).get(key));
  if (!stored) return undefined;
  const buffers: ArrayBuffer[] = [];
  for (const [buffer, length] of stored.lengths.entries()) {
    const bytes = new Uint8Array(length);
    for (let at = 0; at < length; at += PIECE_BYTES) {
      const piece = await done(transaction.objectStore(PIECES).get([store, key, buffer, at]));
      bytes.set(new Uint8Array(piece), at);
    }
    buffers.push(bytes.buffer);
  }
  return unpackArrays({ value: stored.value, buffers });
}

/** All values of a store, without large buffers. */
export async function readAllStored(store: StoreName): Promise<unknown[]> {
  const database = await openDatabase();
  const stored: StoredValue[] = await done(database.transaction(store).objectStore(store).getAll());
  return stored.map(({ value }) => value);
}

/** Writes values together: all or none. */
export async function writeStored(key: string, values: Partial<Record<StoreName, unknown>>): Promise<void> {
  const database = await openDatabase();
  const names = STORES.filter((name) => values[name] !== undefined);
  const transaction = database.transaction([...names, PIECES], 'readwrite');
  const [put, end] = await Promise.allSettled([
    putValues(transaction, names, key, values),
    finished(transaction),
  ]);
  // The transaction knows more: that the storage is full, for one.
  if (end.status === 'rejected') throw end.reason ?? (put as PromiseRejectedResult).reason;
}

/** Puts values one after another, each piece in a task of its own, so that a large model never holds up the page. */
async function putValues(
  transaction: IDBTransaction,
  names: readonly StoreName[],
  key: string,
  values: Partial<Record<StoreName, unknown>>,
): Promise<void> {
  const pieces = transaction.objectStore(PIECES);
  let isWhole = false;
  try {
    for (const name of names) {
      const { value, buffers } = packArrays(values[name]);
      const lengths = buffers.map(({ byteLength }) => byteLength);
      await done(pieces.delete(piecesOf(name, key)));
      await done(transaction.objectStore(name).put({ value, lengths } satisfies StoredValue, key));
      for (const [buffer, bytes] of buffers.entries()) {
        for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES)
          await done(pieces.put(bytes.slice(at, at + PIECE_BYTES), [name, key, buffer, at]));
      }
    }
    isWhole = true;
  } finally {
    // Half of a session is none.
    if (!isWhole && transaction.error === null) transaction.abort();
  }
}

const piecesOf = (store: StoreName, key: string): IDBKeyRange =>
  IDBKeyRange.bound([store, key], [store, key, []]);

/** Deletes a session. */
export async function deleteStored(key: string): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction([...STORES, PIECES], 'readwrite');
  for (const name of STORES) {
    transaction.objectStore(name).delete(key);
    transaction.objectStore(PIECES).delete(piecesOf(name, key));
  }
  await finished(transaction);
}

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const finished = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
