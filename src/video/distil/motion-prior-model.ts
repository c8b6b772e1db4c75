/** @file The motion prior: a card and one network, trained in lab/motions. */

import { type ModelCard, readModelFiles } from '../../nets/model-files.js';
import type { Network } from '../../nets/network.js';
import { type OpenNetworkOptions, openNetwork } from '../../nets/open-network.js';
import { MOTION_ACTIONS, type MotionAction } from './motion-actions.js';

/** Distances in the tree that the network tells apart; the last means that many or more. */
export const PRIOR_HOPS = 8;

/** Median and spread of a logarithm. */
type Spread = readonly [median: number, spread: number];

/** What is needed of a card; it holds more for people to read. */
export interface MotionPriorCard extends ModelCard<'prior'> {
  /** Frames of a motion, and how many there are in a second. */
  readonly frames: number;
  readonly frameRate: number;
  readonly frequencies: number;
  /** Cells of a patch. */
  readonly patch: number;
  readonly hops: number;
  readonly actions: readonly string[];
  /** Usual spread of the coefficients over the amplitude of their part. [K] */
  readonly deviations: readonly number[];
  /** Amplitudes below this count as this. */
  readonly leastAmplitude: number;
  /** Of the schedule of noise towards more of it. */
  readonly shift: number;
  /** Logarithms of the amplitudes of where a body stands and of how it moves, in half diameters. */
  readonly amplitudes: Readonly<Record<string, { readonly mean: Spread; readonly motion: Spread } | null>>;
}

/** The motion prior as bytes. */
export interface MotionPriorFiles {
  readonly card: MotionPriorCard;
  readonly prior: Uint8Array;
}

/** The motion prior ready to run; every body can share it. */
export interface MotionPrior {
  readonly card: MotionPriorCard;
  /** Noisy trajectories of patches → clean ones. */
  readonly prior: Network;
  close(): Promise<void>;
}

/** Reads the model; `read` gets paths relative to the model's folder. */
export const loadMotionPriorModel = (
  read: (path: string) => Promise<Uint8Array>,
): Promise<MotionPriorFiles> =>
  readModelFiles<'prior', MotionPriorCard>(
    read,
    ['prior'],
    ({ hops, actions, deviations, frequencies }) =>
      hops === PRIOR_HOPS && deviations?.length === frequencies && actions?.join() === MOTION_ACTIONS.join(),
  );

/** Opens the network. */
export async function openMotionPriorModel(
  files: MotionPriorFiles,
  options: OpenNetworkOptions = {},
): Promise<MotionPrior> {
  const prior = await openNetwork(files.prior, options);
  return { card: files.card, prior, close: () => prior.close() };
}

/** How large a motion is: where the body stands, away from rest, and how it moves about that; half diameters. */
export interface MotionSize {
  readonly mean: number;
  readonly motion: number;
}

/** The usual size of an action, `away` spreads from it. */
export function usualSize(
  { amplitudes, leastAmplitude }: MotionPriorCard,
  action: MotionAction | undefined,
  away: readonly [number, number] = [0, 0],
): MotionSize {
  const known = amplitudes[action ?? 'other'] ??
    amplitudes.other ?? { mean: [-2.3, 0.5], motion: [-2.3, 0.5] };
  const size = ([median, spread]: Spread, times: number) =>
    Math.max(leastAmplitude, Math.exp(median + spread * times));
  return { mean: size(known.mean, away[0]), motion: size(known.motion, away[1]) };
}
