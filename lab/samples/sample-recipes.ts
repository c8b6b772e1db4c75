/** @file How each sample creature that ships is made: which individual of its kind, and the motions it has. */

import { SAMPLES, type SampleKind, type SampleName } from '../../src/io/samples.js';

/** Individuals, chosen by their looks. */
const SEEDS: Readonly<Record<SampleName, number>> = {
  wolf: 2,
  dog: 1,
  cat: 3,
  person: 1,
  alien: 2,
  raptor: 1,
  dragon: 1,
  parrot: 0,
  crow: 2,
  bat: 2,
  lizard: 1,
  frog: 1,
  spider: 1,
  tarantula: 2,
  bee: 1,
  octopus: 3,
  fish: 1,
  clownfish: 3,
  snake: 1,
  'coral-snake': 3,
};

/** Motions of the library: at ease, getting about, and what suits the body. */
export const SAMPLE_MOTIONS: Readonly<Record<SampleKind, readonly string[]>> = {
  biped: ['idle', 'walk', 'run', 'wave'],
  quadruped: ['idle', 'walk', 'run', 'attack'],
  bird: ['idle', 'walk', 'fly', 'eat'],
  fish: ['idle', 'swim', 'dart'],
  snake: ['idle', 'slither', 'strike'],
  spider: ['idle', 'walk', 'attack'],
  insect: ['idle', 'walk', 'fly'],
  dragon: ['idle', 'walk', 'fly'],
  octopus: ['idle', 'crawl', 'swim'],
  raptor: ['idle', 'walk', 'run', 'attack'],
  lizard: ['idle', 'walk', 'run'],
  frog: ['idle', 'hop', 'jump'],
  bat: ['idle', 'walk', 'fly'],
};

/** A sample creature to make. */
export interface SampleRecipe {
  readonly name: SampleName;
  readonly kind: SampleKind;
  readonly seed: number;
  readonly motions: readonly string[];
}

/** All sample creatures, as the product lists them. */
export const SAMPLE_RECIPES: readonly SampleRecipe[] = Object.freeze(
  (Object.keys(SAMPLES) as SampleName[]).map((name) => ({
    name,
    kind: SAMPLES[name],
    seed: SEEDS[name],
    motions: SAMPLE_MOTIONS[SAMPLES[name]],
  })),
);
