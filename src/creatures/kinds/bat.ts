/**
 * @file A bat: a small furry body between two hands grown into wings. Either a fruit bat with the face of a fox, or a
 * small one with a short face and huge ears.
 */

import type { Rng } from '../../base/rng.js';
import { add, lerp, normalize, scale, type Vec3 } from '../../math/vector.js';
import { createBody, type PartBuilder, SIDES } from '../body.js';
import { createBatClips } from '../clips/bat-clips.js';
import { drawBatCoat } from '../coats/bat-coat.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye, addToes } from '../features.js';
import { handWingAngles } from '../motions/hand-wing.js';

const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];

export function describeBat(rng: Rng): Anatomy {
  // (1) Proportions, metres.
  const fox = rng.next() < 0.45;
  const size = fox ? rng.range(0.9, 1.3) : rng.range(0.55, 0.95);
  const leg = 0.115 * size * rng.range(0.9, 1.25);
  const girth = size * rng.range(0.9, 1.25);
  const long = 0.15 * size * rng.range(0.9, 1.2);
  const slope = rng.range(0.95, 1.2);
  const head = size * (fox ? rng.range(0.9, 1.1) : rng.range(0.95, 1.25));
  const snout = size * (fox ? rng.range(0.9, 1.4) : rng.range(0.35, 0.6));
  const ear = size * (fox ? rng.range(0.55, 0.8) : rng.range(0.9, 1.7));
  const earOut = rng.range(0.25, 0.6);
  const span = size * rng.range(0.85, 1.1);
  const deep = rng.range(0.8, 1.15);
  const tilt = rng.range(0.1, 0.4);
  const rise = rng.range(0.02, 0.22);
  const folded = rng.next() < 0.3 ? rng.range(0.25, 0.6) : 0;
  const fingerCount = 2 + rng.integer(3);
  const spineCount = 2 + rng.integer(2);
  const tailLength = rng.next() < 0.6 ? size * rng.range(0.85, 1.15) : 0;

  // (2) Midline: the trunk leans back, the head looks ahead.
  const b = createBody();
  const at = (along: number, up = 0): Vec3 => [
    0,
    leg + 0.03 * size + along * long * Math.sin(slope) + up * size * Math.cos(slope),
    along * long * Math.cos(slope) - up * size * Math.sin(slope),
  ];
  const hips = b.joint('hips', -1, at(0));
  const spine = [hips];
  for (let i = 1; i < spineCount - 1; i++) spine.push(b.joint(`spine${i}`, spine[i - 1], at(0.45)));
  const chest = b.joint('chest', spine[spineCount - 2], at(0.8));
  spine.push(chest);
  const skull = add(at(1.15), [0, 0.042 * size, 0.03 * size]);
  const [neck] = b.chain('neck', chest, [at(1.1), skull]);
  const face = (x: number, y: number, z: number): Vec3 => add(skull, [x * head, y * head, z * head]);
  const nose = add(face(0, 0.004, 0.036), [0, -0.016 * snout, 0.055 * snout]);
  const headJoint = b.joint('head', neck, skull, nose);
  const hinge = face(0, -0.012, 0.018);
  const chin = add(hinge, [0, -0.016 * head - 0.02 * snout, 0.016 * head + 0.05 * snout]);
  const jaw = b.joint('jaw', headJoint, hinge, chin);
  const rump = at(-0.2, -0.002);
  const tailEnd = add(rump, [0, -0.075 * tailLength, -0.125 * tailLength]);
  const tail = tailLength > 0 ? b.chain('tail', hips, [rump, lerp(rump, tailEnd, 0.5), tailEnd]) : [];

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  const soft = 0.03 * size;
  trunk.cone(spine, at(-0.02), at(0.8), [0.05 * girth, 0.062 * girth], { blend: soft });
  trunk.ball(spine, at(0.74, -0.006), [0.068 * girth, 0.066 * girth, 0.066 * girth], { blend: soft });
  trunk.ball(spine, at(0.04), [0.053 * girth, 0.053 * girth, 0.05 * girth], { blend: soft });
  trunk.cone([chest, neck], at(0.95), skull, [0.05 * girth, 0.042 * head], { blend: 0.025 * size });
  trunk.ball(headJoint, face(0, 0.01, 0.006), [0.046 * head, 0.042 * head, 0.046 * head], {
    blend: 0.02 * head,
    paint: 'head',
  });
  trunk.cone(headJoint, face(0, 0.002, 0.03), nose, [0.03 * head, 0.012 * head + 0.005 * snout], {
    blend: 0.014 * head,
    paint: 'head',
  });
  trunk.ball(headJoint, add(nose, [0, 0.006 * head, 0.01 * head]), [0.011 * head, 0.008 * head, 0.008 * head], {
    blend: 0.004 * head,
    paint: 'nose',
    detail: 0.006 * head,
  });
  const lower = b.part(trunk, hinge, 0.04 * head, 0.012 * head);
  lower.cone(jaw, hinge, chin, [0.019 * head, 0.009 * head], { squash: [Y, 0.7], paint: 'jaw' });
  if (tailLength > 0) addTail(b.part(trunk, rump, 0.06 * size, 0.02 * size), tail, rump, tailEnd, size);

  // (3) Eyes and ears.
  for (const side of SIDES) {
    addEye(trunk, headJoint, face(0.03 * side.sign, 0.016, 0.036), (fox ? 0.0125 : 0.009) * head, side.at(0.7, 0.15, 0.8));
    const root = face(0.027 * side.sign, 0.036, -0.004);
    const way = normalize(side.at(earOut, 1, -0.12));
    const tip = add(root, scale(way, 0.088 * ear));
    const joint = b.joint(side.name('Ear'), headJoint, root, tip);
    const part = b.part(trunk, root, 0.04 * head, 0.014 * head);
    const wide = 0.016 * head + 0.012 * ear;
    part.cone(joint, root, lerp(root, tip, 0.5), [0.8 * wide, wide], { squash: [Z, 0.42], paint: 'ear' });
    part.cone(joint, lerp(root, tip, 0.5), tip, [wide, 0.35 * wide], {
      squash: [Z, 0.42],
      blend: 0.008 * size,
      paint: 'ear',
    });
    b.limit(joint, [-0.7, 0.7], [-0.6, 0.6], [-0.6, 0.6], side.sign);
  }

  // (4) Wings: the arm, a palm with a thumb, long fingers, skin between them and down to the flank.
  const wings: number[][] = [];
  const bones = handWingAngles(folded, fingerCount);
  for (const side of SIDES) {
    // In the plane of the wing: so far, at an angle from straight out to straight back.
    const go = (from: Vec3, length: number, angle: number): Vec3 => {
      const [out, back] = [length * Math.cos(angle) * span, length * Math.sin(angle) * span];
      return add(from, side.at(out * Math.cos(rise), out * Math.sin(rise) - back * Math.sin(tilt), -back * Math.cos(tilt)));
    };
    const shoulder = add(at(0.84, 0.018), side.at(0.042 * girth, 0, 0));
    const elbow = go(shoulder, 0.13, bones.arm);
    const wrist = go(elbow, 0.19, bones.forearm);
    const palm = go(wrist, 0.03, (bones.fingers[0] + bones.fingers[fingerCount - 1]) / 2);
    const arm = b.chain(
      ['UpperWing', 'LowerWing', 'HandWing'].map((n) => side.name(n)),
      chest,
      [shoulder, elbow, wrist, palm],
    );
    const part = b.part(trunk, shoulder, 0.1 * size, 0.024 * size);
    part.cone(arm[0], shoulder, elbow, [0.024 * size, 0.015 * size], { paint: 'arm' });
    part.cone(arm[1], elbow, wrist, [0.014 * size, 0.011 * size], { blend: 0.006 * size, paint: 'arm' });
    part.cone(arm[2], wrist, palm, [0.011 * size, 0.01 * size], { blend: 0.006 * size, paint: 'arm' });
    part.cone(arm[2], wrist, add(wrist, side.at(0.004 * size, 0.012 * size, 0.034 * size)), [0.009 * size, 0.004 * size], {
      blend: 0.004 * size,
      paint: 'claw',
      detail: 0.007 * size,
    });
    const fingers = bones.fingers.map((angle, i) => {
      const s = i / (fingerCount - 1);
      const length = 0.31 * (1 - s) + 0.27 * deep * s + 0.04 * Math.sin(Math.PI * s);
      const knuckle = go(wrist, 0.022, angle);
      const middle = go(knuckle, 0.48 * length, angle);
      const end = go(middle, 0.52 * length, angle + 0.16 * (1 - s));
      const joints = b.chain(side.name(`WingFinger${'ABCD'[i]}`), arm[2], [knuckle, middle, end]);
      part.cone(joints[0], knuckle, middle, [0.009 * size, 0.007 * size], {
        blend: 0.003 * size,
        paint: 'arm',
      });
      part.cone(joints[1], middle, end, [0.007 * size, 0.004 * size], { blend: 0.003 * size, paint: 'arm' });
      b.limit(joints, [-0.6, 0.6], [-1.3, 1.1], [-0.8, 0.8], side.sign);
      return { joints, middle, end };
    });
    const skin = (owners: readonly number[], a: Vec3, c: Vec3, d: Vec3) =>
      part.sheet(owners, [a, c, d], 0.0035 * size, { paint: 'membrane', blend: 0.002 * size });
    for (let i = 0; i + 1 < fingerCount; i++) {
      const [one, two] = [fingers[i], fingers[i + 1]];
      const owners = [...one.joints, ...two.joints];
      // The free edge hangs between the fingertips in a curve.
      const hem = lerp(lerp(one.end, two.end, 0.5), lerp(one.middle, two.middle, 0.5), 0.28);
      skin([arm[2], ...owners], wrist, one.middle, two.middle);
      skin(owners, one.middle, one.end, hem);
      skin(owners, one.middle, hem, two.middle);
      skin(owners, two.middle, hem, two.end);
    }
    const last = fingers[fingerCount - 1];
    const flank = add(at(0.12, 0.02), side.at(0.03 * girth, 0, 0));
    const hem = lerp(lerp(last.end, flank, 0.5), elbow, 0.18);
    skin([arm[1], arm[2], ...last.joints], wrist, last.middle, elbow);
    skin([arm[0], arm[1], ...last.joints], elbow, last.middle, hem);
    skin(last.joints, last.middle, last.end, hem);
    // What is near the body stays with it, or a wing that folds would push it through the hips.
    const [inner, innerHem] = [lerp(flank, elbow, 0.55), lerp(flank, hem, 0.5)];
    skin([arm[0], arm[1]], inner, elbow, hem);
    skin([arm[0], ...spine], inner, hem, innerHem);
    skin(spine, flank, inner, innerHem);
    skin([arm[0], ...spine], shoulder, elbow, inner);
    skin(spine, shoulder, inner, flank);
    // And a narrow one before the elbow.
    skin([arm[0], arm[1]], lerp(shoulder, elbow, 0.15), elbow, lerp(elbow, wrist, 0.9));
    b.limit(arm[0], [-1.3, 1.3], [-1.1, 1.6], [-1.8, 1.6], side.sign);
    b.limit(arm[1], [-0.8, 0.8], [-2, 1], [-0.9, 0.9], side.sign);
    b.limit(arm[2], [-0.8, 0.8], [-1.2, 2.2], [-1, 1], side.sign);
    wings.push([...arm, ...fingers.flatMap((finger) => finger.joints)]);
  }

  // (5) Legs, short and thin.
  const legs: number[][] = [];
  for (const side of SIDES) {
    const x = 0.034 * girth;
    const points = [
      side.at(0.75 * x, leg + 0.02 * size, 0.0),
      side.at(1.15 * x, leg * 0.66, 0.032 * size),
      side.at(1.25 * x, leg * 0.3, -0.014 * size),
      side.at(1.25 * x, 0.0125 * size, -0.002 * size),
      side.at(1.25 * x, 0.009 * size, 0.03 * size),
    ];
    const joints = b.chain(
      ['UpperLeg', 'LowerLeg', 'Ankle', 'Foot'].map((n) => side.name(n)),
      hips,
      points,
    );
    const part = b.part(trunk, points[0], 0.06 * size, 0.018 * size);
    part.cone(joints[0], points[0], points[1], [0.024 * size, 0.016 * size]);
    part.cone(joints[1], points[1], points[2], [0.015 * size, 0.011 * size], { blend: 0.006 * size });
    part.cone(joints[2], points[2], points[3], [0.01 * size, 0.009 * size], {
      blend: 0.005 * size,
      paint: 'foot',
    });
    const foot = add(points[3], [0, -0.003 * size, 0]);
    addToes(
      part,
      joints[3],
      foot,
      [-0.026, 0, 0.026].map((toe) => add(foot, side.at(toe * size, -0.003 * size, 0.044 * size))),
      0.0085 * size,
      { paint: 'foot', claw: 0 },
    );
    b.limit(joints[0], [-1.2, 1.6], [-0.4, 0.4], [-0.5, 0.5]);
    b.limit(joints[1], [-1.2, 1.5], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[2], [-1.5, 1.4], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[3], [-0.9, 1.5], [-0.3, 0.3], [-0.3, 0.3]);
    legs.push(joints);
  }
  b.limit(hips, [-0.9, 1.2], [-0.5, 0.5], [-0.6, 0.6]);
  b.limit(spine.slice(1), [-0.5, 0.5], [-0.4, 0.4], [-0.3, 0.3]);
  b.limit(neck, [-0.8, 0.8], [-0.7, 0.7], [-0.4, 0.4]);
  b.limit(headJoint, [-0.9, 0.9], [-1, 1], [-0.6, 0.6]);
  b.limit(jaw, [-0.3, 0.5], [-0.05, 0.05], [-0.05, 0.05]);
  b.limit(tail, [-0.6, 0.6], [-0.4, 0.4], [-0.2, 0.2]);

  // How far half folded wings may droop with their tips clear of the ground.
  const room = (at(0.84, 0.018)[1] - 0.035 * size) / span - 0.14 * Math.sin(tilt + 0.2);
  const droop = Math.min(0.6, rise + Math.asin(Math.min(1, room / 0.52)));

  const plan: CreaturePlan = {
    spine,
    neck: [neck],
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
    cell: 0.0072 * size + 0.0049 * span,
    stands: true,
    inks: drawBatCoat(rng, skull, size),
    plan,
    animate: (animator) => createBatClips(animator, plan, size, droop),
  };
}

/** A thin tail with skin to either side, narrow enough to stay clear of the legs. */
function addTail(part: PartBuilder, tail: readonly number[], rump: Vec3, end: Vec3, size: number): void {
  part.cone(tail[0], add(rump, [0, 0, 0.03 * size]), lerp(rump, end, 0.5), [0.014 * size, 0.009 * size]);
  part.cone(tail[1], lerp(rump, end, 0.5), end, [0.009 * size, 0.005 * size], { blend: 0.004 * size });
  for (const side of SIDES) {
    const edge = add(lerp(rump, end, 0.42), side.at(0.05 * size, 0, 0));
    const root = add(rump, side.at(0.026 * size, 0, 0.02 * size));
    part.sheet(tail, [add(rump, [0, 0, 0.02 * size]), root, edge], 0.0035 * size, { paint: 'membrane' });
    part.sheet(tail, [add(rump, [0, 0, 0.02 * size]), edge, end], 0.0035 * size, { paint: 'membrane' });
  }
}
