/**
 * @file A dinosaur on two legs: long stiff tail, sickle claws, a mouth full of intent.
 */

import type { Rng } from '../../base/rng.js';
import { smoothStep } from '../../math/scalar.js';
import { add, lerp, type Vec3 } from '../../math/vector.js';
import type { Animator, PoseDraft } from '../animator.js';
import { createBody, SIDES } from '../body.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye, addToes } from '../features.js';
import { bump, ease, hold, stepAt, wave } from '../gait.js';
import { countershade, hex, type Inks, mixRgb, overlay, plain, shade, spots, stripes } from '../paint.js';

const X: Vec3 = [1, 0, 0];

export function describeRaptor(rng: Rng): Anatomy {
  // (1) Proportions, metres.
  const size = rng.range(0.9, 1.2);
  const leg = 0.62 * size * rng.range(0.92, 1.1);
  const girth = size * rng.range(0.9, 1.15);
  const neckLength = size * rng.range(0.85, 1.15);
  const head = size * rng.range(0.95, 1.12);
  const snout = size * rng.range(0.88, 1.2);
  const tailLength = 0.98 * size * rng.range(0.88, 1.12);
  const crest = rng.range(0, 1);

  // (2) Skeleton of the midline.
  const b = createBody();
  const hips = b.joint('hips', -1, [0, leg, 0]);
  const spine1 = b.joint('spine1', hips, [0, leg + 0.015 * size, 0.13 * size]);
  const spine2 = b.joint('spine2', spine1, [0, leg + 0.025 * size, 0.24 * size]);
  const chest = b.joint('chest', spine2, [0, leg + 0.03 * size, 0.34 * size]);
  const nape: Vec3 = [0, leg + 0.075 * size, 0.45 * size];
  const skull = add(nape, [0, 0.235 * neckLength, 0.1 * neckLength]);
  const bendOfNeck = add(lerp(nape, skull, 0.5), [0, -0.012 * size, 0.028 * size]);
  const [neck1, neck2] = b.chain('neck', chest, [nape, bendOfNeck, skull]);
  const nose = add(skull, [0, -0.022 * head, 0.1 * head + 0.175 * snout]);
  const headJoint = b.joint('head', neck2, skull, nose);
  const hinge = add(skull, [0, -0.042 * head, 0.045 * head]);
  const chin = add(hinge, [0, -0.095 * head, 0.05 * head + 0.145 * snout]);
  const jaw = b.joint('jaw', headJoint, hinge, chin);
  const rump: Vec3 = [0, leg + 0.005 * size, -0.11 * size];
  const tailPoints = Array.from({ length: 8 }, (_, i): Vec3 => {
    const s = i / 7;
    return add(rump, [0, (0.02 * s + 0.06 * s * s) * size, -tailLength * s]);
  });
  const tail = b.chain('tail', hips, tailPoints);
  const spineJoints = [hips, spine1, spine2, chest];

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  const soft = 0.07 * size;
  trunk.ball(
    spineJoints,
    [0, leg + 0.005 * size, -0.01 * size],
    [0.094 * girth, 0.112 * girth, 0.16 * size],
    { blend: soft },
  );
  trunk.cone(
    spineJoints,
    [0, leg, 0.06 * size],
    [0, leg + 0.012 * size, 0.33 * size],
    [0.092 * girth, 0.096 * girth],
    { blend: soft, squash: [X, 0.88] },
  );
  trunk.cone([chest, neck1], [0, leg + 0.03 * size, 0.36 * size], bendOfNeck, [0.085 * girth, 0.056 * size], {
    blend: soft,
  });
  trunk.cone([neck1, neck2], bendOfNeck, skull, [0.056 * size, 0.052 * size], { blend: 0.04 * size });
  trunk.ball(
    headJoint,
    add(skull, [0, 0.008 * head, 0.045 * head]),
    [0.066 * head, 0.062 * head, 0.088 * head],
    { blend: 0.03 * head },
  );
  trunk.cone(headJoint, add(skull, [0, -0.002 * head, 0.09 * head]), nose, [0.052 * head, 0.028 * head], {
    blend: 0.03 * head,
    squash: [X, 0.82],
  });
  trunk.ball(
    headJoint,
    add(nose, [0, 0.022 * head, -0.016 * head]),
    [0.022 * head, 0.014 * head, 0.02 * head],
    { blend: 0.014 * head },
  );
  const widths = [0.085, 0.066, 0.052, 0.042, 0.033, 0.025, 0.018, 0.008];
  for (const [i, joint] of tail.entries()) {
    trunk.cone(joint, tailPoints[i], tailPoints[i + 1], [widths[i] * girth, widths[i + 1] * girth], {
      blend: i === 0 ? 0.04 * size : 0.006 * size,
    });
  }
  const jawPart = b.part(trunk, hinge, 0.11 * head, 0.05 * head);
  jawPart.cone(jaw, hinge, chin, [0.033 * head, 0.018 * head], { squash: [[0, 1, 0], 0.72], paint: 'jaw' });
  for (let i = 0; i < 4; i++) {
    const at = lerp(
      add(skull, [0, 0.05 * head, 0.06 * head]),
      add(nape, [0, 0.06 * size, -0.04 * size]),
      i / 3,
    );
    trunk.cone(
      i < 2 ? headJoint : i === 2 ? neck2 : neck1,
      at,
      add(at, [0, (0.03 + 0.05 * crest) * head, -0.065 * head]),
      [0.026 * size, 0.007 * size],
      { blend: 0.012 * size, squash: [X, 0.6], paint: 'crest' },
    );
  }
  for (const side of SIDES) {
    addEye(
      trunk,
      headJoint,
      add(skull, side.at(0.05 * head, 0.032 * head, 0.082 * head)),
      0.021 * head,
      side.at(1, 0.12, 0.55),
    );
    trunk.cone(
      headJoint,
      add(skull, side.at(0.044 * head, 0.06 * head, 0.05 * head)),
      add(skull, side.at(0.046 * head, 0.052 * head, 0.115 * head)),
      [0.012 * head, 0.009 * head],
      { blend: 0.012 * head, paint: 'brow', detail: 0.011 * head },
    );
    for (let i = 0; i < 4; i++) {
      const at = add(
        lerp(
          add(skull, [0, -0.036 * head, 0.12 * head]),
          add(nose, [0, -0.012 * head, -0.012 * head]),
          i / 3,
        ),
        side.at((0.034 - 0.005 * i) * head, -0.004 * head, 0),
      );
      trunk.cone(headJoint, at, add(at, [0, -0.016 * head, 0.004 * head]), [0.009 * head, 0.004 * head], {
        paint: 'claw',
        detail: 0.008 * head,
      });
    }
  }

  // (3) Legs: thigh, shin, long metatarsus, three toes and the sickle.
  const legs: number[][] = [];
  for (const side of SIDES) {
    const x = 0.112 * girth;
    const points = [
      side.at(0.078 * girth, leg - 0.015 * size, -0.01 * size),
      side.at(x, leg * 0.62, 0.115 * size),
      side.at(x, leg * 0.33, -0.06 * size),
      side.at(x, 0.036 * size, 0.02 * size),
      side.at(x, 0.02 * size, 0.12 * size),
    ];
    const names = ['UpperLeg', 'LowerLeg', 'Ankle', 'Foot'].map((n) => side.name(n));
    const joints = b.chain(names, hips, points);
    const part = b.part(trunk, points[0], 0.2 * girth, 0.06 * girth);
    part.cone(joints[0], points[0], points[1], [0.084 * girth, 0.048 * girth], {
      squash: [X, 0.66],
      bulge: 0.012 * girth,
    });
    part.cone(joints[1], points[1], points[2], [0.048 * girth, 0.026 * size], {
      blend: 0.025 * size,
      bulge: 0.006 * size,
    });
    part.cone(joints[2], points[2], points[3], [0.027 * size, 0.023 * size], {
      blend: 0.02 * size,
      paint: 'foot',
    });
    const foot = points[3];
    addToes(
      part,
      joints[3],
      add(foot, [0, -0.01 * size, 0]),
      [
        add(foot, side.at(0.062 * size, -0.024 * size, 0.12 * size)),
        add(foot, side.at(0.004 * size, -0.024 * size, 0.14 * size)),
      ],
      0.022 * size,
      { paint: 'foot' },
    );
    const knuckle = add(foot, side.at(-0.04 * size, 0.022 * size, 0.055 * size));
    part.cone(joints[3], foot, knuckle, [0.02 * size, 0.017 * size], { blend: 0.014 * size, paint: 'foot' });
    part.cone(
      joints[3],
      knuckle,
      add(knuckle, side.at(-0.006 * size, 0.04 * size, 0.03 * size)),
      [0.014 * size, 0.004 * size],
      { paint: 'claw', detail: 0.012 * size },
    );
    b.limit(joints[0], [-1.2, 0.9], [-0.35, 0.35], [-0.35, 0.35]);
    b.limit(joints[1], [-0.9, 1.3], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[2], [-1.3, 1.0], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[3], [-0.9, 1.5], [-0.3, 0.3], [-0.3, 0.3]);
    legs.push(joints);
  }

  // (4) Arms held under the chest.
  const arms: number[][] = [];
  for (const side of SIDES) {
    const points = [
      side.at(0.075 * girth, leg - 0.03 * size, 0.38 * size),
      side.at(0.1 * girth, leg - 0.115 * size, 0.355 * size),
      side.at(0.105 * girth, leg - 0.145 * size, 0.45 * size),
      side.at(0.105 * girth, leg - 0.16 * size, 0.5 * size),
    ];
    const names = ['UpperArm', 'ForeArm', 'Hand'].map((n) => side.name(n));
    const joints = b.chain(names, chest, points);
    const part = b.part(trunk, points[0], 0.1 * size, 0.035 * size);
    part.cone(joints[0], points[0], points[1], [0.034 * girth, 0.025 * size]);
    part.cone(joints[1], points[1], points[2], [0.024 * size, 0.018 * size], { blend: 0.015 * size });
    part.cone(joints[2], points[2], points[3], [0.019 * size, 0.018 * size], {
      blend: 0.012 * size,
      paint: 'foot',
    });
    for (const [dx, dy] of [
      [0.03, -0.03],
      [-0.024, -0.036],
    ]) {
      part.cone(
        joints[2],
        points[3],
        add(points[3], side.at(dx * size, dy * size, 0.05 * size)),
        [0.014 * size, 0.004 * size],
        { blend: 0.008 * size, paint: 'claw', detail: 0.012 * size },
      );
    }
    b.limit(joints[0], [-1.0, 0.8], [-0.4, 0.4], [-0.3, 0.6], side.sign);
    b.limit(joints[1], [-0.9, 0.9], [-0.4, 0.4], [-0.3, 0.3]);
    b.limit(joints[2], [-0.6, 0.6], [-0.4, 0.4], [-0.4, 0.4]);
    arms.push(joints);
  }
  b.limit(hips, [-0.4, 0.4], [-0.4, 0.4], [-0.3, 0.3]);
  b.limit(spineJoints.slice(1), [-0.25, 0.25], [-0.3, 0.3], [-0.2, 0.2]);
  b.limit([neck1, neck2], [-0.7, 0.7], [-0.6, 0.6], [-0.4, 0.4]);
  b.limit(headJoint, [-0.7, 0.7], [-0.7, 0.7], [-0.4, 0.4]);
  b.limit(jaw, [-0.3, 0.5], [-0.05, 0.05], [-0.05, 0.05]);
  b.limit(tail, [-0.3, 0.3], [-0.35, 0.35], [-0.1, 0.1]);

  const plan: CreaturePlan = {
    spine: spineJoints,
    neck: [neck1, neck2],
    head: headJoint,
    jaw,
    tail,
    legs,
    arms,
    wings: [],
    feet: legs.map((joints) => joints[3]),
  };
  return {
    body: b.build(),
    cell: 0.0175 * size,
    stands: true,
    inks: drawHide(rng, leg, size),
    plan,
    animate: (animator) => animate(animator, plan, leg, size),
  };
}

