/**
 * @file Bodies that are made rather than read: sample creatures, generated bodies, things, lone parts. One in ten generated
 * bodies is of a kind that training leaves out, things are held out by kind, lone parts one in ten.
 */

import { createRng } from '../../src/base/rng.js';
import { createCreature } from '../creatures/create-creature.js';
import { CREATURE_KINDS } from '../creatures/creature-record.js';
import { FIRST_SEED } from '../dataset/convert-creature.js';
import { generateBody } from './generate-body.js';
import { generateLonePart } from './generate-lone-part.js';
import { generateThing, THING_GROUPS } from './generate-thing.js';
import { isHeldOutFamily } from './held-out-family.js';
import { labelCreature } from './label-creature.js';
import type { LabelledBody } from './labelled-body.js';

/** How many of each are made. */
export interface MadeBodyCounts {
  /** Sample creatures of each kind. */
  readonly creatures: number;
  readonly generated: number;
  readonly things: number;
  readonly parts: number;
}

/** A body and whether training must not see it. */
export interface ListedBody {
  readonly body: LabelledBody;
  readonly heldOut: boolean;
}

/** Coarse meshes are enough for points. */
const RESOLUTION = 0.7;
/** Every so many-th generated body or lone part is held out. */
const HELD_OUT = 10;

/** How many bodies that is. */
export const countMadeBodies = ({ creatures, generated, things, parts }: MadeBodyCounts): number =>
  creatures * CREATURE_KINDS.length + generated + things + parts;

/** Makes them one at a time; the same seed gives the same bodies, whatever the counts. */
export function* makeBodies(counts: MadeBodyCounts, seed: number): Generator<ListedBody> {
  for (let i = 0; i < counts.creatures; i++) {
    for (const kind of CREATURE_KINDS) {
      const creature = createCreature(kind, { seed: FIRST_SEED + i, resolution: RESOLUTION });
      yield { body: labelCreature(creature), heldOut: false };
    }
  }
  const stream = (salt: number, i: number) => createRng(Math.imul(seed, 0x85ebca6b) + i * 4 + salt);
  for (let i = 0; i < counts.generated; i++) {
    const heldOut = i % HELD_OUT === HELD_OUT - 1;
    yield { body: generateBody(stream(1, i), { heldOut }), heldOut };
  }
  for (let i = 0; i < counts.things; i++) {
    const body = generateThing(stream(2, i));
    yield { body, heldOut: isHeldOutFamily(body.family) };
  }
  for (let i = 0; i < counts.parts; i++)
    yield { body: generateLonePart(stream(3, i)), heldOut: i % HELD_OUT === HELD_OUT - 1 };
}

/** Kinds of things that are held out. */
const UNSEEN_THINGS = THING_GROUPS.flatMap(({ kinds }) => Object.keys(kinds)).filter((kind) =>
  isHeldOutFamily(`thing-${kind}`),
);

/** Bodies that nothing was trained on, to measure with: of held-out kinds, every fifth a thing, every fifth a lone part. */
export function makeUnseenBody(index: number, seed: number): LabelledBody {
  // Another stream than that of training, or a body of the same seed could be the same one.
  const rng = createRng(Math.imul(seed, 0x85ebca6b) + 0x3c6ef372 + index);
  if (index % 5 === 3) return generateThing(rng, UNSEEN_THINGS[rng.integer(UNSEEN_THINGS.length)]);
  if (index % 5 === 4) return generateLonePart(rng);
  return generateBody(rng, { heldOut: true });
}
