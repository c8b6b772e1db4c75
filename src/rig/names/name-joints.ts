/**
 * @file Names for every joint of a body plan: `hips`, `spine1`, `chest`, `neck1`, `head`, `leftFrontUpperLeg`,
 * `rightLeg3Foot`, `leftWing1`, `tail3`. The sample creatures use the same names, so that one vocabulary serves generated,
 * found and fitted skeletons. Unique and stable: the same plan gives the same names, whatever the joints were called.
 */

import { add, distance, dot, subtract, unitVector, type Vec3, vectorAt } from '../../math/vector.js';
import type { BodyPlan, ExtraChain, ExtraKind, FoundBodyPlan } from '../body-plan/body-plan.js';
import { neutralNames } from '../body-plan/unknown-body.js';
import { childrenOf } from '../joint-tree.js';
import type { Skeleton } from '../rig-records.js';

/** Assigns unique names to joints. */
interface NameBook {
  readonly names: (string | undefined)[];
  give(joint: number, name: string): void;
}

/** The names of all joints, by index. */
export function nameJoints(body: FoundBodyPlan, skeleton: Skeleton): string[] {
  const { plan, kind } = body;
  if (kind === 'unknown') return neutralNames(skeleton);
  const book = createNameBook(skeleton.parents.length);
  nameTrunk(book, body);
  const upright = kind === 'biped' && plan.arms.length > 0 && plan.tail.length === 0;
  nameLegs(book, body, skeleton, upright);
  if (kind === 'arm') nameLoneArm(book, plan);
  else nameArms(book, plan, kind === 'octopus');
  nameWings(book, plan, skeleton, kind === 'fish');
  nameExtras(book, body, skeleton);
  // Joints outside the body plan (controls) are named after their parent.
  for (let j = 0; j < skeleton.parents.length; j++) {
    if (book.names[j] !== undefined) continue;
    const parent = skeleton.parents[j];
    const above = parent >= 0 ? (book.names[parent] as string) : '';
    book.give(j, above === '' ? 'root' : above.endsWith('Control') ? above : `${above}Control`);
  }
  return book.names as string[];
}

function createNameBook(count: number): NameBook {
  const names = new Array<string | undefined>(count).fill(undefined);
  const taken = new Set<string>();
  return {
    names,
    give(joint, name) {
      if (joint < 0 || names[joint] !== undefined) return;
      let unique = name;
      for (let n = 2; taken.has(unique); n++) unique = /\d$/.test(name) ? `${name}x${n}` : `${name}${n}`;
      taken.add(unique);
      names[joint] = unique;
    },
  };
}

function nameTrunk(book: NameBook, { plan, kind }: FoundBodyPlan): void {
  const { spine, neck, head, jaw, tail } = plan;
  if (kind === 'hand') {
    for (const [i, j] of spine.entries()) book.give(j, i === 0 ? 'hand' : `hand${i + 1}`);
    return;
  }
  const hasHips = plan.legs.length > 0 && plan.legs.length <= 4;
  const hasChest = hasHips && spine.length > 1;
  for (const [i, j] of spine.entries()) {
    const isChest = hasChest && i === spine.length - 1;
    book.give(j, i === 0 ? (hasHips ? 'hips' : 'body') : isChest ? 'chest' : `spine${i}`);
  }
  for (const [i, j] of neck.entries()) book.give(j, `neck${i + 1}`);
  book.give(head, 'head');
  book.give(jaw, 'jaw');
  const many = kind === 'insect' || kind === 'spider' || kind === 'arthropod';
  const tailName = many ? 'abdomen' : kind === 'octopus' ? 'mantle' : 'tail';
  for (const [i, j] of tail.entries()) book.give(j, `${tailName}${i + 1}`);
}

