/**
 * @file How far the network is to be followed between two poses: the less, the longer its way is than the straight one.
 *
 * Both ends of a leg stay where they are. A network that takes the creature for another pulls everything between
 * them away, and the way there and back makes the path long; one that knows the creature bends it a little. Where a body
 * turns over it has no heading, and the network leads it anywhere: such ways are long too. A joint that both ends have
 * alike stays: nothing asks it to move.
 *
 * Middles of walks before they are untangled, distance from the nearest real pose against slerp's (ratio of the means;
 * geometric mean of the ratios; the rig that loses most). (a) 24 walks each on 18 rigs of families that a network had not
 * seen, (b) 8 each on 21 rigs that a network knows, (c) the same with bones of other lengths about another rest, which
 * none knows; choices were made on all of them:
 *
 * - as it is: (a) .95; .96; 1.06 (b) .94; .95; 1.10 (c) .95; .96; 1.15; ways longer by .4 to 1 that are followed by half,
 *   not by .5, are the same within .01;
 * - the network everywhere, on short legs too: (a) 1.10; 1.17; 3.39 (b) .99; .93; 1.72 (c) 1.18; 1.09; 5.61;
 * - on long legs everywhere, however long the way: (a) 1.07; .99; 2.04 (b) .95; .95; 1.10 (c) 1.15; 1.05; 6.38;
 * - joints that the ends have alike follow as well: (a) .95; .96; 1.09 (b) .94; .95; 1.12 (c) .96; .97; 1.21;
 * - by how far the network draws the ends off the straight way when they are free, instead of length: (a) .98; .97; 1.29
 *   (b) .95; .95; 1.09 (c) 1.23; 1.07; 8.39; both together are as good as length alone;
 * - joint by joint, by how far the network turns each joint of the ends against how far they differ: (a) 1.03; 1.01;
 *   1.34 (b) 1.02; 1.00; 1.95 (c) .95; .95; 1.06.
 */

import { quaternionAngle } from '../../math/quaternion.js';
import { type PosePath, pathLength } from '../records/pose-path.js';
import type { SolverRig } from '../records/solver-rig.js';

/** A way longer than the straight one by this share of it is followed by half. */
const LONGER = 0.5;
/** A joint that differs by this much between the ends follows by half, radians. */
const LEAST_ANGLE = 0.02;

/** The share of the refined way that each joint follows, 0 to 1. [J] */
export function measurePathTrust(rig: SolverRig, straight: PosePath, refined: PosePath): Float64Array {
  const { jointCount } = rig;
  const { rotations } = straight;
  const last = (straight.count - 1) * jointCount * 4;
  const direct = pathLength(rig, straight);
  const longer = Math.max(0, pathLength(rig, refined) - direct);
  const trust = direct > 0 ? 1 / (1 + (longer / (LONGER * direct)) ** 4) : 0;
  return Float64Array.from({ length: jointCount }, (_, j) => {
    const apart = quaternionAngle(rotations, j * 4, rotations, last + j * 4) ** 2;
    return (trust * apart) / (apart + LEAST_ANGLE ** 2);
  });
}
