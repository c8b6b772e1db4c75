/**
 * @file A reef fish: tall body, banded coat, fins that follow.
 */

import type { Rng } from '../../base/rng.js';
import { smoothStep } from '../../math/scalar.js';
import { add, lerp, type Vec3 } from '../../math/vector.js';
import type { Animator, PoseDraft } from '../animator.js';
import { createBody, SIDES } from '../body.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye } from '../features.js';
import { bump, ease, hold, wave } from '../gait.js';
import {
  countershade,
  hex,
  type Inks,
  mixRgb,
  overlay,
  plain,
  type SkinPoint,
  shade,
  spots,
  stripes,
} from '../paint.js';

const X: Vec3 = [1, 0, 0];

export function describeFish(rng: Rng): Anatomy {
  // (1) Proportions, metres.
  const size = rng.range(0.85, 1.2);
  const tall = size * rng.range(0.85, 1.25);
  const long = size * rng.range(0.92, 1.15);
  const fin = size * rng.range(0.8, 1.25);
  const fork = rng.range(0.2, 1);
  const eye = size * rng.range(0.9, 1.2);

  // (2) Midline: a root amidships, head before it, tail behind it.
  const b = createBody();
  const y = 0.15 * tall + 0.05 * fin;
  const at = (h: number, z: number): Vec3 => [0, y + h * tall, z * long];
  const body = b.joint('body', -1, at(0, 0.06));
  const headJoint = b.joint('head', body, at(0.002, 0.13), at(-0.01, 0.24));
  const jaw = b.joint('jaw', headJoint, at(-0.03, 0.18), at(-0.035, 0.235));
  const tailPoints = [0.0, -0.055, -0.11, -0.16, -0.205, -0.25].map((z) => at(0, z));
  const tail = b.chain('tail', body, tailPoints);
  const tailFin = b.joint('tailFin', tail[4], at(0, -0.25), at(0, -0.3));
  const spineJoints = [body, headJoint, ...tail];

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  trunk.ball(spineJoints, at(0, 0.045), [0.056 * size, 0.104 * tall, 0.175 * long], { blend: 0.04 * size });
  trunk.cone(spineJoints, at(0, -0.06), at(0, -0.17), [0.078 * tall, 0.034 * tall], {
    blend: 0.05 * size,
    squash: [X, 0.52],
  });
  trunk.cone([tail[3], tail[4], tailFin], at(0, -0.17), at(0, -0.245), [0.034 * tall, 0.03 * tall], {
    blend: 0.03 * size,
    squash: [X, 0.5],
  });
  trunk.ball(headJoint, at(-0.01, 0.17), [0.046 * size, 0.064 * tall, 0.066 * long], { blend: 0.03 * size });
  trunk.ball([jaw], at(-0.03, 0.218), [0.02 * size, 0.012 * tall, 0.022 * long], {
    blend: 0.014 * size,
    paint: 'lip',
    detail: 0.008 * size,
  });
  trunk.ball([headJoint], at(-0.006, 0.222), [0.021 * size, 0.012 * tall, 0.02 * long], {
    blend: 0.01 * size,
    paint: 'lip',
    detail: 0.008 * size,
  });

  const thin = 0.005 * size;
  const tailRoot = at(0, -0.235);
  const tailFinPart = b.part(trunk, tailRoot, 0.05 * size, 0.02 * size);
  for (const s of [1, -1]) {
    const tip = add(tailRoot, [0, s * 0.115 * fin, -(0.1 + 0.035 * fork) * fin]);
    const notch = add(tailRoot, [0, 0, -(0.12 - 0.055 * fork) * fin]);
    tailFinPart.sheet(
      [tail[4], tailFin],
      [add(tailRoot, [0, s * 0.018 * tall, 0.01]), tip, notch],
      [2.2 * thin, thin, thin],
      { paint: 'fin', blend: 0.006 * size },
    );
    tailFinPart.sheet(
      [tail[4], tailFin],
      [add(tailRoot, [0, s * 0.018 * tall, 0.01]), notch, tailRoot],
      [2.2 * thin, thin, 2 * thin],
      { paint: 'fin', blend: 0.006 * size },
    );
  }
  const dorsalRoot = at(0.085, 0.09);
  const dorsal = b.chain('dorsalFin', body, [dorsalRoot, add(dorsalRoot, [0, 0.045 * fin, -0.04 * long])]);
  const dorsalPart = b.part(trunk, at(0.08, 0.02), 0.14 * size, 0.014 * size);
  const ridge = [at(0.092, 0.1), at(0.098, 0.03), at(0.078, -0.05), at(0.045, -0.13)];
  const crown = [0.05, 0.078, 0.066, 0.02].map((h, i) => add(ridge[i], [0, h * fin, -0.035 * fin]));
  for (let i = 0; i < 3; i++) {
    const owner = i === 0 ? dorsal : i === 1 ? [...dorsal, tail[0], tail[1]] : [tail[1], tail[2]];
    dorsalPart.sheet(owner, [ridge[i], crown[i], crown[i + 1]], [2 * thin, thin, thin], {
      paint: 'fin',
      blend: 0.004 * size,
    });
    dorsalPart.sheet(owner, [ridge[i], crown[i + 1], ridge[i + 1]], [2 * thin, thin, 2 * thin], {
      paint: 'fin',
      blend: 0.004 * size,
    });
  }
  const analRoot = at(-0.07, -0.05);
  const anal = b.chain('analFin', tail[0], [analRoot, add(analRoot, [0, -0.04 * fin, -0.05 * fin])]);
  const analPart = b.part(trunk, analRoot, 0.08 * size, 0.012 * size);
  analPart.sheet(
    [anal[0], tail[1], tail[2]],
    [at(-0.066, -0.03), add(analRoot, [0, -0.062 * fin, -0.05 * fin]), at(-0.04, -0.125)],
    [2 * thin, thin, 1.6 * thin],
    { paint: 'fin' },
  );

  const pectorals: number[][] = [];
  for (const side of SIDES) {
    addEye(
      trunk,
      headJoint,
      add(at(0.022, 0.178), side.at(0.035 * size, 0, 0)),
      0.0185 * eye,
      side.at(1, 0.08, 0.45),
    );
    const root = add(at(-0.032, 0.115), side.at(0.046 * size, 0, 0));
    const tip = add(root, side.at(0.075 * fin, -0.03 * fin, -0.075 * fin));
    const joints = b.chain(side.name('PectoralFin'), body, [root, lerp(root, tip, 0.5), tip]);
    const part = b.part(trunk, root, 0.03 * size, 0.012 * size);
    part.cone(joints, root, lerp(root, tip, 0.85), [0.016 * fin, 0.034 * fin], {
      squash: [[0.6 * side.sign, 0.45, 0.66], 0.16],
      paint: 'fin',
    });
    b.limit(joints, [-0.7, 0.7], [-0.9, 0.7], [-0.8, 0.8], side.sign);
    const pelvic = add(at(-0.092, 0.1), side.at(0.016 * size, 0, 0));
    const pelvicTip = add(pelvic, side.at(0.024 * fin, -0.062 * fin, -0.052 * fin));
    const pelvicJoint = b.joint(side.name('PelvicFin'), body, pelvic, pelvicTip);
    const pelvicPart = b.part(trunk, pelvic, 0.035 * size, 0.012 * size);
    pelvicPart.cone(pelvicJoint, pelvic, pelvicTip, [0.013 * fin, 0.014 * fin], {
      squash: [X, 0.3],
      paint: 'fin',
    });
    b.limit(pelvicJoint, [-0.5, 0.5], [-0.4, 0.4], [-0.4, 0.4]);
    pectorals.push(joints);
  }
  b.limit(body, [-0.7, 0.7], [-1.2, 1.2], [-0.7, 0.7]);
  b.limit(headJoint, [-0.25, 0.25], [-0.35, 0.35], [-0.15, 0.15]);
  b.limit(jaw, [-0.2, 0.35], [-0.05, 0.05], [-0.05, 0.05]);
  b.limit([...tail, tailFin], [-0.15, 0.15], [-0.6, 0.6], [-0.15, 0.15]);
  b.limit([...dorsal, ...anal], [-0.3, 0.3], [-0.3, 0.3], [-0.4, 0.4]);

  const plan: CreaturePlan = {
    spine: [body],
    neck: [],
    head: headJoint,
    jaw,
    tail: [...tail, tailFin],
    legs: [],
    arms: [],
    wings: pectorals,
    feet: [],
  };
  return {
    body: b.build(),
    cell: 0.0105 * size,
    stands: false,
    inks: drawScales(rng, y, tall, long),
    plan,
    animate: (animator) => animate(animator, plan, [...dorsal, ...anal], size),
  };
}