/** Segments of a leg by its number of joints. */
function legSegments(count: number, upright: boolean, front: boolean): string[] {
  if (count === 1) return ['Leg'];
  if (count === 2) return ['UpperLeg', 'LowerLeg'];
  if (count === 3) return ['UpperLeg', 'LowerLeg', 'Foot'];
  if (count === 4) return ['UpperLeg', 'LowerLeg', ...(upright ? ['Foot', 'Toes'] : ['Ankle', 'Foot'])];
  const inner = Array.from({ length: count - 5 }, (_, i) => `LowerLeg${i + 2}`);
  return front
    ? ['Shoulder', 'UpperLeg', 'LowerLeg', ...inner, 'Ankle', 'Foot']
    : ['UpperLeg', 'LowerLeg', ...inner, 'Ankle', 'Foot', 'Toes'];
}

/** Segments of a human leg with more joints than names: knee halfway down, ankle near the ground. */
function uprightLegSegments(
  joints: readonly number[],
  { up, axes }: FoundBodyPlan,
  { rest }: Skeleton,
): string[] {
  const heights = joints.map((j) =>
    [0, 1, 2].reduce((sum, k) => sum + (rest[j * 3 + k] - axes.origin[k]) * up[k], 0),
  );
  const nearest = (share: number, from: number, to: number) => {
    let best = from;
    for (let i = from; i <= to; i++) {
      const off = (at: number) => Math.abs(heights[at] - share * heights[0]);
      if (off(i) < off(best)) best = i;
    }
    return best;
  };
  const foot = nearest(0.1, 2, joints.length - 1);
  const knee = nearest(0.53, 1, foot - 1);
  const numbered = (word: string, count: number) =>
    Array.from({ length: count }, (_, i) => (i === 0 ? word : `${word}${i + 1}`));
  return [
    ...numbered('UpperLeg', knee),
    ...numbered('LowerLeg', foot - knee),
    'Foot',
    ...numbered('Toes', joints.length - foot - 1),
  ];
}

/** Segments of one of many legs. */
function manyLegSegments(count: number): string[] {
  if (count === 1) return [''];
  if (count === 2) return ['Upper', 'Lower'];
  if (count === 3) return ['Upper', 'Lower', 'Foot'];
  const inner = Array.from({ length: count - 3 }, (_, i) => (i === 0 ? 'Middle' : `Middle${i + 1}`));
  return ['Upper', ...inner, 'Lower', 'Foot'];
}

/** Chains of one side after the other, as the plan orders them: each with its side and index on that side. */
function bySide(chains: readonly (readonly number[])[]) {
  const perSide = Math.ceil(chains.length / 2);
  return chains.map((joints, i) => ({
    joints,
    side: i < perSide ? 'left' : 'right',
    place: i < perSide ? i : i - perSide,
    perSide,
  }));
}

function nameLegs(book: NameBook, body: FoundBodyPlan, skeleton: Skeleton, upright: boolean): void {
  for (const { joints, side, place, perSide } of bySide(body.plan.legs)) {
    const front = perSide === 2 && place === 0;
    const pair = perSide === 2 ? (front ? 'Front' : 'Hind') : '';
    const segments =
      perSide > 2
        ? manyLegSegments(joints.length)
        : upright && joints.length > 4
          ? uprightLegSegments(joints, body, skeleton)
          : legSegments(joints.length, upright, front);
    for (const [i, j] of joints.entries()) {
      book.give(j, perSide > 2 ? `${side}Leg${place + 1}${segments[i]}` : `${side}${pair}${segments[i]}`);
    }
  }
}

function armSegments(count: number): string[] {
  if (count === 1) return ['Arm'];
  if (count === 2) return ['UpperArm', 'ForeArm'];
  if (count === 3) return ['UpperArm', 'ForeArm', 'Hand'];
  const inner = Array.from({ length: count - 4 }, (_, i) => `ForeArm${i + 2}`);
  return ['Shoulder', 'UpperArm', 'ForeArm', ...inner, 'Hand'];
}

