/**
 * @file Hands and arms without a body: three to six fingers in any usual pose, with a wrist, a stub of forearm or a whole
 * arm. Described in a frame (along the fingers, across to the thumb, out of the palm), so that an arm can carry a hand.
 */

import type { Rng } from '../../src/base/rng.js';
import { add, cross, normalize, scale, subtract, type Vec3 } from '../../src/math/vector.js';
import type { PartBuilder } from '../creatures/body.js';
import type { LabelledShapes } from './labelled-shapes.js';
import { chance, pick } from './things/draw-choices.js';

/** Where a hand is and how it points. */
export interface HandFrame {
  readonly wrist: Vec3;
  /** Unit vectors: wrist to fingers, little finger to thumb, out of the palm. */
  readonly along: Vec3;
  readonly across: Vec3;
  readonly palm: Vec3;
  /** Length from the wrist to the tip of the longest finger. */
  readonly size: number;
}

/** Curl of each joint of a finger, radians; fingers that a pose leaves out are curled like the last. */
const POSES: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  flat: [[-0.05, 0.1]],
  relaxed: [[0.15, 0.4]],
  cupped: [[0.4, 0.7]],
  fist: [[1.2, 1.55]],
  pointing: [[0, 0.1], [1.2, 1.5]],
  victory: [[0, 0.1], [0, 0.1], [1.2, 1.5]],
  horns: [[0, 0.1], [1.2, 1.5], [1.2, 1.5], [0, 0.1]],
  any: [[0, 1.4], [0, 1.4], [0, 1.4], [0, 1.4], [0, 1.4]],
}; // biome-ignore format: one pose per line

/** Adds a hand with fingers; returns its joint. */
export function addHand(shapes: LabelledShapes, rng: Rng, parent: number, frame: HandFrame): number {
  const { along, across, palm, size, wrist } = frame;
  const at = (x: number, y: number, z: number): Vec3 =>
    add(wrist, add(scale(across, x * size), add(scale(along, y * size), scale(palm, z * size))));
  const fingers = pick(rng, [2, 3, 3, 4, 4, 4, 4, 4, 5]);
  const fat = rng.range(0.75, 1.6);
  const length = rng.range(0.4, 0.56);
  const width = rng.range(0.17, 0.24) * Math.sqrt(fat);
  const reach = 1 - length;
  const hand = shapes.joint('hand', parent, wrist, at(0, reach, 0));
  const part = shapes.body.part(undefined, wrist, 1, 0.02);
  const deep = rng.range(0.4, 0.7);
  part.ball(hand, at(0, reach * 0.55, 0), [width * 1.05 * size, reach * 0.62 * size, width * deep * size], {
    turn: turnOf(frame),
  });
  part.cone(hand, wrist, at(0, reach * 0.6, 0), [width * 0.62 * size, width * 0.8 * size], {
    squash: [palm, 0.75],
  });
  const pose = POSES[pick(rng, Object.keys(POSES))];
  const spread = rng.range(0.02, 0.32);
  const taper = rng.range(0.5, 0.95);
  for (let k = 0; k < fingers; k++) {
    const place = fingers === 1 ? 0 : 1 - (2 * k) / (fingers - 1);
    const root = at(place * width * 0.85, reach * (0.97 - 0.08 * place * place), 0);
    const [low, high] = pose[Math.min(k, pose.length - 1)];
    const long =
      length * size * (1 - 0.2 * Math.abs(place) ** 1.5 - (k === fingers - 1 ? rng.range(0, 0.12) : 0));
    const radius = (fat * 0.055 + 0.012) * size * (4.5 / (fingers + 0.5)) ** 0.5;
    addFinger(
      shapes,
      part,
      hand,
      { root, long, radius, taper, lean: place * spread, curl: rng.range(low, high) },
      frame,
    );
  }
  if (chance(rng, 0.93))
    addThumb(shapes, rng, part, hand, at, frame, {
      width,
      reach,
      radius: (fat * 0.06 + 0.018) * size,
      taper,
    });
  if (chance(rng, 0.08))
    addThumb(
      shapes,
      rng,
      part,
      hand,
      (x, y, z) => at(-x, y, z),
      { ...frame, across: scale(across, -1) },
      { width, reach, radius: fat * 0.06 * size, taper },
    );
  return hand;
}

interface Finger {
  readonly root: Vec3;
  readonly long: number;
  readonly radius: number;
  readonly taper: number;
  readonly lean: number;
  /** Of each joint, towards the palm, radians. */
  readonly curl: number;
}

function addFinger(
  shapes: LabelledShapes,
  part: PartBuilder,
  hand: number,
  finger: Finger,
  frame: HandFrame,
): void {
  const out = normalize(
    add(scale(frame.along, Math.cos(finger.lean)), scale(frame.across, Math.sin(finger.lean))),
  );
  const points: Vec3[] = [finger.root];
  let angle = 0;
  for (const share of [0.45, 0.3, 0.25]) {
    angle += finger.curl;
    const step = add(scale(out, Math.cos(angle)), scale(frame.palm, Math.sin(angle)));
    points.push(add(points[points.length - 1], scale(step, share * finger.long)));
  }
  const joints = shapes.chain('finger', hand, points);
  for (const [k, joint] of joints.entries()) {
    const radius = (share: number) => finger.radius * (1 + (finger.taper - 1) * (share / 3));
    part.cone(joint, points[k], points[k + 1], [radius(k), radius(k + 1)]);
  }
}

