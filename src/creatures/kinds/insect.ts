/**
 * @file A bumblebee or one of its striped relations: six legs, four wings, feelers.
 */

import type { Rng } from '../../base/rng.js';
import { smoothStep } from '../../math/scalar.js';
import { add, lerp, normalize, scale, type Vec3 } from '../../math/vector.js';
import type { Animator, PoseDraft } from '../animator.js';
import { createBody, SIDES } from '../body.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { bump, ease, hold, stepAt, wave } from '../gait.js';
import { hex, type Inks, mixRgb, overlay, plain, type SkinPoint, shade, spots } from '../paint.js';

/** Direction of each leg of a side, radians from straight ahead. */
const LEG_ANGLES = [0.62, 1.42, 2.14];

export function describeInsect(rng: Rng): Anatomy {
  // (1) Proportions, metres: enlarged, as in a museum.
  const size = rng.range(0.85, 1.2);
  const round = size * rng.range(0.85, 1.15);
  const long = size * rng.range(0.9, 1.35);
  const wing = size * rng.range(0.9, 1.2);
  const reach = size * rng.range(0.9, 1.12);
  const feeler = size * rng.range(0.8, 1.4);

  // (2) Body.
  const b = createBody();
  const high = 0.042 * size;
  const at = (x: number, y: number, z: number): Vec3 => [x * size, high + y * size, z * size];
  const body = b.joint('body', -1, at(0, 0, 0));
  const headJoint = b.joint('head', body, at(0, 0.002, 0.026), at(0, -0.004, 0.05));
  const waist = at(0, 0, -0.024);
  const sting = add(waist, [0, -0.01 * long, -0.088 * long]);
  const abdomen = b.chain('abdomen', body, [waist, lerp(waist, sting, 0.3), lerp(waist, sting, 0.62), sting]);

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  trunk.ball(body, at(0, 0.003, 0), [0.026 * round, 0.026 * round, 0.028 * size], { blend: 0.01 * size });
  trunk.cone([body, headJoint], at(0, 0.002, 0.015), at(0, 0.002, 0.03), [0.014 * size, 0.014 * size], {
    blend: 0.006 * size,
  });
  trunk.ball(headJoint, at(0, 0.002, 0.04), [0.019 * size, 0.018 * size, 0.016 * size], {
    blend: 0.006 * size,
    paint: 'head',
  });
  const mouth = at(0, -0.012, 0.05);
  trunk.cone(headJoint, at(0, -0.006, 0.046), mouth, [0.009 * size, 0.005 * size], {
    blend: 0.004 * size,
    paint: 'mouth',
  });
  trunk.cone([body, abdomen[0]], at(0, 0, -0.015), waist, [0.013 * size, 0.012 * size], {
    blend: 0.008 * size,
  });
  const belly = b.part(trunk, waist, 0.03 * size, 0.008 * size);
  belly.ball(abdomen, lerp(waist, sting, 0.45), [0.029 * round, 0.028 * round, 0.044 * long], {
    turn: [0.12, 0, 0],
    paint: 'abdomen',
  });
  belly.cone(
    abdomen[2],
    lerp(waist, sting, 0.86),
    add(sting, [0, -0.002 * size, -0.008 * size]),
    [0.008 * size, 0.0016 * size],
    { blend: 0.004 * size, paint: 'sting' },
  );

  const feelers: number[][] = [];
  const wings: number[][] = [];
  for (const side of SIDES) {
    const s = side.sign;
    trunk.ball(headJoint, at(0.0145 * s, 0.006, 0.043), [0.0088 * size, 0.0125 * size, 0.0105 * size], {
      paint: 'eye',
      detail: 0.0028 * size,
    });
    trunk.ball(headJoint, at(0.0195 * s, 0.0125, 0.0495), 0.0022 * size, {
      paint: 'glint',
      detail: 0.0016 * size,
    });
    const root = at(0.006 * s, 0.016, 0.048);
    const elbow = add(root, scale([0.007 * s, 0.022, 0.012], feeler));
    const tip = add(elbow, scale([0.01 * s, 0.008, 0.028], feeler));
    const joints = b.chain(side.name('Antenna'), headJoint, [root, elbow, tip]);
    const part = b.part(trunk, root, 0.01 * size, 0.003 * size);
    part.cone(joints[0], root, elbow, [0.0032 * size, 0.003 * size], { paint: 'leg' });
    part.cone(joints[1], elbow, tip, [0.003 * size, 0.0042 * size], { paint: 'leg', blend: 0.001 * size });
    b.limit(joints, [-0.5, 0.5], [-0.4, 0.4], [-0.4, 0.4]);
    feelers.push(joints);
  }
  for (const side of SIDES) {
    for (const [name, z, sweep, rise, length, width] of [
      ['ForeWing', 0.009, 0.04, 0.42, 0.118, 0.0215],
      ['HindWing', -0.015, 0.62, 0.26, 0.072, 0.0135],
    ] as const) {
      const root = at(0.014 * side.sign, 0.021 - 0.004 * (z < 0 ? 1 : 0), z);
      const way = normalize(side.at(Math.cos(sweep), rise, -Math.sin(sweep)));
      const tip = add(root, scale(way, length * wing));
      const joints = b.chain(side.name(name), body, [root, lerp(root, tip, 0.45), tip]);
      const part = b.part(trunk, root, 0.014 * size, 0.004 * size);
      const flat = normalize(side.at(-rise * Math.cos(sweep), 1, rise * Math.sin(sweep)));
      part.cone(joints, root, lerp(root, tip, 0.2), [0.0045 * size, 0.005 * size], { paint: 'leg' });
      part.cone(joints, lerp(root, tip, 0.14), lerp(root, tip, 0.86), [width * 0.4 * wing, width * wing], {
        squash: [flat, 0.085],
        paint: 'wing',
        blend: 0.003 * size,
      });
      b.limit(joints, [-0.7, 0.7], [-0.6, 1.1], [-1.1, 1.1], side.sign);
      wings.push(joints);
    }
  }
  const legs: number[][] = [];
  for (const side of SIDES) {
    for (const [n, angle] of LEG_ANGLES.entries()) {
      const length = [0.92, 0.95, 1.12][n] * reach;
      const ray = (r: number, y: number): Vec3 => [
        side.sign * (0.012 * size + r * length) * Math.sin(angle),
        y,
        (0.014 * size + r * length) * Math.cos(angle),
      ];
      const points = [
        ray(0, high - 0.012 * size),
        ray(0.034, high + 0.002 * size),
        ray(0.056, 0.014 * size),
        ray(0.066, 0.0055 * size),
        ray(0.078, 0.004 * size),
      ];
      const joints = b.chain(
        ['Upper', 'Middle', 'Lower', 'Foot'].map((p) => side.name(`Leg${n + 1}${p}`)),
        body,
        points,
      );
      const part = b.part(trunk, points[0], 0.02 * size, 0.005 * size);
      part.cone(joints[0], points[0], points[1], [0.006 * size, 0.0056 * size], { paint: 'leg' });
      part.cone(joints[1], points[1], points[2], [0.0054 * size, 0.0042 * size], {
        paint: 'leg',
        blend: 0.002 * size,
      });
      part.cone(joints[2], points[2], points[3], [0.004 * size, 0.0036 * size], {
        paint: 'leg',
        blend: 0.001 * size,
      });
      part.cone(joints[3], points[3], points[4], [0.0038 * size, 0.0034 * size], {
        paint: 'leg',
        blend: 0.001 * size,
      });
      b.limit(joints[0], [-1.1, 1.1], [-0.9, 0.9], [-1.2, 1.2]);
      b.limit(joints[1], [-1.3, 1.3], [-0.9, 0.9], [-1.3, 1.3]);
      b.limit(joints[2], [-0.8, 0.8], [-0.5, 0.5], [-0.8, 0.8]);
      b.limit(joints[3], [-0.8, 0.8], [-0.5, 0.5], [-0.8, 0.8]);
      legs.push(joints);
    }
  }
  b.limit(body, [-0.6, 0.6], [-0.6, 0.6], [-0.4, 0.4]);
  b.limit(headJoint, [-0.4, 0.4], [-0.5, 0.5], [-0.4, 0.4]);
  b.limit(abdomen, [-0.35, 0.35], [-0.3, 0.3], [-0.2, 0.2]);

  const plan: CreaturePlan = {
    spine: [body],
    neck: [],
    head: headJoint,
    jaw: -1,
    tail: abdomen,
    legs,
    arms: feelers,
    wings,
    feet: legs.map((joints) => joints[3]),
  };
  return {
    body: b.build(),
    cell: 0.0042 * size,
    stands: true,
    inks: drawFuzz(rng, waist, sting, size),
    plan,
    animate: (animator) => animate(animator, plan, size),
  };
}

