/**
 * @file A snake: one long chain that follows its own path.
 */

import type { Rng } from '../../base/rng.js';
import { smoothStep } from '../../math/scalar.js';
import type { Vec3 } from '../../math/vector.js';
import { createBody, SIDES } from '../body.js';
import { createSnakeClips } from '../clips/snake-clips.js';
import { drawSnakeCoat } from '../coats/snake-coat.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye } from '../features.js';

const FRONT_COUNT = 11;
const TAIL_COUNT = 11;

export function describeSnake(rng: Rng): Anatomy {
  // (1) Proportions, metres.
  const size = rng.range(0.9, 1.15);
  const thick = 0.045 * size * rng.range(0.85, 1.18);
  const bone = 0.066 * size * rng.range(0.94, 1.08);
  const head = 1.45 * size * rng.range(0.95, 1.12);
  const hood = rng.next() < 0.35 ? rng.range(0.6, 1) : 0;

  // (2) Skeleton: a root in the middle, so that both ends are near it.
  const b = createBody();
  const total = (FRONT_COUNT + TAIL_COUNT + 2) * bone;
  /** Radius along the body: thin tail, full middle, slim neck. */
  const radius = (z: number) => {
    const s = (z + (TAIL_COUNT + 1) * bone) / total;
    return thick * (0.12 + 0.88 * smoothStep(-0.08, 0.5, s) ** 0.8) * (1 - 0.34 * smoothStep(0.7, 0.95, s));
  };
  /** The middle of the body, which lies on the ground. */
  const at = (z: number): Vec3 => [0, radius(z) * 0.94, z];
  const body = b.joint('body', -1, at(0));
  const skullZ = (FRONT_COUNT + 1) * bone;
  const front = b.chain(
    Array.from({ length: FRONT_COUNT }, (_, i) => (i < 7 ? `spine${i + 1}` : `neck${i - 6}`)),
    body,
    Array.from({ length: FRONT_COUNT + 1 }, (_, i) => at((i + 1) * bone)),
  );
  const y = 0.042 * head;
  const face = (x: number, h: number, z: number): Vec3 => [x * head, y + h * head, skullZ + z * head];
  const headJoint = b.joint('head', front[FRONT_COUNT - 1], face(0, -0.002, 0), face(0, 0.004, 0.115));
  const hinge = face(0, -0.008, 0.022);
  const chin = face(0, -0.031, 0.1);
  const jaw = b.joint('jaw', headJoint, hinge, chin);
  const tongueRoot = face(0, -0.025, 0.072);
  const tongue = b.joint('tongue', jaw, tongueRoot, face(0, -0.027, 0.155));
  const tail = b.chain(
    'tail',
    body,
    Array.from({ length: TAIL_COUNT + 1 }, (_, i) => at(-(i + 1) * bone)),
  );

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  const piece = (joint: number, from: Vec3, to: Vec3) => trunk.cone(joint, from, to, [radius(from[2]), radius(to[2])], { blend: 0.004 * size });
  for (const [i, joint] of [body, ...front].entries()) piece(joint, at(i * bone), at((i + 1) * bone));
  for (const [i, joint] of [body, ...tail].entries()) piece(joint, at(-i * bone), at(-(i + 1) * bone));
  if (hood > 0) {
    const middle = skullZ - 2.4 * bone;
    trunk.ball(front.slice(-5), [0, radius(middle) * 0.94, middle], [thick * (1.3 + 0.9 * hood), thick * 0.7, 1.7 * bone], {
      blend: 0.02 * size,
      paint: 'hood',
    });
  }
  trunk.ball(headJoint, face(0, 0.006, 0.03), [0.036 * head, 0.024 * head, 0.046 * head], {
    blend: 0.02 * head,
    paint: 'head',
  });
  trunk.cone(headJoint, face(0, 0.005, 0.05), face(0, 0.001, 0.096), [0.03 * head, 0.019 * head], {
    blend: 0.014 * head,
    squash: [[0, 1, 0], 0.72],
    paint: 'head',
  });
  const jawPart = b.part(trunk, hinge, 0.045 * head, 0.014 * head);
  jawPart.cone(jaw, hinge, chin, [0.023 * head, 0.014 * head], { squash: [[0, 1, 0], 0.42], paint: 'jaw' });
  const tonguePart = b.part(jawPart, tongueRoot, 0.02 * head, 0.002 * head);
  const forkAt = face(0, -0.027, 0.132);
  tonguePart.cone(tongue, tongueRoot, forkAt, [0.004 * head, 0.0028 * head], {
    paint: 'tongue',
    detail: 0.01 * head,
  });
  for (const side of SIDES) {
    tonguePart.cone(tongue, forkAt, face(0.013 * side.sign, -0.026, 0.154), [0.0028 * head, 0.0014 * head], {
      paint: 'tongue',
      detail: 0.01 * head,
    });
    addEye(trunk, headJoint, face(0.026 * side.sign, 0.021, 0.055), 0.0125 * head, side.at(1, 0.3, 0.6));
  }
  b.limit(body, [-0.6, 0.6], [-1.6, 1.6], [-0.3, 0.3]);
  b.limit([...front, ...tail], [-0.6, 0.6], [-0.7, 0.7], [-0.15, 0.15]);
  b.limit(headJoint, [-0.9, 0.9], [-0.9, 0.9], [-0.4, 0.4]);
  b.limit(jaw, [-0.25, 0.6], [-0.05, 0.05], [-0.05, 0.05]);
  b.limit(tongue, [-0.5, 0.5], [-0.4, 0.4], [-0.1, 0.1]);

  const plan: CreaturePlan = {
    spine: [body, ...front.slice(0, 7)],
    neck: front.slice(7),
    head: headJoint,
    jaw,
    tail,
    legs: [],
    arms: [],
    wings: [],
    feet: [],
  };
  return {
    body: b.build(),
    cell: 0.0118 * size,
    stands: true,
    inks: drawSnakeCoat(rng, thick, skullZ),
    plan,
    animate: (animator) => createSnakeClips(animator, plan, tongue, bone),
  };
}
