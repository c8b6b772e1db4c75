/**
 * @file Heads without a body: busts of people, heads of animals, birds and monsters, on a neck that is cut off or ends in
 * shoulders. They face +Z; ears, horns and a jaw have joints in some and are mere shape in others, as in artists' rigs.
 */

import type { Rng } from '../../src/base/rng.js';
import { add, lerp, scale, type Vec3 } from '../../src/math/vector.js';
import type { PartBuilder } from '../creatures/body.js';
import type { LabelledShapes } from './labelled-shapes.js';
import { chance, count, pick } from './things/draw-choices.js';

const SIDES = [
  ['left', 1],
  ['right', -1],
] as const;

/** A skull of about one metre about the origin of the head, on a neck. */
export function describeHead(shapes: LabelledShapes, rng: Rng): void {
  const style = pick(rng, ['human', 'human', 'animal', 'animal', 'animal', 'bird', 'monster'] as const);
  const tall = rng.range(0.15, style === 'human' ? 0.5 : 0.9);
  const lean = style === 'human' ? rng.range(-0.05, 0.2) : rng.range(0, 0.8);
  const base: Vec3 = [0, -tall, -lean * tall];
  const joints = chance(rng, 0.3) ? 2 : 1;
  const neck = shapes.chain(
    'neck',
    -1,
    joints === 2 ? [base, lerp(base, [0, 0, 0], 0.5), [0, 0, 0]] : [base, [0, 0, 0]],
  );
  const front: Vec3 = [0, 0.3, 0.5];
  const head = shapes.joint('head', neck[neck.length - 1], [0, 0, 0], front);
  const part = shapes.body.part(undefined, [0, 0, 0], 1, 0.05);
  const thick = rng.range(0.16, 0.32);
  part.cone(neck, base, [0, 0.15, 0], [thick * rng.range(0.9, 1.6), thick * rng.range(0.8, 1)]);
  if (style === 'human') describeHumanFace(rng, part, head);
  else describeSnout(shapes, rng, part, head, style);
  if (chance(rng, style === 'human' ? 0.6 : 0.85)) addEars(shapes, rng, part, head, style === 'human');
  if (chance(rng, style === 'monster' ? 0.8 : 0.25)) addHorns(shapes, rng, part, head);
  if (chance(rng, 0.35)) addHair(rng, part, head, neck[0]);
  if (chance(rng, style === 'human' ? 0.5 : 0.25)) addShoulders(rng, part, neck[0], base, thick);
}

function describeHumanFace(rng: Rng, part: PartBuilder, head: number): void {
  const wide = rng.range(0.3, 0.4);
  part.ball(head, [0, 0.38, 0.02], [wide, rng.range(0.36, 0.48), rng.range(0.38, 0.46)]);
  part.ball(head, [0, 0.1, 0.16], [wide * rng.range(0.6, 0.95), rng.range(0.22, 0.34), rng.range(0.2, 0.28)]);
  const nose = rng.range(0.04, 0.12);
  part.cone(head, [0, 0.34, 0.36], [0, 0.2, 0.4 + nose], [0.04, 0.05 + nose * 0.2]);
  if (chance(rng, 0.3))
    part.cone(head, [0, -0.08, 0.3], [0, -rng.range(0.2, 0.6), 0.25], [0.16, rng.range(0.04, 0.14)]);
  if (chance(rng, 0.5))
    for (const x of [-1, 1]) part.ball(head, [x * 0.13, 0.33, 0.36], rng.range(0.045, 0.08));
}

/** A skull with a muzzle or a beak, the lower jaw with or without a joint. */
function describeSnout(
  shapes: LabelledShapes,
  rng: Rng,
  part: PartBuilder,
  head: number,
  style: 'animal' | 'bird' | 'monster',
): void {
  const [wide, high] = [rng.range(0.24, 0.38), rng.range(0.24, 0.36)];
  const long = style === 'bird' ? rng.range(0.2, 1) : rng.range(0.15, 0.9);
  const drop = rng.range(-0.1, 0.35);
  const root: Vec3 = [0, 0.22, 0.15];
  const tip: Vec3 = [0, 0.2 - drop * long, 0.3 + long];
  const blunt = style === 'bird' ? rng.range(0.01, 0.05) : rng.range(0.08, 0.2);
  const thick = rng.range(0.16, 0.28) * (style === 'bird' ? 0.7 : 1);
  part.ball(head, [0, 0.25, 0.05], [wide, high, rng.range(0.3, 0.42)]);
  part.cone(head, root, tip, [thick, blunt], { squash: [[0, 1, 0], rng.range(0.6, 1)] });
  if (chance(rng, 0.5))
    for (const x of [-1, 1]) part.ball(head, [x * wide * 0.75, 0.36, 0.22], rng.range(0.05, 0.1));
  if (!chance(rng, 0.7)) return;
  const open = rng.range(0, 0.5);
  const hinge: Vec3 = [0, 0.08, 0.12];
  const chin: Vec3 = [0, tip[1] - 0.08 - open * long * 0.7, tip[2] - rng.range(0.02, 0.15) * long];
  const jaw = chance(rng, 0.75) ? shapes.joint('jaw', head, hinge, chin) : head;
  part.cone(jaw, hinge, chin, [thick * 0.7, blunt * 0.7], { squash: [[0, 1, 0], 0.6] });
  if (style === 'monster')
    for (const x of [-1, 1])
      for (let k = count(rng, 1, 3); k > 0; k--)
        part.cone(
          jaw,
          lerp(hinge, chin, 0.4 + 0.2 * k),
          add(lerp(hinge, chin, 0.4 + 0.2 * k), [x * 0.1, 0.12, 0]),
          [0.03, 0.006],
        );
}

