/**
 * @file What a joint's name says: which part of the body, which segment of a limb, which side, which row of legs.
 *
 * A table of words that riggers use, in the order in which they decide: `LeftHandThumb1` is a finger, `tailFin` a tail.
 * Names lie (`BackShoulder` is the start of a hind leg, an exporter's `Thumb.R` is on the left), so `labelRig` checks all
 * of it by the tree and by positions.
 */

/** Parts that a name can tell; `other`: a thing that is held or worn, or no known word. */
export type JointPart =
  | 'trunk'
  | 'soft'
  | 'neck'
  | 'head'
  | 'jaw'
  | 'ear'
  | 'horn'
  | 'face'
  | 'shoulder'
  | 'arm'
  | 'hand'
  | 'finger'
  | 'leg'
  | 'foot'
  | 'wing'
  | 'feather'
  | 'fin'
  | 'tail'
  | 'tentacle'
  | 'prop'
  | 'other';

/** Where along a limb: its upper bone, its lower bone, or what follows them. */
export type LimbSegment = 'upper' | 'lower' | 'end';

export interface NamedPart {
  readonly part: JointPart;
  readonly segment?: LimbSegment;
  readonly side?: 'left' | 'right';
  readonly row?: 'front' | 'middle' | 'hind';
}

/** Matched against the words of a name in lower case, separated by spaces; the first that fits. */
const PARTS: readonly (readonly [RegExp, JointPart])[] = [
  [/slot|weapon|\bgun|sword|shield|\bprop\b|\bitem|holster|backpack/, 'prop'],
  [/tentacle/, 'tentacle'],
  [/wing|krilo/, 'wing'],
  [/feather/, 'feather'],
  [/tail ?fin|caudal|fluke/, 'tail'],
  [/\w*fins?\b|flipper/, 'fin'],
  [/\bears?\b/, 'ear'],
  [/upper (jaw|mouth|beak)|(jaw|mouth|beak) upper/, 'face'],
  [/jaw|chin\b|mouth|mandible|fang|beak/, 'jaw'],
  [/horn|antenn|antler|palp|\bus\b/, 'horn'],
  [/eye|brow|\bface|nose|snout|tongue|teeth|tooth|throat|hair|\bhat\b|crest|cheek|\blips?\b|trunk/, 'face'],
  [/tail|hvost|sting/, 'tail'],
  [/shoulder(?!s)|clavicle|scapula|collar/, 'shoulder'],
  [/leg(?!ion)|thigh|shin\b|calf|knee|noga|nogi|femur|tibia/, 'leg'],
  [/foot|feet|toe|ankle|paw|hoof|heel|\bball\b/, 'foot'],
  [/thumb|index|pinky|\bring\b|finger|claw|\bmiddle \d|palm [a-z] [lr]\b/, 'finger'],
  [/hand|fist|palm|wrist/, 'hand'],
  [/elbow|humerus|(\b|upper ?|lower ?|fore ?|top|bottom)arms?\b/, 'arm'],
  [/neck/, 'neck'],
  [/head|skull|golova/, 'head'],
  [/stomach|belly|breast|\brib/, 'soft'],
  [/hips?\b|pelvis|spine|abdomen|torso|chest|thorax|shoulders|\bback\b|waist|mantle|stem/, 'trunk'],
  [/body|root|cent(er|re)|\ball\b|bum\b|telo|popa/, 'trunk'],
];

const SEGMENTS: readonly (readonly [RegExp, LimbSegment])[] = [
  [/foot|feet|toe|ankle|paw|hoof|heel|\bball\b|hand|wrist|palm|fist/, 'end'],
  [/shin\b|calf|\blow|lower|down|bottom|knee|tibia|fore ?arm|elbow/, 'lower'],
  [/thigh|\bup\b|upper|\btop|femur|humerus|pelvis|hip/, 'upper'],
];

const ROWS: readonly (readonly [RegExp, NonNullable<NamedPart['row']>])[] = [
  [/front|fore(?! ?arm)/, 'front'],
  [/back|hind|rear/, 'hind'],
  [/middle|\bmid\b/, 'middle'],
];

/** Reads one joint name. */
export function readJointName(name: string): NamedPart {
  const words = splitName(name);
  const text = words.join(' ');
  const first = <T>(table: readonly (readonly [RegExp, T])[]) =>
    table.find(([pattern]) => pattern.test(text))?.[1];
  const side = sideOf(words);
  const part = first(PARTS) ?? 'other';
  const segment = first(SEGMENTS);
  const row = first(ROWS);
  // A hip that has a side is the start of a leg.
  const isHip = part === 'trunk' && side !== undefined && /\bhips?\b|pelvis/.test(text);
  return {
    part: isHip ? 'leg' : part,
    ...(segment && { segment }),
    ...(side && { side }),
    ...(row && { row }),
  };
}

/** `FrontUpLeg.R` → front, up, leg, r. */
function splitName(name: string): string[] {
  return name
    .slice(name.lastIndexOf(':') + 1)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/(\d+)/g, ' $1 ')
    .toLowerCase()
    .replace(/armature/g, ' ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function sideOf(words: readonly string[]): NamedPart['side'] {
  if (words.some((word) => word === 'l' || word.startsWith('left'))) return 'left';
  if (words.some((word) => word === 'r' || word.startsWith('right'))) return 'right';
  return undefined;
}
