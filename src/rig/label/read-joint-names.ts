/**
 * @file What the joint names of a skeleton say: role, side, and whether a joint is a control, an end or an attachment.
 *
 * Names are evidence and no more: they call a horse's front legs arms, a butterfly's legs `FK_l_leg03`, and what a
 * quadruped's `Foreleg` is depends on the rigger. Each name is taken apart into words (joint-word-table.ts); names of one
 * limb are read together, so that `leg1 leg2 leg3` and `hip knee ankle` are an upper leg, a lower leg and a foot.
 */

import { ROLES, type Role } from '../learned/role-tokens.js';
import type { Skeleton } from '../rig-records.js';
import {
  CORNER_WORDS,
  GLUE_WORDS,
  type NamedRole,
  ROLE_OF_WORD,
  ROW_WORDS,
  SEGMENT_WORDS,
  STRONGER_FIRST,
  TRANSLATED,
} from './joint-word-table.js';

/** Index of a control in `JointNames.role`; one more says that a name says nothing. */
export const CONTROL = ROLES.length;
export const UNSAID = ROLES.length + 1;

/** What names say, by joint. */
export interface JointNames {
  /** Index into `ROLES`, `CONTROL`, or `UNSAID`. [J] */
  readonly role: Uint8Array;
  /** 1 left, −1 right, 0 middle or unsaid. [J] */
  readonly side: Int8Array;
  /** Row of a leg that the name says: 1 front, 2 middle, 3 hind, 0 unsaid. [J] */
  readonly row: Uint8Array;
  /** Whether the joint's own name says what it is. [J] */
  readonly named: Uint8Array;
}

type Row = 'front' | 'middle' | 'hind';

/** What one name says. */
interface Said {
  readonly role?: NamedRole;
  readonly side: 1 | -1 | 0;
  readonly row?: Row;
  /** Whether a word says which part of the limb it is. */
  readonly segment?: 'upper' | 'lower';
  readonly words: readonly string[];
}

/** Reads the names of a skeleton. */
export function readJointNames({ names, parents }: Pick<Skeleton, 'names' | 'parents'>): JointNames {
  const split = dropShared(names.map(splitName));
  const said = split.map(readWords);
  const roles = resolveLimbs(said, parents);
  const side = Int8Array.from(said, (one) => one.side);
  // What has no side of its own is on the side of the limb that it is a part of.
  for (let j = 0; j < parents.length; j++) {
    const role = roles[j];
    if (side[j] === 0 && role !== undefined && LIMB.has(role) && parents[j] >= 0) side[j] = side[parents[j]];
  }
  return {
    role: Uint8Array.from(roles, indexOfRole),
    side,
    row: Uint8Array.from(said, ({ row }, j) => (row && isLeg(roles[j]) ? ROWS.indexOf(row) + 1 : 0)),
    named: Uint8Array.from(roles, (role) => +(role !== undefined)),
  };
}

const ROWS: readonly Row[] = ['front', 'middle', 'hind'];

const indexOfRole = (role: NamedRole | undefined): number =>
  role === undefined ? UNSAID : role === 'control' ? CONTROL : ROLES.indexOf(role);

/** `mixamorig:LeftUpLeg` → left up leg; `Bip01 L UpperArm` → bip 01 l upper arm; `j_l_femur_050_61` → j l femur. */
function splitName(full: string): string[] {
  let text = full.replace(/^.*[:|]/, '').replace(/^(IK|FK)(?=[A-Z]?[a-z])/, '$1 ');
  for (const [word, meaning] of TRANSLATED) text = text.replaceAll(word, ` ${meaning} `);
  return text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/(\d+)/g, ' $1 ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .reduce(joinApart, [])
    .flatMap(splitGlued);
}

/** Words that are known as one, `HorseLink`, though they were written as two. */
function joinApart(words: string[], word: string): string[] {
  const before = words[words.length - 1] ?? '';
  const isOne = ROLE_OF_WORD.has(before + word) && !(isKnown(before) && isKnown(word));
  return before !== '' && isOne ? [...words.slice(0, -1), before + word] : [...words, word];
}

const isKnown = (word: string): boolean =>
  ROLE_OF_WORD.has(word) || GLUE_WORDS.has(word) || SEGMENT_WORDS.has(word) || ROW_WORDS.has(word);

