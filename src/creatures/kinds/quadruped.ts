/**
 * @file A four-legged mammal between fox, wolf and big cat.
 */

import type { Rng } from '../../base/rng.js';
import { smoothStep } from '../../math/scalar.js';
import { add, lerp, type Vec3 } from '../../math/vector.js';
import type { Animator, PoseDraft } from '../animator.js';
import { createBody, SIDES } from '../body.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { bump, ease, hold, stepAt, wave } from '../gait.js';
import {
  countershade,
  hex,
  type Ink,
  type Inks,
  mixRgb,
  overlay,
  plain,
  shade,
  spots,
  stripes,
} from '../paint.js';

const X: Vec3 = [1, 0, 0];

export function describeQuadruped(rng: Rng): Anatomy {
  // (1) Proportions, metres.
  const size = rng.range(0.9, 1.15);
  const leg = 0.42 * size * rng.range(0.9, 1.16);
  const long = 0.46 * size * rng.range(0.92, 1.12);
  const girth = size * rng.range(0.92, 1.12);
  const neckLength = size * rng.range(0.9, 1.2);
  const muzzle = size * rng.range(0.75, 1.35);
  const ear = size * rng.range(0.65, 1.5);
  const bush = size * rng.range(0.6, 1.3);
  const head = size * rng.range(1.05, 1.22);

  // (2) Skeleton.
  const b = createBody();
  const back = leg + 0.045 * size;
  const hips = b.joint('hips', -1, [0, back, -long / 2]);
  const spine1 = b.joint('spine1', hips, [0, back + 0.012 * size, -long * 0.25]);
  const spine2 = b.joint('spine2', spine1, [0, back + 0.01 * size, 0.02 * long]);
  const chest = b.joint('chest', spine2, [0, back - 0.005 * size, long * 0.28]);
  const neckBase: Vec3 = [0, back + 0.03 * size, long * 0.54];
  const skull = add(neckBase, [0, 0.16 * neckLength, 0.1 * neckLength]);
  const [neck1, neck2] = b.chain('neck', chest, [neckBase, lerp(neckBase, skull, 0.52), skull]);
  const nose = add(skull, [0, -0.012 * head, 0.085 * head + 0.085 * muzzle]);
  const headJoint = b.joint('head', neck2, skull, nose);
  const hinge = add(skull, [0, -0.026 * head, 0.04 * head]);
  const chin = add(hinge, [0, -0.052 * head, 0.035 * head + 0.058 * muzzle]);
  const jaw = b.joint('jaw', headJoint, hinge, chin);
  const rump: Vec3 = [0, back + 0.02 * size, -long * 0.5 - 0.075 * girth];
  const tailPoints = [0, 1, 2, 3, 4, 5].map((i): Vec3 => {
    const s = i / 5;
    return add(rump, [0, (-0.1 * s + 0.1 * s * s) * size, -0.36 * s * size]);
  });
  const tail = b.chain('tail', hips, tailPoints);

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  const spineJoints = [hips, spine1, spine2, chest];
  const soft = 0.05 * size;
  trunk.cone(
    spineJoints,
    [0, back - 0.005, -long * 0.5],
    [0, back, long * 0.05],
    [0.086 * girth, 0.08 * girth],
    { blend: soft },
  );
  trunk.ball(
    spineJoints,
    [0, back - 0.028 * girth, long * 0.27],
    [0.088 * girth, 0.118 * girth, 0.16 * girth],
    { blend: soft },
  );
  trunk.cone(
    [chest, neck1, neck2],
    [0, back + 0.005, long * 0.42],
    lerp(neckBase, skull, 0.6),
    [0.088 * girth, 0.06 * size],
    { blend: soft },
  );
  trunk.cone([neck2, headJoint], lerp(neckBase, skull, 0.5), skull, [0.06 * size, 0.055 * head], {
    blend: soft,
  });
  trunk.ball(
    headJoint,
    add(skull, [0, 0.018 * head, 0.035 * head]),
    [0.076 * head, 0.068 * head, 0.08 * head],
    { blend: 0.03 * head },
  );
  const muzzleRoot = add(skull, [0, -0.002 * head, 0.07 * head]);
  trunk.cone(headJoint, muzzleRoot, add(nose, [0, 0, -0.014 * head]), [0.042 * head, 0.022 * head], {
    blend: 0.04 * head,
    paint: 'muzzle',
  });
  trunk.ball(
    headJoint,
    add(nose, [0, 0.012 * head, -0.006 * head]),
    [0.014 * head, 0.011 * head, 0.012 * head],
    { blend: 0.006 * head, paint: 'nose', detail: 0.007 * head },
  );
  const jawPart = b.part(trunk, hinge, 0.05 * head, 0.02 * head);
  jawPart.cone(jaw, hinge, chin, [0.024 * head, 0.013 * head], { squash: [[0, 1, 0], 0.8], paint: 'muzzle' });

  for (const side of SIDES) {
    const eye = add(skull, side.at(0.055 * head, 0.03 * head, 0.084 * head));
    trunk.ball(headJoint, eye, [0.016 * head, 0.018 * head, 0.016 * head], {
      blend: 0.004,
      paint: 'eye',
      detail: 0.0055 * head,
    });
    trunk.ball(headJoint, add(eye, side.at(0.0075 * head, 0.009 * head, 0.0125 * head)), 0.0042 * head, {
      paint: 'glint',
      detail: 0.003 * head,
    });
    const earRoot = add(skull, side.at(0.046 * head, 0.062 * head, 0.012 * head));
    const earTip = add(earRoot, side.at(0.028 * ear, 0.1 * ear, -0.004 * ear));
    const earJoint = b.joint(side.name('Ear'), headJoint, earRoot, earTip);
    b.limit(earJoint, [-0.6, 0.6], [-0.6, 0.6], [-0.5, 0.5]);
    const earPart = b.part(trunk, earRoot, 0.07 * head, 0.02 * head);
    earPart.cone(earJoint, earRoot, earTip, [0.036 * ear, 0.006 * ear], {
      squash: [[0, 0, 1], 0.42],
      bulge: 0.006 * ear,
      paint: 'ear',
    });
  }

  const tailPart = b.part(trunk, rump, 0.12 * size, 0.03 * size);
  // Slim where it leaves the body, bushy further out.
  const bushy = [0.024 * size, ...[0.036, 0.048, 0.05, 0.042, 0.012].map((width) => width * bush)];
  for (const [i, joint] of tail.entries()) {
    tailPart.cone(joint, tailPoints[i], tailPoints[i + 1], [bushy[i], bushy[i + 1]], {
      blend: 0.03 * size,
      paint: 'tail',
    });
  }

  // (3) Legs: hind first, so that the root's children come in the order of the spine.
  const legs: { hind: number[][]; front: number[][]; shoulders: number[] } = {
    hind: [],
    front: [],
    shoulders: [],
  };
  for (const side of SIDES) {
    const wide = 0.084 * girth;
    const points: Vec3[] = [
      side.at(0.066 * girth, back - 0.015 * size, -long * 0.5),
      side.at(wide, leg * 0.64, -long * 0.5 + 0.085 * size),
      side.at(wide, leg * 0.33, -long * 0.5 - 0.05 * size),
      side.at(wide, 0.034 * size, -long * 0.5 - 0.015 * size),
      side.at(wide, 0.02 * size, -long * 0.5 + 0.03 * size),
    ];
    const names = ['HindUpperLeg', 'HindLowerLeg', 'HindAnkle', 'HindFoot'].map((n) => side.name(n));
    const joints = b.chain(names, hips, points);
    const part = b.part(trunk, points[0], 0.17 * girth, 0.05 * girth);
    part.cone(joints[0], points[0], points[1], [0.068 * girth, 0.045 * girth], {
      squash: [X, 0.75],
      bulge: 0.01,
    });
    part.cone(joints[1], points[1], points[2], [0.042 * girth, 0.022 * size], { blend: 0.02 * size });
    part.cone(joints[2], points[2], points[3], [0.023 * size, 0.021 * size], {
      blend: 0.015 * size,
      paint: 'sock',
    });
    part.ball(
      joints[3],
      add(points[3], [0, -0.008 * size, 0.02 * size]),
      [0.029 * size, 0.024 * size, 0.042 * size],
      { blend: 0.015 * size, paint: 'sock' },
    );
    b.limit(joints[0], [-1.1, 0.9], [-0.35, 0.35], [-0.35, 0.35]);
    b.limit(joints[1], [-0.9, 1.3], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[2], [-1.3, 1.0], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[3], [-0.9, 1.4], [-0.35, 0.35], [-0.35, 0.35]);
    legs.hind.push(joints);
  }
  for (const side of SIDES) {
    const z = long * 0.36;
    const wide = 0.082 * girth;
    const points: Vec3[] = [
      side.at(0.045 * girth, back + 0.02 * size, z),
      side.at(0.07 * girth, back - 0.07 * size, z + 0.055 * size),
      side.at(wide, leg * 0.62, z - 0.015 * size),
      side.at(wide, leg * 0.26, z + 0.005 * size),
      side.at(wide, 0.034 * size, z + 0.03 * size),
      side.at(wide, 0.02 * size, z + 0.075 * size),
    ];
    const names = ['FrontShoulder', 'FrontUpperLeg', 'FrontLowerLeg', 'FrontAnkle', 'FrontFoot'].map((n) =>
      side.name(n),
    );
    const joints = b.chain(names, chest, points);
    const part = b.part(trunk, points[1], 0.16 * girth, 0.045 * girth);
    part.cone(joints[0], points[0], points[1], [0.04 * girth, 0.055 * girth], { squash: [X, 0.6] });
    part.cone(joints[1], points[1], points[2], [0.052 * girth, 0.036 * girth], {
      blend: 0.02 * size,
      squash: [X, 0.8],
    });
    part.cone(joints[2], points[2], points[3], [0.034 * girth, 0.023 * size], { blend: 0.02 * size });
    part.cone(joints[3], points[3], points[4], [0.023 * size, 0.021 * size], {
      blend: 0.015 * size,
      paint: 'sock',
    });
    part.ball(
      joints[4],
      add(points[4], [0, -0.008 * size, 0.02 * size]),
      [0.03 * size, 0.024 * size, 0.043 * size],
      { blend: 0.015 * size, paint: 'sock' },
    );
    b.limit(joints[0], [-0.4, 0.4], [-0.2, 0.2], [-0.2, 0.2]);
    b.limit(joints[1], [-1.2, 1.1], [-0.35, 0.35], [-0.35, 0.35]);
    b.limit(joints[2], [-1.5, 0.6], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[3], [-0.9, 1.6], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[4], [-0.9, 1.4], [-0.35, 0.35], [-0.35, 0.35]);
    legs.front.push(joints.slice(1));
    legs.shoulders.push(joints[0]);
  }
  b.limit(hips, [-0.5, 0.5], [-0.4, 0.4], [-0.3, 0.3]);
  b.limit([spine1, spine2, chest], [-0.35, 0.35], [-0.35, 0.35], [-0.25, 0.25]);
  b.limit([neck1, neck2], [-0.6, 0.6], [-0.5, 0.5], [-0.4, 0.4]);
  b.limit(headJoint, [-0.7, 0.7], [-0.8, 0.8], [-0.5, 0.5]);
  b.limit(jaw, [-0.25, 0.35], [-0.1, 0.1], [-0.05, 0.05]);

  const plan: CreaturePlan = {
    spine: spineJoints,
    neck: [neck1, neck2],
    head: headJoint,
    jaw,
    tail,
    legs: [...legs.front, ...legs.hind],
    arms: [],
    wings: [],
    feet: [...legs.front, ...legs.hind].map((joints) => joints[3]),
  };
  return {
    body: b.build(),
    cell: 0.016 * size,
    stands: true,
    inks: drawCoat(rng, back, tailPoints[5][2], size),
    plan,
    animate: (animator) => animate(animator, plan, legs.shoulders, leg, size),
  };
}

