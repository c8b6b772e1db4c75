/**
 * @file Writes tensors in the safetensors format: eight bytes with the length of a header (little-endian), the header
 * in JSON (name → dtype, shape, begin and end of its bytes after the header), then the bytes, one tensor behind the
 * other without gaps. The header is filled up with spaces so that the tensors begin at a multiple of eight.
 *
 * Facts from the format's description (huggingface/safetensors, "Format").
 */

import { PosespaceError } from '../../src/base/errors.js';

export type TensorType = 'F32' | 'F16' | 'I32' | 'I16' | 'I8' | 'U8';

export interface StoredTensor {
  readonly type: TensorType;
  readonly shape: readonly number[];
  /** Numbers in row order; halves as their bits. */
  readonly data: Float32Array | Int32Array | Uint16Array | Int16Array | Int8Array | Uint8Array;
}

const BYTES: Readonly<Record<TensorType, number>> = { F32: 4, F16: 2, I32: 4, I16: 2, I8: 1, U8: 1 };

/** The bytes of a safetensors file. `metadata` holds words for readers. */
export function encodeSafetensors(
  tensors: Readonly<Record<string, StoredTensor>>,
  metadata: Readonly<Record<string, string>> = {},
): Uint8Array {
  // Wide numbers first, so that every tensor lies at a multiple of the width of its numbers.
  const entries = Object.entries(tensors).sort(([, a], [, b]) => BYTES[b.type] - BYTES[a.type]);
  const header: Record<string, unknown> = Object.keys(metadata).length > 0 ? { __metadata__: metadata } : {};
  let length = 0;
  for (const [name, { type, shape, data }] of entries) {
    const count = shape.reduce((product, size) => product * size, 1);
    if (count !== data.length || data.BYTES_PER_ELEMENT !== BYTES[type]) {
      throw new PosespaceError(
        'bad-usage',
        `dataset/encodeSafetensors: "${name}" of shape [${shape}] has ${data.length} numbers of ` +
          `${data.BYTES_PER_ELEMENT} bytes; give ${count} of ${BYTES[type]}`,
      );
    }
    header[name] = { dtype: type, shape, data_offsets: [length, length + data.byteLength] };
    length += data.byteLength;
  }
  const words = new TextEncoder().encode(JSON.stringify(header));
  const start = 8 + Math.ceil(words.length / 8) * 8;
  const out = new Uint8Array(start + length).fill(0x20, 8, start);
  new DataView(out.buffer).setBigUint64(0, BigInt(start - 8), true);
  out.set(words, 8);
  let at = start;
  for (const [, { data }] of entries) {
    // Typed arrays lie in memory as the format wants them: little-endian on every platform that runs this.
    out.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength), at);
    at += data.byteLength;
  }
  return out;
}
