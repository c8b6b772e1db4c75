/**
 * @file Fish and what is built like them: swim, turn, dart. A wave runs from the head to the tail and grows on its way;
 * a body whose tail is wider than high, as that of a whale, beats up and down.
 */

import { clamp } from '../../math/scalar.js';
import { isFish } from './body-traits.js';
import type { MotionBody } from './motion-body.js';
import { bump, ease, hold, wave } from './motion-curves.js';
import { backOf, leanTrunk, type MotionFrame, type MotionLayer, turnJoint } from './motion-frame.js';
import type { FullMotionStyle, MotionDefinition } from './motion-plan.js';

/** The joints that bend, from the head to the tip of the tail, each with its place from 0 to 1. */
interface Swimmer {
  readonly fore: readonly { readonly joint: number; readonly at: number }[];
  readonly rear: readonly { readonly joint: number; readonly at: number }[];
  /** Whether it beats up and down. */
  readonly flukes: boolean;
  readonly length: number;
}

function measureSwimmer(body: MotionBody): Swimmer {
  const { plan, skeleton, points, partOf } = body;
  const ahead = [...backOf(body), ...plan.neck, ...(plan.head > 0 ? [plan.head] : [])];
  let [low, high] = [Infinity, -Infinity];
  const box = [Infinity, -Infinity, Infinity, -Infinity];
  for (let p = 0; p < points.owners.length; p++) {
    const z = points.rest[p * 3 + 2];
    low = Math.min(low, z);
    high = Math.max(high, z);
  }
  for (let p = 0; p < points.owners.length; p++) {
    if (partOf[points.owners[p]] !== 'tail' || points.rest[p * 3 + 2] > low + 0.2 * (high - low)) continue;
    for (let k = 0; k < 2; k++) {
      box[k * 2] = Math.min(box[k * 2], points.rest[p * 3 + k]);
      box[k * 2 + 1] = Math.max(box[k * 2 + 1], points.rest[p * 3 + k]);
    }
  }
  const length = Math.max(1e-6, high - low);
  const place = (joint: number) => ({
    joint,
    at: clamp((high - skeleton.rest[joint * 3 + 2]) / length, 0, 1),
  });
  return {
    fore: ahead.map(place),
    rear: plan.tail.map(place),
    flukes: box[1] - box[0] > 1.3 * (box[3] - box[2]),
    length,
  };
}

/** Bends the body to the side (or up and down) by a wave of `size` radians over the whole body. */
function undulate(frame: MotionFrame, { fore, rear, flukes }: Swimmer, phase: number, size: number): void {
  const turn = (joint: number, angle: number) =>
    turnJoint(frame, joint, flukes ? angle : 0, flukes ? 0 : angle);
  for (const { joint, at } of fore)
    turn(joint, (-0.25 * size * (1 - at) * wave(phase, 0.7 * at)) / Math.max(1, fore.length));
  for (const { joint, at } of rear) {
    turn(joint, (1.5 * size * (0.25 + at * at) * wave(phase, 0.75 * at)) / Math.max(1.5, rear.length));
  }
}

/** A bend of the whole body to one side, left of 0 or right. */
function curve(frame: MotionFrame, { fore, rear }: Swimmer, angle: number): void {
  for (const { joint } of fore) turnJoint(frame, joint, 0, (0.4 * angle) / Math.max(1, fore.length));
  for (const { joint } of rear) turnJoint(frame, joint, 0, (-0.6 * angle) / Math.max(1, rear.length));
}

/** Fins that steady it. */
function paddle(frame: MotionFrame, body: MotionBody, phase: number, size: number): void {
  for (const [i, wing] of frame.wings.entries()) {
    const p = phase + (body.wings[i].side > 0 ? 0 : 0.15);
    wing.raise += size * wave(p);
    wing.sweep += 0.25 * size + 0.35 * size * wave(p, 0.25);
    wing.curl += 0.5 * size * wave(p, 0.2);
  }
  for (const { kind, joints } of body.plan.extras) {
    if (kind === 'fin')
      turnJoint(frame, joints[0], 0, 0.12 * size * wave(phase, 0.3), 0.1 * size * wave(phase, 0.5));
  }
}

