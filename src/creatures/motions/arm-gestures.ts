/**
 * @file Arms: how they hang while the body is busy, and what hands do: wave, punch, carry, climb, throw, cheer.
 * Feelers and palps are arms too, small ones.
 */

import type { Rng } from '../../base/rng.js';
import { bump, ease, hold, wave } from '../../motion/library/motion-curves.js';
import { chance, drawEnvelope, drawSign, pick, spread, wander } from '../../motion/library/random-draws.js';
import type { Actor } from './actor.js';
import {
  type Action,
  bend,
  type Controls,
  compose,
  type Layer,
  type Motion,
  rotateJoint,
  shift,
} from './controls.js';

/** A posture of an arm from the shoulder down, radians. */
export interface ArmPose {
  /** Forwards, + up to the front. */
  readonly swing: number;
  /** Away from the body, from hanging (0) over sideways (1.6) to overhead. */
  readonly out: number;
  /** Turn about the upper arm, + brings the hand inwards. */
  readonly twist: number;
  readonly elbow: number;
  /** 0 open, 1 a fist. */
  readonly fist: number;
}

/** Angle between the drawn arm and one that hangs. */
const DRAWN_OUT = 0.86;

/** Poses a hand-bearing arm. */
export function poseArm(c: Controls, actor: Actor, i: number, pose: ArmPose): void {
  const arm = actor.plan.arms[i];
  const s = i % 2 === 0 ? 1 : -1;
  if (actor.kind !== 'biped') {
    // Short forelimbs under the chest reach forwards and outwards only a little.
    const [upper, fore, hand] = arm;
    rotateJoint(c, upper, -0.6 * pose.swing, 0, 0.3 * (pose.out - 0.4) * s);
    rotateJoint(c, fore, 0.5 * (0.6 - pose.elbow), 0.2 * pose.twist * s, 0);
    rotateJoint(c, hand, 0.5 * pose.fist - 0.2, 0, 0);
    return;
  }
  const [shoulder, upper, fore, hand] = arm;
  const raise = Math.max(0, pose.out - 1.2) + 0.4 * Math.max(0, pose.swing - 1);
  rotateJoint(c, shoulder, 0, -0.12 * s * Math.max(0, pose.swing), 0.25 * raise * s);
  const set = compose([-pose.swing, 0, 0], [0, 0, (pose.out - DRAWN_OUT) * s], [0, 0.5 * pose.twist * -s, 0]);
  rotateJoint(c, upper, set[0], set[1], set[2]);
  rotateJoint(c, fore, -0.66 * pose.elbow, -0.76 * pose.elbow * s, 0);
  rotateJoint(c, hand, 0, 0, -0.1 * s);
  for (const finger of actor.fingers[i]) rotateJoint(c, finger, 0, 0, -(0.15 + 0.9 * pose.fist) * s);
}

const mixArm = (a: ArmPose, b: ArmPose, t: number): ArmPose => ({
  swing: a.swing + (b.swing - a.swing) * t,
  out: a.out + (b.out - a.out) * t,
  twist: a.twist + (b.twist - a.twist) * t,
  elbow: a.elbow + (b.elbow - a.elbow) * t,
  fist: a.fist + (b.fist - a.fist) * t,
});

function drawHanging(rng: Rng): ArmPose {
  return {
    swing: spread(rng, 0.3),
    out: rng.range(0.12, 0.5),
    twist: spread(rng, 0.3),
    elbow: rng.range(0.1, 0.6),
    fist: rng.range(0, 0.6),
  };
}

