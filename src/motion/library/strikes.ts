/** @file Attacks with whatever a body has: jaws, horns, hands, feet, tail, wings. Each draws back, strikes and returns. */

import type { Rng } from '../../base/rng.js';
import {
  hasArms,
  hasHead,
  hasLegs,
  hasTentacles,
  hasWings,
  isFish,
  isSerpent,
  paceOf,
} from './body-traits.js';
import { carriageLayer } from './carriage.js';
import type { MotionBody } from './motion-body.js';
import { hold } from './motion-curves.js';
import {
  backOf,
  bendChain,
  leanTrunk,
  type MotionFrame,
  shiftTrunk,
  turnHead,
  turnJoint,
} from './motion-frame.js';
import type { FullMotionStyle, MotionDefinition, MotionPlan } from './motion-plan.js';

/** How far a strike is drawn back, and how far it is out. */
interface Blow {
  readonly back: number;
  readonly out: number;
}

/** Adds a blow to a frame. */
type Strike = (frame: MotionFrame, body: MotionBody, blow: Blow, size: number) => void;

/** Seconds of a strike of a body with legs of a metre. */
const SECONDS = 1.15;

const planStrike =
  (strike: Strike): MotionDefinition['plan'] =>
  (body: MotionBody, style: FullMotionStyle, rng: Rng): MotionPlan => ({
    seconds: SECONDS * paceOf(body),
    loop: true,
    grounded: hasLegs(body),
    fastest: 36,
    layers: [
      (frame, t) => {
        const back = hold(t, 0.02, 0.26, 0.28, 0.5);
        const out = hold(t, 0.3, 0.5, 0.56, 0.96);
        strike(frame, body, { back, out }, 0.6 + 0.4 * style.energy);
      },
      carriageLayer(body, style, rng, { breaths: 1, amount: 0.25 }),
    ],
  });

/** The trunk draws back and lunges on its feet. */
function lunge(frame: MotionFrame, { unit, upright }: MotionBody, { back, out }: Blow, size: number): void {
  shiftTrunk(frame, 0, -unit * size * (0.1 * back + 0.06 * out), unit * size * (-0.12 * back + 0.26 * out));
  leanTrunk(frame, (upright ? -0.12 : -0.05) * back + (upright ? 0.25 : 0.08) * out);
}

const bite: Strike = (frame, body, blow, size) => {
  const { back, out } = blow;
  lunge(frame, body, blow, size);
  bendChain(frame, backOf(body), (body.upright ? 0.4 : 0.12) * out - 0.08 * back);
  // The neck folds back, then stretches; the head keeps its aim.
  bendChain(frame, body.plan.neck, size * (-0.45 * back + 0.5 * out));
  turnJoint(frame, body.plan.head, size * (0.3 * back - 0.3 * out));
  turnJoint(
    frame,
    body.plan.jaw,
    0.5 * Math.min(1, 2 * back * (1 - back) + out * (1 - out) * 4 + 0.4 * back),
  );
  bendChain(frame, body.plan.tail, -0.3 * back + 0.3 * out);
};

const headbutt: Strike = (frame, body, blow, size) => {
  const { back, out } = blow;
  lunge(frame, body, blow, 1.2 * size);
  bendChain(frame, backOf(body), (body.upright ? 0.5 : 0.1) * out);
  turnHead(frame, body, size * (0.45 * back + 0.8 * out));
  bendChain(frame, body.plan.tail, 0.4 * out);
};

/** A swipe across with one arm, the trunk behind it; or with a front leg. */
const claw: Strike = (frame, body, { back, out }, size) => {
  const { arms, unit } = body;
  const index = Math.max(
    0,
    arms.findIndex(({ side }) => side < 0),
  );
  const side = arms[index]?.side ?? -1;
  shiftTrunk(frame, 0, -0.08 * unit * (back + out), unit * size * (-0.06 * back + 0.14 * out));
  leanTrunk(frame, 0.12 * out - 0.08 * back, side * (-0.12 * back + 0.16 * out));
  bendChain(frame, backOf(body), 0.15 * out - 0.1 * back, side * size * (-0.35 * back + 0.5 * out));
  turnHead(frame, body, 0, side * (0.4 * back - 0.45 * out));
  for (const [i, arm] of arms.entries()) {
    const control = frame.arms[i];
    if (i === index) {
      control.swing += size * (1.7 * back + 0.9 * out);
      control.spread += size * (0.7 * back + 0.1 * out);
      control.bend += size * (1.1 * back + 0.25 * out);
      control.cross += size * 0.9 * out;
    } else if (arm.side !== side) {
      control.swing += 0.3 * back - 0.5 * out;
      control.bend += 0.6 * (back + out);
    }
  }
};

/** A blow with a front leg, or stabs with the first pair of many. */
const paw: Strike = (frame, body, { back, out }, size) => {
  const { legs, rows, unit } = body;
  const many = rows > 2;
  shiftTrunk(frame, 0, 0, unit * (-0.12 * back + 0.16 * out));
  leanTrunk(frame, (many ? -0.25 : -0.12) * (back + 0.4 * out));
  turnHead(frame, body, (many ? 0.2 : 0.15) * back);
  const side = legs.find(({ row }) => row === 0)?.side ?? 1;
  for (const [i, leg] of legs.entries()) {
    if (leg.row !== 0 || (!many && leg.side !== side)) continue;
    const foot = frame.feet[i];
    foot.carried = Math.min(1, back + out);
    foot.y += leg.size * size * ((many ? 0.9 : 0.4) * back + (many ? 0.25 : 0.3) * out);
    foot.z += leg.size * size * (0.1 * back + 0.55 * out);
    foot.x -= leg.side * leg.size * (0.1 * back + 0.2 * out);
    foot.pitch += 0.4 * back - 0.2 * out;
  }
};

