/**
 * @file The browser's IndexedDB with promises. Three stores, keyed by session id: the model as opened, the document,
 * and a summary for the list. A database of another version is recreated.
 */

const NAME = 'posespace';
const VERSION = 2;

export const STORES = ['bases', 'documents', 'summaries'] as const;
export type StoreName = (typeof STORES)[number];

let opened: Promise<IDBDatabase> | undefined;

function openDatabase(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      for (const name of [...request.result.objectStoreNames]) request.result.deleteObjectStore(name);
      for (const name of STORES) request.result.createObjectStore(name);
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
  return done(database.transaction(store).objectStore(store).get(key));
}

export async function readAllStored(store: StoreName): Promise<unknown[]> {
  const database = await openDatabase();
  return done(database.transaction(store).objectStore(store).getAll());
}

/** Writes values together: all or none. */
export async function writeStored(key: string, values: Partial<Record<StoreName, unknown>>): Promise<void> {
  const database = await openDatabase();
  const names = STORES.filter((name) => values[name] !== undefined);
  const transaction = database.transaction(names, 'readwrite');
  for (const name of names) transaction.objectStore(name).put(values[name], key);
  await finished(transaction);
}

/** Deletes a session. */
export async function deleteStored(key: string): Promise<void> {
  const database = await openDatabase();
  const transaction = database.transaction(STORES, 'readwrite');
  for (const name of STORES) transaction.objectStore(name).delete(key);
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
