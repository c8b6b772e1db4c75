/** @file The words of the skeleton network: what a joint can be, on which side, and what a body can have. */

/** What a joint can be. Legs are front, middle or hind; upper, lower or foot (ankle and toes are foot). */
export const ROLES = [
  'hips',
  'spine',
  'chest',
  'neck',
  'head',
  'jaw',
  'ear',
  'horn',
  'face',
  'shoulder',
  'upperArm',
  'lowerArm',
  'hand',
  'finger',
  'frontUpperLeg',
  'frontLowerLeg',
  'frontFoot',
  'hindUpperLeg',
  'hindLowerLeg',
  'hindFoot',
  'middleUpperLeg',
  'middleLowerLeg',
  'middleFoot',
  'wing',
  'tail',
  'fin',
  'tentacle',
  'other',
] as const;

/** What a joint is. A biped's legs are hind legs; `other`: a rigger's joint that no word above fits. */
export type Role = (typeof ROLES)[number];

/** On the mirror plane, left (+X of a body that faces +Z), right. */
export const ROLE_SIDES = ['middle', 'left', 'right'] as const;

export type RoleSide = (typeof ROLE_SIDES)[number];

/** How many of each limb a body has; limbs are chains, so a wing of nine joints counts once. */
export interface LimbCounts {
  readonly legs: number;
  readonly arms: number;
  readonly wings: number;
  /** Side fins; a tail fin is a tail. */
  readonly fins: number;
  readonly tentacles: number;
  readonly tails: number;
  readonly heads: number;
}

/** What a whole can be: a body, a part of one that came alone, or no body at all. */
export const WHOLES = ['body', 'hand', 'arm', 'head', 'nothing'] as const;

export type Whole = (typeof WHOLES)[number];