/** A word that says something, but nothing that is known. */
const isForeign = (word: string): boolean =>
  /^[a-z]{2,}$/.test(word) && !isKnown(word) && SIDES[word] === undefined;

/** Least letters of a word that is taken out of a longer one. */
const LEAST_PART = 3;

/** A word that is not known, taken apart into two that are: `footfinger`, `kneeleft`, `lthigh`. */
function splitGlued(word: string): string[] {
  if (isKnown(word) || CORNER_WORDS.has(word)) return [word];
  for (let at = word.length - LEAST_PART; at >= LEAST_PART; at--) {
    const [start, rest] = [word.slice(0, at), word.slice(at)];
    if (!isKnown(start)) continue;
    const more = isKnown(rest) ? [rest] : splitGlued(rest);
    if (more.every((part) => isKnown(part) || /^s$/.test(part))) return [start, ...more];
  }
  const [, side, rest] = /^([lr])(.{3,})$/.exec(word) ?? [];
  return rest !== undefined && ROLE_OF_WORD.has(rest) ? [side, rest] : [word];
}

/**
 * A word that most names share says nothing about one of them: `Armature_`, and what they begin with where another word
 * follows. Nearly all joints of a spider may be called legs.
 */
function dropShared(split: readonly string[][]): readonly string[][] {
  const [first, all] = [new Map<string, number>(), new Map<string, number>()];
  const count = (words: Iterable<string>, counts: Map<string, number>) => {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  };
  for (const words of split) {
    count(words.slice(0, 1), first);
    count(new Set(words), all);
  }
  const isShared = (counts: Map<string, number>, word: string) => (counts.get(word) ?? 0) > split.length / 2;
  return split.map((words) =>
    words.filter((word, i) => {
      const said = ROLE_OF_WORD.get(word);
      if (said === undefined || said === 'control') return said === undefined || !isShared(all, word);
      const others = words.some((other, k) => k !== i && (ROLE_OF_WORD.has(other) || isForeign(other)));
      return i > 0 || !others || !isShared(first, word);
    }),
  );
}

/** What the words of a name say together. */
function readWords(words: readonly string[]): Said {
  const { side, row } = readSide(words);
  const roles = new Set(words.flatMap((word) => ROLE_OF_WORD.get(word) ?? []));
  const segment = words.map((word) => SEGMENT_WORDS.get(word)).find((one) => one !== undefined);
  const common = { side, words, ...(row && { row }), ...(segment && { segment }) };
  // The root of a Biped is at its hips and has no other word.
  if (words[0] === 'bip' && words.every((word) => word === 'bip' || /^\d+$/.test(word)))
    return { ...common, role: 'hips' };
  // The back and the middle are rows beside a limb, and parts of the body where nothing else is said.
  if (roles.size > 1 && words.includes('back')) roles.delete('spine');
  if (words.includes('mid') || words.includes('middle')) {
    const isFinger =
      roles.has('hand') || (words.some((word) => /^\d+$/.test(word)) && roles.size <= 1 && side !== 0);
    if (isFinger) roles.add('finger');
    else roles.delete('finger');
  }
  // A trunk before a face is an elephant's; `dorsal` beside a fin is where it is, and so is `head` beside a feather.
  if (words.includes('trunk') && roles.size === 1 && !words.some((word) => /^\d+$/.test(word))) roles.clear();
  if (
    roles.has('jaw') &&
    words.includes('mouth') &&
    words.length > 1 &&
    /corner|bottom|inner|outer/.test(words.join(' '))
  )
    return { ...common, role: 'face' };
  if (roles.has('hips') && words.includes('hip') && side !== 0) {
    roles.delete('hips');
    roles.add('hindUpperLeg');
  }
  // `front.l` alone is a leg.
  if (row && side !== 0 && [...roles].every((one) => one === 'spine'))
    return { ...common, role: 'hindUpperLeg' };
  const role = STRONGER_FIRST.find((one) => roles.has(one));
  return { ...common, ...(role && { role: inSegment(role, segment) }) };
}

/** An upper arm that is called lower is a lower arm. */
function inSegment(role: NamedRole, segment: Said['segment']): NamedRole {
  if (segment === 'lower')
    return role === 'upperArm' ? 'lowerArm' : role === 'hindUpperLeg' ? 'hindLowerLeg' : role;
  return role;
}