function drawCoat(rng: Rng, back: number, tailEnd: number, size: number): Inks {
  const coats = [
    { back: '#c8642a', belly: '#f3e6d2', sock: '#3a2620', eye: '#2a1a10', pattern: 'none' },
    { back: '#6d7480', belly: '#dcdcd8', sock: '#c9c6bf', eye: '#2c2416', pattern: 'saddle' },
    { back: '#d98e3c', belly: '#f6ead0', sock: '#e3a65a', eye: '#20301c', pattern: 'stripes' },
    { back: '#b98450', belly: '#f0e2c4', sock: '#9c6b40', eye: '#221812', pattern: 'spots' },
    { back: '#3d3f4c', belly: '#6d6a76', sock: '#2b2c36', eye: '#d9a520', pattern: 'none' },
    { back: '#e6dccb', belly: '#fbf8f1', sock: '#b9a98f', eye: '#263238', pattern: 'saddle' },
  ];
  const coat = coats[rng.integer(coats.length)];
  const tint = rng.range(0.92, 1.06);
  const pattern = rng.integer(1000);
  const main = shade(hex(coat.back), tint);
  const belly = hex(coat.belly);
  const dark = shade(main, 0.42);
  let fur: Ink = countershade(main, belly, -0.35, 0.5);
  if (coat.pattern === 'stripes') {
    const bars = stripes('z', 0.075 * size, 0.34, pattern);
    fur = overlay(fur, dark, (p) => bars(p) * smoothStep(-0.4, 0.1, p.up));
  } else if (coat.pattern === 'spots') {
    const dots = spots(0.032 * size, 0.34, pattern);
    fur = overlay(fur, belly, (p) => dots(p) * smoothStep(0.0, 0.3, p.up));
  } else if (coat.pattern === 'saddle') {
    fur = overlay(
      fur,
      dark,
      (p) => 0.7 * smoothStep(back, back + 0.08 * size, p.y) * smoothStep(0.1, 0.7, p.up),
    );
  }
  const sock = hex(coat.sock);
  return {
    coat: fur,
    muzzle: (p) => mixRgb(belly, main, smoothStep(0.15, 0.6, p.up)),
    nose: plain([0.09, 0.08, 0.09]),
    eye: plain(hex(coat.eye)),
    glint: plain([1, 1, 1]),
    ear: (p) =>
      mixRgb(shade(main, 0.72), mixRgb(belly, [0.85, 0.6, 0.55], 0.5), smoothStep(0.2, 0.7, p.front)),
    sock: (p) => mixRgb(sock, fur(p), smoothStep(0.1 * size, 0.2 * size, p.y)),
    tail: (p) =>
      mixRgb(
        coat.pattern === 'stripes' ? dark : belly,
        fur(p),
        smoothStep(tailEnd + 0.05 * size, tailEnd + 0.12 * size, p.z),
      ),
  };
}

