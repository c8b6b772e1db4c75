/** @file A sample creature as a rig of a data set. Its skeleton is anatomical by construction. */

import type { Clip } from '../../src/motion/clip.js';
import { resampleClip } from '../../src/motion/edit/resample-clip.js';
import { CREATURE_KINDS, type Creature, type CreatureKind } from '../creatures/creature-record.js';
import { planOfKind } from './body-plan-word.js';
import { type PackedRig, packRig } from './pack-rig.js';

/** Individuals of a data set have seeds from here on; those below are left for looking at and measuring on. */
export const FIRST_SEED = 1000;

/** The kind and seed of the n-th individual: all kinds in turn. */
export function chooseCreature(index: number): { readonly kind: CreatureKind; readonly seed: number } {
  const kind = CREATURE_KINDS[index % CREATURE_KINDS.length];
  return { kind, seed: FIRST_SEED + Math.floor(index / CREATURE_KINDS.length) };
}

/** Few frames of many individuals teach more than many of few: neighbouring frames are nearly the same pose. */
const FRAME_RATE = 3;

/** Packs a creature with the clips it performs. */
export function convertCreature(creature: Creature, clips: readonly Clip[], split: string): PackedRig {
  const carried = clips.map((clip) => {
    const { name, poses } = resampleClip(clip, { frameRate: FRAME_RATE });
    return { name, poses, residual: 0 };
  });
  const packed = packRig(
    { body: creature.rig, clips: carried },
    {
      file: `posespace/${creature.name}`,
      name: creature.name,
      family: `posespace-${creature.kind}`,
      source: 'posespace',
      licence: 'MIT',
      category: creature.kind,
      split,
      bodyPlan: planOfKind(creature.kind),
    },
  );
  const plan = { ...creature.plan, extras: [] };
  return { ...packed, reading: { plan, forward: [0, 0, 1], confidence: 1 } };
}
