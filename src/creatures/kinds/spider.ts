/**
 * @file A jumping spider with a furry coat, eight eyes and eight legs.
 */

import type { Rng } from '../../base/rng.js';
import { smoothStep } from '../../math/scalar.js';
import { add, lerp, type Vec3 } from '../../math/vector.js';
import type { Animator, PoseDraft } from '../animator.js';
import { createBody, SIDES } from '../body.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye } from '../features.js';
import { bump, hold, stepAt, wave } from '../gait.js';
import { hex, type Inks, mixRgb, overlay, plain, type SkinPoint, shade, spots } from '../paint.js';

/** Direction of each leg of a side, radians from straight ahead. */
const LEG_ANGLES = [0.7, 1.32, 1.9, 2.46];

export function describeSpider(rng: Rng): Anatomy {
  // (1) Proportions, metres: a spider as large as a hand.
  const size = rng.range(0.85, 1.2);
  const reach = size * rng.range(0.88, 1.15);
  const high = 0.05 * size * rng.range(0.85, 1.25);
  const fat = size * rng.range(0.85, 1.25);
  const leg = size * rng.range(0.9, 1.12);

  // (2) Body.
  const b = createBody();
  const at = (x: number, y: number, z: number): Vec3 => [x * size, high + y * size, z * size];
  const body = b.joint('body', -1, at(0, 0, 0));
  const headJoint = b.joint('head', body, at(0, 0.002, 0.018), at(0, 0, 0.042));
  const waist = at(0, 0.002, -0.026);
  const rump = add(waist, [0, 0.016 * fat, -0.07 * fat]);
  const abdomen = b.chain('abdomen', body, [waist, lerp(waist, rump, 0.45), rump]);

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  trunk.ball([body, headJoint], at(0, 0.004, 0.004), [0.027 * size, 0.021 * size, 0.032 * size], {
    blend: 0.008 * size,
  });
  trunk.ball(headJoint, at(0, 0.009, 0.02), [0.023 * size, 0.02 * size, 0.018 * size], {
    blend: 0.01 * size,
    paint: 'face',
  });
  trunk.cone([body, abdomen[0]], at(0, 0, -0.015), waist, [0.012 * size, 0.01 * size], {
    blend: 0.008 * size,
  });
  const abdomenPart = b.part(trunk, waist, 0.03 * size, 0.008 * size);
  abdomenPart.ball(abdomen, lerp(waist, rump, 0.5), [0.033 * fat, 0.031 * fat, 0.041 * fat], {
    turn: [0.2, 0, 0],
    paint: 'abdomen',
  });
  abdomenPart.cone(
    abdomen[1],
    lerp(waist, rump, 0.9),
    add(rump, [0, -0.004 * fat, -0.008 * fat]),
    [0.009 * fat, 0.004 * fat],
    { blend: 0.006 * size, paint: 'abdomen' },
  );

  const palps: number[][] = [];
  const legs: number[][] = [];
  for (const side of SIDES) {
    const s = side.sign;
    addEye(trunk, headJoint, at(0.0095 * s, 0.011, 0.034), 0.0088 * size, [0.12 * s, 0.05, 1]);
    trunk.ball(headJoint, at(0.0205 * s, 0.0145, 0.0265), 0.0052 * size, {
      paint: 'pupil',
      detail: 0.002 * size,
    });
    trunk.ball(headJoint, at(0.02 * s, 0.022, 0.014), 0.0042 * size, {
      paint: 'pupil',
      detail: 0.002 * size,
    });
    const fang = at(0.007 * s, -0.005, 0.032);
    const fangTip = at(0.008 * s, -0.022, 0.036);
    const fangJoint = b.joint(side.name('Fang'), headJoint, fang, fangTip);
    const fangPart = b.part(trunk, fang, 0.014 * size, 0.005 * size);
    fangPart.cone(fangJoint, fang, fangTip, [0.0062 * size, 0.0045 * size], { paint: 'fang' });
    b.limit(fangJoint, [-0.3, 0.3], [-0.2, 0.2], [-0.3, 0.2], s);
    const palpRoot = at(0.0155 * s, -0.003, 0.027);
    const palpKnee = at(0.018 * s, -0.003, 0.046);
    const palp = b.chain(side.name('Palp'), headJoint, [palpRoot, palpKnee, at(0.0165 * s, -0.021, 0.056)]);
    const palpPart = b.part(trunk, palpRoot, 0.014 * size, 0.005 * size);
    palpPart.cone(palp[0], palpRoot, palpKnee, [0.0052 * size, 0.005 * size], { paint: 'leg' });
    palpPart.cone(palp[1], palpKnee, at(0.0165 * s, -0.021, 0.056), [0.005 * size, 0.006 * size], {
      blend: 0.002 * size,
      paint: 'palp',
    });
    palps.push(palp);
  }
  for (const side of SIDES) {
    for (const [n, angle] of LEG_ANGLES.entries()) {
      const length = [1.08, 0.98, 0.95, 1.12][n] * reach;
      const ray = (r: number, y: number): Vec3 => [
        side.sign * (0.017 * size + r * length) * Math.sin(angle),
        y,
        (0.02 * size + r * length) * Math.cos(angle) + 0.002 * size,
      ];
      const points = [
        ray(0.0, high),
        ray(0.05, high + 0.042 * reach),
        ray(0.094, high * 0.62),
        ray(0.112, 0.0085 * size),
        ray(0.118, 0.0055 * size),
      ];
      const names = ['Upper', 'Middle', 'Lower', 'Foot'].map((part) => side.name(`Leg${n + 1}${part}`));
      const joints = b.chain(names, body, points);
      const part = b.part(trunk, points[0], 0.022 * size, 0.006 * size);
      part.cone(joints[0], points[0], points[1], [0.0078 * leg, 0.0075 * leg], {
        paint: 'leg',
        bulge: 0.001 * leg,
      });
      part.cone(joints[1], points[1], points[2], [0.0072 * leg, 0.0056 * leg], {
        paint: 'leg',
        blend: 0.003 * size,
      });
      part.cone(joints[2], points[2], points[3], [0.0056 * leg, 0.0048 * leg], {
        paint: 'leg',
        blend: 0.002 * size,
      });
      part.ball(joints[3], points[3], 0.0056 * leg, { paint: 'foot', blend: 0.002 * size });
      b.limit(joints[0], [-0.9, 0.9], [-0.9, 0.9], [-0.9, 0.9]);
      b.limit(joints[1], [-1.3, 1.3], [-0.9, 0.9], [-1.3, 1.3]);
      b.limit(joints[2], [-0.8, 0.8], [-0.5, 0.5], [-0.8, 0.8]);
      b.limit(joints[3], [-0.5, 0.5], [-0.5, 0.5], [-0.5, 0.5]);
      legs.push(joints);
    }
  }
  b.limit(body, [-0.6, 0.6], [-0.6, 0.6], [-0.4, 0.4]);
  b.limit(headJoint, [-0.3, 0.3], [-0.35, 0.35], [-0.2, 0.2]);
  b.limit(abdomen, [-0.5, 0.5], [-0.5, 0.5], [-0.3, 0.3]);

  const plan: CreaturePlan = {
    spine: [body],
    neck: [],
    head: headJoint,
    jaw: -1,
    tail: abdomen,
    legs,
    arms: palps,
    wings: [],
    feet: legs.map((joints) => joints[3]),
  };
  return {
    body: b.build(),
    cell: 0.0046 * size,
    stands: true,
    inks: drawFur(rng, lerp(waist, rump, 0.5), size, fat),
    plan,
    animate: (animator) => animate(animator, plan, size),
  };
}

