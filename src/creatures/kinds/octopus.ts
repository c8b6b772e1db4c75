/**
 * @file An octopus: a soft mantle, knowing eyes, eight arms of five joints.
 */

import type { Rng } from '../../base/rng.js';
import { smoothStep } from '../../math/scalar.js';
import { add, rotate, scale, type Vec3 } from '../../math/vector.js';
import type { Animator, PoseDraft } from '../animator.js';
import { createBody, SIDES } from '../body.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye } from '../features.js';
import { bump, ease, hold, wave } from '../gait.js';
import { hex, type Inks, mixRgb, overlay, plain, shade, spots } from '../paint.js';

/** Direction of each arm of a side, radians from straight ahead. */
const ARMS: readonly (readonly [string, number])[] = [
  ['FrontArm', 0.38],
  ['FrontSideArm', 1.16],
  ['BackSideArm', 1.95],
  ['BackArm', 2.76],
];
const SEGMENTS = 5;

export function describeOctopus(rng: Rng): Anatomy {
  // (1) Proportions, metres.
  const size = rng.range(0.88, 1.18);
  const mantle = size * rng.range(0.88, 1.2);
  const arm = size * rng.range(0.9, 1.15);
  const thick = size * rng.range(0.88, 1.15);
  const lean = rng.range(0.45, 0.8);

  // (2) Body.
  const b = createBody();
  const high = 0.12 * size;
  const at = (x: number, y: number, z: number): Vec3 => [x * size, high + y * size, z * size];
  const body = b.joint('body', -1, at(0, 0, 0));
  const headJoint = b.joint('head', body, at(0, 0.045, 0.005), at(0, 0.1, 0.02));
  const nape = at(0, 0.085, -0.015);
  const crown = add(nape, scale([0, Math.cos(lean), -Math.sin(lean)], 0.22 * mantle));
  const mantleJoints = b.chain('mantle', headJoint, [
    nape,
    [0, (nape[1] + crown[1]) / 2, (nape[2] + crown[2]) / 2],
    crown,
  ]);

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  const soft = 0.05 * size;
  trunk.ball([body, headJoint], at(0, 0.01, 0), [0.085 * size, 0.065 * size, 0.085 * size], { blend: soft });
  trunk.ball(headJoint, at(0, 0.075, 0.005), [0.07 * size, 0.07 * size, 0.066 * size], { blend: soft });
  const middle = add(nape, scale([0, Math.cos(lean), -Math.sin(lean)], 0.115 * mantle));
  trunk.ball([headJoint, ...mantleJoints], middle, [0.098 * mantle, 0.125 * mantle, 0.092 * mantle], {
    turn: [-lean, 0, 0],
    blend: soft,
  });
  for (const side of SIDES) {
    const bulge = at(0.05 * side.sign, 0.105, 0.042);
    trunk.ball(headJoint, bulge, 0.03 * size, { blend: 0.02 * size });
    addEye(
      trunk,
      headJoint,
      add(bulge, [0.011 * side.sign * size, 0.006 * size, 0.014 * size]),
      0.0245 * size,
      side.at(0.7, 0.1, 0.8),
    );
  }

  const arms: number[][] = [];
  for (const side of SIDES) {
    for (const [name, angle] of ARMS) {
      const profile: [number, number][] = [
        [0.055, 0.105],
        [0.135, 0.062],
        [0.215, 0.032],
        [0.295, 0.026],
        [0.37, 0.03],
        [0.425, 0.058],
      ];
      const points = profile.map(([r, y], i): Vec3 => {
        // Arms curl a little sideways towards the tip, all outwards from the middle.
        const curl = angle + (i > 2 ? 0.05 * (i - 2) * (angle < 1.5 ? 1 : -1) : 0);
        return [side.sign * r * arm * Math.sin(curl), y * size, r * arm * Math.cos(curl)];
      });
      const joints = b.chain(side.name(name), body, points);
      const part = b.part(trunk, points[0], 0.13 * size, 0.045 * size);
      const widths = [0.04, 0.033, 0.0265, 0.0205, 0.015, 0.009];
      for (let i = 0; i < SEGMENTS; i++) {
        part.cone(joints[i], points[i], points[i + 1], [widths[i] * thick, widths[i + 1] * thick], {
          blend: 0.012 * size,
          paint: 'arm',
        });
      }
      b.limit(joints, [-1, 1], [-1, 1], [-1, 1]);
      arms.push(joints);
    }
  }
  b.limit(body, [-0.8, 1.9], [-0.6, 0.6], [-0.5, 0.5]);
  b.limit(headJoint, [-0.4, 0.4], [-0.5, 0.5], [-0.3, 0.3]);
  b.limit(mantleJoints, [-0.5, 0.5], [-0.4, 0.4], [-0.4, 0.4]);

  const plan: CreaturePlan = {
    spine: [body],
    neck: [],
    head: headJoint,
    jaw: -1,
    tail: mantleJoints,
    legs: [],
    arms,
    wings: [],
    feet: [],
  };
  return {
    body: b.build(),
    cell: 0.0125 * size,
    stands: true,
    inks: drawSkin(rng, size),
    plan,
    animate: (animator) => animate(animator, plan, size),
  };
}