function drawScales(rng: Rng, y: number, tall: number, long: number): Inks {
  const coats = [
    { main: '#f07a22', belly: '#f8a64a', mark: '#fdf7ee', edge: '#2a1c18', fin: '#f28a30', bands: true },
    { main: '#2d6fd0', belly: '#8fc3ee', mark: '#16243f', edge: '#0f1a30', fin: '#f4c431', bands: false },
    { main: '#f3d13a', belly: '#fbeea0', mark: '#2b2b35', edge: '#2b2b35', fin: '#f0b52a', bands: true },
    { main: '#d8465a', belly: '#f4b7a8', mark: '#fff0e2', edge: '#7a1f35', fin: '#b8304a', bands: false },
    { main: '#3aa89a', belly: '#d8efd8', mark: '#14504e', edge: '#0e3a3c', fin: '#f08a5a', bands: true },
    { main: '#7a5ac8', belly: '#e0c8f0', mark: '#f6d04a', edge: '#3a2470', fin: '#f6d04a', bands: false },
  ];
  const coat = coats[rng.integer(coats.length)];
  const main = shade(hex(coat.main), rng.range(0.95, 1.05));
  const [belly, mark, edge, fin] = [hex(coat.belly), hex(coat.mark), hex(coat.edge), hex(coat.fin)];
  const seed = rng.integer(1000);
  const base = countershade(main, belly, -0.4, 0.7);
  const shift = rng.range(-0.015, 0.015);
  const bandAt = (p: SkinPoint, z: number, width: number) =>
    Math.abs(p.z / long - z - shift - 0.12 * ((p.y - y) / tall) ** 2) - width;
  const bands = (p: SkinPoint) =>
    Math.min(bandAt(p, 0.125, 0.016), bandAt(p, 0.0, 0.02), bandAt(p, -0.165, 0.013));
  const rough = rng.next() < 0.5 ? spots(0.03 * tall, 0.42, seed) : stripes('y', 0.045 * tall, 0.4, seed);
  const scales = coat.bands
    ? (p: SkinPoint) => {
        const d = bands(p);
        return mixRgb(mixRgb(mark, edge, smoothStep(-0.006, 0.002, d)), base(p), smoothStep(0.006, 0.014, d));
      }
    : overlay(
        base,
        mark,
        (p) => 0.9 * rough(p) * smoothStep(-0.5, 0.2, p.up) * smoothStep(0.15, 0.08, p.z / long),
      );
  return {
    coat: scales,
    lip: plain(mixRgb(main, [0.95, 0.6, 0.5], 0.4)),
    fin: (p) => {
      const far = Math.max(Math.abs(p.y - y) / tall - 0.1, (-p.z / long - 0.25) * 0.8, 0);
      return mixRgb(fin, edge, smoothStep(0.045, 0.075, far));
    },
    iris: plain([0.98, 0.95, 0.86]),
    pupil: plain([0.05, 0.05, 0.07]),
    glint: plain([1, 1, 1]),
  };
}