const SIDES: Readonly<Record<string, 1 | -1>> = {
  l: 1,
  left: 1,
  lft: 1,
  lt: 1,
  r: -1,
  right: -1,
  rgt: -1,
  rt: -1,
};

/** Side and row: `left r leg` is a rear leg, `Leg.R.L` too, `FR_leg` a front one. */
function readSide(words: readonly string[]): { readonly side: 1 | -1 | 0; readonly row?: Row } {
  const isLimb = words.some((word) => LIMB_WORDS.has(ROLE_OF_WORD.get(word) as Role));
  const corner = isLimb
    ? words.map((word) => CORNER_WORDS.get(word)).find((one) => one !== undefined)
    : undefined;
  if (corner) return { side: corner[1], row: corner[0] };
  const word = words.map((one) => ROW_WORDS.get(one)).find((one) => one !== undefined);
  const full = words.find((one) => one.length > 1 && SIDES[one] !== undefined);
  const letters = words.filter((one) => /^[lrfb]$/.test(one));
  const last = letters.filter((one) => one === 'l' || one === 'r').pop();
  const side = full ? SIDES[full] : last ? SIDES[last] : 0;
  const isBare = words.every((one) => !ROLE_OF_WORD.has(one) || ROW_WORDS.has(one));
  if (word || !isLimb) return { side, ...(word && (isLimb || isBare) && { row: word }) };
  const rest = full ? letters : letters.slice();
  if (!full && last) rest.splice(rest.lastIndexOf(last), 1);
  const letter = rest[0];
  const row = letter === 'f' ? 'front' : letter === 'b' || letter === 'r' ? 'hind' : undefined;
  return { side, ...(row && { row }) };
}

const ARM: readonly NamedRole[] = ['shoulder', 'upperArm', 'lowerArm', 'hand', 'finger'];
const LEG: readonly NamedRole[] = ['hindUpperLeg', 'hindLowerLeg', 'hindFoot'];
const LIMB: ReadonlySet<NamedRole> = new Set<NamedRole>([...ARM, ...LEG, 'wing', 'fin', 'tentacle']);
const LIMB_WORDS: ReadonlySet<Role> = new Set([...LIMB] as Role[]);

const isLeg = (role: NamedRole | undefined): boolean => role !== undefined && LEG.includes(role);

/** Names of one limb read from its start: a joint without a word goes on with its parent's part of the body. */
function resolveLimbs(said: readonly Said[], parents: Skeleton['parents']): (NamedRole | undefined)[] {
  const children: number[][] = said.map(() => []);
  parents.forEach((parent, j) => {
    if (parent >= 0) children[parent].push(j);
  });
  const roles: (NamedRole | undefined)[] = said.map(({ role }) => role);
  // The next role of the same side down the tree: what follows says what a word stands for.
  const nextOf = (j: number, family: readonly NamedRole[]): NamedRole | undefined => {
    const below = children[j].map((c) => roles[c] ?? nextOf(c, family));
    return below.find((role) => role !== undefined && family.includes(role));
  };
  for (let j = 0; j < said.length; j++) {
    const { role, words, segment } = said[j];
    const above = parents[j] < 0 ? undefined : roles[parents[j]];
    if (role === undefined || role === 'control') continue;
    const onLeg = isLeg(above);
    if (onLeg && (role === 'finger' || role === 'hand')) roles[j] = 'hindFoot';
    else if (role === 'hindUpperLeg' && onLeg && segment === undefined)
      roles[j] = legBelow(above!, words, said[parents[j]].words);
    else if (role === 'upperArm' && segment === undefined && (above === 'upperArm' || above === 'lowerArm'))
      roles[j] = above === 'upperArm' ? 'lowerArm' : 'hand';
    else if (role === 'shoulder' && nextOf(j, ARM) === 'lowerArm') roles[j] = 'upperArm';
  }
  return roles;
}

/** A leg below a leg: below a hip (`hip`, `leg`, `lowleg`) the upper one, otherwise the segment that follows. */
function legBelow(above: NamedRole, words: readonly string[], before: readonly string[]): NamedRole {
  if (above !== 'hindUpperLeg') return 'hindFoot';
  const isThigh = words.some((word) => /thigh|femur|up/.test(word));
  return isThigh || before.includes('hip') ? 'hindUpperLeg' : 'hindLowerLeg';
}
