/**
 * @file A bumblebee or one of its striped relations: six legs, four wings, feelers.
 */

import type { Rng } from '../../base/rng.js';
import { add, lerp, normalize, scale, type Vec3 } from '../../math/vector.js';
import { createBody, SIDES } from '../body.js';
import { createInsectClips } from '../clips/insect-clips.js';
import { drawInsectCoat } from '../coats/insect-coat.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';

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
  belly.cone(abdomen[2], lerp(waist, sting, 0.86), add(sting, [0, -0.002 * size, -0.008 * size]), [0.008 * size, 0.0016 * size], {
    blend: 0.004 * size,
    paint: 'sting',
  });

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
    inks: drawInsectCoat(rng, waist, sting, size),
    plan,
    animate: (animator) => createInsectClips(animator, plan, size),
  };
}
