/**
 * @file The words for what a joint is. The first are those of the networks (their tokens are numbers of this list); the
 * rest are finer words for chains that the networks do not tell apart, and `control` for what is no part of the body.
 */

import { type Role as NetworkRole, ROLES } from '../learned/role-tokens.js';

/** All roles; `Anatomy.role` holds their numbers. */
export const ANATOMY_ROLES = [
  ...ROLES,
  'toe',
  'antenna',
  'palp',
  'crest',
  'spur',
  'girdle',
  'control',
] as const;

/**
 * What a joint is. `hips` is where the trunk begins; a `girdle` is a midline joint that is only the parent of limbs; a
 * `spur` is a small limb that no other word fits; `other` is a joint that is no part of any chain; a `control` is no part
 * of the body: an animation control, a helper, a scene node.
 */
export type AnatomyRole = NetworkRole | (typeof ANATOMY_ROLES)[number];

const NUMBERS = new Map(ANATOMY_ROLES.map((role, i) => [role as string, i]));

/** The number of a role. */
export const roleNumber = (role: AnatomyRole): number => NUMBERS.get(role) as number;

/** The role of a name, where it is one. */
export const roleOfName = (name: string): AnatomyRole | undefined =>
  NUMBERS.has(name) ? (name as AnatomyRole) : undefined;

/** Whether a role is one of a leg. */
export const isLegRole = (role: AnatomyRole): boolean => /^(front|middle|hind)(Upper|Lower|Foot)/.test(role);
