/**
 * @file A round songbird with real wings: three bones and a fan of feathers.
 */

import type { Rng } from '../../base/rng.js';
import { smoothStep } from '../../math/scalar.js';
import { add, lerp, normalize, scale, type Vec3 } from '../../math/vector.js';
import type { Animator, PoseDraft } from '../animator.js';
import { createBody, SIDES } from '../body.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye, addToes } from '../features.js';
import { bump, hold, wave } from '../gait.js';
import { hex, type Inks, mixRgb, noise3, plain, shade } from '../paint.js';

const Y: Vec3 = [0, 1, 0];

export function describeBird(rng: Rng): Anatomy {
  // (1) Proportions, metres.
  const size = rng.range(0.9, 1.2);
  const leg = 0.135 * size * rng.range(0.85, 1.2);
  const girth = size * rng.range(0.9, 1.12);
  const head = size * rng.range(0.95, 1.12);
  const beak = size * rng.range(0.75, 1.35);
  const wing = size * rng.range(0.92, 1.15);
  const tailLength = size * rng.range(0.8, 1.3);
  const crest = rng.next() < 0.4 ? rng.range(0.6, 1.2) : 0;

  // (2) Midline.
  const b = createBody();
  const at = (y: number, z: number): Vec3 => [0, leg + y * size, z * size];
  const hips = b.joint('hips', -1, at(0.045, -0.03));
  const spine1 = b.joint('spine1', hips, at(0.065, 0.015));
  const chest = b.joint('chest', spine1, at(0.095, 0.05));
  const skull = at(0.185, 0.085);
  const [neck1] = b.chain('neck', chest, [at(0.14, 0.072), skull]);
  const face = (x: number, y: number, z: number): Vec3 => add(skull, [x * head, y * head, z * head]);
  const bill = add(face(0, 0.012, 0.05), [0, -0.012 * beak, 0.075 * beak]);
  const headJoint = b.joint('head', neck1, skull, bill);
  const hinge = face(0, 0.002, 0.036);
  const jawTip = add(hinge, [0, -0.03 * beak, 0.06 * beak]);
  const jaw = b.joint('jaw', headJoint, hinge, jawTip);
  const rump = at(0.035, -0.085);
  const tailEnd = add(rump, [0, -0.035 * tailLength, -0.17 * tailLength]);
  const tail = b.chain('tail', hips, [rump, lerp(rump, tailEnd, 0.4), tailEnd]);

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  const spineJoints = [hips, spine1, chest];
  trunk.ball(spineJoints, at(0.07, 0.012), [0.074 * girth, 0.075 * girth, 0.11 * size], {
    turn: [-0.5, 0, 0],
    blend: 0.03 * size,
  });
  trunk.ball(spineJoints, at(0.085, 0.05), [0.064 * girth, 0.066 * girth, 0.062 * size], {
    blend: 0.03 * size,
  });
  trunk.cone(
    [hips, tail[0]],
    at(0.055, -0.04),
    add(rump, [0, 0, -0.012 * size]),
    [0.05 * girth, 0.02 * size],
    { blend: 0.03 * size },
  );
  trunk.cone([chest, neck1], at(0.11, 0.055), skull, [0.05 * size, 0.042 * size], { blend: 0.03 * size });
  trunk.ball(headJoint, face(0, 0.018, 0.008), [0.05 * head, 0.048 * head, 0.052 * head], {
    blend: 0.02 * head,
    paint: 'head',
  });
  trunk.cone(headJoint, face(0, 0.016, 0.042), bill, [0.019 * head, 0.003 * head], {
    blend: 0.006 * head,
    paint: 'beak',
    detail: 0.008 * head,
  });
  if (crest > 0) {
    for (const [i, z] of [0.025, 0.0, -0.022].entries()) {
      const root = face(0, 0.058, z);
      trunk.cone(
        headJoint,
        root,
        add(root, scale([0, 0.045 - 0.006 * i, -0.04], crest * size)),
        [0.014 * head, 0.004 * head],
        { blend: 0.008 * head, paint: 'crest' },
      );
    }
  }
  const lower = b.part(trunk, hinge, 0.03 * head, 0.01 * head);
  lower.cone(jaw, hinge, jawTip, [0.0125 * head, 0.003 * head], { paint: 'beak', detail: 0.008 * head });
  for (const side of SIDES) {
    addEye(trunk, headJoint, face(0.036 * side.sign, 0.026, 0.034), 0.0125 * head, side.at(1, 0.1, 0.75));
  }
  const tailPart = b.part(trunk, rump, 0.08 * size, 0.02 * size);
  for (const side of SIDES) {
    for (const [i, spread] of [0.06, 0.2, 0.36].entries()) {
      const way = normalize([spread * side.sign, -0.2, -0.98]);
      const start = add(rump, scale(way, 0.01 * size));
      const end = add(rump, scale(way, (0.175 - 0.012 * i) * tailLength));
      tailPart.cone(tail, start, end, [0.013 * size, 0.02 * size], {
        squash: [Y, 0.22],
        paint: 'tail',
        blend: 0.004 * size,
      });
    }
  }

  // (3) Wings: arm bones along the leading edge, feathers fanning back.
  const wings: number[][] = [];
  for (const side of SIDES) {
    const point = (x: number, y: number, z: number): Vec3 =>
      add(at(0.108, 0.045), side.at(0.052 * girth + (x - 0.045) * wing, y * wing, z * wing));
    const points = [
      point(0.045, 0, 0.005),
      point(0.125, 0.018, -0.012),
      point(0.225, 0.024, 0.022),
      point(0.3, 0.022, 0.004),
      point(0.4, 0.014, -0.04),
    ];
    const joints = b.chain(side.name('Wing'), chest, points);
    const part = b.part(trunk, points[0], 0.07 * size, 0.022 * size);
    part.cone(joints[0], points[0], points[1], [0.022 * size, 0.015 * size], { paint: 'shoulder' });
    part.cone(joints[1], points[1], points[2], [0.015 * size, 0.012 * size], {
      blend: 0.008 * size,
      paint: 'shoulder',
    });
    part.cone(joints[2], points[2], points[3], [0.012 * size, 0.01 * size], {
      blend: 0.008 * size,
      paint: 'shoulder',
    });
    const feather = (joint: number, root: Vec3, way: Vec3, length: number, width: number) => {
      const end = add(root, scale(normalize(way), length * wing));
      part.cone(joint, root, end, [width * size, width * 0.8 * size], {
        squash: [Y, 0.18],
        paint: 'feather',
        blend: 0.008 * size,
      });
    };
    // Coverts close the gaps between the quills.
    const rows: [number, Vec3, Vec3, number][] = [
      [joints[0], lerp(points[0], points[1], 0.8), side.at(0.12, -0.06, -1), 0.07],
      [joints[1], points[1], side.at(0.16, -0.05, -1), 0.085],
      [joints[2], points[2], side.at(0.4, -0.04, -1), 0.1],
      [joints[3], points[3], side.at(0.9, -0.05, -1), 0.1],
    ];
    for (let i = 0; i < 3; i++) {
      const [joint, from, way, length] = rows[i];
      const [, to, nextWay, nextLength] = rows[i + 1];
      const [hem, nextHem] = [
        add(from, scale(way, length * wing)),
        add(to, scale(nextWay, nextLength * wing)),
      ];
      const thin = 0.004 * size;
      part.sheet(joint, [from, to, hem], thin, { paint: 'feather', blend: 0.003 * size });
      part.sheet(joint, [to, nextHem, hem], thin, { paint: 'feather', blend: 0.003 * size });
    }
    for (let i = 0; i < 3; i++)
      feather(
        joints[0],
        lerp(points[0], points[1], 0.82 + 0.1 * i),
        side.at(0.12, -0.06, -1),
        0.095 + 0.008 * i,
        0.021,
      );
    for (let i = 0; i < 4; i++)
      feather(
        joints[1],
        lerp(points[1], points[2], 0.14 + 0.25 * i),
        side.at(0.16 + 0.05 * i, -0.05, -1),
        0.125 + 0.006 * i,
        0.021,
      );
    for (let i = 0; i < 3; i++)
      feather(
        joints[2],
        lerp(points[2], points[3], 0.1 + 0.33 * i),
        side.at(0.42 + 0.22 * i, -0.04, -1),
        0.145 + 0.006 * i,
        0.02,
      );
    for (let i = 0; i < 3; i++)
      feather(
        joints[3],
        lerp(points[3], points[4], 0.0 + 0.1 * i),
        side.at(1.15 + 0.75 * i, -0.06 - 0.04 * i, -1),
        0.15 - 0.01 * i,
        0.018,
      );
    b.limit(joints[0], [-1.0, 1.0], [-0.7, 1.4], [-1.5, 1.2], side.sign);
    b.limit(joints[1], [-0.6, 0.6], [-0.5, 0.9], [-0.8, 0.7], side.sign);
    b.limit(joints[2], [-0.5, 0.5], [-0.5, 0.9], [-0.9, 0.6], side.sign);
    b.limit(joints[3], [-0.4, 0.4], [-0.4, 0.7], [-0.6, 0.5], side.sign);
    wings.push(joints);
  }

  // (4) Legs: the knee hides in the plumage, what looks like one is the ankle.
  const legs: number[][] = [];
  for (const side of SIDES) {
    const x = 0.036 * girth;
    const points = [
      side.at(x * 0.9, leg + 0.028 * size, -0.02 * size),
      side.at(x, leg * 0.8, 0.018 * size),
      side.at(x, leg * 0.46, -0.03 * size),
      side.at(x, 0.0125 * size, -0.008 * size),
      side.at(x, 0.008 * size, 0.03 * size),
    ];
    const joints = b.chain(
      ['UpperLeg', 'LowerLeg', 'Ankle', 'Foot'].map((n) => side.name(n)),
      hips,
      points,
    );
    const part = b.part(trunk, points[0], 0.07 * size, 0.02 * size);
    part.cone(joints[0], points[0], points[1], [0.032 * size, 0.022 * size], { paint: 'thigh' });
    part.cone(joints[1], points[1], points[2], [0.02 * size, 0.01 * size], {
      blend: 0.01 * size,
      paint: 'thigh',
    });
    part.cone(joints[2], points[2], points[3], [0.008 * size, 0.0075 * size], {
      blend: 0.004 * size,
      paint: 'foot',
    });
    const foot = add(points[3], [0, -0.0045 * size, 0]);
    addToes(
      part,
      joints[3],
      foot,
      [
        add(foot, side.at(0.032 * size, -0.003 * size, 0.044 * size)),
        add(foot, side.at(0.002 * size, -0.003 * size, 0.056 * size)),
        add(foot, side.at(-0.028 * size, -0.003 * size, 0.046 * size)),
        add(foot, side.at(0, -0.003 * size, -0.04 * size)),
      ],
      0.0078 * size,
      { paint: 'foot', claw: 0 },
    );
    b.limit(joints[0], [-0.9, 1.2], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[1], [-0.9, 1.4], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[2], [-1.5, 1.2], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[3], [-0.8, 1.4], [-0.3, 0.3], [-0.3, 0.3]);
    legs.push(joints);
  }
  b.limit(hips, [-0.9, 1.0], [-0.5, 0.5], [-0.5, 0.5]);
  b.limit(neck1, [-0.8, 0.9], [-0.9, 0.9], [-0.5, 0.5]);
  b.limit(headJoint, [-0.9, 0.9], [-1.2, 1.2], [-0.6, 0.6]);
  b.limit(jaw, [-0.35, 0.3], [-0.05, 0.05], [-0.05, 0.05]);
  b.limit(tail, [-0.5, 0.5], [-0.3, 0.3], [-0.3, 0.3]);

  const plan: CreaturePlan = {
    spine: spineJoints,
    neck: [neck1],
    head: headJoint,
    jaw,
    tail,
    legs,
    arms: [],
    wings,
    feet: legs.map((joints) => joints[3]),
  };
  return {
    body: b.build(),
    cell: 0.0092 * size,
    stands: true,
    inks: drawPlumage(rng, skull, size, wing),
    plan,
    animate: (animator) => animate(animator, plan, size),
  };
}

