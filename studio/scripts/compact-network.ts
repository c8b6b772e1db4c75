/**
 * @file Makes a network small to send. Its weights are half floats of eleven significant bits, of which brotli can save a
 * tenth. Here they are rounded to six, which changes less than the error of usual 8-bit weights (`docs/decisions.md` has
 * the figures), and the bytes are split into two planes, high bytes first, since neighbours are alike there.
 */

import { createHash } from 'node:crypto';

interface Card {
  readonly files: Readonly<Record<string, { readonly path: string }>>;
}

/** The files of a model in their small form, with a card that describes what `joinPlanes` gives. */
export function compactModel(
  card: Card,
  networks: ReadonlyMap<string, Uint8Array>,
): ReadonlyMap<string, Uint8Array> {
  const compact = new Map<string, Uint8Array>();
  const described: Record<string, object> = {};
  for (const [name, file] of Object.entries(card.files)) {
    const rounded = roundWeights(networks.get(file.path)!);
    const path = file.path.replace(/\.onnx$/, '.planes');
    const sha256 = createHash('sha256').update(rounded).digest('hex');
    described[name] = { path, bytes: rounded.length, sha256 };
    compact.set(path, splitPlanes(rounded));
  }
  const text = JSON.stringify({ ...card, files: described });
  return compact.set('card.json', new TextEncoder().encode(text));
}

/** Significant bits that are kept, of eleven; the first is implied. */
const KEPT_BITS = 6;
const DROPPED = 11 - KEPT_BITS;

/** Field numbers of ONNX's records, from onnx.proto. */
const GRAPH = 7;
const INITIALIZER = 5;
const DATA_TYPE = 2;
const RAW_DATA = 9;
const FLOAT16 = 10;

/** The network with rounded weights, of the same length. */
export function roundWeights(onnx: Uint8Array): Uint8Array {
  const rounded = new Uint8Array(onnx);
  for (const graph of fields(rounded).filter(({ number }) => number === GRAPH)) {
    for (const tensor of fields(graph.bytes).filter(({ number }) => number === INITIALIZER)) {
      const parts = fields(tensor.bytes);
      const type = parts.find(({ number }) => number === DATA_TYPE)?.value;
      const data = parts.find(({ number }) => number === RAW_DATA)?.bytes;
      if (type === FLOAT16 && data) roundHalves(data);
    }
  }
  return rounded;
}

/** Rounds half floats to the nearest value of six bits, ties to even. The largest ones stay finite. */
function roundHalves(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let o = 0; o + 1 < bytes.length; o += 2) {
    const half = view.getUint16(o, true);
    const up = half + (1 << (DROPPED - 1)) - 1 + ((half >> DROPPED) & 1);
    const near = (up >> DROPPED) << DROPPED;
    const overflows = (near & 0x7c00) === 0x7c00;
    view.setUint16(o, overflows ? (half >> DROPPED) << DROPPED : near, true);
  }
}

/** High bytes of all pairs, then low bytes, then a last one that has no partner. `joinPlanes` of the page undoes it. */
export function splitPlanes(bytes: Uint8Array): Uint8Array {
  const count = bytes.length >> 1;
  const planes = new Uint8Array(bytes);
  for (let i = 0; i < count; i++) {
    planes[i] = bytes[2 * i + 1];
    planes[count + i] = bytes[2 * i];
  }
  return planes;
}

interface Field {
  readonly number: number;
  /** Of a varint. */
  readonly value: number;
  /** Of a record, a view of the whole. */
  readonly bytes: Uint8Array;
}

const NONE = new Uint8Array(0);

/** The fields of a protobuf record. */
function fields(record: Uint8Array): Field[] {
  const found: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = record[at++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  };
  while (at < record.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const kind = tag % 8;
    if (kind === 0) found.push({ number, value: varint(), bytes: NONE });
    else {
      const length = kind === 1 ? 8 : kind === 5 ? 4 : varint();
      found.push({ number, value: 0, bytes: record.subarray(at, at + length) });
      at += length;
    }
  }
  return found;
}
