/**
 * @file Finds limbs whose bones were divided evenly: joints exactly on a line and exactly as far apart, in groups of two,
 * three or four that differ from each other. A tail of equal joints in a line is one group and is left alone, unless all
 * other limbs of the rig are divided in the same way.
 */

import { chainLength } from './list-chains.js';

/** Into how many parts each bone of a limb was divided; 1 where it was not. */
export type BoneDivision = number;

/** Distance from the line through its neighbours over theirs, up to which a joint lies on it: a tenth of a degree. */
const ON_LINE = 1e-3;
/** Bones whose lengths differ by less than this fraction are equal. */
const EQUAL = 5e-3;
/** Bones shorter than this fraction of the limb have no length: joints lie on one spot. */
const NO_LENGTH = 1e-5;
const DIVISIONS = [4, 3, 2];

/** Whether the joint at an index of a chain lies on the line from the joint before to the joint behind it. */
export function isStraight(rest: Float32Array, chain: readonly number[], index: number): boolean {
  const [a, b, c] = [chain[index - 1], chain[index], chain[index + 1]];
  const bone = boneOf(rest, a, b);
  const line = boneOf(rest, a, c);
  const squared = line[0] ** 2 + line[1] ** 2 + line[2] ** 2;
  // Joints on one spot divide a bone without length.
  if (!(squared > (NO_LENGTH * chainLength(rest, chain)) ** 2)) return true;
  const along = (bone[0] * line[0] + bone[1] * line[1] + bone[2] * line[2]) / squared;
  const away = Math.hypot(bone[0] - along * line[0], bone[1] - along * line[1], bone[2] - along * line[2]);
  return along > 0 && along < 1 && away <= ON_LINE * Math.sqrt(squared);
}

/** How the bones of each chain were divided. */
export function findDivision(rest: Float32Array, chains: readonly (readonly number[])[]): BoneDivision[] {
  const inner = chains.filter(({ length }) => length > 2);
  for (const parts of DIVISIONS) {
    const isEverywhere = inner.every((chain) => isDivided(rest, chain, parts));
    if (isEverywhere && inner.some((chain) => hasContrast(rest, chain, parts))) {
      return chains.map(({ length }) => (length > 2 ? parts : 1));
    }
  }
  return chains.map(
    (chain) =>
      DIVISIONS.find((parts) => isDivided(rest, chain, parts) && hasContrast(rest, chain, parts)) ?? 1,
  );
}

/** Whether the bones of a chain are groups of as many parts, equal and in a line. */
function isDivided(rest: Float32Array, chain: readonly number[], parts: number): boolean {
  const boneCount = chain.length - 1;
  if (boneCount < parts || boneCount % parts !== 0) return false;
  for (let i = 1; i < boneCount; i++) {
    if (i % parts === 0) continue;
    if (!isStraight(rest, chain, i) || !areEqual(rest, chain, i)) return false;
  }
  return true;
}

/** Whether most groups of parts are told from the next by a bend or another length: a snake bends once, at its neck. */
function hasContrast(rest: Float32Array, chain: readonly number[], parts: number): boolean {
  let [contrasts, boundaries] = [0, 0];
  for (let i = parts; i < chain.length - 1; i += parts, boundaries++) {
    const isSame = isStraight(rest, chain, i) && areEqual(rest, chain, i);
    if (!isSame) contrasts++;
  }
  return contrasts > boundaries / 2;
}

/** Whether the bones before and behind a joint of a chain are equally long. */
function areEqual(rest: Float32Array, chain: readonly number[], index: number): boolean {
  const [a, b] = [boneLength(rest, chain, index), boneLength(rest, chain, index + 1)];
  return Math.abs(a - b) <= EQUAL * Math.max(a, b) + NO_LENGTH * chainLength(rest, chain);
}

/** Length of the bone that ends at an index of a chain. */
const boneLength = (rest: Float32Array, chain: readonly number[], index: number): number =>
  Math.hypot(...boneOf(rest, chain[index - 1], chain[index]));

const boneOf = (rest: Float32Array, a: number, b: number): [number, number, number] => [
  rest[b * 3] - rest[a * 3],
  rest[b * 3 + 1] - rest[a * 3 + 1],
  rest[b * 3 + 2] - rest[a * 3 + 2],
];
