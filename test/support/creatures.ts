/**
 * @file The sample creatures that ship, for tests. They are read when the first test file of a worker asks for one, which
 * takes a fifth of a second; what the generator knows of their joints lies beside, as no reader's opinion.
 */

import { readFileSync } from 'node:fs';
import { type Model, modelRig } from '../../src/io/model.js';
import { readSample } from '../../src/io/node-samples.js';
import { SAMPLES, type SampleKind, type SampleName } from '../../src/io/samples.js';
import { readVertexColors } from '../../src/io/vertex-colors.js';
import type { Clip } from '../../src/motion/clip.js';
import type { BodyPlan } from '../../src/rig/body-plan/body-plan.js';
import type { Rig } from '../../src/rig/rig-records.js';

/** A sample creature as its file has it. */
export interface SampleCreature {
  readonly name: SampleName;
  readonly kind: SampleKind;
  readonly model: Model;
  readonly rig: Rig;
  /** At ease, locomotion, and what suits the body. */
  readonly clips: readonly Clip[];
  /** sRGB and alpha. [V, 4] */
  readonly colors: Uint8Array;
  /** Which joints are what, by construction. */
  readonly plan: Omit<BodyPlan, 'extras'>;
}

/** The names of all sample creatures. */
export const SAMPLE_NAMES = Object.keys(SAMPLES) as SampleName[];

/** The joints of each part by name, as `npm run lab -- samples` writes them. */
const PLANS: Readonly<Record<SampleName, object>> = JSON.parse(
  readFileSync(new URL('sample-plans.json', import.meta.url), 'utf8'),
);

/** Names as numbers of joints, however deep they are nested; -1 for a part that is not there. */
const numbered = (part: unknown, names: readonly string[]): unknown =>
  Array.isArray(part) ? part.map((one) => numbered(one, names)) : names.indexOf(part as string);

const planOf = (name: SampleName, { skeleton }: Rig) =>
  Object.fromEntries(
    Object.entries(PLANS[name]).map(([part, joints]) => [part, numbered(joints, skeleton.names)]),
  ) as unknown as SampleCreature['plan'];

const READ = new Map<SampleName, SampleCreature>();
for (const name of SAMPLE_NAMES) {
  const model = await readSample(name);
  const rig = modelRig(model)!;
  READ.set(name, {
    name,
    kind: SAMPLES[name],
    model,
    rig,
    clips: model.clips,
    colors: (await readVertexColors(model))!,
    plan: planOf(name, rig),
  });
}

/** A sample creature. A copy for every call: tests may change it. */
export const sampleCreature = (name: SampleName): SampleCreature => structuredClone(READ.get(name)!);

/** The first sample creature of a kind. */
export const sampleOfKind = (kind: SampleKind): SampleCreature =>
  sampleCreature(SAMPLE_NAMES.find((name) => SAMPLES[name] === kind)!);
