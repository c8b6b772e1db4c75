/** @file The card of a data set: counts, licences, what was left out and why. */

import { BODY_PLANS } from './body-plan-word.js';
import type { SharingRig } from './share-clips.js';

/** A file that gave no rig. */
export interface DroppedFile {
  readonly file: string;
  readonly reason: string;
}

export interface CardContext {
  /** The command that made it, without paths of the machine. */
  readonly command: string;
  readonly dropped: readonly DroppedFile[];
}

/** Rigs and frames of a part of the set. */
export interface CardCount {
  readonly rigs: number;
  readonly families: number;
  readonly frames: number;
}

export interface DatasetCard extends CardCount {
  readonly command: string;
  readonly joints: number;
  readonly clips: number;
  /** Clips that were stored once for several rigs, beyond the first. */
  readonly sharedClips: number;
  /** Of everything but this card. */
  readonly bytes: number;
  readonly bodyPlans: Readonly<Record<string, CardCount>>;
  readonly sources: Readonly<
    Record<string, CardCount & { readonly licence: string; readonly repo?: string }>
  >;
  readonly licences: Readonly<Record<string, CardCount>>;
  /** How many rigs with clips have a mean residual below so many percent of the diameter. */
  readonly residuals: Readonly<Record<string, number>>;
  readonly dropped: {
    readonly files: readonly DroppedFile[];
    /** Clips by reason. */
    readonly clips: Readonly<Record<string, number>>;
    readonly clipList: readonly string[];
  };
}

const RESIDUAL_STEPS = [0.1, 0.5, 1, 2, 5];

/** Counts a data set. `bytes` is the size of its other files. */
export function makeCard(rigs: readonly SharingRig[], context: CardContext, bytes: number): DatasetCard {
  const perClip = rigs.flatMap((rig) => rig.dropped.map((entry) => ({ ...entry, file: rig.file })));
  const reasons: Record<string, number> = {};
  for (const { reason } of perClip) reasons[reason] = (reasons[reason] ?? 0) + 1;
  const plans = BODY_PLANS.filter((plan) => rigs.some(({ bodyPlan }) => bodyPlan === plan));
  return {
    command: context.command,
    ...countRigs(rigs),
    joints: rigs.reduce((sum, { names }) => sum + names.length, 0),
    clips: rigs.reduce((sum, { clips }) => sum + clips.length, 0),
    sharedClips: rigs.reduce((sum, { shared }) => sum + shared.length, 0),
    bytes,
    bodyPlans: countBy(rigs, plans, ({ bodyPlan }) => bodyPlan),
    sources: describeSources(rigs),
    licences: countBy(rigs, sortedWords(rigs, 'licence'), ({ licence }) => licence),
    residuals: countResiduals(rigs),
    dropped: {
      files: context.dropped,
      clips: reasons,
      clipList: perClip.map(({ file, clip, reason }) => `${file}: ${clip}: ${reason}`),
    },
  };
}

function countRigs(rigs: readonly SharingRig[]): CardCount {
  return {
    rigs: rigs.length,
    families: new Set(rigs.map(({ family }) => family)).size,
    frames: rigs.reduce((sum, { clips }) => sum + clips.reduce((n, { heights }) => n + heights.length, 0), 0),
  };
}

function countBy(
  rigs: readonly SharingRig[],
  words: readonly string[],
  wordOf: (rig: SharingRig) => string,
): Record<string, CardCount> {
  return Object.fromEntries(
    words.map((word) => [word, countRigs(rigs.filter((rig) => wordOf(rig) === word))]),
  );
}

const sortedWords = (rigs: readonly SharingRig[], key: 'source' | 'licence'): string[] =>
  [...new Set(rigs.map((rig) => rig[key]))].sort();

function describeSources(rigs: readonly SharingRig[]): DatasetCard['sources'] {
  return Object.fromEntries(
    sortedWords(rigs, 'source').map((source) => {
      const own = rigs.filter((rig) => rig.source === source);
      const [{ licence, repo }] = own;
      return [source, { licence, ...(repo !== undefined && { repo }), ...countRigs(own) }];
    }),
  );
}

function countResiduals(rigs: readonly SharingRig[]): Record<string, number> {
  const means = rigs.flatMap(({ clips }) => {
    const frames = clips.reduce((sum, { heights }) => sum + heights.length, 0);
    const sum = clips.reduce((total, { residual, heights }) => total + residual * heights.length, 0);
    return frames > 0 ? [(100 * sum) / frames] : [];
  });
  return Object.fromEntries(
    RESIDUAL_STEPS.map((step) => [`below ${step} %`, means.filter((mean) => mean < step).length]),
  );
}
