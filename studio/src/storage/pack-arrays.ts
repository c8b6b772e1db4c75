/**
 * @file Takes large buffers out of a value, so that each is stored by tasks of its own: the database copies what it is
 * given in one task, a fifth of a second of it for a million triangles. Objects that are shared stay shared, because a
 * model knows its unchanged parts by identity.
 */

/** Size from which a buffer is stored apart, bytes. */
export const APART_BYTES = 4 * 1024 * 1024;

const ARRAYS = {
  Float32Array,
  Float64Array,
  Int16Array,
  Int32Array,
  Uint8Array,
  Uint16Array,
  Uint32Array,
} as const;

/** Stands for an array whose buffer is stored apart. */
interface ArrayPlace {
  readonly arrayOf: keyof typeof ARRAYS;
  /** Index of its buffer. */
  readonly buffer: number;
  readonly byteOffset: number;
  readonly length: number;
}

export interface PackedArrays {
  readonly value: unknown;
  readonly buffers: readonly ArrayBuffer[];
}

export function packArrays(value: unknown): PackedArrays {
  const buffers: ArrayBuffer[] = [];
  const pack = (object: object): object | undefined => {
    if (!ArrayBuffer.isView(object)) return undefined;
    const arrayOf = object.constructor.name as ArrayPlace['arrayOf'];
    const { buffer, byteOffset, byteLength } = object;
    if (!(buffer instanceof ArrayBuffer && buffer.byteLength >= APART_BYTES && arrayOf in ARRAYS))
      return object;
    if (!buffers.includes(buffer)) buffers.push(buffer);
    const length = byteLength / ARRAYS[arrayOf].BYTES_PER_ELEMENT;
    return { arrayOf, buffer: buffers.indexOf(buffer), byteOffset, length } satisfies ArrayPlace;
  };
  return { value: mapObjects(value, pack, new Map()), buffers };
}

/** The value again; throws where it needs a buffer that is not there. */
export function unpackArrays({ value, buffers }: PackedArrays): unknown {
  const unpack = (object: object): object | undefined => {
    if (!('arrayOf' in object)) return undefined;
    const { arrayOf, buffer, byteOffset, length } = object as ArrayPlace;
    if (!buffers[buffer]) throw new Error(`the stored session has no buffer ${buffer}`);
    return new ARRAYS[arrayOf](buffers[buffer], byteOffset, length);
  };
  return mapObjects(value, unpack, new Map());
}

/** A copy of plain objects and lists, in which `replace` may give another object; one object becomes one object. */
function mapObjects(
  value: unknown,
  replace: (object: object) => object | undefined,
  known: Map<object, unknown>,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (known.has(value)) return known.get(value);
  const replaced = replace(value);
  if (replaced) {
    known.set(value, replaced);
    return replaced;
  }
  const copy = (part: unknown): unknown => mapObjects(part, replace, known);
  let mapped: unknown = value;
  if (Array.isArray(value)) mapped = value.map(copy);
  else if (Object.getPrototypeOf(value) === Object.prototype) {
    mapped = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copy(part)]));
  }
  known.set(value, mapped);
  return mapped;
}