function drawPlumage(rng: Rng, skull: Vec3, size: number, wing: number): Inks {
  const plumages = [
    {
      back: '#7a5a3c',
      breast: '#d9622b',
      belly: '#f0e6d6',
      head: '#8a6642',
      wing: '#5a4330',
      beak: '#3a3330',
      leg: '#6b4f3a',
    },
    {
      back: '#2f74b5',
      breast: '#e8a13a',
      belly: '#f6efe0',
      head: '#2a62a4',
      wing: '#1e3f78',
      beak: '#2b2b30',
      leg: '#4a4a52',
    },
    {
      back: '#c2352b',
      breast: '#d94a35',
      belly: '#e06a4a',
      head: '#c8382c',
      wing: '#7a2420',
      beak: '#e8952c',
      leg: '#8a4a2a',
    },
    {
      back: '#4a9a4c',
      breast: '#d8c93a',
      belly: '#efe48a',
      head: '#3f8f6a',
      wing: '#1f6a5a',
      beak: '#d9d0b8',
      leg: '#7a6a55',
    },
    {
      back: '#35363f',
      breast: '#4a4b58',
      belly: '#5b5a66',
      head: '#2c2d36',
      wing: '#22222b',
      beak: '#e0a030',
      leg: '#3a3438',
    },
    {
      back: '#8fa8c2',
      breast: '#f2b8b0',
      belly: '#fbf3ee',
      head: '#dfe6ee',
      wing: '#56708f',
      beak: '#d98a3a',
      leg: '#c9785a',
    },
  ];
  const chosen = plumages[rng.integer(plumages.length)];
  const color = (name: keyof typeof chosen) => hex(chosen[name]);
  const tint = rng.range(0.94, 1.06);
  const [back, breast, belly] = [shade(color('back'), tint), shade(color('breast'), tint), color('belly')];
  const flight = color('wing');
  const bar = mixRgb(belly, back, 0.25);
  return {
    coat: (p) => {
      const front = mixRgb(belly, breast, smoothStep(skull[1] - 0.13 * size, skull[1] - 0.08 * size, p.y));
      return mixRgb(front, back, smoothStep(-0.15, 0.35, p.up - 0.55 * p.front));
    },
    head: (p) =>
      mixRgb(
        breast,
        color('head'),
        smoothStep(skull[1] - 0.02 * size, skull[1] + 0.005 * size, p.y - 0.5 * Math.max(0, p.z - skull[2])),
      ),
    shoulder: (p) => (p.up > -0.3 ? back : belly),
    feather: (p) => {
      const reach = smoothStep(0.01 * wing, -0.075 * wing, p.z);
      const base = mixRgb(back, flight, reach);
      const fleck = smoothStep(0.35, 0.5, reach) * (1 - smoothStep(0.5, 0.65, reach));
      return p.up > 0 ? mixRgb(base, bar, 0.8 * fleck) : mixRgb(belly, base, 0.45);
    },
    tail: (p) => shade(flight, 1 + 0.12 * noise3(p.x * 90, 0, p.z * 20, 3)),
    crest: plain(color('breast')),
    thigh: plain(mixRgb(belly, breast, 0.25)),
    beak: plain(color('beak')),
    foot: plain(color('leg')),
    claw: plain(shade(color('leg'), 0.6)),
    iris: plain([0.07, 0.06, 0.06]),
    pupil: plain([0.03, 0.03, 0.03]),
    glint: plain([1, 1, 1]),
  };
}

