/**
 * @file Locomotion of sample creatures, whose gaits are known by construction: evaluated beside, or instead of, a folder
 * of files.
 */

import { requireInput } from '../../src/base/errors.js';
import { createRng } from '../../src/base/rng.js';
import { createCreature } from '../../src/creatures/create-creature.js';
import { createCreatureClips } from '../../src/creatures/create-creature-clips.js';
import { CREATURE_KINDS, type CreatureKind } from '../../src/creatures/creature-record.js';
import type { Clip } from '../../src/motion/clip.js';
import { gaitOfName } from '../../src/motion/gait-names.js';
import type { MotionSubject } from './measure-motion-clip.js';

/** Kinds that go on legs. */
export const WALKING_KINDS: readonly CreatureKind[] = CREATURE_KINDS.filter(
  (kind) => !['fish', 'snake', 'octopus'].includes(kind),
);

export interface SampleMotion {
  readonly kind: CreatureKind;
  readonly seed: number;
  /** The kind's own walk, or a gait out of a drawn repertoire. */
  readonly from: 'walk' | 'repertoire';
}

/** Lists motions, kinds in turn; the first of each kind is its own walk, then come gaits of its repertoire. */
export function listSampleMotions(count: number, seed = 0): SampleMotion[] {
  return Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / WALKING_KINDS.length);
    return {
      kind: WALKING_KINDS[i % WALKING_KINDS.length],
      seed: seed + round,
      from: round % 2 === 0 ? 'walk' : 'repertoire',
    };
  });
}

export const nameSampleMotion = ({ kind, seed, from }: SampleMotion): string =>
  `own ${kind}-${seed}: ${from}`;

const FRAMES_PER_SECOND = 30;
/** Clips that are drawn until one is a gait. */
const REPERTOIRE = 12;

/** The animal and the clip. */
export function createSampleMotion(motion: SampleMotion): MotionSubject {
  const { kind, seed, from } = motion;
  const creature = createCreature(kind, { seed, resolution: 0.8 });
  const walks = (clips: readonly Clip[]) => clips.find(({ name }) => gaitOfName(name) !== undefined);
  // Birds hop and fly by themselves, but their repertoire walks.
  const clip =
    (from === 'walk' ? walks(creature.clips) : undefined) ??
    walks(
      createCreatureClips(creature, createRng(seed), {
        count: REPERTOIRE,
        framesPerSecond: FRAMES_PER_SECOND,
      }),
    );
  requireInput(
    clip !== undefined,
    `eval/createSampleMotion: ${creature.name} does not walk; take another seed`,
  );
  return {
    rig: creature.rig,
    clip,
    name: `own ${creature.name}: ${clip.name}`,
    plan: kind,
    legs: creature.plan.legs.length,
  };
}
