/**
 * @file A round songbird with real wings: three bones and a fan of feathers.
 */

import type { Rng } from '../../base/rng.js';
import { add, lerp, normalize, scale, type Vec3 } from '../../math/vector.js';
import { createBody, SIDES } from '../body.js';
import { createBirdClips } from '../clips/bird-clips.js';
import { drawBirdCoat } from '../coats/bird-coat.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye, addToes } from '../features.js';

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
  trunk.cone([hips, tail[0]], at(0.055, -0.04), add(rump, [0, 0, -0.012 * size]), [0.05 * girth, 0.02 * size], { blend: 0.03 * size });
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
      trunk.cone(headJoint, root, add(root, scale([0, 0.045 - 0.006 * i, -0.04], crest * size)), [0.014 * head, 0.004 * head], {
        blend: 0.008 * head,
        paint: 'crest',
      });
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
    const point = (x: number, y: number, z: number): Vec3 => add(at(0.108, 0.045), side.at(0.052 * girth + (x - 0.045) * wing, y * wing, z * wing));
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
      const [hem, nextHem] = [add(from, scale(way, length * wing)), add(to, scale(nextWay, nextLength * wing))];
      const thin = 0.004 * size;
      part.sheet(joint, [from, to, hem], thin, { paint: 'feather', blend: 0.003 * size });
      part.sheet(joint, [to, nextHem, hem], thin, { paint: 'feather', blend: 0.003 * size });
    }
    for (let i = 0; i < 3; i++) feather(joints[0], lerp(points[0], points[1], 0.82 + 0.1 * i), side.at(0.12, -0.06, -1), 0.095 + 0.008 * i, 0.021);
    for (let i = 0; i < 4; i++)
      feather(joints[1], lerp(points[1], points[2], 0.14 + 0.25 * i), side.at(0.16 + 0.05 * i, -0.05, -1), 0.125 + 0.006 * i, 0.021);
    for (let i = 0; i < 3; i++)
      feather(joints[2], lerp(points[2], points[3], 0.1 + 0.33 * i), side.at(0.42 + 0.22 * i, -0.04, -1), 0.145 + 0.006 * i, 0.02);
    for (let i = 0; i < 3; i++)
      feather(joints[3], lerp(points[3], points[4], 0.0 + 0.1 * i), side.at(1.15 + 0.75 * i, -0.06 - 0.04 * i, -1), 0.15 - 0.01 * i, 0.018);
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
    inks: drawBirdCoat(rng, skull, size, wing),
    plan,
    animate: (animator) => createBirdClips(animator, plan, size),
  };
}