function addEars(shapes: LabelledShapes, rng: Rng, part: PartBuilder, head: number, human: boolean): void {
  const long = human ? rng.range(0.08, 0.16) : rng.range(0.12, 0.7);
  const [up, out, back] = human
    ? [0.3, 1, -0.3]
    : [rng.range(-0.6, 1), rng.range(0.1, 1), rng.range(-0.6, 0.3)];
  const wide = rng.range(0.3, 0.9) * Math.min(0.3, long);
  const rigged = !human && chance(rng, 0.75);
  const halves = rigged && long > 0.35 && chance(rng, 0.5) ? 2 : 1;
  const round = chance(rng, 0.3);
  for (const [side, sign] of SIDES) {
    const root: Vec3 = human ? [sign * 0.33, 0.28, 0] : [sign * 0.2, 0.42, 0];
    const reach = scale([sign * out, up, back], long / Math.hypot(out, up, back));
    const tip = add(root, reach);
    const points = halves === 2 ? [root, lerp(root, tip, 0.5), tip] : [root, tip];
    const ear = rigged ? shapes.chain('ear', head, points, side) : [head];
    part.cone(ear, root, tip, round ? [wide, wide] : [wide * 0.7, wide * 0.15], {
      squash: [[0, 0, 1], rng.range(0.25, 0.5)],
      bulge: wide * 0.3,
    });
  }
}

function addHorns(shapes: LabelledShapes, rng: Rng, part: PartBuilder, head: number): void {
  const long = rng.range(0.2, 0.9);
  const thick = rng.range(0.03, 0.1);
  const bend = rng.range(-1.2, 1.2);
  const rigged = chance(rng, 0.3);
  const antlers = chance(rng, 0.3);
  const paired = chance(rng, 0.85);
  for (const [side, sign] of paired ? SIDES : ([['middle', 0]] as const)) {
    const root: Vec3 = [sign * 0.13, 0.5, 0.08];
    const middle = add(root, [sign * long * 0.35, long * 0.4, -0.05]);
    const tip = add(middle, [
      sign * long * 0.25 * Math.cos(bend),
      long * 0.45 * Math.cos(bend),
      long * 0.5 * Math.sin(bend),
    ]);
    const horn = rigged ? shapes.chain('horn', head, [root, middle, tip], side) : [head, head];
    part.cone(horn[0], root, middle, [thick, thick * 0.8]);
    part.cone(horn[1], middle, tip, [thick * 0.8, thick * 0.15]);
    if (antlers)
      for (let k = count(rng, 1, 3); k > 0; k--)
        part.cone(horn[0], lerp(root, tip, 0.2 * k), add(lerp(root, tip, 0.2 * k), [sign * 0.1, 0.15, 0.2]), [
          thick * 0.6,
          thick * 0.2,
        ]);
  }
}

function addHair(rng: Rng, part: PartBuilder, head: number, neck: number): void {
  const style = rng.integer(4);
  if (style === 0) part.ball(head, [0, 0.5, -0.06], [0.42, 0.38, 0.44]);
  else if (style === 1)
    part.cone([head, neck], [0, 0.5, -0.2], [0, -rng.range(0.2, 0.9), -0.35], [0.36, rng.range(0.1, 0.35)], {
      squash: [[0, 0, 1], 0.6],
    });
  else if (style === 2)
    part.cone(head, [0, 0.4, -0.1], [0, rng.range(0.8, 1.3), -0.2], [0.2, rng.range(0.03, 0.25)]);
  else
    for (let k = 0; k < 6; k++)
      part.cone([head, neck], [0, 0.7 - 0.2 * k, -0.2 - 0.03 * k], [0, 0.85 - 0.22 * k, -0.5], [0.07, 0.02]);
}

/** The cut shoulders of a bust. */
function addShoulders(rng: Rng, part: PartBuilder, neck: number, base: Vec3, thick: number): void {
  const wide = rng.range(0.5, 0.9);
  part.cone(
    neck,
    add(base, [-wide * 0.6, -0.12, 0]),
    add(base, [wide * 0.6, -0.12, 0]),
    [thick * 0.9, thick * 0.9],
    { bulge: thick * 0.3 },
  );
  part.ball(neck, add(base, [0, -rng.range(0.2, 0.4), 0.02]), [
    wide * 0.6,
    rng.range(0.25, 0.5),
    thick * 1.3,
  ]);
}
