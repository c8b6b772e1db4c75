/**
 * @file Writing what changed and not what did not. A model tells what was changed by identity: a record that is the
 * very object of its file is not written anew. So a stored document names the objects it shares with its base by where
 * they are in it, and gets the very same ones back when it is read.
 */

/** Stands for an object of the base. */
export interface SharedRecord {
  readonly sharedRecord: string;
}

/** Objects of a base by the path that leads to them, as deep as files. */
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

/** A value with names in place of what it shares. */
export function shareRecords(value: unknown, names: ReadonlyMap<object, string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const name = names.get(value);
  if (name !== undefined) return { sharedRecord: name } satisfies SharedRecord;
  if (Array.isArray(value)) return value.map((part) => shareRecords(part, names));
  // Arrays of numbers, maps and the like are stored as they are.
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shareRecords(part, names)]));
}

/** The value again, with the objects of the base in it. Throws where it names one that is not there. */
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
      throw new Error(`there is no "${path}" in what is stored`);
    record = (record as Record<string, unknown>)[key];
  }
  return record;
}
