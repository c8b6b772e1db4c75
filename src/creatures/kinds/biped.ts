/**
 * @file A two-legged explorer with hands: big head, short boots, a shirt and a tuft of hair.
 */

import type { Rng } from '../../base/rng.js';
import { smoothStep } from '../../math/scalar.js';
import { add, lerp, normalize, scale, type Vec3 } from '../../math/vector.js';
import type { Animator, PoseDraft } from '../animator.js';
import { createBody, SIDES } from '../body.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye } from '../features.js';
import { bump, ease, hold, stepAt, wave } from '../gait.js';
import { hex, type Ink, type Inks, mixRgb, plain, shade } from '../paint.js';

const X: Vec3 = [1, 0, 0];
const Z: Vec3 = [0, 0, 1];

export function describeBiped(rng: Rng): Anatomy {
  // (1) Proportions, metres.
  const size = rng.range(0.88, 1.12);
  const leg = 0.7 * size * rng.range(0.88, 1.12);
  const torso = 0.4 * size * rng.range(0.93, 1.08);
  const girth = size * rng.range(0.88, 1.2);
  const shoulders = 0.155 * size * rng.range(0.94, 1.15);
  const arm = size * rng.range(0.95, 1.1);
  const head = size * rng.range(0.92, 1.12);
  const hairStyle = rng.integer(3);

  // (2) Trunk and head.
  const b = createBody();
  const y = leg + 0.04 * size;
  const up = (s: number): Vec3 => [0, y + s * torso, 0];
  const hips = b.joint('hips', -1, up(0));
  const spine1 = b.joint('spine1', hips, up(0.24));
  const spine2 = b.joint('spine2', spine1, up(0.5));
  const chest = b.joint('chest', spine2, up(0.74));
  const neck = b.joint('neck1', chest, up(1.06));
  const skull = add(up(1.06), [0, 0.055 * size, 0.005 * size]);
  const face = (x: number, h: number, z: number): Vec3 => add(skull, [x * head, h * head, z * head]);
  const headJoint = b.joint('head', neck, skull, face(0, 0.2, 0));
  const spineJoints = [hips, spine1, spine2, chest];

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  const soft = 0.06 * size;
  trunk.ball([hips], up(0.02), [0.118 * girth, 0.095 * girth, 0.092 * girth], {
    blend: soft,
    paint: 'trousers',
  });
  trunk.cone(spineJoints, up(0.14), up(0.5), [0.098 * girth, 0.1 * girth], {
    blend: soft,
    squash: [Z, 0.84],
    paint: 'shirt',
  });
  trunk.ball(spineJoints, up(0.72), [0.128 * girth, 0.12 * size, 0.092 * girth], {
    blend: soft,
    paint: 'shirt',
  });
  trunk.cone([chest, neck], up(0.95), skull, [0.05 * size, 0.046 * size], {
    blend: 0.03 * size,
    paint: 'skin',
  });
  trunk.ball(headJoint, face(0, 0.1, 0.01), [0.122 * head, 0.13 * head, 0.122 * head], {
    blend: 0.03 * head,
    paint: 'skin',
  });
  trunk.ball(headJoint, face(0, 0.04, 0.036), [0.084 * head, 0.066 * head, 0.078 * head], {
    blend: 0.05 * head,
    paint: 'skin',
  });
  trunk.ball(headJoint, face(0, 0.072, 0.13), [0.018 * head, 0.017 * head, 0.017 * head], {
    blend: 0.016 * head,
    paint: 'nose',
    detail: 0.009 * head,
  });
  trunk.ball(headJoint, face(0, 0.142, -0.022), [0.134 * head, 0.118 * head, 0.13 * head], { paint: 'hair' });
  const tufts: Vec3[][] = [
    [
      [0, 0.225, 0.075],
      [0, 0.27, 0.125],
      [0, 0.26, 0.02],
      [0, 0.315, 0.055],
      [0, 0.255, -0.04],
      [0, 0.31, -0.035],
    ],
    [
      [0, 0.23, -0.04],
      [0, 0.31, -0.06],
      [0, 0.31, -0.06],
      [0, 0.33, -0.12],
    ],
    [
      [0, 0.2, 0.095],
      [0, 0.185, 0.15],
      [0, 0.235, 0.04],
      [0, 0.265, 0.1],
    ],
  ];
  const lock = tufts[hairStyle];
  for (let i = 0; i < lock.length; i += 2) {
    trunk.cone(
      headJoint,
      face(...(lock[i] as [number, number, number])),
      face(...(lock[i + 1] as [number, number, number])),
      [0.05 * head, 0.014 * head],
      { blend: 0.02 * head, paint: 'hair' },
    );
  }
  for (const side of SIDES) {
    const s = side.sign;
    addEye(trunk, headJoint, face(0.047 * s, 0.1, 0.108), 0.025 * head, [0.12 * s, 0, 1]);
    trunk.cone(
      headJoint,
      face(0.032 * s, 0.15, 0.122),
      face(0.072 * s, 0.153, 0.105),
      [0.007 * head, 0.005 * head],
      { paint: 'brow', detail: 0.007 * head },
    );
    trunk.cone(
      headJoint,
      face(0, 0.022, 0.1125),
      face(0.042 * s, 0.043, 0.103),
      [0.0065 * head, 0.0055 * head],
      {
        paint: 'mouth',
        detail: 0.007 * head,
      },
    );
    trunk.ball(headJoint, face(0.122 * s, 0.085, 0), [0.018 * head, 0.034 * head, 0.026 * head], {
      blend: 0.012 * head,
      paint: 'skin',
    });
  }

  // (3) Arms: slightly below the horizontal, thumbs forward.
  const arms: number[][] = [];
  for (const side of SIDES) {
    const root = side.at(0.045 * size, y + 0.9 * torso, 0);
    const joint = side.at(shoulders, y + 0.87 * torso, 0);
    const along = side.at(0.76, -0.65, 0);
    const elbow = add(joint, add(scale(along, 0.215 * arm), [0, 0, -0.012 * size]));
    const wrist = add(elbow, add(scale(along, 0.2 * arm), [0, 0, 0.02 * size]));
    const knuckle = add(wrist, scale(along, 0.07 * size));
    const joints = b.chain(
      [side.name('Shoulder'), side.name('UpperArm'), side.name('ForeArm'), side.name('Hand')],
      chest,
      [root, joint, elbow, wrist, knuckle],
    );
    const part = b.part(trunk, joint, 0.16 * size, 0.045 * size);
    part.cone(joints[0], root, joint, [0.05 * size, 0.05 * girth], { paint: 'shirt' });
    part.cone(joints[1], joint, lerp(joint, elbow, 0.6), [0.05 * girth, 0.045 * girth], {
      blend: 0.02 * size,
      paint: 'shirt',
    });
    part.cone(joints[1], joint, elbow, [0.042 * size, 0.034 * size], { blend: 0.008 * size, paint: 'skin' });
    part.cone(joints[2], elbow, wrist, [0.035 * size, 0.026 * size], {
      blend: 0.02 * size,
      bulge: 0.004,
      paint: 'skin',
    });
    part.cone(joints[3], wrist, knuckle, [0.027 * size, 0.036 * size], {
      blend: 0.02 * size,
      squash: [normalize([0.65 * side.sign, 0.76, 0]), 0.62],
      paint: 'skin',
    });
    b.limit(joints[0], [-0.2, 0.2], [-0.3, 0.3], [-0.2, 0.35], side.sign);
    b.limit(joints[1], [-1.6, 1.2], [-1.4, 1.2], [-0.9, 1.7], side.sign);
    b.limit(joints[2], [-1.3, 1.3], [-2.1, 1.5], [-1.2, 1.9], side.sign);
    b.limit(joints[3], [-0.7, 0.7], [-0.9, 0.9], [-0.9, 0.9]);
    const fingers: [string, number, number, number][] = [
      ['Index', 0.028, 0.32, 0.075],
      ['Middle', -0.002, 0.0, 0.08],
      ['Pinky', -0.03, -0.36, 0.068],
      ['Thumb', 0.02, 0.95, 0.068],
    ];
    for (const [name, z, spread, length] of fingers) {
      const thumb = name === 'Thumb';
      const start = add(lerp(wrist, knuckle, thumb ? 0.45 : 0.92), [0, 0, z * size]);
      const way = normalize(add(along, [0, 0, spread]));
      const end = add(start, scale(way, length * size));
      const finger = b.chain(side.name(name), joints[3], [start, lerp(start, end, 0.52), end]);
      const fingerPart = b.part(part, start, 0.03 * size, 0.014 * size);
      fingerPart.cone(finger[0], start, lerp(start, end, 0.52), [0.0145 * size, 0.014 * size], {
        paint: 'skin',
      });
      fingerPart.cone(finger[1], lerp(start, end, 0.52), end, [0.014 * size, 0.012 * size], {
        blend: 0.008 * size,
        paint: 'skin',
      });
      b.limit(finger, [-0.6, 0.6], [-0.5, 0.5], [-1.3, 0.4], side.sign);
    }
    arms.push(joints);
  }

  // (4) Legs and boots.
  const legs: number[][] = [];
  for (const side of SIDES) {
    const x = 0.083 * girth;
    const points = [
      side.at(x * 0.92, y - 0.03 * size, 0),
      side.at(x * 1.05, leg * 0.52, 0.014 * size),
      side.at(x * 1.1, 0.085 * size, -0.02 * size),
      side.at(x * 1.12, 0.032 * size, 0.075 * size),
      side.at(x * 1.14, 0.03 * size, 0.13 * size),
    ];
    const names = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((n) => side.name(n));
    const joints = b.chain(names, hips, points);
    const part = b.part(trunk, points[0], 0.15 * size, 0.04 * size);
    part.cone(joints[0], points[0], points[1], [0.078 * girth, 0.054 * girth], {
      paint: 'trousers',
      squash: [X, 0.92],
    });
    part.cone(joints[1], points[1], lerp(points[1], points[2], 0.72), [0.053 * girth, 0.048 * girth], {
      blend: 0.02 * size,
      paint: 'trousers',
    });
    part.cone(joints[1], lerp(points[1], points[2], 0.66), points[2], [0.047 * size, 0.045 * size], {
      blend: 0.012 * size,
      paint: 'boot',
    });
    part.ball(joints[2], add(points[2], [0, -0.042 * size, 0]), [0.046 * size, 0.048 * size, 0.055 * size], {
      blend: 0.02 * size,
      paint: 'boot',
    });
    part.cone(joints[2], add(points[2], [0, -0.03 * size, 0]), points[3], [0.046 * size, 0.046 * size], {
      blend: 0.02 * size,
      paint: 'boot',
    });
    part.ball(
      joints[3],
      add(points[3], [0, 0.002 * size, 0.035 * size]),
      [0.05 * size, 0.042 * size, 0.055 * size],
      { blend: 0.02 * size, paint: 'boot' },
    );
    b.limit(joints[0], [-1.5, 0.8], [-0.4, 0.4], [-0.3, 0.6], side.sign);
    b.limit(joints[1], [-0.1, 1.9], [-0.2, 0.2], [-0.2, 0.2]);
    b.limit(joints[2], [-0.8, 0.9], [-0.4, 0.4], [-0.3, 0.3]);
    b.limit(joints[3], [-0.9, 0.4], [-0.1, 0.1], [-0.1, 0.1]);
    legs.push(joints);
  }
  b.limit(hips, [-0.4, 0.4], [-0.4, 0.4], [-0.3, 0.3]);
  b.limit([spine1, spine2, chest], [-0.3, 0.4], [-0.35, 0.35], [-0.25, 0.25]);
  b.limit(neck, [-0.4, 0.4], [-0.5, 0.5], [-0.3, 0.3]);
  b.limit(headJoint, [-0.5, 0.5], [-0.8, 0.8], [-0.4, 0.4]);

  const plan: CreaturePlan = {
    spine: spineJoints,
    neck: [neck],
    head: headJoint,
    jaw: -1,
    tail: [],
    legs,
    arms,
    wings: [],
    feet: legs.map((joints) => joints[3]),
  };
  return {
    body: b.build(),
    cell: 0.0185 * size,
    stands: true,
    inks: dress(rng, y, size),
    plan,
    animate: (animator) => animate(animator, plan, leg, size),
  };
}