function drawFur(rng: Rng, middle: Vec3, size: number, fat: number): Inks {
  const furs = [
    { main: '#4a3a33', mark: '#d9913f', leg: '#5a463a', band: '#c98a4a', eye: '#1c2430' },
    { main: '#2c2d38', mark: '#d8402f', leg: '#33343f', band: '#70707e', eye: '#0f2a2a' },
    { main: '#8a6a4a', mark: '#f0e0c0', leg: '#7a5a3e', band: '#e0c89a', eye: '#221a12' },
    { main: '#34506e', mark: '#7fd0d8', leg: '#2c4258', band: '#8fb4c8', eye: '#101828' },
    { main: '#5a3a5c', mark: '#f09ab0', leg: '#4a2f4c', band: '#c890c0', eye: '#1a1020' },
  ];
  const fur = furs[rng.integer(furs.length)];
  const main = shade(hex(fur.main), rng.range(0.92, 1.1));
  const [mark, leg, band] = [hex(fur.mark), hex(fur.leg), hex(fur.band)];
  const tuft = spots(0.012 * size, 0.35, rng.integer(1000));
  const chevrons = rng.next() < 0.5;
  const figure = (p: SkinPoint) => {
    const z = (p.z - middle[2]) / fat;
    const x = Math.abs(p.x) / fat;
    const shape = chevrons
      ? Math.abs(((((z * 60 - x * 42) % 1) + 1) % 1) - 0.5) * 2 - 0.62
      : 0.4 - Math.hypot(x * 55 - 0.55, z * 34) * 0.5;
    return smoothStep(-0.12, 0.12, shape) * smoothStep(0.15, 0.45, p.up) * smoothStep(0.026, 0.018, x);
  };
  return {
    coat: overlay(plain(main), shade(main, 1.35), (p) => 0.6 * tuft(p)),
    face: (p) => mixRgb(main, mark, smoothStep(0.3, 0.9, p.up) * 0.75),
    abdomen: overlay(plain(main), mark, figure),
    leg: (p) => {
      const r = Math.hypot(p.x, p.z) / size;
      const ring = Math.abs(((r * 34) % 1) - 0.5) * 2;
      return mixRgb(leg, band, smoothStep(0.55, 0.8, ring));
    },
    palp: plain(band),
    foot: plain(shade(leg, 0.65)),
    fang: plain(shade(mark, 0.85)),
    iris: plain(hex(fur.eye)),
    pupil: plain([0.04, 0.04, 0.05]),
    glint: plain([1, 1, 1]),
  };
}