const TENTACLE_PAIRS = ['Front', 'FrontSide', 'BackSide', 'Back'];
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function nameArms(book: NameBook, plan: BodyPlan, tentacled: boolean): void {
  for (const { joints, side, place, perSide } of bySide(plan.arms)) {
    const segments = armSegments(joints.length);
    const pair =
      perSide === 1 ? '' : perSide === 2 ? ['Front', 'Back'][place] : (LETTERS[place] ?? `Pair${place}`);
    for (const [i, j] of joints.entries()) {
      if (tentacled) {
        const where = perSide === 4 ? TENTACLE_PAIRS[place] : (LETTERS[place] ?? `Pair${place}`);
        book.give(j, `${side}${where}Arm${i + 1}`);
      } else book.give(j, `${side}${pair}${segments[i]}`);
    }
  }
}

/** An arm that came alone has no side. */
function nameLoneArm(book: NameBook, { arms }: BodyPlan): void {
  for (const joints of arms) {
    const segments = armSegments(joints.length);
    for (const [i, j] of joints.entries()) book.give(j, lowerFirst(segments[i]));
  }
}

const lowerFirst = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);

function nameWings(book: NameBook, plan: BodyPlan, skeleton: Skeleton, fish: boolean): void {
  const children = childrenOf(skeleton.parents);
  for (const { joints, side, place, perSide } of bySide(plan.wings)) {
    const pair =
      perSide === 1 ? '' : perSide === 2 ? ['Fore', 'Hind'][place] : (LETTERS[place] ?? `Pair${place}`);
    const stem = fish ? `${side}PectoralFin` : `${side}${pair}Wing`;
    const own = new Set(joints);
    // The arm of the wing runs to the first fork; every branch beyond is a finger.
    let at = joints[0];
    let count = 0;
    for (;;) {
      book.give(at, `${stem}${++count}`);
      const next = children[at].filter((c) => own.has(c));
      if (next.length !== 1) break;
      at = next[0];
    }
    let finger = 0;
    for (const start of joints) {
      if (book.names[start] !== undefined) continue;
      const letter = LETTERS[finger++] ?? `Extra${finger}`;
      let segment = 0;
      for (let j: number | undefined = start; j !== undefined; ) {
        book.give(j, `${stem}Finger${letter}${++segment}`);
        j = children[j].find((c) => own.has(c) && book.names[c] === undefined);
      }
    }
  }
}

const EXTRA_WORDS: Readonly<Record<ExtraKind, string>> = {
  ear: 'Ear',
  horn: 'Horn',
  antenna: 'Antenna',
  palp: 'Palp',
  fin: 'Fin',
  tentacle: 'Tentacle',
  finger: 'Finger',
  toe: 'Toe',
  shoulder: 'Shoulder',
  girdle: 'Girdle',
  snout: 'Snout',
  crest: 'Crest',
  spur: 'Spur',
};

function nameExtras(book: NameBook, body: FoundBodyPlan, skeleton: Skeleton): void {
  const { plan, kind } = body;
  nameFingers(book, body, skeleton);
  const groups = new Map<string, ExtraChain[]>();
  for (const extra of plan.extras) {
    if (book.names[extra.joints[0]] !== undefined) continue;
    const stem = extraStem(book, extra, body, skeleton, kind === 'fish');
    groups.set(stem, [...(groups.get(stem) ?? []), extra]);
  }
  for (const [stem, chains] of groups) {
    for (const [i, { joints }] of chains.entries()) {
      const letter = chains.length > 1 ? (LETTERS[i] ?? `${i}`) : '';
      for (const [k, j] of joints.entries()) {
        book.give(j, joints.length === 1 ? `${stem}${letter}` : `${stem}${letter}${k + 1}`);
      }
    }
  }
}

