/**
 * @file Text files in UTF-16, which some exporters on Windows write, as UTF-8; every other file is returned as it is. A
 * byte order mark decides, else zeros in every second of the first bytes: text in UTF-8 has none.
 */

const SAMPLE_BYTES = 64;

/** The same text in UTF-8, without a byte order mark. */
export function toUtf8(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3);
  const encoding = findUtf16(bytes);
  return encoding ? new TextEncoder().encode(new TextDecoder(encoding).decode(bytes)) : bytes;
}

function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  if (sample.length < SAMPLE_BYTES) return undefined;
  const zeros = [0, 0];
  sample.forEach((byte, i) => {
    if (byte === 0) zeros[i & 1]++;
  });
  if (zeros[0] === 0 && zeros[1] === SAMPLE_BYTES / 2) return 'utf-16le';
  if (zeros[1] === 0 && zeros[0] === SAMPLE_BYTES / 2) return 'utf-16be';
  return undefined;
}
