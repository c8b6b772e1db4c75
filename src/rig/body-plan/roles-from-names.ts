/**
 * @file The role and side of each joint by the name that a rigger gave it: `mixamorig:LeftUpLeg`, `Foot.L`, `wing_r_02`.
 * Joints whose names say nothing are of the trunk where named limbs are below them, and else of what they are on.
 *
 * Words from: the bone lists of Mixamo, VRM, Unity, Unreal, Blender's Rigify and 3ds Max's Biped.
 */

import { ROLES, type Role } from '../learned/role-tokens.js';
import type { Skeleton } from '../rig-records.js';

/** What names say of a skeleton. */
export interface NamedRoles {
  /** Role · 3 + side (middle, left, right). [J] */
  readonly tokens: Uint8Array;
  /** Joints whose own name says what they are. [J] */
  readonly named: Uint8Array;
}

const WORDS: readonly (readonly [Role, string])[] = [
  ['hips', 'hips pelvis'],
  ['spine', 'spine torso abdomen stomach belly waist'],
  ['chest', 'chest ribcage thorax'],
  ['neck', 'neck'],
  ['head', 'head skull'],
  ['jaw', 'jaw'],
  ['ear', 'ear ears'],
  ['horn', 'horn horns antler antlers antenna antennae'],
  ['face', 'eye eyes eyelid eyebrow brow nose snout tongue lip mouth beak'],
  ['shoulder', 'shoulder clavicle scapula collar hip'],
  ['upperArm', 'arm upperarm uparm elbow'],
  ['lowerArm', 'forearm lowerarm'],
  ['hand', 'hand wrist'],
  ['finger', 'finger fingers thumb pinky'],
  ['hindUpperLeg', 'leg upleg upperleg thigh femur'],
  ['hindLowerLeg', 'knee calf shin lowerleg tibia hock'],
  ['hindFoot', 'foot feet ankle toe toes toebase ball hoof paw'],
  ['wing', 'wing wings'],
  ['tail', 'tail'],
  ['fin', 'fin fins flipper flippers'],
  ['tentacle', 'tentacle tentacles'],
];

const ROLE_OF = new Map<string, Role>(
  WORDS.flatMap(([role, words]) => words.split(' ').map((word): [string, Role] => [word, role])),
);
/** Words that say more than those beside them, in this order: a hand's thumb is a finger, an arm's fin a fin. */
const STRONGER: readonly Role[] = ['finger', 'fin', 'wing', 'tentacle', 'face', 'ear', 'horn', 'jaw', 'tail'];
/** Words that are fingers where nothing else is said, or beside a hand. */
const FINGER = new Set(['index', 'middle', 'ring']);
const CONTROL = new Set(['ik', 'pole', 'target', 'control', 'ctrl', 'weapon', 'prop']);
/** Words of two parts. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/up(?:per)? ?leg/, 'upleg'],
  [/low(?:er)? ?leg/, 'lowerleg'],
  [/up(?:per)? ?arm/, 'upperarm'],
  [/(?:lower|fore) ?arm/, 'forearm'],
  [/toe ?base/, 'toe'],
];
const LEGS: ReadonlySet<Role> = new Set(['hindUpperLeg', 'hindLowerLeg', 'hindFoot']);
const FINGERED: ReadonlySet<Role> = new Set(['finger', 'hand']);

const tokenOf = (role: Role, side: number): number => ROLES.indexOf(role) * 3 + side;

/** Reads the names of a skeleton. */
export function rolesFromNames({ names, parents }: Skeleton): NamedRoles {
  const said = names.map(readName);
  const named = Uint8Array.from(said, (one) => +(one !== undefined));
  // What carries a named part is of the trunk.
  const carries = new Uint8Array(names.length);
  for (let j = names.length - 1; j > 0; j--) {
    if (parents[j] >= 0 && (carries[j] || named[j])) carries[parents[j]] = 1;
  }
  const tokens = new Uint8Array(names.length);
  for (let j = 0; j < names.length; j++) {
    const own = said[j];
    const above = parents[j] < 0 ? tokenOf('spine', 0) : tokens[parents[j]];
    const role = ROLES[Math.floor(above / 3)];
    const onTrunk = role === 'spine' || role === 'hips' || role === 'chest';
    if (!own) {
      tokens[j] = onTrunk ? tokenOf(carries[j] ? 'spine' : 'other', 0) : above;
      continue;
    }
    // The middle finger of a foot is a toe.
    const isToe = FINGERED.has(own.role) && LEGS.has(role);
    tokens[j] = tokenOf(isToe ? 'hindFoot' : own.role, own.side === 0 && !onTrunk ? above % 3 : own.side);
  }
  return { tokens, named };
}

/** What a name says of its joint; undefined where it says nothing. */
function readName(full: string): { readonly role: Role; readonly side: number } | undefined {
  let text = full
    .replace(/^.*[:|]/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ');
  for (const [pattern, word] of JOINED) text = text.replace(pattern, word);
  const words = text.trim().split(' ');
  if (words.some((word) => CONTROL.has(word))) return undefined;
  const roles: Role[] = words.flatMap((word) => ROLE_OF.get(word) ?? []);
  const ofHand = !roles.some((role) => role !== 'hand');
  if (ofHand && words.some((word) => FINGER.has(word))) roles.push('finger');
  if (roles.length === 0) return undefined;
  const role = STRONGER.find((one) => roles.includes(one)) ?? roles[roles.length - 1];
  const has = (...sides: string[]) => words.some((word) => sides.includes(word));
  const side = has('l', 'left') ? 1 : has('r', 'right') ? 2 : 0;
  // A hip, or one half of a pelvis, holds a leg as a shoulder holds an arm.
  return { role: role === 'hips' && side > 0 ? 'shoulder' : role, side };
}
