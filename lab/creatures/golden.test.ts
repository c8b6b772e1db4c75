/** Golden hashes: every kind gives the same bytes on every machine. A change on purpose writes them anew. */

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createCreature } from './create-creature.js';
import { CREATURE_KINDS, type CreatureKind } from './creature-record.js';

/** SHA-256 of numbers and names, the first 12 digits. */
function hash(...parts: readonly (ArrayBufferView | readonly string[])[]): string {
  const sum = createHash('sha256');
  for (const part of parts) {
    sum.update(
      ArrayBuffer.isView(part)
        ? new Uint8Array(part.buffer, part.byteOffset, part.byteLength)
        : JSON.stringify(part),
    );
  }
  return sum.digest('hex').slice(0, 12);
}

/** Mesh, skeleton, weights, limits, colours of seed 1 at resolution 0.7. */
const GOLDEN: Readonly<Record<CreatureKind, readonly string[]>> = {
  biped: ['2023a656819a', '66b1d6b8c8c9', '87fcad416e15', 'f652e11ac5c6', 'f7746003fb38'],
  quadruped: ['248711c0b2aa', '1909bdbe3bc9', 'd4ae8eef48fe', '99b0c108e99a', '9f8c60640c5f'],
  bird: ['cc60ab9082da', 'd801771740e7', '94434026c3b3', '945652ce67e1', 'f06b512d3238'],
  fish: ['e9caf1221f5b', '28340ef955d8', '8bc5cb87b01f', '46fd80c8fa3c', 'fc3c0ee9bb10'],
  snake: ['80b5bf5c8ca9', '14a6f55d8845', 'f5d649d22793', '7dbbc0d39fcb', '214f181e29b3'],
  spider: ['623f6de9eedf', 'f996f7632940', 'd93d656e0c7f', '60446878a1c1', 'e9736f8d090e'],
  insect: ['98b6f3d0b61a', '64caa1b98372', 'a038e49a9585', '7048b8134140', 'e20712bf0450'],
  dragon: ['815372ce53d9', '85c173ce9bfb', '68f9288e06ba', '83f4370f8d4e', 'b23e7f9b0029'],
  octopus: ['630b5f63ba3b', 'bca756b2713b', '0e36918c1e6b', 'edcba8b63d41', '1f20747e71be'],
  raptor: ['886e64f86a57', 'd5ed65f18277', 'ff0b3e3e50bd', '7f7dbb2b7560', 'de1a1b385494'],
  lizard: ['cc71e1470936', 'ea76b02334b4', '66dc2ac5a08e', '26a7bf30e088', '9c15ced30ea6'],
  frog: ['4c169579943b', '7ab441473d9f', '74510ebe0aa4', '42b243db68a4', '5148684359db'],
  bat: ['74e4793f89ea', '5bd3f4de490d', '7121e5b9742a', '39fb55545a52', '9fbd80fb4c10'],
};

describe('createCreature', () => {
  it.each(CREATURE_KINDS)('gives the bytes it always gave: %s', (kind) => {
    const creature = createCreature(kind, { seed: 1, resolution: 0.7 });
    const { mesh, skeleton, skin } = creature.rig;
    const { limits, colors } = creature;
    expect([
      hash(mesh.positions, mesh.triangles),
      hash(skeleton.names, skeleton.parents, skeleton.rest, skeleton.frames),
      hash(skin.joints, skin.weights),
      hash(limits.lower, limits.upper),
      hash(colors),
    ]).toEqual(GOLDEN[kind]);
  });
});