/** A kick ahead with two legs, back with both hind legs of four. */
const kick: Strike = (frame, body, { back, out }, size) => {
  const { legs, rows, unit } = body;
  const two = rows === 1;
  const side = legs.some((leg) => leg.side < 0) ? -1 : 1;
  if (two) {
    shiftTrunk(
      frame,
      -0.5 * side * Math.abs(legs[0].sole[0] - body.pivot[0]) * (back + out),
      -0.06 * unit * (back + out),
      0.05 * unit * out,
    );
    leanTrunk(frame, 0.05 * back - 0.28 * out, side * (-0.15 * back + 0.2 * out));
    bendChain(frame, backOf(body), 0.15 * back + 0.1 * out, side * (0.2 * back - 0.3 * out));
    for (const [i, arm] of body.arms.entries()) {
      frame.arms[i].spread += 0.35 * (back + out);
      frame.arms[i].bend += 0.6 * (back + out);
      frame.arms[i].swing += arm.side === side ? -0.4 * out : 0.4 * out;
    }
  } else {
    leanTrunk(frame, -0.06 * back + 0.26 * out);
    shiftTrunk(frame, 0, -0.06 * unit * back, 0.05 * unit * out);
    turnHead(frame, body, 0.3 * out);
  }
  for (const [i, leg] of legs.entries()) {
    if (two ? leg.side !== side : leg.row !== rows - 1) continue;
    const foot = frame.feet[i];
    foot.carried = Math.min(1, back + out);
    foot.y += leg.size * size * (0.3 * back + 0.5 * out);
    foot.z += leg.size * size * (two ? -0.1 * back + 0.75 * out : 0.15 * back - 0.7 * out);
    foot.pitch += (two ? -0.5 : 0.9) * out + 0.3 * back;
  }
};

const tailSwing: Strike = (frame, body, { back, out }, size) => {
  const { plan, unit } = body;
  leanTrunk(frame, 0.04 * out, size * (0.25 * back - 0.35 * out));
  shiftTrunk(frame, 0, -0.05 * unit * (back + out), 0);
  bendChain(frame, backOf(body), 0, size * (0.3 * back - 0.35 * out));
  turnHead(frame, body, 0, size * (0.3 * back - 0.3 * out));
  bendChain(frame, plan.tail, -0.3 * (back + out), size * (-1.1 * back + 1.5 * out));
};

const wingBlow: Strike = (frame, body, blow, size) => {
  const { back, out } = blow;
  lunge(frame, body, blow, 0.5 * size);
  for (const wing of frame.wings) {
    wing.fold -= Math.min(1, back + out);
    wing.open = Math.max(wing.open, Math.min(1, back + out));
    wing.raise += size * (0.9 * back - 0.4 * out);
    wing.sweep += size * (0.2 * back - 0.7 * out);
    wing.curl += size * (0.3 * back - 0.4 * out);
  }
};

const horned = ({ plan }: MotionBody) => plan.extras.some(({ kind }) => kind === 'horn');
const biter = (body: MotionBody) => hasHead(body) && !isSerpent(body) && !hasTentacles(body);
const kicker = ({ legs, rows }: MotionBody) => legs.length > 1 && rows < 3;
const pawer = ({ rows }: MotionBody) => rows > 1;

/** What a body attacks with by itself: hands of those that stand upright, jaws of the rest, the first legs of many. */
function usual(body: MotionBody): Strike {
  if (body.upright && hasArms(body)) return claw;
  if (body.rows > 2) return paw;
  if (biter(body)) return horned(body) && body.plan.jaw < 0 ? headbutt : bite;
  return hasArms(body) ? claw : body.rows === 1 ? kick : paw;
}

/** Attacks. */
export const STRIKES: readonly MotionDefinition[] = [
  {
    name: 'attack',
    summary: 'strikes with what it has',
    suits: (body) => hasLegs(body) || hasArms(body) || isFish(body) || (hasWings(body) && hasHead(body)),
    plan: (body, style, rng) => planStrike(usual(body))(body, style, rng),
  },
  { name: 'attack-bite', summary: 'lunges and bites', suits: biter, plan: planStrike(bite) },
  {
    name: 'attack-headbutt',
    summary: 'butts with its head',
    suits: (body) => biter(body) && hasLegs(body),
    plan: planStrike(headbutt),
  },
  { name: 'attack-claw', summary: 'swipes with a hand', suits: hasArms, plan: planStrike(claw) },
  { name: 'attack-paw', summary: 'strikes with its front legs', suits: pawer, plan: planStrike(paw) },
  { name: 'attack-kick', summary: 'kicks', suits: kicker, plan: planStrike(kick) },
  {
    name: 'attack-tail',
    summary: 'swings its tail',
    suits: ({ plan, legs }) => plan.tail.length > 2 && legs.length > 0,
    plan: planStrike(tailSwing),
  },
  { name: 'attack-wing', summary: 'beats with its wings', suits: hasWings, plan: planStrike(wingBlow) },
];
