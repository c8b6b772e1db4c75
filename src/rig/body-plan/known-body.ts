/**
 * @file What the user knows of a body: its kind, and the part that a named joint belongs to. Both decide over what was
 * read: a kind fixes how many legs, arms and wings there are; a landmark called `leftHand` makes its limb an arm.
 */

import { PosespaceError } from '../../base/errors.js';
import type { BodyKind, BodyPlan } from './body-plan.js';
import { isLonePart } from './lone-part.js';

/** All kinds of body. */
export const BODY_KINDS = [
  'biped',
  'quadruped',
  'bird',
  'dragon',
  'insect',
  'spider',
  'arthropod',
  'octopus',
  'fish',
  'serpent',
  'flier',
  'blob',
  'arm',
  'hand',
  'head',
  'unknown',
] as const satisfies readonly BodyKind[];

/** A part that a joint is known to belong to. */
export type KnownPart = 'leg' | 'arm' | 'wing' | 'tail' | 'head';

/** How many limbs a body has; absent where the kind leaves it open. */
export type LimbNumbers = Readonly<Partial<Record<'legs' | 'arms' | 'wings', number>>>;

/** What is known of a body as a whole. */
export interface KnownBody {
  /** The kind of body. */
  readonly kind?: BodyKind;
  /** How many limbs it has, where that is known; they go before those of the kind. */
  readonly limbs?: LimbNumbers;
}

const NO_LIMBS: LimbNumbers = { legs: 0, arms: 0, wings: 0 };

/** The limbs of each kind. A biped may have no arms, an insect no wings, and a fish's fins are not counted. */
const LIMBS: Readonly<Record<BodyKind, LimbNumbers>> = {
  biped: { legs: 2, wings: 0 },
  quadruped: { legs: 4, arms: 0, wings: 0 },
  bird: { legs: 2, arms: 0, wings: 2 },
  dragon: { legs: 4, arms: 0, wings: 2 },
  insect: { legs: 6, arms: 0 },
  spider: { legs: 8, arms: 0, wings: 0 },
  arthropod: {},
  octopus: {},
  fish: { legs: 0, arms: 0 },
  serpent: NO_LIMBS,
  flier: { legs: 0, arms: 0, wings: 2 },
  blob: NO_LIMBS,
  arm: {},
  hand: {},
  head: {},
  unknown: {},
};

/** The limbs that a body has, where that is known. */
export const limbsOfBody = ({ kind, limbs }: KnownBody): LimbNumbers => ({
  ...(kind && LIMBS[kind]),
  ...limbs,
});

/** Throws unless it is a kind of body. */
export function requireBodyKind(kind: string): void {
  if ((BODY_KINDS as readonly string[]).includes(kind)) return;
  throw new PosespaceError(
    'bad-usage',
    `rig: there is no kind of body "${kind}"; choose one of ${BODY_KINDS.join(', ')}`,
  );
}

/** Whether a reading is of a body that is known, whatever it was called. */
export function fitsBody(
  known: KnownBody,
  read: { readonly kind: BodyKind; readonly plan: BodyPlan },
): boolean {
  const { kind } = known;
  const isPart = (each: BodyKind) => each === 'unknown' || isLonePart(each);
  if (kind && (isPart(kind) || isPart(read.kind))) return read.kind === kind;
  const limbs = Object.entries(limbsOfBody(known)) as [keyof LimbNumbers, number][];
  return limbs.every(([part, count]) => read.plan[part].length === count);
}

/** Throws the reason where a plan has not the limbs of a body that is known. */
export function requireLimbs(known: KnownBody, plan: BodyPlan): void {
  for (const [part, count] of Object.entries(limbsOfBody(known)) as [keyof LimbNumbers, number][]) {
    const found = plan[part].length;
    if (found === count) continue;
    const amount = found > count ? `${found} were` : found === 0 ? 'none could be' : `only ${found} could be`;
    throw new PosespaceError(
      'bad-input',
      `rig: ${known.kind ? `a ${known.kind}` : 'this body'} has ${count} ${part}, and ${amount} found in the shape; ` +
        'give a landmark at the end of each limb, or another kind of body',
    );
  }
}

/** The part that a joint's name says; undefined where it says none. */
export function partOfName(name: string): KnownPart | undefined {
  return PART_WORDS.find(([words]) => words.test(name))?.[1];
}

const PART_WORDS: readonly (readonly [RegExp, KnownPart])[] = [
  [/wing/i, 'wing'],
  [/tail/i, 'tail'],
  [/foot|feet|leg|knee|ankle|toe|paw|hoof|thigh|calf/i, 'leg'],
  [/hand|arm|elbow|wrist|finger|thumb|clavicle/i, 'arm'],
  [/head|nose|snout|muzzle|jaw/i, 'head'],
];

/** Whether a plan has each of these joints in the part it is known to belong to. */
export function showsParts(
  { plan }: { readonly plan: BodyPlan },
  parts: ReadonlyMap<number, KnownPart>,
): boolean {
  const digits = (kind: 'finger' | 'toe') =>
    plan.extras.filter((extra) => extra.kind === kind).map((extra) => extra.joints);
  const chains: Readonly<Record<KnownPart, readonly (readonly number[])[]>> = {
    leg: [...plan.legs, ...digits('toe')],
    arm: [...plan.arms, ...digits('finger')],
    wing: plan.wings,
    tail: [plan.tail],
    head: [
      [plan.head, plan.jaw],
      ...plan.extras.filter(({ kind }) => kind === 'snout').map((extra) => extra.joints),
    ],
  };
  return [...parts].every(([joint, part]) => chains[part].some((chain) => chain.includes(joint)));
}
