/**
 * @file A jumping spider with a furry coat, eight eyes and eight legs.
 */

import type { Rng } from '../../base/rng.js';
import { add, lerp, type Vec3 } from '../../math/vector.js';
import { createBody, SIDES } from '../body.js';
import { createSpiderClips } from '../clips/spider-clips.js';
import { drawSpiderCoat } from '../coats/spider-coat.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye } from '../features.js';

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
  abdomenPart.cone(abdomen[1], lerp(waist, rump, 0.9), add(rump, [0, -0.004 * fat, -0.008 * fat]), [0.009 * fat, 0.004 * fat], {
    blend: 0.006 * size,
    paint: 'abdomen',
  });

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
      const points = [ray(0.0, high), ray(0.05, high + 0.042 * reach), ray(0.094, high * 0.62), ray(0.112, 0.0085 * size), ray(0.118, 0.0055 * size)];
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
    inks: drawSpiderCoat(rng, lerp(waist, rump, 0.5), size, fat),
    plan,
    animate: (animator) => createSpiderClips(animator, plan, size),
  };
}
