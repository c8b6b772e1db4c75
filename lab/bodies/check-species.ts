/**
 * @file What a species says of the limbs that names tell wrong: biped rigs are bent into birds and pigs, whose wings and
 * front legs are then called arms. Where the limbs do not come out as the species has them, the labels are wrong.
 */

import type { Role } from '../../src/rig/learned/role-tokens.js';
import type { Skeleton } from '../../src/rig/rig-records.js';

/** Species with four legs and no arms. */
const FOUR_LEGS =
  /^(horse|donkey|cow|bull|camel( \(two humps\))?|roe deer|goat|sheep|pig|dog|cat|fox|wolf|hyena|lion(ess)?|bear|rabbit|elephant|giraffe|(giant )?rat|red panda|turtle|quadruped)$/;
/** Species with two legs and two wings, of which some are folded and have no joints. */
const BIRDS = /^(bird( \(flying\))?|chicken|duck|goose|sparrow|chick|hummingbird|rooster)$/;

const FRONT_LEG: Readonly<Partial<Record<Role, Role>>> = {
  shoulder: 'frontUpperLeg',
  upperArm: 'frontUpperLeg',
  lowerArm: 'frontLowerLeg',
  hand: 'frontFoot',
  finger: 'frontFoot',
};

/** Roles by species: a bird's arms are wings, a quadruped's arms are front legs if it has but two legs beside them. */
export function correctRoles(roles: readonly Role[], category = ''): readonly Role[] {
  if (BIRDS.test(category)) return roles.map((role) => (FRONT_LEG[role] ? 'wing' : role));
  const hasFront = roles.some((role) => role.startsWith('front'));
  return FOUR_LEGS.test(category) && !hasFront ? roles.map((role) => FRONT_LEG[role] ?? role) : roles;
}

/** Whether the limbs are those of the species, front legs before hind legs; true where the species is not known. */
export function fitsSpecies(roles: readonly Role[], { rest }: Skeleton, category = ''): boolean {
  if (!FOUR_LEGS.test(category)) return true;
  const along = (role: Role) => {
    const own = roles.flatMap((one, j) => (one === role ? rest[j * 3 + 2] : []));
    return own.length > 0 ? own.reduce((sum, z) => sum + z, 0) / own.length : NaN;
  };
  const hasArms = roles.includes('upperArm') || roles.includes('middleUpperLeg');
  return !hasArms && along('frontUpperLeg') > along('hindUpperLeg');
}
