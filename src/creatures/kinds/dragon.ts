/**
 * @file A dragon: four legs, two wings with fingers and membranes, horns, a row of spines, a spade on the tail.
 */

import type { Rng } from '../../base/rng.js';
import { add, lerp, type Vec3 } from '../../math/vector.js';
import { createBody, type PartBuilder, SIDES } from '../body.js';
import { createDragonClips } from '../clips/dragon-clips.js';
import { drawDragonCoat } from '../coats/dragon-coat.js';
import type { Anatomy, CreaturePlan } from '../creature-record.js';
import { addEye, addToes } from '../features.js';

const X: Vec3 = [1, 0, 0];
const TAIL_COUNT = 8;

export function describeDragon(rng: Rng): Anatomy {
  // (1) Proportions, metres.
  const size = rng.range(0.9, 1.15);
  const leg = 0.48 * size * rng.range(0.92, 1.12);
  const girth = size * rng.range(0.92, 1.12);
  const long = 0.62 * size * rng.range(0.94, 1.08);
  const neckLength = size * rng.range(0.88, 1.15);
  const head = size * rng.range(0.98, 1.15);
  const snout = size * rng.range(0.88, 1.15);
  const horn = size * rng.range(0.75, 1.35);
  const span = size * rng.range(1.0, 1.2);
  const tailLength = 1.1 * size * rng.range(0.9, 1.12);
  const spikes = rng.range(0.7, 1.3);

  // (2) Midline.
  const b = createBody();
  const back = leg + 0.06 * size;
  const hips = b.joint('hips', -1, [0, back, -long * 0.5]);
  const spine1 = b.joint('spine1', hips, [0, back + 0.015 * size, -long * 0.24]);
  const spine2 = b.joint('spine2', spine1, [0, back + 0.02 * size, 0.03 * long]);
  const chest = b.joint('chest', spine2, [0, back + 0.015 * size, long * 0.3]);
  const nape: Vec3 = [0, back + 0.06 * size, long * 0.54];
  const skull = add(nape, [0, 0.37 * neckLength, 0.2 * neckLength]);
  const neckPoints = [nape, add(nape, [0, 0.11 * neckLength, 0.115 * neckLength]), add(nape, [0, 0.25 * neckLength, 0.16 * neckLength]), skull];
  const neck = b.chain('neck', chest, neckPoints);
  const nose = add(skull, [0, -0.03 * head, 0.12 * head + 0.16 * snout]);
  const headJoint = b.joint('head', neck[2], skull, nose);
  const hinge = add(skull, [0, -0.052 * head, 0.045 * head]);
  const chin = add(hinge, [0, -0.09 * head, 0.06 * head + 0.13 * snout]);
  const jaw = b.joint('jaw', headJoint, hinge, chin);
  const rump: Vec3 = [0, back - 0.005 * size, -long * 0.5 - 0.12 * size];
  const tailPoints = Array.from({ length: TAIL_COUNT + 1 }, (_, i): Vec3 => {
    const s = i / TAIL_COUNT;
    return add(rump, [0, (-0.62 * s + 0.42 * s * s) * 0.85 * leg, -tailLength * s]);
  });
  const tail = b.chain('tail', hips, tailPoints);
  const spineJoints = [hips, spine1, spine2, chest];

  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  const soft = 0.08 * size;
  trunk.ball(spineJoints, [0, back - 0.01 * size, -long * 0.45], [0.108 * girth, 0.118 * girth, 0.17 * size], { blend: soft });
  trunk.cone(spineJoints, [0, back - 0.01 * size, -long * 0.35], [0, back, long * 0.25], [0.112 * girth, 0.12 * girth], { blend: soft });
  trunk.ball(spineJoints, [0, back - 0.02 * girth, long * 0.3], [0.118 * girth, 0.142 * girth, 0.17 * girth], { blend: soft });
  const neckWidths = [0.1 * girth, 0.072 * size, 0.06 * size, 0.055 * head];
  trunk.cone([chest, neck[0]], [0, back + 0.02 * size, long * 0.42], neckPoints[1], [0.11 * girth, neckWidths[1]], { blend: 0.05 * size });
  for (let i = 1; i < 3; i++)
    trunk.cone(neck[i], neckPoints[i], neckPoints[i + 1], [neckWidths[i], neckWidths[i + 1]], {
      blend: 0.01 * size,
    });
  trunk.ball(headJoint, add(skull, [0, 0.004 * head, 0.045 * head]), [0.08 * head, 0.07 * head, 0.09 * head], { blend: 0.04 * head });
  trunk.cone(headJoint, add(skull, [0, -0.008 * head, 0.1 * head]), nose, [0.058 * head, 0.04 * head], {
    blend: 0.035 * head,
    squash: [[0, 1, 0], 0.8],
  });
  const tailWidths = [0.095, 0.08, 0.066, 0.054, 0.043, 0.033, 0.025, 0.019, 0.014];
  for (let i = 0; i < TAIL_COUNT; i++)
    trunk.cone(tail[i], tailPoints[i], tailPoints[i + 1], [tailWidths[i] * girth, tailWidths[i + 1] * girth], {
      blend: i === 0 ? 0.05 * size : 0.008 * size,
    });
  const spade = tailPoints[TAIL_COUNT];
  trunk.cone(tail[TAIL_COUNT - 1], add(spade, [0, 0, 0.01 * size]), add(spade, [0, 0.012 * size, -0.13 * size]), [0.06 * size, 0.006 * size], {
    squash: [[0, 1, 0], 0.26],
    blend: 0.02 * size,
    paint: 'spike',
  });

  const jawPart = b.part(trunk, hinge, 0.09 * head, 0.035 * head);
  jawPart.cone(jaw, hinge, chin, [0.042 * head, 0.027 * head], { squash: [[0, 1, 0], 0.68], paint: 'jaw' });
  addSpikes(trunk, spikes * size, [
    [neck[2], neckPoints[3], 0.03],
    [neck[1], neckPoints[2], 0.06],
    [neck[0], neckPoints[1], 0.07],
    [chest, [0, back, long * 0.42], 0.115],
    [chest, [0, back, long * 0.2], 0.125],
    [spine2, [0, back, 0], 0.115],
    [spine1, [0, back, -long * 0.22], 0.11],
    [hips, [0, back, -long * 0.5], 0.115],
    [tail[0], tailPoints[0], 0.09],
    [tail[1], tailPoints[1], 0.075],
    [tail[2], tailPoints[2], 0.06],
    [tail[3], tailPoints[3], 0.05],
    [tail[4], tailPoints[4], 0.038],
  ]);
  for (const side of SIDES) {
    addEye(trunk, headJoint, add(skull, side.at(0.062 * head, 0.028 * head, 0.085 * head)), 0.025 * head, side.at(0.9, 0.1, 0.6));
    trunk.cone(
      headJoint,
      add(skull, side.at(0.056 * head, 0.062 * head, 0.055 * head)),
      add(skull, side.at(0.056 * head, 0.05 * head, 0.125 * head)),
      [0.016 * head, 0.01 * head],
      { blend: 0.014 * head, paint: 'brow' },
    );
    trunk.ball(headJoint, add(nose, side.at(0.022 * head, 0.026 * head, -0.012 * head)), [0.015 * head, 0.014 * head, 0.018 * head], {
      blend: 0.012 * head,
    });
    const hornRoot = add(skull, side.at(0.045 * head, 0.055 * head, 0.0));
    const hornBend = add(hornRoot, side.at(0.025 * horn, 0.06 * horn, -0.08 * horn));
    const hornTip = add(hornBend, side.at(0.012 * horn, 0.075 * horn, -0.06 * horn));
    trunk.cone(headJoint, hornRoot, hornBend, [0.024 * head, 0.018 * horn], {
      blend: 0.01 * head,
      paint: 'horn',
    });
    trunk.cone(headJoint, hornBend, hornTip, [0.018 * horn, 0.005 * horn], { paint: 'horn' });
    const cheek = add(skull, side.at(0.07 * head, -0.02 * head, 0.02 * head));
    trunk.cone(headJoint, cheek, add(cheek, side.at(0.055 * horn, 0.01 * horn, -0.055 * horn)), [0.022 * head, 0.006 * head], {
      blend: 0.01 * head,
      squash: [[0, 1, 0], 0.6],
      paint: 'spike',
    });
  }

  // (3) Legs.
  const legs: { front: number[][]; hind: number[][]; shoulders: number[] } = {
    front: [],
    hind: [],
    shoulders: [],
  };
  const claws = (part: PartBuilder, joint: number, foot: Vec3) =>
    addToes(
      part,
      joint,
      add(foot, [0, -0.006 * size, 0.0]),
      [-0.05, 0, 0.05].map((x) => add(foot, [x * size, -0.026 * size, (0.115 - 0.25 * Math.abs(x)) * size])),
      0.026 * size,
      { paint: 'foot' },
    );
  for (const side of SIDES) {
    const x = 0.118 * girth;
    const z = -long * 0.5;
    const points = [
      side.at(0.08 * girth, back - 0.03 * size, z),
      side.at(x, leg * 0.62, z + 0.11 * size),
      side.at(x, leg * 0.32, z - 0.06 * size),
      side.at(x, 0.036 * size, z - 0.01 * size),
      side.at(x, 0.025 * size, z + 0.06 * size),
    ];
    const joints = b.chain(
      ['HindUpperLeg', 'HindLowerLeg', 'HindAnkle', 'HindFoot'].map((n) => side.name(n)),
      hips,
      points,
    );
    const part = b.part(trunk, points[0], 0.22 * girth, 0.06 * girth);
    part.cone(joints[0], points[0], points[1], [0.095 * girth, 0.06 * girth], {
      squash: [X, 0.74],
      bulge: 0.012 * girth,
    });
    part.cone(joints[1], points[1], points[2], [0.056 * girth, 0.033 * size], { blend: 0.025 * size });
    part.cone(joints[2], points[2], points[3], [0.034 * size, 0.03 * size], {
      blend: 0.02 * size,
      paint: 'foot',
    });
    claws(part, joints[3], points[3]);
    b.limit(joints[0], [-1.1, 0.9], [-0.35, 0.35], [-0.35, 0.35]);
    b.limit(joints[1], [-0.9, 1.3], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[2], [-1.3, 1.0], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[3], [-0.9, 1.4], [-0.35, 0.35], [-0.35, 0.35]);
    legs.hind.push(joints);
  }
  for (const side of SIDES) {
    const z = long * 0.36;
    const x = 0.118 * girth;
    const points = [
      side.at(0.06 * girth, back + 0.01 * size, z),
      side.at(0.095 * girth, back - 0.09 * size, z + 0.06 * size),
      side.at(x, leg * 0.58, z - 0.025 * size),
      side.at(x, leg * 0.25, z + 0.015 * size),
      side.at(x, 0.036 * size, z + 0.03 * size),
      side.at(x, 0.025 * size, z + 0.1 * size),
    ];
    const joints = b.chain(
      ['FrontShoulder', 'FrontUpperLeg', 'FrontLowerLeg', 'FrontAnkle', 'FrontFoot'].map((n) => side.name(n)),
      chest,
      points,
    );
    const part = b.part(trunk, points[1], 0.19 * girth, 0.055 * girth);
    part.cone(joints[0], points[0], points[1], [0.05 * girth, 0.068 * girth], { squash: [X, 0.7] });
    part.cone(joints[1], points[1], points[2], [0.066 * girth, 0.048 * girth], {
      blend: 0.025 * size,
      squash: [X, 0.85],
    });
    part.cone(joints[2], points[2], points[3], [0.046 * girth, 0.033 * size], { blend: 0.025 * size });
    part.cone(joints[3], points[3], points[4], [0.033 * size, 0.03 * size], {
      blend: 0.02 * size,
      paint: 'foot',
    });
    claws(part, joints[4], points[4]);
    b.limit(joints[0], [-0.4, 0.4], [-0.2, 0.2], [-0.2, 0.2]);
    b.limit(joints[1], [-1.2, 1.1], [-0.35, 0.35], [-0.35, 0.35]);
    b.limit(joints[2], [-1.5, 0.6], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[3], [-0.9, 1.3], [-0.3, 0.3], [-0.3, 0.3]);
    b.limit(joints[4], [-0.9, 1.4], [-0.35, 0.35], [-0.35, 0.35]);
    legs.front.push(joints.slice(1));
    legs.shoulders.push(joints[0]);
  }

  // (4) Wings: two arm bones, three fingers, skin between them and down to the flank.
  const wings: number[][] = [];
  for (const side of SIDES) {
    const at = (x: number, y: number, z: number): Vec3 => add([0, back, long * 0.16], side.at(x * span, y * span, z * span));
    const [shoulder, elbow, wrist] = [at(0.08, 0.07, 0.03), at(0.24, 0.25, -0.1), at(0.5, 0.36, 0.06)];
    const tips = [at(1.02, 0.34, -0.12), at(0.86, 0.2, -0.5), at(0.5, 0.1, -0.58)];
    const flank: Vec3 = side.at(0.07 * girth, back + 0.055 * size, -long * 0.16);
    const arm = b.chain(side.name('Wing'), chest, [shoulder, elbow, wrist]);
    const part = b.part(trunk, shoulder, 0.14 * size, 0.04 * size);
    part.cone(arm[0], shoulder, elbow, [0.046 * size, 0.032 * size], { paint: 'wingArm' });
    part.cone(arm[1], elbow, wrist, [0.031 * size, 0.024 * size], { blend: 0.012 * size, paint: 'wingArm' });
    part.cone(arm[1], wrist, add(wrist, side.at(0.01 * size, 0.05 * size, 0.05 * size)), [0.02 * size, 0.008 * size], {
      blend: 0.008 * size,
      paint: 'claw',
      detail: 0.016 * size,
    });
    const fingers = tips.map((tip, i) => {
      const middle = add(lerp(wrist, tip, 0.5), [0, 0.025 * size, 0.02 * size]);
      const joints = b.chain(side.name(`WingFinger${'ABC'[i]}`), arm[1], [wrist, middle, tip]);
      part.cone(joints[0], wrist, middle, [0.02 * size, 0.015 * size], {
        blend: 0.006 * size,
        paint: 'wingArm',
      });
      part.cone(joints[1], middle, tip, [0.015 * size, 0.007 * size], {
        blend: 0.006 * size,
        paint: 'wingArm',
      });
      b.limit(joints, [-0.5, 0.5], [-0.7, 0.9], [-0.6, 0.6], side.sign);
      return { joints, middle, tip };
    });
    const thin = 0.007 * size;
    const skin = (owners: readonly number[], a: Vec3, c: Vec3, d: Vec3) =>
      part.sheet(owners, [a, c, d], thin, { paint: 'membrane', blend: 0.004 * size });
    for (let i = 0; i < 2; i++) {
      const [one, two] = [fingers[i], fingers[i + 1]];
      const owners = [...one.joints, ...two.joints];
      // The free edge hangs between the fingertips in a curve.
      const hem = lerp(lerp(one.tip, two.tip, 0.5), lerp(one.middle, two.middle, 0.5), 0.3);
      skin(owners, wrist, one.middle, two.middle);
      skin(owners, one.middle, one.tip, hem);
      skin(owners, one.middle, hem, two.middle);
      skin(owners, two.middle, hem, two.tip);
    }
    const last = fingers[2];
    const hem = lerp(lerp(last.tip, flank, 0.5), elbow, 0.22);
    skin([arm[1], ...last.joints], wrist, last.middle, elbow);
    skin([arm[0], arm[1], ...last.joints], elbow, last.middle, hem);
    skin(last.joints, last.middle, last.tip, hem);
    skin([arm[0], spine1, spine2], elbow, hem, flank);
    skin([arm[0], spine2, chest], shoulder, elbow, flank);
    b.limit(arm[0], [-0.7, 0.7], [-0.6, 1.0], [-1.0, 0.9], side.sign);
    b.limit(arm[1], [-0.6, 0.6], [-0.8, 0.9], [-0.7, 0.7], side.sign);
    wings.push([...arm, ...fingers.flatMap((f) => f.joints)]);
  }
  b.limit(hips, [-0.4, 0.4], [-0.4, 0.4], [-0.3, 0.3]);
  b.limit([spine1, spine2, chest], [-0.3, 0.3], [-0.3, 0.3], [-0.2, 0.2]);
  b.limit(neck, [-0.6, 0.6], [-0.5, 0.5], [-0.3, 0.3]);
  b.limit(headJoint, [-0.7, 0.7], [-0.7, 0.7], [-0.4, 0.4]);
  b.limit(jaw, [-0.3, 0.6], [-0.05, 0.05], [-0.05, 0.05]);
  b.limit(tail, [-0.35, 0.35], [-0.4, 0.4], [-0.1, 0.1]);

  const plan: CreaturePlan = {
    spine: spineJoints,
    neck,
    head: headJoint,
    jaw,
    tail,
    legs: [...legs.front, ...legs.hind],
    arms: [],
    wings,
    feet: [...legs.front, ...legs.hind].map((joints) => joints[3]),
  };
  return {
    body: b.build(),
    cell: 0.0285 * size,
    stands: true,
    inks: drawDragonCoat(rng, back, leg, size),
    plan,
    animate: (animator) => createDragonClips(animator, plan, legs.shoulders, leg, size),
  };
}

/** A row of blades along the back: joint, centre of the body there, distance from it to the skin. */
function addSpikes(part: PartBuilder, scale: number, row: readonly (readonly [number, Vec3, number])[]): void {
  for (const [i, [joint, center, radius]] of row.entries()) {
    const grow = 0.65 + 0.5 * Math.sin((Math.PI * (i + 1)) / (row.length + 1));
    // On the steep neck the back faces backwards.
    const slope = i < 3 ? 0.8 : 0.25;
    const root = add(center, [0, radius * 0.8 * (1 - 0.4 * slope), -radius * 0.75 * (i < 3 ? 1 : 0)]);
    const tip = add(root, [0, 0.062 * grow * scale * (i < 3 ? 0.7 : 1), -0.055 * grow * scale * (i < 3 ? 1.2 : 0.8)]);
    part.cone(joint, root, tip, [0.032 * grow * scale, 0.006 * scale], {
      squash: [X, 0.5],
      blend: 0.012 * scale,
      paint: 'spike',
    });
  }
}
