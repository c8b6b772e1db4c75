/**
 * @file Joint names as other tools expect them: Mixamo, VRM 1.0, Unity (Mecanim), Unreal (mannequin), Godot.
 *
 * Joints of a humanoid get the exact names of the convention, through the slots that all conventions share (by their
 * VRM names). Everything else (tails, wings, four legs) keeps its own name in the convention's style:
 * `thigh_front_l`, `mixamorig:Tail3`. Bones that a humanoid importer needs and that are missing are reported.
 *
 * Facts from: the VRM 1.0 humanoid specification (vrm-c/vrm-specification), Unity's HumanBodyBones, Godot's
 * SkeletonProfileHumanoid, the bone lists of Mixamo's rigs and of Unreal's mannequin.
 */

import type { Finding } from '../../base/finding.js';
import { bodyOf } from '../anatomy/body-of.js';
import type { FoundBodyPlan } from '../body-plan/body-plan.js';
import { type BodyPlan, plannedJoints } from '../body-plan/body-plan.js';
import type { Anatomy, PartialRig, Skeleton } from '../rig-records.js';
import { nameJoints } from './name-joints.js';

/** All naming conventions. */
export const NAME_CONVENTIONS = ['native', 'mixamo', 'vrm', 'unity', 'unreal', 'godot'] as const;

/** A naming convention for joints. */
export type NameConvention = (typeof NAME_CONVENTIONS)[number];

export interface ConventionNames {
  /** By joint, unique. [J] */
  readonly names: readonly string[];
  readonly findings: readonly Finding[];
}

/** Bones that humanoid importers need: those that VRM and Unity require. */
const REQUIRED_MIDDLE = ['hips', 'spine', 'head'];
const REQUIRED_SIDE = ['UpperLeg', 'LowerLeg', 'Foot', 'UpperArm', 'LowerArm', 'Hand'];
export const REQUIRED_SLOTS: readonly string[] = Object.freeze([
  ...REQUIRED_MIDDLE,
  ...['left', 'right'].flatMap((side) => REQUIRED_SIDE.map((part) => side + part)),
]);

/** Names all joints of a rig by a convention, as its anatomy says what they are. */
export const nameForConvention = (
  rig: PartialRig,
  anatomy: Anatomy,
  convention: NameConvention,
): ConventionNames => nameBody(bodyOf(rig, anatomy), rig.skeleton, convention);

/** Names all joints of a body plan by a convention. */
export function nameBody(
  body: FoundBodyPlan,
  skeleton: Skeleton,
  convention: NameConvention,
): ConventionNames {
  const native = nameJoints(body, skeleton);
  if (convention === 'native' || body.kind === 'unknown') return { names: native, findings: [] };
  const humanoid = isHumanoid(body);
  const slots = humanoid ? humanoidSlots(body.plan, native) : new Map<number, string>();
  const taken = new Set<string>();
  const names = new Array<string>(native.length);
  // Exact names first, so that nothing else can take them.
  for (const [j, slot] of slots) {
    names[j] = slotName(slot, convention);
    taken.add(names[j]);
  }
  if (convention === 'mixamo') nameEnds(names, taken, body.plan, skeleton);
  for (let j = 0; j < native.length; j++) {
    if (names[j] !== undefined) continue;
    const styled = styledName(native[j], convention);
    let unique = styled;
    for (let n = 2; taken.has(unique); n++) unique = `${styled}_${n}`;
    taken.add(unique);
    names[j] = unique;
  }
  return { names, findings: judge(humanoid, new Set(slots.values()), convention, body) };
}

/** Mixamo's names for joints that end a head, a foot or a finger and belong to no part: HeadTop_End, LeftHandIndex4. */
function nameEnds(names: string[], taken: Set<string>, plan: BodyPlan, { parents }: Skeleton): void {
  const planned = plannedJoints(plan);
  for (let j = 1; j < parents.length; j++) {
    if (planned.has(j) || parents.includes(j)) continue;
    const parent = names[parents[j]] ?? '';
    const end = MIXAMO_ENDS.find(([word]) => word.test(parent));
    const name = end && parent.replace(...end);
    if (name === undefined || taken.has(name)) continue;
    names[j] = name;
    taken.add(name);
  }
}