/** Postures that arms are held in: at the sides, on guard, carrying, crossed, on the hips, raised. */
function drawPosture(rng: Rng): ArmPose {
  const style = pick(rng, ['guard', 'carry', 'crossed', 'hips', 'raised', 'spread', 'any', 'any'] as const);
  const r = (low: number, high: number) => rng.range(low, high);
  if (style === 'guard')
    return { swing: r(0.4, 0.9), out: r(0.2, 0.5), twist: r(-0.2, 0.4), elbow: r(1.3, 2), fist: 1 };
  if (style === 'carry')
    return { swing: r(0.4, 0.9), out: r(0.15, 0.4), twist: r(0, 0.3), elbow: r(0.8, 1.4), fist: r(0.2, 0.7) };
  if (style === 'crossed')
    return { swing: r(0.5, 0.8), out: r(0, 0.2), twist: r(0.8, 1.3), elbow: r(1.4, 1.9), fist: r(0, 0.5) };
  if (style === 'hips')
    return {
      swing: r(-0.5, -0.1),
      out: r(0.5, 0.9),
      twist: r(0.3, 0.8),
      elbow: r(1.1, 1.6),
      fist: r(0.2, 0.8),
    };
  if (style === 'raised')
    return { swing: r(0.2, 0.6), out: r(1.7, 2.4), twist: r(-0.5, 0.3), elbow: r(0.2, 1.2), fist: r(0, 1) };
  if (style === 'spread')
    return { swing: r(-0.3, 0.4), out: r(1.1, 1.7), twist: r(-0.5, 0.5), elbow: r(0, 0.6), fist: r(0, 1) };
  return { swing: r(-0.7, 1.9), out: r(0.1, 1.6), twist: r(-0.6, 0.9), elbow: r(0, 1.9), fist: r(0, 1) };
}

/** Arms while the body is busy: they hang and swing, or hold a posture. */
export function armStyle(actor: Actor, rng: Rng): Layer {
  if (actor.sprawls) return feel(actor, rng);
  const busy = chance(rng, 0.45);
  const same = chance(rng, 0.6);
  const poses = actor.plan.arms.map(() => (busy ? drawPosture(rng) : drawHanging(rng)));
  const sway = actor.plan.arms.map(() => wander(rng, rng.range(0.03, busy ? 0.15 : 0.4), 2));
  return (c, t) => {
    for (let i = 0; i < poses.length; i++) {
      const pose = same ? poses[0] : poses[i];
      const s = sway[i](t);
      poseArm(c, actor, i, { ...pose, swing: pose.swing + s, elbow: pose.elbow + 0.4 * s });
    }
  };
}

/** Feelers and palps that grope about. */
function feel(actor: Actor, rng: Rng): Layer {
  const turns = 1 + rng.integer(4);
  const amount = rng.range(0.1, 0.5);
  const [raise, open] = [spread(rng, 0.4), spread(rng, 0.3)];
  return (c, t) => {
    for (const [i, arm] of actor.plan.arms.entries()) {
      const s = i === 0 ? 1 : -1;
      for (const [k, joint] of arm.entries()) {
        rotateJoint(
          c,
          joint,
          raise + amount * wave(turns * t, 0.4 * i + 0.15 * k),
          s * (open + 0.5 * amount * wave(turns * t, 0.2)),
          0,
        );
      }
    }
  };
}

/** Swings arms against the legs at the rhythm of a walk. */
export function swingArms(actor: Actor, rng: Rng, turns: number): Layer {
  const size = rng.range(0.2, 0.9);
  const base = drawHanging(rng);
  const bent = chance(rng, 0.4) ? rng.range(0.8, 1.5) : base.elbow;
  return (c, t) => {
    for (let i = 0; i < actor.plan.arms.length; i++) {
      const s = (i === 0 ? -1 : 1) * Math.cos(2 * Math.PI * turns * t);
      poseArm(c, actor, i, { ...base, swing: base.swing + size * s, elbow: bent + 0.35 * size * s });
    }
  };
}

