/** @file Walks and runs of the motion library by sample creatures: evaluated beside, or instead of, a folder of files. */

import { generateMotion } from '../../src/verbs/generate-motion.js';
import { createCreature } from '../creatures/create-creature.js';
import { CREATURE_KINDS, type CreatureKind } from '../creatures/creature-record.js';
import type { MotionSubject } from './measure-motion-clip.js';

/** Kinds that go on legs. */
export const WALKING_KINDS: readonly CreatureKind[] = CREATURE_KINDS.filter(
  (kind) => !['fish', 'snake', 'octopus'].includes(kind),
);

export interface SampleMotion {
  readonly kind: CreatureKind;
  readonly seed: number;
  readonly gait: 'walk' | 'run';
}

/** Lists motions, kinds in turn: of each kind a walk, a run, and then those of other individuals. */
export function listSampleMotions(count: number, seed = 0): SampleMotion[] {
  return Array.from({ length: count }, (_, i) => {
    const round = Math.floor(i / WALKING_KINDS.length);
    return {
      kind: WALKING_KINDS[i % WALKING_KINDS.length],
      seed: seed + round,
      gait: round % 2 === 0 ? 'walk' : 'run',
    };
  });
}

export const nameSampleMotion = ({ kind, seed, gait }: SampleMotion): string =>
  `own ${kind}-${seed}: ${gait}`;

/** The animal and the clip. */
export function createSampleMotion(motion: SampleMotion): MotionSubject {
  const { kind, seed, gait } = motion;
  const creature = createCreature(kind, { seed, resolution: 0.8 });
  const { clip } = generateMotion(creature.rig, gait, { seed, rootMotion: true });
  return {
    rig: creature.rig,
    clip,
    name: nameSampleMotion(motion),
    plan: kind,
    legs: creature.plan.legs.length,
  };
}
