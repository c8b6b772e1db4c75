/**
 * @file How far the network is to be followed between two poses: as far as it is right about the two poses themselves.
 *
 * Both ends of a leg are right. Set free, a network that knows the creature leaves them where they are, or draws them
 * along the way that the walk takes anyway; one that takes the creature for another draws them off it, and draws what lies
 * between the same way. So how far free ends get off the straight way, against the length of the leg, tells how wrong the
 * network is. A bend as long as the leg is not to be followed either: bodies that turn over have no heading, and are
 * led anywhere. A bend of a hundredth of the diameter is no more than the network is uncertain by. And a joint that both
 * ends have alike stays: nothing asks it to move.
 *
 * Middles of walks before they are untangled, distance from the nearest real pose against slerp's (ratio of the means;
 * geometric mean of the ratios; the rig that loses most). (a) 24 walks each on 18 rigs of families that a network had not
 * seen, which choices were made on, (b) 8 each on 21 rigs that a network knows, (c) the same with bones of other lengths
 * about another rest, which none knows:
 *
 * - as it is: (a) .93; .95; 1.05 (b) .94; .95; 1.02 (c) .95; .96; 1.16;
 * - the network everywhere: (a) 1.10; 1.17; 3.39 (b) .99; .93; 1.72 (c) 1.18; 1.09; 5.61;
 * - joint by joint, by how far the network turns each joint of the ends against how far they differ: (a) 1.03; 1.01;
 *   1.34 (b) 1.02; 1.00; 1.95 (c) .95; .95; 1.06; both together (a) .96; .97; 1.05 (b) .95; .96; 1.06 (c) .95; .96; 1.07;
 * - joints that the ends have alike follow as well: (a) .92; .94; 1.06 (b) .94; .95; 1.06 (c) .97; .98; 1.33;
 * - bends as long as the leg count as any: (a) .99; .97; 1.32 (b) .95; .95; 1.05 (c) 1.22; 1.06; 8.39.
 *
 * Doubt from 2 to 4 and noise of 0.5 instead of 0.65 are the same within .03.
 *
 * Tried and dropped: to take what the network does to the ends off what it does between. Middles come out at .85 to .90, but for
 * a bad reason: free ends are drawn to the middle, so the way overshoots one of them, turns and has its middle there (it
 * is twice as long as the distance of the ends).
 */

import { quaternionAngle } from '../../math/quaternion.js';
import type { PoseTree } from '../pose-tree.js';
import { type BodyPath, pathPlaces, placeDistance } from './body-path.js';

/** How much more an end's error counts than the bend in the middle, both squared. */
const DOUBT = 3;
/** Bends of this much are followed by half, normalised: 1 % of the diameter. */
const LEAST_BEND = 0.02;
/** Joints that differ by this much between the ends follow by half, radians. */
const LEAST_ANGLE = 0.02;

/** The share of the refined way that each joint follows, 0 to 1; `drifted` is where the ends went when free. [J] */
export function trustLeg(
  tree: PoseTree,
  straight: BodyPath,
  refined: BodyPath,
  drifted: BodyPath,
): Float64Array {
  const { jointCount } = tree;
  const { rotations } = straight;
  const trust = trustWay(tree, straight, refined, drifted);
  const last = (straight.count - 1) * jointCount * 4;
  return Float64Array.from({ length: jointCount }, (_, j) => {
    const apart = quaternionAngle(rotations, j * 4, rotations, last + j * 4) ** 2;
    return (trust * apart) / (apart + LEAST_ANGLE ** 2);
  });
}

function trustWay(tree: PoseTree, straight: BodyPath, refined: BodyPath, drifted: BodyPath): number {
  const line = pathPlaces(tree, straight);
  const ends = pathPlaces(tree, drifted);
  const length = placeDistance(line[0], line[line.length - 1]);
  if (!(length > 0)) return 0;
  const off = (place: Float64Array) => Math.min(...line.map((other) => placeDistance(place, other)));
  const miss = (off(ends[0]) ** 2 + off(ends[1]) ** 2) / 2;
  const bend = off(pathPlaces(tree, refined)[refined.count >> 1]) ** 2;
  const wrong = (DOUBT * miss + bend) / length ** 2;
  return bend / (bend + LEAST_BEND ** 2) / (1 + wrong ** 2);
}
