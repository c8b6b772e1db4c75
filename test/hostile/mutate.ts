/**
 * @file Breaks files, by seed: bytes at random, numbers and lines of text, values anywhere in a JSON.
 */

import type { Rng } from '../../src/base/rng.js';
import { encodeGlb, splitGlb } from '../../src/io/gltf/container.js';
import type { Seed } from './seeds.js';

const HOSTILE_WORDS = [
  'nan',
  'inf',
  '-1',
  '0',
  '1e999',
  '-1e38',
  '4294967295',
  '99999999999999999999',
  '',
  '{',
  '}',
  '"',
  ':',
  ',',
  '-',
  '1e',
  '\0',
  '#',
  '*1000000000',
  '1/0/0',
  '//',
];
const HOSTILE_JSON: readonly unknown[] = [
  null,
  -1,
  0,
  1,
  1.5,
  255,
  65535,
  4294967295,
  1e20,
  1e308,
  '',
  'x',
  '../../x',
  'data:,',
  true,
  false,
  [],
  {},
  [-1],
  [0, 0, 0, 0],
  [1e38, 1e38, 1e38],
];
const HOSTILE_BYTES = [
  [0, 0, 0, 0],
  [0xff, 0xff, 0xff, 0xff],
  [0xff, 0xff, 0xff, 0x7f],
  [0, 0, 0, 0x80],
  [0, 0, 0xc0, 0x7f],
  [0, 0, 0x80, 0x7f],
  [0xff, 0xff, 0x7f, 0x7f],
  [1, 0, 0, 0],
];

const pick = <T>(rng: Rng, list: readonly T[]): T => list[rng.integer(list.length)];

/** A broken copy of a seed. */
export function mutate(seed: Seed, rng: Rng): Uint8Array {
  if (seed.kind === 'text') return mutateText(seed.bytes, rng);
  if (seed.kind === 'binary') return mutateBytes(seed.bytes, rng);
  if (seed.kind === 'gltf') {
    const json: unknown = JSON.parse(new TextDecoder().decode(seed.bytes));
    mutateJson(json, rng);
    return new TextEncoder().encode(JSON.stringify(json));
  }
  const { json, bin } = splitGlb(seed.bytes);
  const broken: typeof json = structuredClone(json);
  mutateJson(broken, rng);
  return encodeGlb({ json: broken, bin: bin ?? new Uint8Array(0) });
}

function mutateBytes(bytes: Uint8Array, rng: Rng): Uint8Array {
  const out = bytes.slice();
  for (let n = 1 + rng.integer(4); n > 0; n--) {
    const at = rng.integer(out.length);
    switch (rng.integer(5)) {
      case 0:
        out[at] ^= 1 << rng.integer(8);
        break;
      case 1:
        out[at] = rng.integer(256);
        break;
      case 2:
        out.set(pick(rng, HOSTILE_BYTES).slice(0, out.length - at), at);
        break;
      case 3:
        return out.subarray(0, at);
      default:
        out.copyWithin(at, rng.integer(out.length), out.length);
    }
  }
  return out;
}

function mutateText(bytes: Uint8Array, rng: Rng): Uint8Array {
  let text = new TextDecoder().decode(bytes);
  for (let n = 1 + rng.integer(3); n > 0; n--) {
    const lines = text.split('\n');
    const line = rng.integer(lines.length);
    switch (rng.integer(6)) {
      case 0:
        lines.splice(line, 1);
        break;
      case 1:
        lines.splice(line, 0, lines[rng.integer(lines.length)]);
        break;
      case 2:
        lines.length = line;
        break;
      case 3:
        return mutateBytes(new TextEncoder().encode(text), rng);
      default: {
        const words = lines[line].split(/([\s,]+)/);
        words[rng.integer(words.length)] = pick(rng, HOSTILE_WORDS);
        lines[line] = words.join('');
      }
    }
    text = lines.join('\n');
  }
  return new TextEncoder().encode(text);
}

/** Replaces, removes or repeats values somewhere in the tree. */
function mutateJson(json: unknown, rng: Rng): void {
  for (let n = 1 + rng.integer(3); n > 0; n--) {
    let at = json as Record<string, unknown>;
    for (;;) {
      const keys = Object.keys(at);
      if (keys.length === 0) break;
      const key = pick(rng, keys);
      const value = at[key];
      if (typeof value === 'object' && value !== null && rng.next() < 0.85) {
        at = value as Record<string, unknown>;
        continue;
      }
      const action = rng.integer(8);
      if (action === 0) delete at[key];
      else if (action === 1 && typeof value === 'number') at[key] = value + (rng.integer(3) - 1);
      else if (action === 2) at[key] = at[pick(rng, keys)];
      else at[key] = structuredClone(pick(rng, HOSTILE_JSON));
      break;
    }
  }
}