function dress(rng: Rng, waist: number, size: number): Inks {
  const pick = (list: readonly string[]) => hex(list[rng.integer(list.length)]);
  const skin = pick(['#f2c6a0', '#d99e73', '#a86a45', '#7b4a2f', '#8fc79a', '#9bb8d9']);
  const hair = pick(['#3b2619', '#8a4b20', '#d8a73c', '#22222b', '#b8462f', '#e8e0d2']);
  const [shirt, trousers, boot] = [
    ['#d9553f', '#3d4b66', '#5b3a25'],
    ['#2f8f83', '#5a4a3a', '#2d2a2c'],
    ['#e0a92e', '#34506b', '#7a3f2a'],
    ['#5867b8', '#474b52', '#8a5a33'],
    ['#7aa84a', '#6a5440', '#3b2d2a'],
    ['#c0587e', '#3f3f55', '#463430'],
  ][rng.integer(6)].map(hex);
  const belt = shade(boot, 0.7);
  // One function of the height for all cloth: the hem is level whatever shape lies below it.
  const cloth: Ink = (p) => {
    const over = (from: number, to: number) => smoothStep(waist + from * size, waist + to * size, p.y);
    const top = mixRgb(shirt, shade(shirt, 0.8), smoothStep(0.1, -0.6, p.up));
    return mixRgb(mixRgb(trousers, belt, over(0.024, 0.036)), top, over(0.052, 0.066));
  };
  return {
    coat: plain(skin),
    skin: plain(skin),
    nose: plain(mixRgb(skin, [0.86, 0.4, 0.34], 0.3)),
    hair: plain(hair),
    brow: plain(shade(hair, 0.75)),
    mouth: plain(mixRgb(shade(skin, 0.5), [0.55, 0.16, 0.16], 0.5)),
    iris: plain([0.97, 0.97, 0.95]),
    pupil: plain([0.1, 0.08, 0.08]),
    glint: plain([1, 1, 1]),
    shirt: cloth,
    trousers: cloth,
    boot: (p) => mixRgb(shade(boot, 0.6), boot, smoothStep(0.01 * size, 0.03 * size, p.y)),
  };
}