const MIXAMO_ENDS: readonly (readonly [RegExp, string])[] = [
  [/Head$/, 'HeadTop_End'],
  [/ToeBase$/, 'Toe_End'],
  [/(Thumb|Index|Middle|Ring|Pinky)3$/, '$14'],
];

/** Whether a body can play humanoid clips: upright, two legs, two arms, a head. */
export function isHumanoid({ plan, kind }: FoundBodyPlan): boolean {
  return kind === 'biped' && plan.legs.length === 2 && plan.arms.length === 2 && plan.head >= 0;
}

/** The humanoid slot of each joint that has one, by VRM name. */
export function humanoidSlots(plan: BodyPlan, native: readonly string[]): Map<number, string> {
  const slots = new Map<number, string>();
  const [hips, ...spine] = plan.spine;
  slots.set(hips, 'hips');
  // One joint is the spine, two are spine and chest; with more, the last two are chest and upper chest.
  const last = spine.length - 1;
  for (const [i, j] of spine.entries()) {
    if (i === 0) slots.set(j, 'spine');
    else if (i === last) slots.set(j, spine.length > 2 ? 'upperChest' : 'chest');
    else if (i === last - 1) slots.set(j, 'chest');
  }
  // Slots are unique: with two neck joints the first is the neck.
  if (plan.neck.length > 0) slots.set(plan.neck[0], 'neck');
  slots.set(plan.head, 'head');
  if (plan.jaw >= 0) slots.set(plan.jaw, 'jaw');
  for (const joints of [...plan.legs, ...plan.arms]) {
    for (const j of joints) {
      const slot = native[j].replace('ForeArm', 'LowerArm');
      if (/^(left|right)(UpperLeg|LowerLeg|Foot|Toes|Shoulder|UpperArm|LowerArm|Hand)$/.test(slot)) {
        slots.set(j, slot);
      }
    }
  }
  for (const { kind, joints } of plan.extras) if (kind === 'finger') setFinger(slots, joints, native);
  return slots;
}

const FINGER_PARTS = ['Proximal', 'Intermediate', 'Distal'];
const THUMB_PARTS = ['Metacarpal', 'Proximal', 'Distal'];

function setFinger(slots: Map<number, string>, joints: readonly number[], native: readonly string[]): void {
  const match = /^(left|right)(Thumb|Index|Middle|Ring|Pinky)\d+$/.exec(native[joints[0]]);
  if (!match) return;
  const [, side, word] = match;
  const finger = word === 'Pinky' ? 'Little' : word;
  const parts = word === 'Thumb' ? THUMB_PARTS : FINGER_PARTS;
  for (const [i, j] of joints.entries()) if (i < 3) slots.set(j, `${side}${finger}${parts[i]}`);
}

const MIXAMO_MIDDLE: Readonly<Record<string, string>> = {
  hips: 'Hips',
  spine: 'Spine',
  chest: 'Spine1',
  upperChest: 'Spine2',
  neck: 'Neck',
  head: 'Head',
  jaw: 'Jaw',
};
const MIXAMO_SIDE: Readonly<Record<string, string>> = {
  UpperLeg: 'UpLeg',
  LowerLeg: 'Leg',
  Foot: 'Foot',
  Toes: 'ToeBase',
  Shoulder: 'Shoulder',
  UpperArm: 'Arm',
  LowerArm: 'ForeArm',
  Hand: 'Hand',
};
const UNREAL_MIDDLE: Readonly<Record<string, string>> = {
  hips: 'pelvis',
  spine: 'spine_01',
  chest: 'spine_02',
  upperChest: 'spine_03',
  neck: 'neck_01',
  head: 'head',
  jaw: 'jaw',
};
const UNREAL_SIDE: Readonly<Record<string, string>> = {
  UpperLeg: 'thigh',
  LowerLeg: 'calf',
  Foot: 'foot',
  Toes: 'ball',
  Shoulder: 'clavicle',
  UpperArm: 'upperarm',
  LowerArm: 'lowerarm',
  Hand: 'hand',
};

