/**
 * @file The words that people say of joints: `leftHand`, `front paw`, `hind leg R`, `Wing.L`. A word names a limb (leg, arm,
 * wing, tail …) or one joint of a limb (hand, foot, knee); side and row may stand before or behind it.
 */

import { PosespaceError } from '../../base/errors.js';

/** What a chain of joints can be said to be. */
export type PartWord =
  | 'trunk'
  | 'neck'
  | 'head'
  | 'jaw'
  | 'tail'
  | 'leg'
  | 'arm'
  | 'wing'
  | 'fin'
  | 'tentacle'
  | 'ear'
  | 'horn'
  | 'antenna'
  | 'palp'
  | 'crest'
  | 'spur'
  | 'face'
  | 'finger'
  | 'toe'
  | 'shoulder'
  | 'girdle'
  | 'other'
  | 'control';

/** What a joint of a limb, or of the trunk, is said to be. */
export type JointWord = 'hips' | 'spine' | 'chest' | 'upper' | 'lower' | 'end';

/** Legs from front to back. */
export type LegRow = 'front' | 'middle' | 'hind';

/** A label in parts. */
export interface JointLabel {
  readonly part: PartWord;
  /** Which joint of that part it is, where the label says so; the end of a leg is its foot, of an arm its hand. */
  readonly joint?: JointWord;
  /** 1 left, −1 right, 0 in the middle; absent where the label does not say. */
  readonly side?: 1 | -1 | 0;
  readonly row?: LegRow;
}

type Meaning = readonly [part: PartWord, words: string, joint?: JointWord];

const MEANINGS: readonly Meaning[] = [
  ['trunk', 'hips pelvis', 'hips'],
  ['trunk', 'spine torso abdomen waist belly', 'spine'],
  ['trunk', 'chest ribcage thorax', 'chest'],
  ['neck', 'neck'],
  ['head', 'head skull'],
  ['jaw', 'jaw mouth'],
  ['tail', 'tail'],
  ['leg', 'leg limb'],
  ['leg', 'thigh femur', 'upper'],
  ['leg', 'shin calf knee hock tibia', 'lower'],
  ['leg', 'foot feet paw hoof hooves ankle', 'end'],
  ['arm', 'arm'],
  ['arm', 'elbow forearm', 'lower'],
  ['arm', 'hand wrist palm', 'end'],
  ['wing', 'wing'],
  ['fin', 'fin flipper'],
  ['tentacle', 'tentacle'],
  ['ear', 'ear'],
  ['horn', 'horn antler'],
  ['antenna', 'antenna antennae feeler'],
  ['palp', 'palp pincer'],
  ['crest', 'crest hair mane'],
  ['spur', 'spur'],
  ['face', 'face eye nose snout muzzle beak tongue brow'],
  ['finger', 'finger thumb'],
  ['toe', 'toe'],
  ['shoulder', 'shoulder clavicle collar scapula'],
  ['girdle', 'girdle'],
  ['other', 'other none nothing'],
  ['control', 'control helper ik'],
];

const NOUNS = new Map(
  MEANINGS.flatMap(([part, words, joint]) =>
    words.split(' ').map((word): [string, Pick<JointLabel, 'part' | 'joint'>] => [word, { part, joint }]),
  ),
);
/** Words before a noun, and parts that words can begin with: `foreleg`, `upperarm`. */
const ROWS = new Map<string, LegRow>([
  ['front', 'front'],
  ['fore', 'front'],
  ['middle', 'middle'],
  ['mid', 'middle'],
  ['hind', 'hind'],
  ['back', 'hind'],
  ['rear', 'hind'],
]);
const JOINTS = new Map<string, JointWord>([
  ['upper', 'upper'],
  ['up', 'upper'],
  ['lower', 'lower'],
  ['low', 'lower'],
]);
const SIDES = new Map<string, 1 | -1>([
  ['left', 1],
  ['l', 1],
  ['right', -1],
  ['r', -1],
]);
const PREFIX = /^(front|fore|middle|mid|hind|back|rear|upper|up|lower|low|left|right)(.+)$/;

/** Reads a label. Throws `bad-usage` with the words that there are where it is none. */
export function readJointLabel(text: string): JointLabel {
  const words = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
    .flatMap(splitWord);
  const find = <T>(table: ReadonlyMap<string, T>) => words.flatMap((word) => table.get(word) ?? []);
  const nouns = find(NOUNS);
  const [sides, rows, joints] = [find(SIDES), find(ROWS), find(JOINTS)];
  const known = nouns.length + sides.length + rows.length + joints.length;
  if (nouns.length !== 1 || known !== words.length) throw noLabel(text);
  const { part, joint: named } = nouns[0];
  const joint = named ?? (part === 'leg' || part === 'arm' ? joints[0] : undefined);
  return {
    part,
    ...(joint && { joint }),
    ...(sides.length > 0 && { side: sides[0] }),
    ...(part === 'leg' && rows.length > 0 && { row: rows[0] }),
  };
}

const noLabel = (text: string) =>
  new PosespaceError(
    'bad-usage',
    `rig/editAnatomy: "${text.slice(0, 40)}" is no part of a body; say one of ${[...NOUNS.keys()].join(', ')}, ` +
      'with left or right, front or hind, upper or lower before it: leftHand, right front paw, left lower leg',
  );

/** `forelegs` as `fore`, `leg`. */
function splitWord(word: string): string[] {
  const one = [word, word.replace(/s$/, '')].find((each) => WORDS.some((table) => table.has(each)));
  if (one !== undefined) return [one];
  const [, prefix, rest] = PREFIX.exec(word) ?? [];
  return prefix ? [prefix, ...splitWord(rest)] : [word];
}

const WORDS: readonly ReadonlyMap<string, unknown>[] = [NOUNS, ROWS, JOINTS, SIDES];
