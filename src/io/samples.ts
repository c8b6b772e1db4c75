/** @file The sample creatures that ship in `samples/`: rigged, coloured GLBs with clips of the motion library. */

/** Kinds of sample creatures. */
export const SAMPLE_KINDS = [
  'biped',
  'quadruped',
  'bird',
  'fish',
  'snake',
  'spider',
  'insect',
  'dragon',
  'octopus',
  'raptor',
  'lizard',
  'frog',
  'bat',
] as const;

/** A kind of sample creature. */
export type SampleKind = (typeof SAMPLE_KINDS)[number];

/** The sample creatures by the name of their file, and of what kind each is. */
export const SAMPLES = Object.freeze({
  wolf: 'quadruped',
  dog: 'quadruped',
  cat: 'quadruped',
  person: 'biped',
  alien: 'biped',
  raptor: 'raptor',
  dragon: 'dragon',
  parrot: 'bird',
  crow: 'bird',
  bat: 'bat',
  lizard: 'lizard',
  frog: 'frog',
  spider: 'spider',
  tarantula: 'spider',
  bee: 'insect',
  octopus: 'octopus',
  fish: 'fish',
  clownfish: 'fish',
  snake: 'snake',
  'coral-snake': 'snake',
} as const satisfies Readonly<Record<string, SampleKind>>);

/** The name of a sample creature. */
export type SampleName = keyof typeof SAMPLES;