/** Seconds of a beat of the tail: longer fish beat more slowly. */
const beatOf = (length: number): number => clamp(0.85 * Math.sqrt(length), 0.4, 1.6);

const planSwim =
  (side: -1 | 0 | 1): MotionDefinition['plan'] =>
  (body, style) => {
    const swimmer = measureSwimmer(body);
    const beat = beatOf(swimmer.length);
    const beats = side === 0 ? 1 : 2;
    const stride = 0.65 * swimmer.length * style.stride;
    const speed = style.speed ?? stride / beat;
    const quarter = (side * Math.PI) / 2;
    const layer: MotionLayer = (frame, t) => {
      const p = beats * t;
      undulate(frame, swimmer, p, 0.8 * style.energy * style.tailLiveliness);
      paddle(frame, body, p, 0.25 * style.energy);
      const sway = 0.06 * style.energy * wave(p, 0.05);
      leanTrunk(frame, swimmer.flukes ? 0.7 * sway : 0, swimmer.flukes ? 0 : sway, -0.25 * side);
      if (side === 0) {
        frame.path.z += speed * beat * beats * t;
        return;
      }
      curve(frame, swimmer, 0.55 * side);
      const radius = (speed * beat * beats) / Math.abs(quarter);
      frame.path.yaw += quarter * t;
      frame.path.x += side * radius * (1 - Math.cos(Math.abs(quarter) * t));
      frame.path.z += radius * Math.sin(Math.abs(quarter) * t);
    };
    return {
      seconds: beat * beats,
      loop: true,
      grounded: false,
      fastest: 26,
      cycles: beats,
      layers: [layer],
    };
  };

/** Bends into a C and shoots ahead. */
const planDart: MotionDefinition['plan'] = (body, style) => {
  const swimmer = measureSwimmer(body);
  const beat = beatOf(swimmer.length);
  const far = 1.6 * swimmer.length * style.energy;
  const layer: MotionLayer = (frame, t) => {
    const bent = hold(t, 0, 0.2, 0.24, 0.36);
    const dash = hold(t, 0.26, 0.36, 0.55, 0.92);
    curve(frame, swimmer, 1.3 * bent);
    leanTrunk(frame, 0, 0.35 * bent, -0.15 * bent);
    undulate(frame, swimmer, 3 * t, 0.25 + 0.9 * dash);
    paddle(frame, body, 2 * t, 0.25 * (1 - dash));
    for (const wing of frame.wings) wing.sweep += 0.6 * dash;
    turnJoint(frame, body.plan.jaw, 0.25 * bump(t, 0.3, 0.6));
    frame.path.z += far * ease((t - 0.24) / 0.7);
  };
  return { seconds: 2.4 * beat, loop: true, grounded: false, fastest: 30, layers: [layer] };
};

/** Hangs in the water. */
export function planFloat(body: MotionBody, style: FullMotionStyle): ReturnType<MotionDefinition['plan']> {
  const swimmer = measureSwimmer(body);
  const layer: MotionLayer = (frame, t) => {
    undulate(frame, swimmer, 2 * t, 0.28 * style.energy * style.tailLiveliness);
    paddle(frame, body, 3 * t, 0.35 * style.energy);
    frame.shift[1] += 0.03 * swimmer.length * wave(t);
    leanTrunk(frame, 0.03 * wave(t, 0.25), 0.05 * wave(t, 0.4), 0.03 * wave(2 * t));
    turnJoint(frame, body.plan.jaw, 0.06 * (1 + wave(3 * t)));
  };
  return { seconds: 4, loop: true, grounded: false, layers: [layer] };
}

/** Motions of fish. */
export const SWIM_MOTIONS: readonly MotionDefinition[] = [
  { name: 'swim', summary: 'swims ahead', suits: isFish, plan: planSwim(0) },
  { name: 'turn-left', summary: 'swims a quarter turn to the left', suits: isFish, plan: planSwim(1) },
  { name: 'turn-right', summary: 'swims a quarter turn to the right', suits: isFish, plan: planSwim(-1) },
  { name: 'dart', summary: 'bends and shoots ahead', suits: isFish, plan: planDart },
];