function animate(
  animator: Animator,
  plan: CreaturePlan,
  shoulders: readonly number[],
  leg: number,
  size: number,
) {
  const { spine, neck, head, jaw, tail, legs } = plan;
  const [hips, spine1, spine2, chest] = spine;
  const swayTail = (d: PoseDraft, phase: number, swing: number, raise: number) => {
    for (const [i, joint] of tail.entries()) d.turn(joint, raise / 5, swing * wave(phase, 0.12 * i), 0);
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    d.shift(0.008 * size * wave(t), -0.004 * size * (1 + wave(2 * t)), 0);
    d.turn(hips, 0, 0, 0.02 * wave(t));
    d.turn(chest, 0.012 * wave(2 * t, 0.1), 0.03 * wave(t, 0.2), 0);
    const look = hold(t, 0.15, 0.28, 0.42, 0.55) - 0.7 * hold(t, 0.6, 0.7, 0.8, 0.92);
    d.bend(neck, 0.03 * wave(2 * t), 0.4 * look, 0);
    d.turn(head, 0.05 * wave(t, 0.3) - 0.06 * Math.abs(look), 0.25 * look, 0.1 * look);
    d.turn(jaw, -0.12 + 0.04 * wave(4 * t), 0, 0);
    swayTail(d, t, 0.1, 0.05 * wave(t));
    stand(d);
  });

  // Lateral sequence: left hind, left front, right hind, right front, a quarter of a cycle apart.
  const stride = 0.62 * leg;
  const duty = 0.64;
  const offsets = [0.75, 0.25, 0, 0.5];
  const walk = animator.clip('walk', 0.95, (d, t) => {
    d.shift(
      0.008 * size * wave(t, 0.1),
      -0.012 * size + 0.006 * size * wave(2 * t, 0.1),
      (stride / duty) * t,
    );
    d.turn(hips, 0.015 * wave(2 * t), 0.05 * wave(t, 0.06), 0.05 * wave(t, 0.3));
    d.turn(spine1, 0, -0.05 * wave(t, 0.06), -0.03 * wave(t, 0.3));
    d.turn(spine2, -0.015 * wave(2 * t), -0.05 * wave(t, 0.06), -0.04 * wave(t, 0.3));
    d.turn(chest, 0.01 * wave(2 * t, 0.2), 0, -0.02 * wave(t, 0.3));
    d.bend(neck, 0.1 + 0.05 * wave(2 * t, 0.15), 0.03 * wave(t, 0.1), 0);
    d.setWorld(head, [0.04 + 0.02 * wave(2 * t, 0.3), 0, 0]);
    d.turn(jaw, -0.12, 0, 0);
    swayTail(d, t, 0.12, 0.03 * wave(2 * t));
    for (const [i, joints] of legs.entries()) {
      const front = i < 2;
      const step = stepAt(t, offsets[i], duty);
      const foot = d.restPosition(joints[3]);
      const rise = (front ? 0.1 : 0.085) * leg * 2 * step.lift;
      const target = add(foot, [0, rise, (stride / duty) * step.travel]);
      const flex = step.swing > 0 ? bump(step.swing, 0, 0.8) : 0;
      const roll = step.swing > 0 ? 0.3 - 0.55 * ease(step.swing) : -0.25 + 0.55 * step.stance;
      if (front)
        d.turn(shoulders[i], step.swing > 0 ? 0.1 - 0.2 * ease(step.swing) : -0.1 + 0.2 * step.stance, 0, 0);
      d.plant(joints, target, [roll + (front ? 0.75 : 0.25) * flex, 0.75 * flex]);
    }
  });

  // An invitation to play: the front feet step out one after the other, the chest goes down, the tail wags.
  const bow = animator.clip('bow', 3, (d, t) => {
    const down = hold(t, 0.16, 0.36, 0.66, 0.84);
    const wag = hold(t, 0.3, 0.4, 0.64, 0.78);
    d.shift(0, -0.03 * size * down, -0.035 * size * down);
    d.turn(hips, 0.2 * down, 0.06 * wag * wave(6 * t), 0);
    d.turn(spine1, 0.06 * down, -0.04 * wag * wave(6 * t), 0);
    d.turn(spine2, 0.04 * down, 0, 0);
    d.turn(chest, -0.04 * down, 0, 0);
    d.bend(neck, -0.26 * down, 0, 0);
    d.turn(head, -0.06 * down, 0.06 * wag * wave(3 * t), 0.14 * wag * wave(3 * t));
    d.turn(jaw, -0.12 + 0.2 * wag, 0, 0);
    swayTail(d, 6 * t, 0.05 + 0.2 * wag, -0.9 * down);
    for (const [i, joints] of legs.entries()) {
      const start = i === 0 ? 0.04 : 0.14;
      const out = ease((t - start) / 0.1) * (1 - ease((t - start - 0.74) / 0.1));
      const lift = bump(t, start, start + 0.1) + bump(t, start + 0.74, start + 0.84);
      const offset: Vec3 = i < 2 ? [0, 0.08 * leg * lift, 0.3 * leg * out] : [0, 0, 0];
      d.plant(joints, add(d.restPosition(joints[3]), offset), [
        i < 2 ? 0.3 * lift - 0.25 * down : 0,
        0.12 * lift,
      ]);
    }
  });
  return [idle, walk, bow];
}