function animate(animator: Animator, plan: CreaturePlan, size: number) {
  const { spine, neck, head, jaw, tail, legs, wings } = plan;
  const [hips, spine1, chest] = spine;
  const closed = -0.14;
  /** Wings laid down and back along the flanks; `open` 1 lets them out again. */
  const fold = (d: PoseDraft, open: number, level = 0) => {
    for (const [i, [w1, w2, w3, w4]] of wings.entries()) {
      const s = i === 0 ? 1 : -1;
      const shut = 1 - open;
      d.turn(w1, -level, 0, 0);
      d.turn(w1, 0, 0, -0.72 * shut * s);
      d.turn(w1, 0, 0.42 * shut * s, 0);
      d.turn(w2, 0, 0.32 * shut * s, 0.1 * shut * s);
      d.turn(w3, 0, 0.4 * shut * s, 0.06 * shut * s);
      d.turn(w4, 0, 0.3 * shut * s, 0.04 * shut * s);
    }
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look =
      hold(t, 0.06, 0.1, 0.26, 0.3) -
      1.2 * hold(t, 0.4, 0.44, 0.62, 0.66) +
      0.5 * hold(t, 0.72, 0.76, 0.88, 0.92);
    const tilt = hold(t, 0.44, 0.5, 0.58, 0.64);
    d.shift(0, -0.006 * size - 0.002 * size * wave(3 * t), 0);
    d.turn(hips, 0.02 * wave(t), 0.04 * look, 0);
    d.turn(chest, -0.02 * wave(3 * t), 0, 0);
    d.turn(neck[0], 0.05 * wave(t, 0.2), 0.3 * look, 0);
    d.turn(head, 0.04 * Math.abs(look), 0.45 * look, 0.3 * tilt);
    d.turn(jaw, closed, 0, 0);
    d.bend(tail, 0.25 * bump(t, 0.3, 0.36) + 0.25 * bump(t, 0.36, 0.42), 0, 0);
    fold(d, 0.06 * bump(t, 0.68, 0.78));
    stand(d);
  });

  const fly = animator.clip('fly', 0.6, (d, t) => {
    // Phase 0 is the top of the stroke; down is slower and spread, up is quick and half folded.
    const beat = t - 0.05 * Math.sin(2 * Math.PI * t);
    const flap = Math.cos(2 * Math.PI * beat);
    const rising = bump(t, 0.48, 1.0);
    d.shift(0, 0.32 * size - 0.022 * size * Math.cos(2 * Math.PI * (t - 0.2)), 2.1 * size * t);
    d.turn(hips, 0.42 + 0.04 * wave(t, 0.1), 0, 0);
    d.turn(spine1, 0.05, 0, 0);
    d.turn(neck[0], -0.1, 0, 0);
    d.setWorld(head, [0.05, 0, 0]);
    d.turn(jaw, closed, 0, 0);
    d.bend(tail, -0.25 + 0.12 * wave(t, 0.2), 0, 0);
    for (const [i, [w1, w2, w3, w4]] of wings.entries()) {
      const s = i === 0 ? 1 : -1;
      d.turn(w1, -0.3 + 0.22 * wave(t), 0, 0);
      d.turn(w1, 0, 0.22 * rising * s, (0.12 + 0.72 * flap) * s);
      d.turn(w2, 0, 0.1 * rising * s, (0.22 * Math.cos(2 * Math.PI * (t - 0.1)) - 0.14 * rising) * s);
      d.turn(w3, 0, 0.3 * rising * s, (0.2 * Math.cos(2 * Math.PI * (t - 0.16)) - 0.3 * rising) * s);
      d.turn(w4, 0, 0.2 * rising * s, (0.16 * Math.cos(2 * Math.PI * (t - 0.22)) - 0.16 * rising) * s);
    }
    for (const [upper, lower, ankle, foot] of legs) {
      d.turn(upper, 0.35, 0, 0);
      d.turn(lower, 0.3, 0, 0);
      d.turn(ankle, 0.1 + 0.05 * wave(t, 0.3), 0, 0);
      d.turn(foot, 0.55, 0, 0);
    }
  });

  const peck = animator.clip('peck', 2.4, (d, t) => {
    const down = hold(t, 0.1, 0.28, 0.7, 0.9);
    const stab = bump(t, 0.3, 0.4) + bump(t, 0.42, 0.52) + bump(t, 0.56, 0.66);
    d.shift(0, -0.006 * size * down, -0.02 * size * down);
    d.turn(hips, 0.1 * down + 0.03 * stab, 0, 0);
    d.turn(spine1, 0.3 * down, 0, 0);
    d.turn(chest, 0.32 * down + 0.05 * stab, 0, 0);
    d.turn(neck[0], 0.42 * down + 0.14 * stab, 0, 0);
    d.turn(head, 0.3 * down + 0.14 * stab, 0, 0.1 * bump(t, 0.74, 0.95));
    d.turn(jaw, closed + 0.3 * stab, 0, 0);
    d.bend(tail, -0.3 * down, 0, 0);
    fold(d, 0.1 * bump(t, 0.7, 0.95), 0.3 * down);
    stand(d);
  });
  return [idle, fly, peck];
}
