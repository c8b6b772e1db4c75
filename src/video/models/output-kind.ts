/**
 * @file What bytes are, by their structure and not by what a server says: MP4, WebM, GIF, PNG or GLB, whole or broken
 * off. Walks the outermost boxes only; the pictures are decoded where they are used.
 */

/** Kinds of files that a model's video may be, and a mesh. */
export type OutputKind = 'video/mp4' | 'video/webm' | 'image/gif' | 'image/png' | 'model/gltf-binary';

/** What was found. */
export interface FoundOutputKind {
  readonly kind?: OutputKind;
  /** What is wrong with the bytes; absent where they are whole. */
  readonly fault?: string;
}

/** The kind of a video's bytes, and whether they are whole. */
export function findOutputKind(bytes: Uint8Array): FoundOutputKind {
  if (bytes.length === 0) return { fault: 'it is empty' };
  const starts = (...values: number[]) => values.every((value, i) => bytes[i] === value);
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return checkPng(bytes);
  if (starts(0x47, 0x49, 0x46, 0x38)) {
    return { kind: 'image/gif', ...(bytes[bytes.length - 1] !== 0x3b && { fault: 'the GIF breaks off' }) };
  }
  if (starts(0x1a, 0x45, 0xdf, 0xa3)) return { kind: 'video/webm', ...checkWebm(bytes) };
  if (bytes.length >= 12 && nameAt(bytes, 4) === 'ftyp') return { kind: 'video/mp4', ...checkMp4(bytes) };
  if (starts(0x67, 0x6c, 0x54, 0x46)) return checkGlb(bytes);
  const text = String.fromCharCode(...bytes.subarray(0, 24)).replace(/[^\x20-\x7e]/g, '.');
  return { fault: `it is no MP4, WebM, GIF, PNG or GLB, it begins with "${text}"` };
}

const nameAt = (bytes: Uint8Array, offset: number): string =>
  String.fromCharCode(...bytes.subarray(offset, offset + 4));

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

function checkPng(bytes: Uint8Array): FoundOutputKind {
  const end = nameAt(bytes, bytes.length - 8) === 'IEND';
  return { kind: 'image/png', ...(!end && { fault: 'the PNG breaks off' }) };
}

/** The header says how long the file is. */
function checkGlb(bytes: Uint8Array): FoundOutputKind {
  const whole = bytes.length >= 20 && viewOf(bytes).getUint32(8, true) === bytes.length;
  return { kind: 'model/gltf-binary', ...(!whole && { fault: 'the GLB breaks off' }) };
}

/** Boxes must fill the file; pictures and their index must be there. */
function checkMp4(bytes: Uint8Array): { fault?: string } {
  const view = viewOf(bytes);
  const names: string[] = [];
  for (let offset = 0; offset < bytes.length; ) {
    if (offset + 8 > bytes.length) return { fault: 'the MP4 breaks off' };
    const short = view.getUint32(offset);
    const name = nameAt(bytes, offset + 4);
    if (short === 1 && offset + 16 > bytes.length) return { fault: 'the MP4 breaks off' };
    const size =
      short === 1 ? Number(view.getBigUint64(offset + 8)) : short === 0 ? bytes.length - offset : short;
    if (size < 8) return { fault: `the MP4 has a box of ${size} bytes` };
    if (offset + size > bytes.length) return { fault: `the MP4 breaks off in its box "${name}"` };
    names.push(name);
    offset += size;
  }
  const missing = ['moov', 'mdat'].find((name) => !names.includes(name) && !names.includes('moof'));
  return missing ? { fault: `the MP4 has no box "${missing}"` } : {};
}

/** The segment's length is known in most files; a live one has none. */
function checkWebm(bytes: Uint8Array): { fault?: string } {
  const header = readVint(bytes, 4);
  const segment = header && 4 + header.width + header.value;
  if (segment === undefined || segment + 5 > bytes.length) return { fault: 'the WebM breaks off' };
  const size = readVint(bytes, segment + 4);
  if (!size || size.unknown) return {};
  const whole = segment + 4 + size.width + size.value <= bytes.length;
  return whole ? {} : { fault: 'the WebM breaks off' };
}

/** A number of EBML: the leading zeros of its first byte are its width. */
function readVint(bytes: Uint8Array, offset: number) {
  const width = Math.clz32(bytes[offset]) - 23;
  if (!(width >= 1 && width <= 8) || offset + width > bytes.length) return undefined;
  let value = bytes[offset] & ((1 << (8 - width)) - 1);
  let unknown = value === (1 << (8 - width)) - 1;
  for (let i = 1; i < width; i++) {
    value = value * 256 + bytes[offset + i];
    unknown &&= bytes[offset + i] === 255;
  }
  return { width, value, unknown };
}
