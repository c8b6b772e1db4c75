/**
 * @file Joints of a figure made of boxes: one a box that moves, where it meets the box it hangs from. That is how such
 * figures are rigged: of 43 of them nearly every box follows a single joint, half of these lie within 0.05 of the
 * longest side from the middle of the contact, and that of the trunk is at its rear end.
 *
 * The joints of 18 such figures came to 0.057 / 0.053 / 0.052 (joints, joints to bones, bones) against
 * 0.074 / 0.056 / 0.055 with joints on the curve, and as many as the artist's rather than 1.8 times as many. Joints on
 * the curve are better in robots of many round parts, and where fewer than two boxes stand on the ground.
 */

import type { Mesh } from '../../mesh/mesh.js';
import type { DraftJoint } from './draft-joints.js';
import { type BodyBox, splitBoxes, type Vector } from './split-boxes.js';

/** A figure with fewer joints, or fewer boxes on the ground, is left to the curve. */
const FEWEST_JOINTS = 5;
const FEWEST_LEGS = 2;
/** Log odds from which a box moves by itself, rather than with the one it hangs from. */
const MOVES = 0.8;
/** Joints nearer than this are one. */
const SAME = 0.06;
/** The joint of the trunk lies this share of the way from its middle to its rear. */
const REARWARD = 0.5;
/** A box whose lowest corner is this near to the ground stands on it. */
const ON_GROUND = 0.04;
/** A box this near to the mirror plane lies on it. */
const ON_PLANE = 0.01;
/** Points of a box that are tried for contact are this far apart, but at most so many along a side. */
const STEP = 0.015;
const MOST_STEPS = 8;
/** Points this much further away than the nearest are in contact too. */
const CONTACT = 0.008;
/** Boxes nearer than this touch. */
const TOUCHING = 0.01;
const TINY = 0.003;
/** Log odds that the rest of the program reads as a limb that is sure. */
const BOX_ODDS = 2;

/** A box in the tree of what hangs from what. */
interface HungBox {
  readonly box: BodyBox;
  /** Index of the box it hangs from, earlier in the list; −1 for the trunk. */
  readonly parent: number;
  readonly depth: number;
  /** Middle of the contact, and the share of the smaller box that takes part in it. */
  readonly contact: Vector;
  readonly share: number;
}

/** Joints of a figure made of boxes, in the body's frame; undefined for any other. */
export function placeBoxJoints(mesh: Mesh, symmetric: boolean, ground: number): DraftJoint[] | undefined {
  const boxes = splitBoxes(mesh);
  if (!boxes) return undefined;
  const hung = hangBoxes(boxes);
  const moving = mergeNear(
    hung,
    hung.map((one, i) => i === 0 || oddsOf(one, hung, ground) > MOVES),
  );
  const kept = [...hung.keys()].filter((i) => moving[i]);
  const legs = kept.filter((i) => i > 0 && lowestOf(hung[i].box) - ground < ON_GROUND);
  if (kept.length < FEWEST_JOINTS || legs.length < FEWEST_LEGS) return undefined;
  const places = kept.map((i) => (i === 0 ? trunkPlace(hung, kept, ground) : hung[i].contact));
  const numberOf = new Map(kept.map((i, number) => [i, number]));
  const parents = kept.map((i) => {
    let at = hung[i].parent;
    while (at > 0 && !moving[at]) at = hung[at].parent;
    return at < 0 ? -1 : numberOf.get(at)!;
  });
  const mirrored = symmetric ? mirrorPlaces(places) : places;
  if (!mirrored) return undefined;
  return kept.map((i, number) => ({
    position: mirrored[number],
    radius: Math.min(...hung[i].box.half),
    parent: parents[number],
    kind: number === 0 ? 'root' : parents.includes(number) ? 'first' : 'tip',
    odds: BOX_ODDS,
  }));
}