function extraStem(
  book: NameBook,
  { kind, joints, side }: ExtraChain,
  body: FoundBodyPlan,
  skeleton: Skeleton,
  fish: boolean,
): string {
  const word = EXTRA_WORDS[kind];
  if (side === 0) {
    if (kind === 'girdle') return hasHindLegs(joints, body.plan, skeleton) ? 'pelvis' : 'shoulders';
    if (kind !== 'fin') return word.toLowerCase();
    const above = rises(joints, body, skeleton);
    if (fish) return above ? 'dorsalFin' : 'analFin';
    return above ? 'crest' : 'spur';
  }
  const prefix = side > 0 ? 'left' : 'right';
  if (kind === 'fin' && fish) return `${prefix}PelvicFin`;
  if (kind === 'toe') {
    // After the leg it stands on: leftFrontFoot gives leftFrontToe.
    const foot = book.names[skeleton.parents[joints[0]]] ?? '';
    const where = /^(?:left|right)(Front|Hind|Leg\d+)/.exec(foot)?.[1] ?? '';
    return `${prefix}${where}${word}`;
  }
  return `${prefix}${word}`;
}

/** Whether the last pair of legs is attached to one of these joints. */
function hasHindLegs(joints: readonly number[], { legs }: BodyPlan, { parents }: Skeleton): boolean {
  const hind = legs[legs.length - 1];
  return hind !== undefined && joints.includes(parents[hind[0]]);
}

/** Whether a chain ends higher than its parent joint. */
function rises(joints: readonly number[], { up }: FoundBodyPlan, { parents, rest }: Skeleton): boolean {
  const from = Math.max(0, parents[joints[0]]) * 3;
  const to = joints[joints.length - 1] * 3;
  let height = 0;
  for (let k = 0; k < 3; k++) height += (rest[to + k] - rest[from + k]) * up[k];
  return height >= 0;
}

/** Finger names by the number of fingers, starting with the thumb. */
const FINGERS: readonly (readonly string[])[] = [
  [],
  ['Fingers'],
  ['Thumb', 'Fingers'],
  ['Thumb', 'Index', 'Pinky'],
  ['Thumb', 'Index', 'Middle', 'Pinky'],
  ['Thumb', 'Index', 'Middle', 'Ring', 'Pinky'],
];

/** The thumb reaches least far along the fingers; the others follow by how far their tips are from its tip. */
function nameFingers(book: NameBook, { plan, kind }: FoundBodyPlan, skeleton: Skeleton): void {
  const { rest, parents } = skeleton;
  const isAlone = kind === 'hand' || kind === 'arm';
  const arms = kind === 'hand' ? [plan.spine] : plan.arms;
  if (arms.length !== 2 && !isAlone) return;
  for (const arm of arms) {
    const hand = arm[arm.length - 1];
    const fingers = plan.extras.filter(
      (extra) => extra.kind === 'finger' && arm.includes(parents[extra.joints[0]]),
    );
    const words = FINGERS[fingers.length];
    if (!words || fingers.length === 0) continue;
    const tipOf = ({ joints }: ExtraChain) => vectorAt(rest, joints[joints.length - 1]);
    const tips = fingers.map((finger) => subtract(tipOf(finger), vectorAt(rest, hand)));
    const along = tips.reduce<Vec3>((sum, tip) => add(sum, unitVector(tip)), [0, 0, 0]);
    const reach = tips.map((tip) => dot(tip, along));
    const thumb = fingers[reach.indexOf(Math.min(...reach))];
    const fromThumb = (finger: ExtraChain) => distance(tipOf(finger), tipOf(thumb));
    const others = fingers.filter((finger) => finger !== thumb).sort((a, b) => fromThumb(a) - fromThumb(b));
    const side = isAlone ? '' : arms.indexOf(arm) === 0 ? 'left' : 'right';
    for (const [i, finger] of [thumb, ...others].entries()) {
      for (const [k, j] of finger.joints.entries())
        book.give(j, `${side}${isAlone ? lowerFirst(words[i]) : words[i]}${k + 1}`);
    }
  }
}
