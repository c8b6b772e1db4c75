/**
 * @file The relation of a rig to the training set: `seen` rigs are measured on held-out clips; `near` rigs are new, but
 * their family, or a sibling made from the same template, was trained on; `far` ones are new kinds.
 *
 * Siblings are recognised by their joint names: packs are made by copying a rig and changing a few bones. Families of
 * 124 train rigs share up to 0.8 of their names (hips, spine, …) without being siblings, templates 0.9 and more.
 */

import type { IndexRow } from './index-row.js';

export const KINSHIPS = ['seen', 'near', 'far'] as const;
export type Kinship = (typeof KINSHIPS)[number];

/** What a model's card tells about its training. */
export interface TrainingRecord {
  /** Rig families that were trained on. */
  readonly families: readonly string[];
  /** `family/clip` of clips that were not, though their family was. */
  readonly heldOutClips: readonly string[];
}

/** Share of joint names that siblings have in common. */
const SIBLING_SHARE = 0.9;

/** What training knew: the model's record, or what an index calls train where there is none. */
export interface KnownRigs {
  readonly families: ReadonlySet<string>;
  /** Absent where nobody says which clips were held out. */
  readonly heldOutClips?: ReadonlySet<string>;
}

export function knownRigs(record: TrainingRecord | undefined, index: readonly IndexRow[]): KnownRigs {
  if (record) return { families: new Set(record.families), heldOutClips: new Set(record.heldOutClips) };
  return { families: new Set(index.filter(({ split }) => split === 'train').map(familyOf)) };
}

/** Reads the record out of a card of unknown contents; undefined where it does not hold one. */
export function readTrainingRecord(card: unknown): TrainingRecord | undefined {
  const record = card as { [K in 'families' | 'heldOutFamilies' | 'heldOutClips']?: unknown } | undefined;
  const words = (list: unknown): string[] =>
    Array.isArray(list) ? list.filter((word): word is string => typeof word === 'string') : [];
  const heldOut = new Set(words(record?.heldOutFamilies));
  const families = words(record?.families).filter((family) => !heldOut.has(family));
  return families.length > 0 ? { families, heldOutClips: words(record?.heldOutClips) } : undefined;
}

/** How a rig relates to what training knew; `siblings` are joint names of rigs that it knew. */
export function findKinship(
  row: IndexRow,
  names: readonly string[],
  known: KnownRigs,
  siblings: readonly { readonly family: string; readonly names: readonly string[] }[],
): Kinship {
  if (known.families.has(familyOf(row))) return row.split === 'train' ? 'seen' : 'near';
  const isSibling = siblings.some(
    (other) => known.families.has(other.family) && sharedNames(names, other.names) >= SIBLING_SHARE,
  );
  return isSibling ? 'near' : 'far';
}

/** Whether a clip may be measured: of a seen rig only those that training held out. */
export function mayMeasure(row: IndexRow, clip: string, known: KnownRigs): boolean {
  const trained = known.families.has(familyOf(row)) && row.split === 'train';
  return !trained || !known.heldOutClips || known.heldOutClips.has(`${familyOf(row)}/${clip}`);
}

/** A row that names no family is one of its own. */
export const familyOf = ({ rigFamily, file }: IndexRow): string => rigFamily ?? file;

/** Names in common over all names, letter case and punctuation aside. */
export function sharedNames(a: readonly string[], b: readonly string[]): number {
  const plain = (names: readonly string[]) =>
    new Set(names.map((name) => name.toLowerCase().replace(/[^a-z0-9]/g, '')));
  const [left, right] = [plain(a), plain(b)];
  let common = 0;
  for (const name of left) if (right.has(name)) common++;
  return left.size + right.size > 0 ? common / (left.size + right.size - common) : 0;
}
