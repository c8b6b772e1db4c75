/**
 * @file A frog or toad: a wide mouth, eyes on top, and hind legs that lie folded in a Z beside a body without a tail.
 *
 * Individuals lie between a stout toad with short hind legs and a slim tree frog with long ones. At rest the knees stay
 * a little open: skin that is folded flat there has no room to move when the leg stretches.
 */

import type { Rng } from '../../base/rng.js';
import { add, lerp, type Vec3 } from '../../math/vector.js';
import { createBody, type PartBuilder, SIDES } from '../body.js';
import { createFrogClips } from '../clips/frog-clips.js';
import { drawFrogCoat } from '../coats/frog-coat.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye } from '../features.js';

const Y: Vec3 = [0, 1, 0];

export function describeFrog(rng: Rng): Anatomy {
  // (1) Proportions, metres; `size` is the length from snout to rump. 0 is a toad, 1 a tree frog.
  const slim = rng.next();
  const size = 0.12 * rng.range(0.8, 1.3);
  const girth = size * (1.2 - 0.34 * slim) * rng.range(0.93, 1.07);
  const hind = size * (0.84 + 0.42 * slim) * rng.range(0.93, 1.07);
  const fore = size * rng.range(0.88, 1.16);
  const splay = rng.range(0.52, 0.66);
  const shank = rng.range(0.9, 1.1);
  const head = size * rng.range(0.88, 1.14);
  const snout = size * rng.range(0.8, 1.3);
  const eye = size * rng.range(0.85, 1.2);
  const pad = slim > 0.6 ? rng.range(0.024, 0.03) : 0;
  const low = size * rng.range(0.19, 0.22);
  const rise = size * rng.range(0.08, 0.19);

  // (2) Midline: the back slopes down from the head to the rump.
  const b = createBody();
  const back = (z: number): Vec3 => [0, low + rise * ((z + 0.27) / 0.51), z * size];
  const hips = b.joint('hips', -1, back(-0.27));
  const spine = b.joint('spine', hips, back(-0.1));
  const chest = b.joint('chest', spine, back(0.07));
  const skull = add(back(0.22), [0, 0.03 * size, 0]);
  const nose = add(skull, [0, 0.005 * head, 0.1 * head + 0.14 * snout]);
  const headJoint = b.joint('head', chest, skull, nose);
  const hinge = add(skull, [0, -0.08 * head, 0.01 * head]);
  const chin = add(hinge, [0, -0.036 * head, 0.08 * head + 0.13 * snout]);
  const jaw = b.joint('jaw', headJoint, hinge, chin);

  const spineJoints = [hips, spine, chest];
  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  const soft = 0.06 * size;
  trunk.cone(spineJoints, back(-0.3), add(back(0.02), [0, -0.01 * size, 0]), [0.105 * girth, 0.18 * girth], {
    blend: soft,
    squash: [Y, 0.86],
  });
  trunk.ball(spineJoints, add(back(0.05), [0, -0.02 * size, 0]), [0.2 * girth, 0.155 * girth, 0.18 * size], {
    blend: soft,
  });
  trunk.cone([chest, headJoint], back(0.08), add(skull, [0, 0, 0.02 * head]), [0.14 * girth, 0.12 * head], {
    blend: soft,
    squash: [[1, 0, 0], 1.25],
  });
  trunk.ball(headJoint, add(skull, [0, 0.005 * head, 0.045 * head]), [0.185 * head, 0.078 * head, 0.13 * head], { blend: 0.05 * head });
  trunk.ball(headJoint, lerp(skull, nose, 0.58), [0.145 * head, 0.056 * head, 0.03 * head + 0.085 * snout], {
    blend: 0.06 * head,
  });
  const jawPart = b.part(trunk, hinge, 0.13 * head, 0.05 * head);
  jawPart.ball(jaw, lerp(hinge, chin, 0.46), [0.15 * head, 0.026 * head, 0.045 * head + 0.07 * snout], {
    turn: [0.17, 0, 0],
    paint: 'throat',
  });

  // A pair of sacs on the throat: what breathes and croaks.
  const sacs: number[] = [];
  for (const side of SIDES) {
    const gullet = add(hinge, side.at(0.055 * head, -0.03 * head, 0.015 * head));
    const sac = b.joint(side.name('Throat'), headJoint, gullet, add(gullet, side.at(0.01 * head, -0.03 * head, 0.09 * head)));
    jawPart.ball([jaw, sac], add(gullet, [0, -0.022 * head, 0.045 * head]), [0.055 * head, 0.034 * head, 0.062 * head], {
      blend: 0.035 * head,
      paint: 'throat',
    });
    b.limit(sac, [-0.2, 0.5], [-0.15, 0.15], [-0.15, 0.15]);
    sacs.push(sac);
    const socket = add(skull, side.at(0.115 * head, 0.075 * head, 0.05 * head));
    trunk.ball(headJoint, add(socket, side.at(-0.016 * eye, 0.008 * eye, -0.014 * eye)), 0.056 * eye, {
      blend: 0.03 * head,
      paint: 'lid',
    });
    addEye(trunk, headJoint, socket, 0.052 * eye, side.at(1, 0.18, 0.5));
    trunk.ball(headJoint, add(nose, side.at(0.035 * head, 0.032 * head, -0.05 * head)), 0.014 * head, {
      blend: 0.012 * head,
      paint: 'nostril',
      detail: 0.014 * head,
    });
  }

  // (3) Legs, hind first. Thigh out and forward, shank back, the long ankle forward again, the web spread flat.
  const legs: { hind: number[][]; front: number[][] } = { hind: [], front: [] };
  for (const side of SIDES) {
    const root = add(back(-0.27), side.at(0.085 * girth, -0.005 * size, 0));
    const points: Vec3[] = [
      root,
      add(root, side.at(0.39 * Math.cos(splay) * hind, 0.05 * hind, 0.39 * Math.sin(splay) * hind)),
      [root[0] + side.sign * 0.32 * hind, 0.075 * size, root[2] + (0.22 - 0.33 * shank) * hind],
      [root[0] + side.sign * 0.38 * hind, 0.026 * size, root[2] + 0.18 * hind],
      [root[0] + side.sign * 0.48 * hind, 0.02 * size, root[2] + 0.46 * hind],
    ];
    const names = ['HindUpperLeg', 'HindLowerLeg', 'HindAnkle', 'HindFoot'].map((n) => side.name(n));
    const joints = b.chain(names, hips, points);
    const part = b.part(trunk, root, 0.15 * girth, 0.05 * girth);
    part.cone(joints[0], points[0], points[1], [0.074 * girth, 0.05 * girth], { bulge: 0.012 * girth });
    part.cone(joints[1], points[1], points[2], [0.046 * girth, 0.03 * size], {
      blend: 0.015 * size,
      bulge: 0.01 * girth,
    });
    part.cone(joints[2], points[2], points[3], [0.029 * size, 0.024 * size], {
      blend: 0.012 * size,
      paint: 'foot',
    });
    const fan = [-0.42, -0.02, 0.38].map((angle) => turnAside(points[3], points[4], angle * side.sign));
    addWeb(part, joints[3], points[3], fan, { web: 0.72, toe: 0.021 * size, pad: pad * size });
    b.limit(joints[0], [-1.6, 1.6], [-0.9, 2.5], [-1.3, 1.3], side.sign);
    b.limit(joints[1], [-1.3, 1.3], [-2.5, 0.6], [-1.3, 1.8], side.sign);
    b.limit(joints[2], [-1.1, 2.9], [-1.1, 1.1], [-1.1, 1.1]);
    b.limit(joints[3], [-2.1, 1.4], [-0.9, 0.9], [-0.9, 0.9]);
    legs.hind.push(joints);
  }
  for (const side of SIDES) {
    const root = add(back(0.1), side.at(0.165 * girth, -0.06 * size, 0));
    const points: Vec3[] = [
      root,
      add(root, side.at(0.1 * fore, -0.4 * (root[1] - 0.06 * size), -0.075 * fore)),
      [root[0] + side.sign * 0.085 * fore, 0.065 * size, root[2] + 0.045 * fore],
      [root[0] + side.sign * 0.07 * fore, 0.026 * size, root[2] + 0.09 * fore],
      [root[0] + side.sign * 0.05 * fore, 0.02 * size, root[2] + 0.185 * fore],
    ];
    const names = ['FrontUpperLeg', 'FrontLowerLeg', 'FrontAnkle', 'FrontFoot'].map((n) => side.name(n));
    const joints = b.chain(names, chest, points);
    const part = b.part(trunk, root, 0.1 * girth, 0.035 * girth);
    part.cone(joints[0], points[0], points[1], [0.05 * girth, 0.038 * girth]);
    part.cone(joints[1], points[1], points[2], [0.038 * girth, 0.028 * size], { blend: 0.012 * size });
    part.cone(joints[2], points[2], points[3], [0.028 * size, 0.025 * size], {
      blend: 0.012 * size,
      paint: 'foot',
    });
    const fan = [-0.75, -0.1, 0.6].map((angle) => turnAside(points[3], points[4], angle * side.sign));
    addWeb(part, joints[3], points[3], fan, { web: 0.3, toe: 0.02 * size, pad: pad * size });
    b.limit(joints[0], [-1.8, 1.6], [-1.2, 1.2], [-1.1, 1.3], side.sign);
    b.limit(joints[1], [-1.8, 1.2], [-1.0, 1.0], [-1.0, 1.0], side.sign);
    b.limit(joints[2], [-1.4, 1.9], [-1.25, 1.25], [-1, 1]);
    b.limit(joints[3], [-1.4, 1.4], [-0.7, 0.7], [-0.7, 0.7]);
    legs.front.push(joints);
  }
  b.limit(hips, [-0.8, 0.8], [-0.4, 0.4], [-0.3, 0.3]);
  b.limit([spine, chest], [-0.35, 0.35], [-0.3, 0.3], [-0.2, 0.2]);
  b.limit(headJoint, [-0.5, 0.4], [-0.4, 0.4], [-0.25, 0.25]);
  b.limit(jaw, [-0.2, 0.6], [-0.05, 0.05], [-0.05, 0.05]);

  const all = [...legs.front, ...legs.hind];
  const plan: CreaturePlan = {
    spine: spineJoints,
    neck: [],
    head: headJoint,
    jaw,
    tail: [],
    legs: all,
    arms: [],
    wings: [],
    feet: all.map((joints) => joints[3]),
  };
  return {
    body: b.build(),
    cell: 0.021 * size,
    stands: true,
    inks: drawFrogCoat(rng, slim, size),
    plan,
    animate: (animator) => createFrogClips(animator, plan, sacs, hind, size),
  };
}

/** A point turned about another in the plane of the ground. */
function turnAside(about: Vec3, point: Vec3, angle: number): Vec3 {
  const [x, z] = [point[0] - about[0], point[2] - about[2]];
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [about[0] + c * x + s * z, point[1], about[2] - s * x + c * z];
}

/** Toes with skin between them: `web` is the share of their length that it spans, `pad` the radius of round tips. */
function addWeb(
  part: PartBuilder,
  joint: number,
  root: Vec3,
  tips: readonly Vec3[],
  { web, toe, pad }: { web: number; toe: number; pad: number },
): void {
  for (const [i, tip] of tips.entries()) {
    part.cone(joint, root, tip, [1.15 * toe, 0.85 * toe], { blend: 0.5 * toe, paint: 'foot' });
    if (pad > 0) part.ball(joint, tip, pad, { blend: 0.4 * toe, paint: 'foot' });
    if (i === 0) continue;
    const corners = [root, lerp(root, tips[i - 1], web), lerp(root, tip, web)] as const;
    part.sheet(joint, corners, 0.7 * toe, { blend: 0.6 * toe, paint: 'web' });
  }
}