function drawHide(rng: Rng, leg: number, size: number): Inks {
  const hides = [
    { back: '#4f7d3a', belly: '#e3dba8', mark: '#24401f', crest: '#d9622b', iris: '#f0b62c' },
    { back: '#b5673a', belly: '#f0d9ae', mark: '#5d2b1d', crest: '#2c8a86', iris: '#e8d44a' },
    { back: '#3f6f8f', belly: '#dfe6d8', mark: '#1c3550', crest: '#e0a030', iris: '#f07a2c' },
    { back: '#7a6a52', belly: '#e6d8bd', mark: '#3b2f26', crest: '#b8403a', iris: '#9fd04a' },
    { back: '#5c4a78', belly: '#dcd0dc', mark: '#2b2142', crest: '#e46f8e', iris: '#f2c84a' },
  ];
  const hide = hides[rng.integer(hides.length)];
  const main = shade(hex(hide.back), rng.range(0.92, 1.08));
  const [belly, mark, crest] = [hex(hide.belly), hex(hide.mark), hex(hide.crest)];
  const seed = rng.integer(1000);
  const pattern = rng.next() < 0.6 ? stripes('z', 0.105 * size, 0.36, seed) : spots(0.05 * size, 0.4, seed);
  const base = countershade(main, belly, -0.3, 0.5);
  const coat = overlay(
    base,
    mark,
    (p) => 0.85 * pattern(p) * smoothStep(0.0, 0.45, p.up) * smoothStep(leg * 0.5, leg * 0.9, p.y),
  );
  return {
    coat,
    jaw: (p) => mixRgb(belly, mixRgb(crest, [0.75, 0.3, 0.32], 0.6), smoothStep(0.5, 0.8, p.up)),
    crest: plain(crest),
    brow: plain(mark),
    foot: (p) => mixRgb(shade(main, 0.62), coat(p), smoothStep(leg * 0.2, leg * 0.42, p.y)),
    claw: plain([0.93, 0.9, 0.82]),
    iris: plain(hex(hide.iris)),
    pupil: plain([0.08, 0.07, 0.07]),
    glint: plain([1, 1, 1]),
  };
}

