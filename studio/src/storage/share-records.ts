/**
 * @file Stores what changed. A model knows its unchanged parts by identity: a record that is the same object as in
 * its file is not written again. So a stored document refers to objects that it shares with its base by path, and
 * gets the same objects back when it is read.
 */

/** A reference to an object of the base. */
export interface SharedRecord {
  readonly sharedRecord: string;
}

/** Paths of the objects of a base, down to a depth. */
export function nameRecords(base: object, depth: number): Map<object, string> {
  const names = new Map<object, string>();
  const visit = (value: unknown, path: string, left: number): void => {
    if (typeof value !== 'object' || value === null || names.has(value)) return;
    names.set(value, path);
    if (left === 0 || ArrayBuffer.isView(value)) return;
    for (const [key, part] of Object.entries(value)) visit(part, path ? `${path}/${key}` : key, left - 1);
  };
  for (const [key, part] of Object.entries(base)) visit(part, key, depth - 1);
  return names;
}

/** A value with references in place of shared objects. */
export function shareRecords(value: unknown, names: ReadonlyMap<object, string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = names.get(value);
  if (name !== undefined) return { sharedRecord: name } satisfies SharedRecord;
  if (Array.isArray(value)) return value.map((part) => shareRecords(part, names));
  // Typed arrays, maps and the like are stored unchanged.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shareRecords(part, names)]));
}

/** The value with the objects of the base. Throws where a reference does not exist. */
export function unshareRecords(value: unknown, base: object): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((part) => unshareRecords(part, base));
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  if ('sharedRecord' in value) return recordAt(base, String(value.sharedRecord));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, unshareRecords(part, base)]));
}

function recordAt(base: object, path: string): unknown {
  let record: unknown = base;
  for (const key of path.split('/')) {
    if (typeof record !== 'object' || record === null || !Object.hasOwn(record, key))
      throw new Error(`the stored session has no "${path}"`);
    record = (record as Record<string, unknown>)[key];
  }
  return record;
}
