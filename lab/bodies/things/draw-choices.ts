/** @file Choices drawn from a stream of random numbers. */

import type { Rng } from '../../../src/base/rng.js';

/** Whether something with this probability happens. */
export const chance = (rng: Rng, probability: number): boolean => rng.next() < probability;

/** One of a list, all equally likely. */
export const pick = <T>(rng: Rng, list: readonly T[]): T => list[rng.integer(list.length)];

/** A whole number from `low` to `high`, both included. */
export const count = (rng: Rng, low: number, high: number): number => low + rng.integer(high - low + 1);

/** A factor between 1 / `most` and `most`, its logarithm uniform. */
export const factor = (rng: Rng, most: number): number => most ** rng.range(-1, 1);

/** The numbers 0 … count − 1. */
export const upTo = (count: number): number[] => Array.from({ length: count }, (_, k) => k);