function animate(animator: Animator, plan: CreaturePlan, leg: number, size: number) {
  const { spine, neck, head, jaw, tail, legs, arms } = plan;
  const [hips, spine1, spine2, chest] = spine;
  const closed = -0.1;
  const swayTail = (d: PoseDraft, phase: number, swing: number, lift: number) => {
    for (const [i, joint] of tail.entries())
      d.turn(joint, lift / 7, swing * (0.5 + 0.12 * i) * wave(phase, 0.07 * i), 0);
  };
  const holdArms = (d: PoseDraft, swing: number) => {
    for (const [i, joints] of arms.entries()) {
      d.turn(joints[0], (i === 0 ? 1 : -1) * swing, 0, 0);
      d.turn(joints[1], -0.3 * Math.abs(swing), 0, 0);
    }
  };
  const stand = (d: PoseDraft) => {
    for (const joints of legs) d.plant(joints, d.restPosition(joints[3]), [0, 0]);
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    const look = hold(t, 0.08, 0.14, 0.34, 0.4) - hold(t, 0.55, 0.61, 0.8, 0.86);
    d.shift(0.01 * size * wave(t), -0.01 * size - 0.005 * size * wave(2 * t), 0);
    d.turn(hips, 0.015 * wave(2 * t, 0.1), 0.03 * wave(t), 0.02 * wave(t));
    d.turn(chest, 0.015 * wave(2 * t), 0, -0.02 * wave(t));
    d.bend(neck, 0.04 * wave(2 * t, 0.2), 0.5 * look, 0);
    // Birds and their ancestors snap the head from one fixation to the next.
    d.turn(head, 0.06 * wave(t, 0.4), 0.25 * look, 0.14 * look);
    d.turn(jaw, closed + (0.06 * (1 + wave(2 * t, 0.2))) / 2, 0, 0);
    swayTail(d, t, 0.08, 0.05 * wave(t, 0.2));
    holdArms(d, 0.06 * wave(t));
    stand(d);
  });

  const stride = 0.64 * leg;
  const duty = 0.58;
  const travel = stride / duty;
  const walk = animator.clip('walk', 0.9, (d, t) => {
    const turn = Math.cos(2 * Math.PI * t);
    d.shift(
      0.012 * size * wave(t),
      -0.03 * size - 0.014 * size * Math.cos(4 * Math.PI * (t - 0.05)),
      travel * t,
    );
    d.turn(hips, 0.02 * wave(2 * t), -0.07 * turn, 0.05 * wave(t));
    d.turn(spine1, 0, 0.04 * turn, -0.02 * wave(t));
    d.turn(spine2, 0, 0.04 * turn, -0.02 * wave(t));
    d.turn(chest, 0, 0.02 * turn, -0.01 * wave(t));
    // The head bobs against the step and stays level.
    d.turn(neck[0], 0.16 + 0.09 * wave(2 * t, 0.2), -0.02 * turn, 0);
    d.turn(neck[1], -0.02 - 0.09 * wave(2 * t, 0.25), 0, 0);
    d.setWorld(head, [0.03, 0, 0]);
    d.turn(jaw, closed, 0, 0);
    swayTail(d, t + 0.25, 0.1, 0.04 * wave(2 * t));
    holdArms(d, 0.14 * turn);
    for (const [i, joints] of legs.entries()) {
      const step = stepAt(t, i === 0 ? 0 : 0.5, duty);
      const target = add(d.restPosition(joints[3]), [0, 0.13 * leg * step.lift, travel * step.travel]);
      const flex = step.swing > 0 ? bump(step.swing, 0, 0.85) : 0;
      const roll = step.swing > 0 ? 0.35 - 0.65 * ease(step.swing) : -0.3 + 0.65 * step.stance;
      d.plant(joints, target, [roll + 0.35 * flex, 0.65 * flex]);
    }
  });

  const bite = animator.clip('bite', 2.2, (d, t) => {
    const crouch = hold(t, 0.06, 0.3, 0.38, 0.5);
    const lunge = hold(t, 0.38, 0.48, 0.6, 0.86);
    const gape = hold(t, 0.22, 0.36, 0.46, 0.51);
    const shake = hold(t, 0.5, 0.54, 0.62, 0.74) * wave(9 * t);
    d.shift(0, -0.05 * size * crouch - 0.07 * size * lunge, -0.06 * size * crouch + 0.1 * size * lunge);
    d.turn(hips, -0.08 * crouch + 0.14 * lunge, 0.03 * shake, 0);
    d.turn(spine1, -0.04 * crouch + 0.06 * lunge, 0, 0);
    d.turn(chest, -0.04 * crouch + 0.08 * lunge, 0.04 * shake, 0);
    d.turn(neck[0], -0.2 * crouch + 0.5 * lunge, 0.1 * shake, 0);
    d.turn(neck[1], 0.12 * crouch + 0.3 * lunge, 0.12 * shake, 0);
    d.turn(head, 0.12 * crouch - 0.5 * lunge, 0.16 * shake, 0.2 * shake);
    d.turn(jaw, closed + 0.55 * gape, 0, 0);
    swayTail(d, 2 * t, 0.05, 0.35 * crouch - 0.3 * lunge);
    for (const joints of arms) d.turn(joints[0], 0.3 * crouch - 0.5 * lunge, 0, 0);
    stand(d);
  });
  return [idle, walk, bite];
}