function drawFuzz(rng: Rng, waist: Vec3, sting: Vec3, size: number): Inks {
  const coats = [
    { light: '#f2b927', dark: '#2b221c', collar: '#f4c53a', wing: '#dfe9f2', eye: '#1a1614' },
    { light: '#e0642c', dark: '#2a1d20', collar: '#e88a3a', wing: '#ead9c4', eye: '#2a1010' },
    { light: '#58b6a8', dark: '#173a44', collar: '#8ad8c0', wing: '#d6eef0', eye: '#3a1a2a' },
    { light: '#e9e2d0', dark: '#3b3a44', collar: '#b8433a', wing: '#dfe2ea', eye: '#202028' },
    { light: '#8fbf3a', dark: '#23401f', collar: '#d8d050', wing: '#e2eed2', eye: '#5a1e14' },
  ];
  const coat = coats[rng.integer(coats.length)];
  const light = shade(hex(coat.light), rng.range(0.95, 1.05));
  const [dark, collar, wing] = [hex(coat.dark), hex(coat.collar), hex(coat.wing)];
  const bands = 2 + rng.integer(3);
  const fuzz = spots(0.006 * size, 0.4, rng.integer(1000));
  const banded = (p: SkinPoint) => {
    const s = (waist[2] - p.z) / (waist[2] - sting[2]);
    const phase = s * bands + 0.2 - 0.05 * p.up;
    const d = Math.abs(phase - Math.floor(phase) - 0.5) * 2;
    return mixRgb(dark, light, smoothStep(0.36, 0.56, d));
  };
  return {
    coat: overlay(plain(collar), shade(collar, 0.8), (p) => fuzz(p)),
    abdomen: overlay(banded, dark, (p) => 0.7 * smoothStep(0, -0.7, p.up)),
    head: plain(dark),
    mouth: plain(shade(dark, 1.6)),
    sting: plain(shade(dark, 0.7)),
    leg: plain(shade(dark, 1.15)),
    wing: (p) => mixRgb(mixRgb(wing, dark, 0.5), wing, smoothStep(0.014 * size, 0.06 * size, p.x)),
    eye: plain(hex(coat.eye)),
    glint: plain([1, 1, 1]),
  };
}