/** The largest box, then always the one that is nearest to those before. */
function hangBoxes(boxes: readonly BodyBox[]): HungBox[] {
  const trunk = boxes.reduce((largest, box) => (box.volume > largest.volume ? box : largest));
  const samples = new Map(boxes.map((box) => [box, samplesOf(box)]));
  const hung: HungBox[] = [{ box: trunk, parent: -1, depth: 0, contact: trunk.center, share: 0 }];
  /** Of each box that waits: the best place to hang it so far. */
  const waiting = new Map<BodyBox, { score: number; parent: number; touch: Touch }>();
  for (const box of boxes)
    if (box !== trunk) waiting.set(box, { score: Infinity, parent: 0, touch: NOWHERE });
  while (waiting.size > 0) {
    const last = hung.length - 1;
    let next: BodyBox | undefined;
    for (const [box, best] of waiting) {
      const touch = touchOf(box, hung[last].box, samples);
      // Among boxes that touch, the trunk and what is large come first.
      const size = Math.min(1, hung[last].box.volume / box.volume);
      const score = 10 * Math.max(0, touch.distance - TOUCHING) - 0.01 * size - (last === 0 ? 0.003 : 0);
      if (score < best.score) waiting.set(box, { score, parent: last, touch });
      if (next === undefined || waiting.get(box)!.score < waiting.get(next)!.score) next = box;
    }
    const { parent, touch } = waiting.get(next!)!;
    waiting.delete(next!);
    const depth = hung[parent].depth + 1;
    hung.push({ box: next!, parent, depth, contact: touch.middle, share: touch.share });
  }
  return hung;
}

interface Touch {
  readonly distance: number;
  readonly middle: Vector;
  readonly share: number;
}
const NOWHERE: Touch = { distance: Infinity, middle: [0, 0, 0], share: 0 };

/** How near two boxes come, and where: the points of the smaller that are nearest to the larger. */
function touchOf(a: BodyBox, b: BodyBox, samples: ReadonlyMap<BodyBox, readonly Vector[]>): Touch {
  const [small, large] = a.volume < b.volume ? [a, b] : [b, a];
  const points = samples.get(small)!;
  const distances = points.map((point) => distanceToBox(large, point));
  const least = Math.min(...distances);
  const middle = [0, 0, 0];
  let count = 0;
  points.forEach((point, i) => {
    if (distances[i] > least + CONTACT) return;
    count++;
    for (let k = 0; k < 3; k++) middle[k] += point[k];
  });
  // A large box may dip an edge into a small one between the points of the small.
  const back = samples
    .get(large)!
    .reduce((best, point) => Math.min(best, distanceToBox(small, point)), least);
  return {
    distance: back,
    middle: [middle[0] / count, middle[1] / count, middle[2] / count],
    share: count / points.length,
  };
}

/** Points all over a box. */
function samplesOf({ center, axes, half }: BodyBox): Vector[] {
  const steps = half.map((h) => Math.max(1, Math.min(MOST_STEPS, Math.round((2 * h) / STEP))));
  const out: Vector[] = [];
  for (let i = 0; i <= steps[0]; i++) {
    for (let j = 0; j <= steps[1]; j++) {
      for (let k = 0; k <= steps[2]; k++) {
        const along = [i, j, k].map((at, d) => ((2 * at) / steps[d] - 1) * half[d]);
        const at = (d: number) =>
          center[d] + along[0] * axes[0][d] + along[1] * axes[1][d] + along[2] * axes[2][d];
        out.push([at(0), at(1), at(2)]);
      }
    }
  }
  return out;
}

function distanceToBox({ center, axes, half }: BodyBox, [x, y, z]: Vector): number {
  let squared = 0;
  for (let k = 0; k < 3; k++) {
    const axis = axes[k];
    const along = axis[0] * (x - center[0]) + axis[1] * (y - center[1]) + axis[2] * (z - center[2]);
    const beyond = Math.max(0, Math.abs(along) - half[k]);
    squared += beyond * beyond;
  }
  return Math.sqrt(squared);
}

function cornersOf({ center, axes, half }: BodyBox): Vector[] {
  return Array.from({ length: 8 }, (_, m) => {
    const at = (d: number) =>
      axes.reduce((sum, axis, k) => sum + (m & (1 << k) ? 1 : -1) * half[k] * axis[d], center[d]);
    return [at(0), at(1), at(2)];
  });
}

const lowestOf = (box: BodyBox): number => Math.min(...cornersOf(box).map((corner) => corner[1]));