function animate(animator: Animator, plan: CreaturePlan, crests: readonly number[], size: number) {
  const { spine, head, jaw, tail, wings } = plan;
  const body = spine[0];
  /** A wave that runs from head to tail and grows on the way. */
  const undulate = (d: PoseDraft, phase: number, amount: number) => {
    d.turn(body, 0, 0.14 * amount * wave(phase, 0.05), 0);
    d.turn(head, 0, -0.2 * amount * wave(phase, 0.02), 0);
    for (const [i, joint] of tail.entries()) {
      const growth = 0.22 + 0.3 * ((i + 1) / tail.length) ** 1.5;
      d.turn(joint, 0, amount * growth * wave(phase, 0.16 + 0.11 * i), 0);
    }
  };
  const fins = (d: PoseDraft, phase: number, amount: number, tuck: number) => {
    for (const [i, [root, tip]] of wings.entries()) {
      const s = i === 0 ? 1 : -1;
      d.turn(root, 0, (0.45 * tuck + 0.12 * amount * wave(phase, 0.2)) * s, 0.38 * amount * wave(phase) * s);
      d.turn(tip, 0, 0, 0.3 * amount * wave(phase, 0.2) * s);
    }
    for (const joint of crests) d.turn(joint, 0, 0, 0.1 * amount * wave(phase, 0.3));
  };

  const idle = animator.clip('idle', 4, (d, t) => {
    d.shift(0.006 * size * wave(t), 0.016 * size * wave(t, 0.25), 0);
    d.turn(body, 0.06 * wave(t, 0.4), 0.1 * wave(t), 0.04 * wave(t, 0.1));
    undulate(d, 2 * t, 0.32);
    fins(d, 4 * t, 1, 0.1);
    d.turn(jaw, 0.16 * (0.5 + 0.5 * wave(4 * t)), 0, 0);
  });

  const swim = animator.clip('swim', 0.9, (d, t) => {
    d.shift(-0.008 * size * wave(t, 0.1), 0, 0.55 * size * t);
    undulate(d, t, 0.85);
    fins(d, t, 0.5, 0.7);
    d.turn(jaw, 0.05, 0, 0);
  });

  // A startled fish bends into a C and straightens with one great beat of the tail.
  const dart = animator.clip('dart', 2, (d, t) => {
    const coil = hold(t, 0.12, 0.26, 0.28, 0.38);
    const beat = bump(t, 0.3, 0.5);
    const glide = hold(t, 0.3, 0.42, 0.5, 0.95);
    d.shift(0, 0.02 * size * bump(t, 0.2, 0.9), 0.75 * size * ease((t - 0.28) / 0.6));
    d.turn(body, -0.12 * beat, 0.4 * coil - 0.2 * beat, 0.3 * coil - 0.15 * beat);
    d.turn(head, 0, 0.22 * coil - 0.12 * beat, 0);
    for (const joint of tail) d.turn(joint, 0, -0.4 * coil + 0.3 * beat, 0);
    undulate(d, 4 * t, 0.35 * (1 - coil) * (0.6 + 0.6 * glide) * (1 - beat));
    fins(d, 4 * t, 0.7 * (1 - glide), 0.2 + 0.7 * glide);
    d.turn(jaw, 0.2 * coil, 0, 0);
  });
  return [idle, swim, dart];
}