function animate(animator: Animator, plan: CreaturePlan, size: number) {
  const { spine, head, tail, legs, arms } = plan;
  const body = spine[0];
  const place = (d: PoseDraft, i: number, offset: Vec3) => {
    const [upper, middle, , foot] = legs[i];
    d.reach(upper, middle, foot, add(d.restPosition(foot), offset));
  };
  const feel = (d: PoseDraft, phase: number, amount: number) => {
    for (const [i, [root, tip]] of arms.entries()) {
      d.turn(root, amount * 0.3 * wave(phase, 0.5 * i), 0, 0);
      d.turn(tip, amount * 0.35 * wave(phase, 0.5 * i + 0.15), 0, 0);
    }
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.1, 0.18, 0.34, 0.42) - hold(t, 0.55, 0.63, 0.78, 0.86);
    d.shift(0, 0.002 * size * wave(2 * t) - 0.002 * size, 0);
    d.turn(body, 0.03 * wave(t), 0.1 * look, 0);
    d.turn(head, 0, 0.12 * look, 0.1 * look);
    d.bend(tail, 0.05 * wave(2 * t), -0.1 * look, 0);
    feel(d, 4 * t, 1);
    for (let i = 0; i < 8; i++) place(d, i, [0, i === 0 ? 0.018 * size * bump(t, 0.42, 0.54) : 0, 0]);
  });

  // Alternating tetrapods: neighbours on a side, and opposite legs, are half a cycle apart.
  const stride = 0.028 * size;
  const duty = 0.6;
  const walk = animator.clip('walk', 0.7, (d, t) => {
    d.shift(0, 0.0015 * size * wave(2 * t), (stride / duty) * t);
    d.turn(body, 0.02 * wave(2 * t), 0.05 * wave(t), 0.03 * wave(t, 0.25));
    d.turn(head, -0.02 * wave(2 * t), -0.05 * wave(t), -0.03 * wave(t, 0.25));
    d.bend(tail, 0.05 * wave(2 * t, 0.2), -0.12 * wave(t, 0.1), 0);
    feel(d, 2 * t, 0.7);
    for (let i = 0; i < 8; i++) {
      const set = (i % 4) % 2 === (i < 4 ? 0 : 1) ? 0 : 0.5;
      // Legs of a set land one after the other, back to front, as in a real walk.
      const step = stepAt(t, set - 0.03 * (3 - (i % 4)), duty);
      place(d, i, [0, 0.019 * size * step.lift, (stride / duty) * step.travel]);
    }
  });

  const threat = animator.clip('threat', 2.8, (d, t) => {
    const up = hold(t, 0.08, 0.24, 0.74, 0.92);
    const shake = hold(t, 0.3, 0.36, 0.66, 0.74) * wave(8 * t);
    d.shift(0, 0.006 * size * up, -0.012 * size * up);
    d.turn(body, -0.4 * up + 0.03 * shake, 0.05 * shake, 0);
    d.turn(head, -0.08 * up, 0.05 * shake, 0);
    d.bend(tail, 0.45 * up, 0, 0);
    feel(d, 8 * t, 0.8 * up);
    for (let i = 0; i < 8; i++) {
      const n = i % 4;
      const s = i < 4 ? 1 : -1;
      if (n === 0)
        place(d, i, [s * 0.022 * size * up, (0.105 + 0.012 * shake * s) * size * up, -0.012 * size * up]);
      else if (n === 1)
        place(d, i, [s * 0.01 * size * up, (0.04 - 0.008 * shake * s) * size * up, -0.008 * size * up]);
      else place(d, i, [0, 0, 0]);
    }
  });
  return [idle, walk, threat];
}