/** Goes through postures of both arms, with the trunk following the hands. */
function throughPostures(
  actor: Actor,
  rng: Rng,
  name: string,
  keys: readonly (readonly ArmPose[])[],
  sharp: number,
): Motion {
  const { spine } = actor.plan;
  const seconds = rng.range(1.2, 3);
  const times = keys.map((_, k) => (k + 0.5 + spread(rng, 0.25)) / keys.length);
  const twist = keys.map(() => spread(rng, 0.5));
  const bow = keys.map(() => rng.range(-0.25, 0.45));
  const drop = keys.map(() => rng.range(0, 0.16) * actor.unit);
  return {
    name,
    seconds,
    loop: false,
    layers: [
      (c, t) => {
        let k = 0;
        while (k + 1 < keys.length && t > times[k + 1]) k++;
        const next = Math.min(k + 1, keys.length - 1);
        const way = next === k ? 0 : ease(((t - times[k]) / (times[next] - times[k]) - 0.5) * sharp + 0.5);
        const mix = (list: readonly number[]) => list[k] + (list[next] - list[k]) * way;
        for (let i = 0; i < actor.plan.arms.length; i++) {
          poseArm(c, actor, i, mixArm(keys[k][i], keys[next][i], way));
        }
        bend(c, spine.slice(1), mix(bow), mix(twist), 0);
        rotateJoint(c, 0, 0.3 * mix(bow), 0.25 * mix(twist), 0);
        shift(c, 0, -mix(drop), 0);
      },
    ],
  };
}

const waveHand: Action = (actor, rng) => {
  const hand = rng.integer(2);
  const { start, top, leave, end } = drawEnvelope(rng);
  const up: ArmPose = {
    swing: rng.range(0, 0.6),
    out: rng.range(1.4, 2.3),
    twist: spread(rng, 0.4),
    elbow: rng.range(0.4, 1.3),
    fist: rng.range(0, 0.4),
  };
  const [calm, other] = [drawHanging(rng), drawHanging(rng)];
  const beats = 2 + rng.integer(5);
  const size = rng.range(0.15, 0.5);
  const lean = spread(rng, 0.25);
  return {
    name: 'wave',
    seconds: rng.range(1.6, 3),
    loop: true,
    layers: [
      (c, t) => {
        const lift = hold(t, start, top, leave, end);
        const shake = lift * wave(beats * t);
        const pose = mixArm(calm, up, lift);
        poseArm(c, actor, hand, {
          ...pose,
          out: pose.out + size * shake,
          elbow: pose.elbow + 0.6 * size * shake,
        });
        poseArm(c, actor, 1 - hand, other);
        bend(c, actor.plan.spine.slice(1), 0, 0.1 * shake, lean * lift);
      },
    ],
  };
};

const punch: Action = (actor, rng) => {
  const blows = 1 + rng.integer(3);
  const first = rng.integer(2);
  const guard: ArmPose = {
    swing: rng.range(0.4, 0.9),
    out: rng.range(0.2, 0.5),
    twist: rng.range(0, 0.3),
    elbow: rng.range(1.4, 2),
    fist: 1,
  };
  const high = rng.range(1, 1.7);
  const out: ArmPose = { swing: high, out: rng.range(0, 0.5), twist: 0, elbow: rng.range(0, 0.25), fist: 1 };
  const cocked: ArmPose = {
    swing: rng.range(-0.6, 0),
    out: rng.range(0.3, 0.9),
    twist: 0,
    elbow: rng.range(1.2, 1.9),
    fist: 1,
  };
  const power = rng.range(0.4, 0.9);
  return {
    name: 'punch',
    seconds: rng.range(0.8, 1.2) * blows + 0.3,
    loop: true,
    layers: [
      (c, t) => {
        let twist = 0;
        let lunge = 0;
        for (let i = 0; i < 2; i++) {
          let pose = guard;
          for (let b = 0; b < blows; b++) {
            if ((b + first) % 2 !== i) continue;
            const from = b / blows;
            pose = mixArm(pose, cocked, bump(t, from, from + 0.5 / blows));
            const hit = bump(t, from + 0.3 / blows, from + 0.9 / blows);
            pose = mixArm(pose, out, hit);
            twist += (i === 0 ? -1 : 1) * (hit - 0.6 * bump(t, from, from + 0.5 / blows));
            lunge += hit;
          }
          poseArm(c, actor, i, pose);
        }
        bend(c, actor.plan.spine.slice(1), 0.25 * lunge * power, power * twist, 0);
        rotateJoint(c, 0, 0.12 * lunge, 0.35 * twist, 0);
        rotateJoint(c, actor.plan.head, -0.2 * lunge, -0.6 * power * twist, 0);
        shift(c, 0, -0.06 * actor.unit, 0.12 * actor.unit * lunge);
      },
    ],
  };
};

