/**
 * @file A reef fish: tall body, banded coat, fins that follow.
 */

import type { Rng } from '../../base/rng.js';
import { add, lerp, type Vec3 } from '../../math/vector.js';
import { createBody, SIDES } from '../body.js';
import { createFishClips } from '../clips/fish-clips.js';
import { drawFishCoat } from '../coats/fish-coat.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye } from '../features.js';

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
    tailFinPart.sheet([tail[4], tailFin], [add(tailRoot, [0, s * 0.018 * tall, 0.01]), tip, notch], [2.2 * thin, thin, thin], {
      paint: 'fin',
      blend: 0.006 * size,
    });
    tailFinPart.sheet([tail[4], tailFin], [add(tailRoot, [0, s * 0.018 * tall, 0.01]), notch, tailRoot], [2.2 * thin, thin, 2 * thin], {
      paint: 'fin',
      blend: 0.006 * size,
    });
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
    addEye(trunk, headJoint, add(at(0.022, 0.178), side.at(0.035 * size, 0, 0)), 0.0185 * eye, side.at(1, 0.08, 0.45));
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
    inks: drawFishCoat(rng, y, tall, long),
    plan,
    animate: (animator) => createFishClips(animator, plan, [...dorsal, ...anal], size),
  };
}
