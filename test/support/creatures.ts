/**
 * @file Sample creatures for tests. Making one takes half a second and dozens of test files want the same few, so each is
 * made once and read from a cache afterwards. The folder is named after a hash of the sources (test/support/fixtures.ts).
 */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deserializer, Serializer } from 'node:v8';
import { inject } from 'vitest';
import {
  CREATE_CREATURE_DEFAULTS,
  type CreateCreatureOptions,
  createCreature,
} from '../../src/creatures/create-creature.js';
import type { Creature, CreatureKind } from '../../src/creatures/creature-record.js';

/** What `createCreature` returns, from the cache where it is there. A copy for every call: tests may change it. */
export function sampleCreature(kind: CreatureKind, options: CreateCreatureOptions = {}): Creature {
  const { seed, resolution } = { ...CREATE_CREATURE_DEFAULTS, ...options };
  const path = join(inject('fixtureFolder'), `${kind}-${seed}-${resolution}.bin`);
  const cached = readOrNothing(path);
  if (cached) {
    // Not `v8.deserialize`: its arrays share one buffer, and code that transfers buffers would see the difference.
    const reader = new Deserializer(cached);
    reader.readHeader();
    return reader.readValue();
  }
  const creature = createCreature(kind, options);
  const writer = new Serializer();
  writer.writeHeader();
  writer.writeValue(creature);
  // Renamed into place: another worker never reads half a file.
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, writer.releaseBuffer());
  renameSync(unfinished, path);
  return creature;
}

function readOrNothing(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
