/**
 * @file How far the network is to be followed between two poses: as far as it leads away from the straight way, and no
 * further than it is right about the two poses themselves.
 *
 * Both ends of a leg are right. Set free, a network that knows the creature leaves them where they are, or draws them
 * along the way that the walk takes anyway; one that takes the creature for another draws them off it, and draws what lies
 * between the same way. How far the ends get off the straight way, against the length of the leg, is what the network is
 * wrong by. A bend as long as the leg is none to follow either: bodies that turn over have no heading, and the network
 * leads them anywhere. And a bend of a hundredth of the diameter is no more than what the network is uncertain by.
 */

import type { PoseTree } from '../pose-tree.js';
import { type BodyPath, pathPlaces, placeDistance } from './body-path.js';

/** How much more an end's error counts than the bend in the middle, both squared. */
const DOUBT = 3;
/** Bends of this much are followed by half, normalised: 1 % of the diameter. */
const LEAST_BEND = 0.02;

/** The share of the refined way to follow, 0 to 1; `drifted` is where the ends of both went when free. */
export function trustLeg(tree: PoseTree, straight: BodyPath, refined: BodyPath, drifted: BodyPath): number {
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