/** Log odds that a box moves by itself: fitted on the boxes of 43 figures; area under the curve 0.82 left out. */
function oddsOf(
  { box, parent, depth, contact, share }: HungBox,
  hung: readonly HungBox[],
  ground: number,
): number {
  const corners = cornersOf(box);
  const [longest, middle, shortest] = [...box.half].sort((a, b) => b - a);
  const reach = Math.max(...corners.map((corner) => Math.hypot(...corner.map((v, k) => v - contact[k]))));
  const standsOut = Math.max(...corners.map((corner) => distanceToBox(hung[parent].box, corner)));
  const grounded = lowestOf(box) - ground < ON_GROUND;
  return (
    1.96 +
    0.98 * Math.log(reach + TINY) -
    0.81 * Math.log(longest + TINY / 10) -
    (shortest < 2 * TINY ? 1.1 : 0) +
    0.87 * Math.log((longest + 0.005) / (middle + 0.005)) +
    0.36 * Math.log(standsOut + TINY) +
    0.74 * share +
    (grounded ? 0.99 : 0) -
    0.52 * depth +
    0.15 * Math.log(box.volume / hung[0].box.volume)
  );
}

/** Of boxes whose joints would be in one place only the larger moves. */
function mergeNear(hung: readonly HungBox[], moves: readonly boolean[]): boolean[] {
  const out = [...moves];
  for (let i = 1; i < hung.length; i++) {
    for (let j = i + 1; j < hung.length; j++) {
      if (!out[i] || !out[j]) continue;
      const away = Math.hypot(...hung[i].contact.map((value, k) => value - hung[j].contact[k]));
      // Two legs side by side are near, too, but on two sides of the mirror plane.
      const across = hung[i].contact[0] * hung[j].contact[0] < -1e-6;
      if (away < SAME && !across) out[hung[i].box.volume >= hung[j].box.volume ? j : i] = false;
    }
  }
  return out;
}

/** Where the trunk turns: toward its end away from the head, the heaviest that hangs from it clear of the ground. */
function trunkPlace(hung: readonly HungBox[], kept: readonly number[], ground: number): Vector {
  const { center, axes, half } = hung[0].box;
  const weights = hung.map(({ box }) => box.volume);
  for (let i = hung.length - 1; i > 0; i--) weights[hung[i].parent] += weights[i];
  let head = -1;
  let heaviest = 0;
  for (const i of kept) {
    if (i === 0 || hung[i].parent !== 0 || lowestOf(hung[i].box) - ground < ON_GROUND) continue;
    // Heads are carried high.
    const weight = weights[i] * (hung[i].box.center[1] > center[1] ? 3 : 1);
    if (weight > heaviest) [head, heaviest] = [i, weight];
  }
  if (head < 0) return center;
  const longest = half.indexOf(Math.max(...half));
  const axis = axes[longest];
  const toHead = hung[head].box.center.reduce((sum, value, k) => sum + (value - center[k]) * axis[k], 0);
  const back = (toHead < 0 ? 1 : -1) * REARWARD * half[longest];
  return [center[0] + back * axis[0], center[1] + back * axis[1], center[2] + back * axis[2]];
}

/** Places made exact images of each other across x = 0, those near it put on it; undefined where one has no image. */
function mirrorPlaces(places: readonly Vector[]): Vector[] | undefined {
  const out = places.map(
    ([x, y, z], i): Vector => (i === 0 || Math.abs(x) < ON_PLANE ? [0, y, z] : [x, y, z]),
  );
  const done = new Set<number>();
  for (const [i, [x, y, z]] of out.entries()) {
    if (x === 0 || done.has(i)) continue;
    let image = -1;
    let least = SAME / 2;
    out.forEach((other, j) => {
      if (j === i || done.has(j) || other[0] * x >= 0) return;
      const away = Math.hypot(other[0] + x, other[1] - y, other[2] - z);
      if (away < least) [image, least] = [j, away];
    });
    if (image < 0) return undefined;
    done.add(i).add(image);
    const other = out[image];
    const [a, b, c] = [(x - other[0]) / 2, (y + other[1]) / 2, (z + other[2]) / 2];
    out[i] = [a, b, c];
    out[image] = [-a, b, c];
  }
  return out;
}
