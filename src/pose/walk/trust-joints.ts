/**
 * @file How far the network is to be believed between two poses, joint by joint: as far as it leaves the two poses
 * themselves alone.
 *
 * Both ends of a walk are right. Shown one of them through much noise, a network that knows the creature says it again;
 * one that takes the creature for another says something else, and would pull what lies between the same way. A joint
 * whose ends differ by more than the network is wrong about them follows it, the others go straight.
 *
 * Middles of 8 walks each on 15 rigs of families that a network had not seen, distance from the nearest real pose against
 * slerp's (ratio of the means; geometric mean of the ratios; rigs that gain and that lose more than 0.5 %; length of the
 * walk): the network everywhere 1.01; 1.18; .47 and .47; 1.38. Half of it .99; 1.08; .47 and .40; 1.17. By joint **.95; .98;
 * .47 and .27; 1.11**, with four times less doubt .96; .98; .47 and .40. One trust for all joints, falling to none where the
 * network moves the ends by 0.6 of their distance, .98; .99; .27 and .13; as yes or no .96; 1.05; .47 and .13. Noise of 0.5
 * instead of 0.65 for the ends, and of 0.5 and 0.65 instead of 0.35 for the path, are the same within .02. Choosing among
 * eight ways (also sagging to rest or to the mean of samples) by what the meter says of them: 1.01; 1.08.
 */

import type { WorkOptions } from '../../base/progress.js';
import { quaternionAngle } from '../../math/quaternion.js';
import type { BodySpace } from '../body-space.js';
import { askOpinion, drawPairs } from './ask-opinion.js';
import { stateLength } from './batch-states.js';
import type { BodyPath } from './body-path.js';

/** Share of noise that the ends are shown with, and noises that an opinion is the mean of. */
const TIME = 0.65;
const NOISES = 4;
const SEED = 3;
/** How much more an angle of error counts than one of difference, squared. */
const DOUBT = 2;
/** Joints that turn less than this between the ends go straight, radians. */
const LEAST_ANGLE = 1e-3;

/** The share of the network's opinion to follow for each joint, 0 to 1, between the two poses of `ends`. [J] */
export async function trustJoints(
  space: BodySpace,
  ends: BodyPath,
  options: WorkOptions = {},
): Promise<Float64Array> {
  const { jointCount } = space.tree;
  const draws = drawPairs(stateLength(space), NOISES, SEED);
  const { rotations: said } = await askOpinion(space, ends, TIME, draws, options);
  const { rotations } = ends;
  return Float64Array.from({ length: jointCount }, (_, j) => {
    const [a, b] = [j * 4, (jointCount + j) * 4];
    const apart = quaternionAngle(rotations, a, rotations, b);
    const error = Math.max(quaternionAngle(rotations, a, said, a), quaternionAngle(rotations, b, said, b));
    return apart ** 2 / (apart ** 2 + DOUBT * error ** 2 + LEAST_ANGLE ** 2);
  });
}
