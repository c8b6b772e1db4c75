/**
 * @file An octopus: a soft mantle, knowing eyes, eight arms of five joints.
 */

import type { Rng } from '../../base/rng.js';
import { add, scale, type Vec3 } from '../../math/vector.js';
import { createBody, SIDES } from '../body.js';
import { createOctopusClips } from '../clips/octopus-clips.js';
import { drawOctopusCoat } from '../coats/octopus-coat.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye } from '../features.js';

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
  const mantleJoints = b.chain('mantle', headJoint, [nape, [0, (nape[1] + crown[1]) / 2, (nape[2] + crown[2]) / 2], crown]);

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
    addEye(trunk, headJoint, add(bulge, [0.011 * side.sign * size, 0.006 * size, 0.014 * size]), 0.0245 * size, side.at(0.7, 0.1, 0.8));
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
    inks: drawOctopusCoat(rng, size),
    plan,
    animate: (animator) => createOctopusClips(animator, plan, size),
  };
}