function addThumb(
  shapes: LabelledShapes,
  rng: Rng,
  part: PartBuilder,
  hand: number,
  at: (x: number, y: number, z: number) => Vec3,
  frame: HandFrame,
  { width, reach, radius, taper }: { width: number; reach: number; radius: number; taper: number },
): void {
  const angle = rng.range(0.3, 1.2);
  const forward = rng.range(0, 0.6);
  const out = normalize(
    add(
      scale(frame.along, Math.cos(angle)),
      add(scale(frame.across, Math.sin(angle)), scale(frame.palm, forward)),
    ),
  );
  const root = at(width * 0.55, reach * 0.25, 0.02);
  const long = rng.range(0.3, 0.44) * frame.size;
  const points: Vec3[] = [root];
  for (const [k, share] of [0.42, 0.33, 0.25].entries()) {
    const step = normalize(add(out, scale(frame.along, 0.25 * k)));
    points.push(add(points[k], scale(step, share * long)));
  }
  const joints = shapes.chain('finger', hand, points.slice(chance(rng, 0.7) ? 0 : 1));
  const first = points.length - 1 - joints.length;
  for (let k = 0; k < 3; k++) {
    part.cone(k < first ? hand : joints[k - first], points[k], points[k + 1], [
      radius * (k === 0 ? 1.35 : 1),
      radius * (k === 2 ? taper : 1),
    ]);
  }
}

/** Rotation vector of a ball whose axes are those of the frame, for frames that are turned in steps of the axes or not at all. */
function turnOf({ across, along, palm }: HandFrame): Vec3 {
  const trace = across[0] + along[1] + palm[2];
  const angle = Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2)));
  if (angle < 1e-6) return [0, 0, 0];
  const axis: Vec3 = [along[2] - palm[1], palm[0] - across[2], across[1] - along[0]];
  return scale(normalize(axis), angle);
}

/** A hand alone: fingers up, with or without a stub of forearm. */
export function describeHand(shapes: LabelledShapes, rng: Rng): void {
  const frame: HandFrame = {
    wrist: [0, 0, 0],
    along: [0, 1, 0],
    across: [1, 0, 0],
    palm: [0, 0, 1],
    size: 1,
  };
  const hand = addHand(shapes, rng, -1, frame);
  const stub = chance(rng, 0.7) ? rng.range(0.05, 0.5) : 0;
  if (stub > 0) {
    const thick = rng.range(0.11, 0.2);
    shapes.body
      .part(undefined, [0, 0, 0], 1, 0)
      .cone(
        hand,
        [0, 0.1, 0],
        [0, -stub, rng.range(-0.1, 0.1) * stub],
        [thick, thick * rng.range(0.9, 1.4)],
        { squash: [[0, 0, 1], rng.range(0.75, 1)] },
      );
  }
}

/** An arm alone: hanging straight down or bent at the elbow, with fingers or a mitten. */
export function describeArm(shapes: LabelledShapes, rng: Rng): void {
  const [upper, lower] = [rng.range(0.8, 1.2), rng.range(0.7, 1.2)];
  const bend = chance(rng, 0.4) ? rng.range(0, 0.25) : rng.range(0.25, 2.2);
  const thick = rng.range(0.09, 0.26);
  const elbow: Vec3 = [0, -upper, 0];
  const out: Vec3 = [0, -Math.cos(bend), Math.sin(bend)];
  const wrist = add(elbow, scale(out, lower));
  const top = shapes.joint('upperArm', -1, [0, 0, 0], elbow);
  const low = shapes.joint('lowerArm', top, elbow, wrist);
  const part = shapes.body.part(undefined, [0, 0, 0], 1, 0);
  const [atElbow, atWrist] = [thick * rng.range(0.6, 0.95), thick * rng.range(0.4, 0.75)];
  part.cone(top, [0, 0, 0], elbow, [thick, atElbow], { bulge: rng.range(0, 0.3) * thick });
  part.cone(low, elbow, wrist, [atElbow, atWrist], { bulge: rng.range(0, 0.3) * thick });
  if (chance(rng, 0.5))
    part.ball(top, [rng.range(-0.3, 0.1) * thick, 0.1 * thick, 0], thick * rng.range(1.1, 1.6));
  if (chance(rng, 0.25))
    part.cone(low, add(elbow, scale(out, 0.5 * lower)), wrist, [thick * 1.1, thick * rng.range(0.9, 1.3)]);
  const turnAngle = rng.range(-1.5, 1.5);
  const side: Vec3 = normalize(cross(out, [Math.cos(turnAngle), 0.01, Math.sin(turnAngle)]));
  const frame: HandFrame = {
    wrist,
    along: out,
    across: side,
    palm: normalize(cross(side, out)),
    size: Math.max(rng.range(0.45, 0.85), 3 * thick),
  };
  if (chance(rng, 0.8)) addHand(shapes, rng, low, frame);
  else addMitten(shapes, rng, low, frame, atWrist);
}

/** A hand without fingers, or with a thumb alone. */
function addMitten(shapes: LabelledShapes, rng: Rng, parent: number, frame: HandFrame, radius: number): void {
  const end = add(frame.wrist, scale(frame.along, frame.size * 0.7));
  const hand = shapes.joint('hand', parent, frame.wrist, end);
  const part = shapes.body.part(undefined, frame.wrist, 1, 0);
  part.cone(hand, frame.wrist, end, [radius, radius * rng.range(0.8, 1.6)], {
    squash: [frame.palm, rng.range(0.5, 1)],
    bulge: radius * 0.4,
  });
  if (chance(rng, 0.5)) {
    const middle = add(frame.wrist, scale(subtract(end, frame.wrist), 0.4));
    part.cone(
      hand,
      middle,
      add(middle, scale(normalize(add(frame.across, scale(frame.along, 0.6))), frame.size * 0.4)),
      [radius * 0.5, radius * 0.4],
    );
  }
}
