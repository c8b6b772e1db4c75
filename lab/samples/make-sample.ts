/** @file Makes a sample creature as it ships: the generator's body with fewer triangles, motions of the library, a small file. */

import { encodeGlb } from '../../src/io/gltf/container.js';
import { writeGltfModel } from '../../src/io/gltf/write-model.js';
import { openMotionLibrary } from '../../src/verbs/generate-motion.js';
import { withAnatomy } from '../../src/verbs/with-anatomy.js';
import { createCreature } from '../creatures/create-creature.js';
import { createCreatureModel } from '../creatures/creature-model.js';
import type { Creature, CreaturePlan } from '../creatures/creature-record.js';
import { compactGltf } from './compact-gltf.js';
import type { SampleRecipe } from './sample-recipes.js';
import { simplifyCreature } from './simplify-creature.js';

/** Triangles of a sample creature, about. */
const TRIANGLE_COUNT = 2400;
/** How far joints may be off at a frame for keys that are left out, % of the diameter. */
const REDUCE = 0.2;

/** A body plan with the names of joints for their numbers: files number them in another order. */
export type NamedPlan = { readonly [Part in keyof CreaturePlan]: Named<CreaturePlan[Part]> };
type Named<Joints> = Joints extends number
  ? string | null
  : Joints extends readonly number[]
    ? string[]
    : string[][];

/** A sample creature as a file, and which of its joints are what. */
export interface MadeSample {
  readonly bytes: Uint8Array;
  readonly plan: NamedPlan;
}

/** Makes a sample creature. The same recipe gives the same bytes. */
export async function makeSample({ name, kind, seed, motions }: SampleRecipe): Promise<MadeSample> {
  const full = createCreature(kind, { seed });
  const creature = { ...(await simplifyCreature(full, TRIANGLE_COUNT)), name };
  const model = withAnatomy(createCreatureModel(creature));
  const library = openMotionLibrary(model);
  const clips = motions.map((motion) => library.generate(motion, { seed, rootMotion: true }).clip);
  const gltf = await compactGltf(writeGltfModel({ ...model, clips }, { reduce: REDUCE }));
  return { bytes: encodeGlb(gltf), plan: namePlan(creature) };
}

function namePlan({ plan, rig }: Creature): NamedPlan {
  const nameOf = (j: number) => rig.skeleton.names[j];
  const namesOf = (chains: readonly (readonly number[])[]) => chains.map((chain) => chain.map(nameOf));
  return {
    spine: plan.spine.map(nameOf),
    neck: plan.neck.map(nameOf),
    head: nameOf(plan.head),
    jaw: plan.jaw < 0 ? null : nameOf(plan.jaw),
    tail: plan.tail.map(nameOf),
    legs: namesOf(plan.legs),
    arms: namesOf(plan.arms),
    wings: namesOf(plan.wings),
    feet: plan.feet.map(nameOf),
  };
}