function drawSkin(rng: Rng, size: number): Inks {
  const skins = [
    { main: '#d2593f', under: '#f4c9a8', mark: '#8f2f2a', iris: '#f4d878' },
    { main: '#8a5aa8', under: '#e6cdea', mark: '#57307a', iris: '#f2c14e' },
    { main: '#3f8fa0', under: '#cfe8e0', mark: '#1f5a72', iris: '#f6e3a0' },
    { main: '#d98aa0', under: '#fae3e0', mark: '#b0506e', iris: '#8fd0c8' },
    { main: '#c99a4a', under: '#f6e8c4', mark: '#2f6fa8', iris: '#e8e0d0' },
  ];
  const skin = skins[rng.integer(skins.length)];
  const main = shade(hex(skin.main), rng.range(0.94, 1.08));
  const [under, mark] = [hex(skin.under), hex(skin.mark)];
  const seed = rng.integer(1000);
  const large = spots(0.055 * size, 0.36, seed);
  const small = spots(0.02 * size, 0.3, seed + 1);
  const top = overlay(
    plain(main),
    mark,
    (p) => 0.75 * Math.max(large(p), 0.7 * small(p)) * smoothStep(-0.1, 0.5, p.up),
  );
  return {
    coat: top,
    arm: (p) => {
      const r = Math.hypot(p.x, p.z) / size;
      const sucker = smoothStep(0.5, 0.75, Math.abs(((r * 42) % 1) - 0.5) * 2);
      return mixRgb(mixRgb(under, shade(under, 0.82), sucker), top(p), smoothStep(-0.42, -0.12, p.up));
    },
    iris: plain(hex(skin.iris)),
    pupil: plain([0.08, 0.06, 0.1]),
    glint: plain([1, 1, 1]),
  };
}

function animate(animator: Animator, plan: CreaturePlan, size: number) {
  const { spine, head, tail, arms } = plan;
  const body = spine[0];
  const angles = arms.map((_, i) => (i < 4 ? 1 : -1) * ARMS[i % 4][1]);
  /** Curls an arm joint upwards (+) and sideways, as seen along the arm. */
  const curl = (d: PoseDraft, arm: number, segment: number, lift: number, side: number) => {
    // The arm points along (sin, 0, cos): lifting turns about the horizontal axis across it.
    const across = rotate([0, angles[arm], 0], [-1, 0, 0]);
    d.turn(arms[arm][segment], lift * across[0], side, lift * across[2]);
  };
  const breathe = (d: PoseDraft, phase: number, amount: number) => {
    for (const [i, joint] of tail.entries()) d.turn(joint, 0.06 * amount * wave(phase, 0.15 * i), 0, 0);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.12, 0.24, 0.4, 0.52) - hold(t, 0.58, 0.7, 0.82, 0.94);
    d.shift(0, 0.006 * size + 0.005 * size * wave(2 * t), 0);
    d.turn(head, 0.04 * wave(t), 0.18 * look, 0.05 * look);
    breathe(d, 2 * t, 1);
    for (let i = 0; i < 8; i++) {
      for (let k = 1; k < SEGMENTS; k++) {
        const amount = 0.05 + 0.035 * k;
        curl(
          d,
          i,
          k,
          (k > 2 ? 1.6 : 0.25) * amount * (0.5 + 0.5 * wave(t, 0.12 * k + 0.17 * i)),
          amount * wave(t, 0.1 * k + 0.29 * i),
        );
      }
    }
  });

  // Mantle first: a quick squeeze of all arms, a long glide, a slow opening.
  const swim = animator.clip('swim', 1.6, (d, t) => {
    const open = 0.5 - 0.5 * Math.cos(2 * Math.PI * (t - 0.12 * Math.sin(2 * Math.PI * t)));
    const surge = t + 0.1 * wave(t, 0.62) - 0.1 * wave(0, 0.62);
    d.shift(0, 0.38 * size + 0.012 * size * wave(t, 0.3), 0.8 * size * surge);
    d.turn(body, 1.15, 0, 0);
    d.turn(head, 0.12, 0, 0);
    breathe(d, t, 1.5);
    for (let i = 0; i < 8; i++) {
      const lag = bump(t, 0.1, 0.9);
      curl(d, i, 0, -0.4 + 0.3 * open, 0);
      curl(d, i, 1, -0.2 + 0.34 * open, 0);
      curl(d, i, 2, -0.2 + 0.3 * open, 0.06 * wave(t, 0.11 * i));
      curl(d, i, 3, -0.2 + 0.3 * lag, 0.08 * wave(t, 0.11 * i + 0.1));
      curl(d, i, 4, -0.35 + 0.3 * lag, 0.1 * wave(t, 0.11 * i + 0.2));
    }
  });

  const reach = animator.clip('reach', 3, (d, t) => {
    const out = hold(t, 0.1, 0.34, 0.62, 0.9);
    const feel = hold(t, 0.32, 0.42, 0.58, 0.68);
    d.shift(0, 0.01 * size * out, 0.03 * size * out);
    d.turn(body, 0.08 * out, 0, 0);
    d.turn(head, -0.12 * out, 0.12 * out, 0);
    breathe(d, 2 * t, 1);
    for (let i = 0; i < 8; i++) {
      const active = i === 0 || i === 4 ? 1 : 0;
      const delay = i === 4 ? ease((t - 0.16) / 0.24) * out : out;
      for (let k = 0; k < SEGMENTS; k++) {
        const unfold = active * delay * [0.75, 0.25, 0.1, -0.15, -0.3][k];
        const sway = active ? 0.12 * feel * wave(3 * t, 0.1 * k + (i === 4 ? 0.3 : 0)) : 0;
        const calm = k === 0 ? 0 : 0.06 * wave(t, 0.12 * k + 0.17 * i);
        curl(d, i, k, unfold + (k > 2 && !active ? Math.max(0, calm) : 0), sway + (active ? 0 : calm));
      }
    }
  });
  return [idle, swim, reach];
}