function animate(animator: Animator, plan: CreaturePlan, size: number) {
  const { spine, head, tail, legs, arms, wings } = plan;
  const body = spine[0];
  const place = (d: PoseDraft, i: number, offset: Vec3) => {
    const [upper, middle, , foot] = legs[i];
    d.reach(upper, middle, foot, add(d.restPosition(foot), offset));
    d.setWorld(foot, [0, 0, 0]);
  };
  const feel = (d: PoseDraft, phase: number, amount: number) => {
    for (const [i, [root, tip]] of arms.entries()) {
      d.turn(root, 0.2 * amount * wave(phase, 0.37 * i), 0.12 * amount * wave(phase, 0.2), 0);
      d.turn(tip, 0.25 * amount * wave(phase, 0.37 * i + 0.15), 0, 0);
    }
  };
  /** Wings: laid back over the body (`rest` 1) or beating. */
  const beat = (d: PoseDraft, phase: number, amount: number, rest: number) => {
    for (const [i, [root, tip]] of wings.entries()) {
      const s = i < 2 ? 1 : -1;
      const hind = i % 2;
      const flap = amount * wave(phase, 0.08 * hind);
      d.turn(
        root,
        0.3 * amount * wave(phase, 0.25) * 0.6,
        (0.34 - 0.26 * hind) * rest * s,
        ((0.6 - 0.25 * hind) * flap + 0.12 * hind * amount + (0.18 - 0.04 * hind) * rest) * s,
      );
      d.turn(tip, 0, 0, 0.16 * amount * wave(phase, 0.12 + 0.08 * hind) * s);
    }
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.12, 0.2, 0.34, 0.42) - hold(t, 0.56, 0.64, 0.76, 0.84);
    d.shift(0, 0.0015 * size * wave(3 * t), 0);
    d.turn(body, 0.025 * wave(t), 0.06 * look, 0);
    d.turn(head, 0.04 * wave(3 * t), 0.22 * look, 0.12 * look);
    d.bend(tail, 0.16 * wave(3 * t), 0, 0);
    feel(d, 3 * t, 1);
    beat(d, 20 * t, 0.12 * hold(t, 0.44, 0.48, 0.54, 0.58), 1);
    for (let i = 0; i < 6; i++) place(d, i, [0, 0, 0]);
  });

  // Alternating tripods: front and hind leg of one side with the middle leg of the other.
  const stride = 0.027 * size;
  const duty = 0.56;
  const walk = animator.clip('walk', 0.6, (d, t) => {
    d.shift(0, 0.0015 * size * wave(2 * t), (stride / duty) * t);
    d.turn(body, 0.02 * wave(2 * t), 0.05 * wave(t), 0.04 * wave(t, 0.25));
    d.turn(head, -0.02 * wave(2 * t), -0.05 * wave(t), -0.04 * wave(t, 0.25));
    d.bend(tail, 0.06 * wave(2 * t), -0.06 * wave(t, 0.1), 0);
    feel(d, 2 * t, 0.8);
    beat(d, 0, 0, 1);
    for (let i = 0; i < 6; i++) {
      const step = stepAt(t, i % 2 === 0 ? 0 : 0.5, duty);
      place(d, i, [0, 0.011 * size * step.lift, (stride / duty) * step.travel]);
    }
  });

  const takeoff = animator.clip('takeoff', 3, (d, t) => {
    const spread = hold(t, 0.04, 0.16, 0.84, 0.96);
    const buzz = hold(t, 0.14, 0.26, 0.78, 0.88);
    const up = ease((t - 0.26) / 0.18) * (1 - ease((t - 0.62) / 0.2));
    const crouch = bump(t, 0.16, 0.32) + 0.6 * bump(t, 0.74, 0.9);
    d.shift(
      0.006 * size * up * wave(3 * t),
      -0.004 * size * crouch + 0.11 * size * up + 0.004 * size * up * wave(4 * t),
      0,
    );
    d.turn(body, -0.06 * crouch - 0.08 * up, 0, 0.06 * up * wave(3 * t, 0.2));
    d.turn(head, 0.2 * up, 0, 0);
    d.bend(tail, 0.22 * crouch + 0.12 * up + 0.06 * wave(4 * t) * up, 0, 0);
    feel(d, 4 * t, 0.7);
    beat(d, 15 * t, buzz, 1 - spread);
    for (let i = 0; i < 6; i++) {
      const [upper, middle] = legs[i];
      const foot = d.restPosition(legs[i][3]);
      // On the ground the feet hold; in the air they are drawn in and follow the body.
      const s = Math.sign(foot[0]);
      const hang: Vec3 = [
        (Math.abs(foot[2]) > 0.03 * size ? 0.016 : 0) * size * s,
        0.086 * size + 0.003 * size * wave(4 * t, 0.1 * i),
        -0.006 * size,
      ];
      d.reach(upper, middle, legs[i][3], add(foot, scale(hang, up)));
      d.setWorld(legs[i][3], [0.3 * up, 0, 0]);
    }
  });
  return [idle, walk, takeoff];
}