/** A slot's name in a convention. */
export function slotName(slot: string, convention: NameConvention): string {
  const [, side = '', part = slot] = /^(left|right)(.+)$/.exec(slot) ?? [];
  const finger = /^(Thumb|Index|Middle|Ring|Little)(\w+)$/.exec(part);
  const number = finger ? (finger[1] === 'Thumb' ? THUMB_PARTS : FINGER_PARTS).indexOf(finger[2]) + 1 : 0;
  const digit = finger?.[1] === 'Little' ? 'Pinky' : finger?.[1];
  switch (convention) {
    case 'mixamo':
      if (side === '') return `mixamorig:${MIXAMO_MIDDLE[slot]}`;
      return `mixamorig:${capital(side)}${finger ? `Hand${digit}${number}` : MIXAMO_SIDE[part]}`;
    case 'unreal':
      if (side === '') return UNREAL_MIDDLE[slot];
      return finger ? `${digit?.toLowerCase()}_0${number}_${side[0]}` : `${UNREAL_SIDE[part]}_${side[0]}`;
    case 'unity':
      // Unity has no metacarpal: its thumb runs proximal, intermediate, distal.
      return finger ? `${capital(side)}${finger[1]}${FINGER_PARTS[number - 1]}` : capital(slot);
    case 'godot':
      return capital(slot);
    default:
      return slot;
  }
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const MIXAMO_WORDS: readonly (readonly [RegExp, string])[] = [
  [/UpperLeg/, 'UpLeg'],
  [/LowerLeg/, 'Leg'],
  [/UpperArm/, 'Arm'],
  [/Toes/, 'ToeBase'],
];

const UNREAL_WORDS: Readonly<Record<string, string>> = {
  hips: 'pelvis',
  upperleg: 'thigh',
  lowerleg: 'calf',
  toes: 'ball',
  shoulder: 'clavicle',
};

/** A native name in the style of a convention: `leftFrontUpperLeg` → `thigh_front_l`. */
function styledName(native: string, convention: NameConvention): string {
  if (convention === 'vrm') return native.replace('ForeArm', 'LowerArm');
  if (convention === 'unity' || convention === 'godot') return capital(native.replace('ForeArm', 'LowerArm'));
  if (convention === 'mixamo') {
    return `mixamorig:${MIXAMO_WORDS.reduce((name, [word, other]) => name.replace(word, other), capital(native))}`;
  }
  const [, side = '', rest = native] = /^(left|right)(.+)$/.exec(native) ?? [];
  // The letter of a digit stays with its number: WingFingerA1 is finger_wing_a_01.
  const [, body, letter = '', digits] = /^(.*?[a-z])([A-Z])?(\d*)$/.exec(rest) ?? ['', rest, '', ''];
  const words = body
    .replace(/(Upper|Lower|Fore)(Leg|Arm)/g, (_, where: string, limb: string) =>
      capital(`${where}${limb}`.toLowerCase()),
    )
    .replace(/Forearm/g, 'Lowerarm')
    .split(/(?<=[a-z0-9])(?=[A-Z])/)
    .map((word) => word.toLowerCase());
  // The part comes first, then where it is: thigh_front, foot_leg1.
  const ordered = words.length > 1 ? [words[words.length - 1], ...words.slice(0, -1)] : words;
  const named = ordered.map((word) => UNREAL_WORDS[word] ?? word).join('_');
  const number = digits === '' ? '' : `_${digits.padStart(2, '0')}`;
  const digit = letter === '' ? '' : `_${letter.toLowerCase()}`;
  return `${named}${digit}${number}${side === '' ? '' : `_${side[0]}`}`;
}

function judge(
  humanoid: boolean,
  slots: ReadonlySet<string>,
  convention: NameConvention,
  body: FoundBodyPlan,
): Finding[] {
  if (!humanoid) {
    return [
      {
        code: 'not-humanoid',
        severity: 'info',
        message: `This body (${body.kind}) has no humanoid skeleton, so its joints have names in the style of ${convention}.`,
        fix: 'Import it as a generic skeleton; humanoid retargeting does not apply.',
      },
    ];
  }
  const missing = REQUIRED_SLOTS.filter((slot) => !slots.has(slot));
  if (missing.length === 0) return [];
  return [
    {
      code: 'missing-humanoid-bones',
      severity: 'warning',
      message: `Humanoid importers need ${missing.length} bones that the skeleton does not have: ${missing.map((slot) => slotName(slot, convention)).join(', ')}.`,
      fix: 'Request more joints, or import it as a generic skeleton.',
    },
  ];
}