function animate(animator: Animator, plan: CreaturePlan, leg: number, size: number) {
  const { spine, neck, head, legs, arms } = plan;
  const [hips, spine1, spine2, chest] = spine;
  /** Lets an arm hang: swing forward (+), bend of the elbow, distance from the body. */
  const hang = (d: PoseDraft, i: number, swing: number, elbow: number, out = 0.5) => {
    const sign = i === 0 ? 1 : -1;
    const [shoulder, upper, fore, hand] = arms[i];
    d.turn(shoulder, 0, 0, -0.05 * sign);
    d.turn(upper, -swing, 0, 0);
    d.turn(upper, 0, 0, -out * sign);
    d.turn(fore, -0.66 * elbow, -0.76 * elbow * sign, 0);
    d.turn(hand, 0, 0, -0.08 * sign);
    for (let k = 1; k <= 3; k++) d.turn(hand + 2 * k - 1, 0, 0, -0.25 * sign);
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const breath = wave(2 * t);
    const look = hold(t, 0.1, 0.22, 0.38, 0.5) - 0.8 * hold(t, 0.58, 0.68, 0.8, 0.92);
    d.shift(0.018 * size * wave(t, 0.05), -0.012 * size + 0.003 * size * breath, 0);
    d.turn(hips, 0, 0.04 * wave(t), 0.04 * wave(t, 0.05));
    d.turn(spine1, 0.015 * breath, 0, -0.03 * wave(t, 0.05));
    d.turn(spine2, -0.01 * breath, 0.05 * look, -0.02 * wave(t, 0.05));
    d.turn(chest, -0.025 * breath, 0.05 * look, 0);
    d.turn(neck[0], 0, 0.2 * look, 0);
    d.turn(head, 0.05 * wave(t, 0.3), 0.35 * look, 0.06 * look);
    for (const i of [0, 1]) hang(d, i, 0.05 * wave(t, 0.3), 0.25 + 0.04 * breath, 0.5);
    stand(d);
  });

  const stride = 0.72 * leg;
  const duty = 0.6;
  const travel = stride / duty;
  const walk = animator.clip('walk', 0.95, (d, t) => {
    d.shift(
      0.014 * size * wave(t, 0.05),
      -0.022 * size - 0.013 * size * Math.cos(4 * Math.PI * (t - 0.04)),
      travel * t,
    );
    // The left foot lands at phase 0: hips lead with it, the chest counters.
    const turn = Math.cos(2 * Math.PI * t);
    d.turn(hips, 0.04, -0.1 * turn, 0.045 * wave(t, 0.02));
    d.turn(spine1, 0.02, 0.09 * turn, -0.03 * wave(t, 0.02));
    d.turn(spine2, 0.02, 0.08 * turn, -0.02 * wave(t, 0.02));
    d.turn(chest, 0.0, 0.06 * turn, 0);
    d.turn(neck[0], -0.04, -0.08 * turn, 0);
    d.setWorld(head, [0.02 * wave(2 * t, 0.2), 0, 0]);
    hang(d, 0, -0.55 * turn, 0.4 - 0.2 * turn);
    hang(d, 1, 0.55 * turn, 0.4 + 0.2 * turn);
    for (const [i, joints] of legs.entries()) {
      const step = stepAt(t, i === 0 ? 0 : 0.5, duty);
      const target = add(d.restPosition(joints[3]), [0, 0.11 * leg * step.lift, travel * step.travel]);
      // The heel leaves the ground first; the ball of the foot stays where it is.
      const push = 0.42 * ease((step.stance - 0.55) / 0.45);
      const pitch =
        step.swing > 0 ? 0.42 * (1 - ease(step.swing / 0.7)) - 0.2 * bump(step.swing, 0.3, 0.85) : push;
      d.plant(joints, target, [pitch, step.swing > 0 ? 0.4 * pitch : 0]);
    }
  });

  const waveHand = animator.clip('wave', 2.6, (d, t) => {
    const lift = hold(t, 0.06, 0.26, 0.74, 0.95);
    const shake = hold(t, 0.2, 0.32, 0.7, 0.82) * wave(5 * t);
    d.shift(-0.012 * size * lift, -0.012 * size, 0);
    d.turn(hips, 0, 0.05 * lift, -0.03 * lift);
    d.turn(spine2, 0, 0, -0.05 * lift);
    d.turn(chest, -0.03 * lift, 0.04 * shake, -0.05 * lift);
    d.turn(neck[0], 0, 0.06 * lift, 0.05 * lift);
    d.turn(head, -0.05 * lift, 0.1 * lift, 0.12 * lift + 0.03 * shake);
    hang(d, 1, 0.04 * wave(t), 0.3);
    const [shoulder, upper, fore, hand] = arms[0];
    d.turn(shoulder, 0, 0, -0.05 + 0.32 * lift);
    d.turn(upper, 0, -0.3 * lift, -0.5 + 1.5 * lift);
    d.turn(fore, -0.16 * (1 - lift), -0.19 * (1 - lift), lift * (0.95 + 0.3 * shake));
    d.turn(hand, 0, 0, -0.08 + lift * 0.22 * wave(5 * t, 0.1) * hold(t, 0.2, 0.32, 0.7, 0.82));
    for (let k = 1; k <= 3; k++) d.turn(hand + 2 * k - 1, 0, 0, -0.25 * (1 - lift));
    stand(d);
  });
  return [idle, walk, waveHand];
}