const climb: Action = (actor, rng) => {
  const reach = rng.range(0.5, 1);
  const turns = 1 + rng.integer(2);
  return {
    name: 'climb',
    seconds: rng.range(0.8, 1.4) * turns,
    loop: true,
    layers: [
      (c, t) => {
        for (let i = 0; i < 2; i++) {
          const up = 0.5 + 0.5 * wave(turns * t, 0.5 * i);
          poseArm(c, actor, i, {
            swing: 1.3 + reach * up,
            out: 0.3 + 0.2 * up,
            twist: 0,
            elbow: 1.7 - 1.3 * up,
            fist: 0.8,
          });
        }
        bend(c, actor.plan.spine.slice(1), -0.1, 0.2 * wave(turns * t), 0.2 * wave(turns * t));
        rotateJoint(c, actor.plan.head, -0.4, 0, 0);
      },
    ],
  };
};

const postures: Action = (actor, rng) => {
  const count = 2 + rng.integer(3);
  const both = chance(rng, 0.5);
  const keys = Array.from({ length: count }, () => {
    const one = drawPosture(rng);
    return [one, both ? one : drawPosture(rng)];
  });
  return throughPostures(actor, rng, 'gesture', keys, rng.range(1, 2.5));
};

const throwing: Action = (actor, rng) => {
  const s = drawSign(rng);
  const [near, far] = s > 0 ? [0, 1] : [1, 0];
  const back: ArmPose = {
    swing: rng.range(-0.4, 0.3),
    out: rng.range(1.3, 2),
    twist: -0.4,
    elbow: rng.range(1, 1.8),
    fist: 0.7,
  };
  const gone: ArmPose = {
    swing: rng.range(1.1, 1.7),
    out: rng.range(-0.1, 0.3),
    twist: 0.3,
    elbow: rng.range(0, 0.4),
    fist: 0.2,
  };
  const other: ArmPose = {
    swing: rng.range(0.5, 1.3),
    out: rng.range(0.3, 0.9),
    twist: 0,
    elbow: rng.range(0.2, 0.8),
    fist: 0.3,
  };
  const calm = drawHanging(rng);
  return {
    name: 'throw',
    seconds: rng.range(1.2, 2),
    loop: true,
    layers: [
      (c, t) => {
        const wind = hold(t, 0.02, 0.34, 0.4, 0.56);
        const out = hold(t, 0.4, 0.56, 0.68, 0.98);
        poseArm(c, actor, near, mixArm(mixArm(calm, back, wind), gone, out));
        poseArm(c, actor, far, mixArm(calm, other, wind));
        bend(c, actor.plan.spine.slice(1), -0.25 * wind + 0.5 * out, s * (-0.7 * wind + 0.6 * out), 0);
        rotateJoint(c, 0, -0.08 * wind + 0.2 * out, s * (-0.3 * wind + 0.3 * out), 0);
        rotateJoint(c, actor.plan.head, 0, s * (0.5 * wind - 0.3 * out), 0);
        shift(c, 0, -0.05 * actor.unit * (wind + out), actor.unit * (-0.08 * wind + 0.14 * out));
      },
    ],
  };
};

export const HAND_ACTIONS: readonly Action[] = [waveHand, punch, climb, postures, postures, throwing];
