/** @file Shapes without joints: humps, shells, udders, manes, wool, and garments that hide what is under them. */

import { add, lerp, scale, type Vec3 } from '../../src/math/vector.js';
import type { Draft, TrunkFrame } from './body-draft.js';
import type { ExtraPlan } from './body-plan-row.js';

export function addExtra(draft: Draft, trunk: TrunkFrame, { extra, at, size }: ExtraPlan): void {
  const { part } = trunk;
  const middle = trunk.point(at);
  const [width, depth] = [trunk.halfWidth(at), trunk.halfDepth(at)];
  const up = trunk.up(at);
  const joint = trunk.jointAt(at);
  const above = (k: number) => add(middle, scale(up, k * depth));
  const turn: Vec3 = [Math.atan2(up[2], up[1]), 0, 0];
  switch (extra) {
    case 'hump':
      part.ball(joint, above(0.75), [width * 0.75, depth * size * 0.75, width * size * 0.9], {
        blend: depth * 0.4,
        turn,
      });
      break;
    case 'shell':
      part.ball(trunk.joints, above(0.3), [width * 1.35 * size, depth * 1.15 * size, 0.62 * size], { turn });
      break;
    case 'snailShell':
      part.ball(joint, above(1 + 1.6 * size), [width * 1.2 * size, 0.42 * size, 0.42 * size], {});
      part.ball(joint, above(1 + 1.2 * size), [width * 1.6 * size, 0.24 * size, 0.24 * size], {});
      break;
    case 'udder':
      part.ball(joint, above(-0.95), [width * 0.5 * size, depth * 0.35 * size, width * 0.6 * size], {
        blend: depth * 0.2,
      });
      break;
    case 'mane':
      part.ball(
        trunk.joints.at(-1) as number,
        trunk.point(1),
        [width * 1.5 * size, depth * 1.4 * size, width * 1.1 * size],
        { blend: depth * 0.2 },
      );
      break;
    case 'belly':
      part.ball(trunk.joints, above(-0.35), [width * 1.15 * size, depth * 1.05 * size, 0.36 * size], {
        blend: depth * 0.4,
        turn,
      });
      break;
    case 'breasts':
      for (const s of [1, -1])
        part.ball(joint, add(above(-0.75), [s * width * 0.42, 0, 0]), width * 0.36 * size, {
          blend: width * 0.2,
        });
      break;
    case 'wool':
      for (let i = 0; i < 14; i++) {
        const t = draft.rng.next();
        const angle = draft.rng.range(-2.4, 2.4);
        const around: Vec3 = add(
          [Math.sin(angle) * trunk.halfWidth(t), 0, 0],
          scale(trunk.up(t), Math.cos(angle) * trunk.halfDepth(t)),
        );
        part.ball(trunk.jointAt(t), add(trunk.point(t), around), width * draft.rng.range(0.3, 0.5) * size, {
          blend: width * 0.15,
        });
      }
      break;
    case 'spikes': {
      const count = 4 + draft.rng.integer(6);
      for (let i = 0; i < count; i++) {
        const t = i / (count - 1);
        const foot = add(trunk.point(t), scale(trunk.up(t), 0.85 * trunk.halfDepth(t)));
        const tip = add(foot, add(scale(trunk.up(t), 0.16 * size), scale(trunk.along(t), -0.05)));
        part.cone(trunk.jointAt(t), foot, tip, [0.05 * size, 0.008]);
      }
      break;
    }
    case 'sail':
      part.ball(trunk.joints, above(1), [0.03, depth * 1.4 * size, 0.45 * size], { turn });
      break;
    case 'bell':
      part.ball(trunk.joints, above(0), [0.7 * size, 0.7 * size, 0.45 * size], { turn });
      break;
    case 'pack':
      part.ball(trunk.joints.at(-1) as number, add(trunk.point(0.7), scale(trunk.up(0.7), depth * 1.2)), [
        width * 0.7,
        0.3 * size,
        depth * 0.6,
      ]);
      break;
    case 'collar':
      part.ball(trunk.joints.at(-1) as number, trunk.point(1), [
        width * 1.05,
        depth * 0.35 * size,
        depth * 1.2,
      ]);
      break;
    case 'cape':
      addCape(draft, trunk, size);
      break;
    case 'skirt':
    case 'robe':
    case 'coat':
      addGarment(draft, trunk, extra, size);
      break;
  }
}

/** A cone from the waist (skirt) or chest (robe, coat) to the knees or the ground; moved by hips and trunk. */
function addGarment(draft: Draft, trunk: TrunkFrame, kind: 'skirt' | 'robe' | 'coat', size: number): void {
  const { rng } = draft;
  const part = draft.part(trunk.part, trunk.point(0.3), 0.3, 0.05);
  const legs = draft.roles.flatMap((role, j) => (/(Upper|Lower)Leg$/.test(role) ? j : []));
  const ground = trunk.ground ?? trunk.point(0)[1] - 1.5;
  const drop = trunk.point(0)[1] - ground;
  const [low, high] = kind === 'robe' ? [0.9, 1] : kind === 'coat' ? [0.45, 0.8] : [0.3, 1];
  const hem: Vec3 = add(trunk.point(0), [0, -drop * Math.min(1, rng.range(low, high)) + 0.02, 0]);
  const waist = trunk.point(0.3);
  const wide = trunk.halfWidth(0) * rng.range(1.2, kind === 'skirt' ? 2.6 : 1.8) * size;
  const deep = rng.range(0.7, 1);
  const options = { squash: [[0, 0, 1] as const, deep] as const, blend: 0.05 };
  const top = trunk.halfWidth(0.3) * 1.05;
  part.cone(
    [trunk.joints[0], ...trunk.joints.slice(0, 2)],
    waist,
    trunk.point(0),
    [top, lerpNumber(top, wide, 0.35)],
    options,
  );
  part.cone([trunk.joints[0], ...legs], trunk.point(0), hem, [lerpNumber(top, wide, 0.35), wide], options);
  if (kind !== 'skirt') {
    part.cone(trunk.joints, waist, trunk.point(0.95), [top, trunk.halfWidth(0.95) * 1.08], {
      ...options,
      squash: [[0, 0, 1], 0.7],
    });
  }
}

const lerpNumber = (a: number, b: number, t: number) => a + (b - a) * t;

function addCape(draft: Draft, trunk: TrunkFrame, size: number): void {
  const top = add(trunk.point(0.95), scale(trunk.up(0.95), trunk.halfDepth(0.95)));
  const drop = trunk.point(0.95)[1] - (trunk.ground ?? trunk.point(0)[1] - 1);
  const away = draft.rng.range(0.05, 0.3);
  const hem: Vec3 = [top[0], top[1] - drop * Math.min(0.97, 0.8 * size), top[2] - away];
  const wide = trunk.halfWidth(0.9);
  const flare = wide * draft.rng.range(1.1, 1.8);
  const corner = (p: Vec3, x: number): Vec3 => [p[0] + x, p[1], p[2]];
  const bottom = lerp(top, hem, 1);
  const owners = trunk.joints;
  trunk.part.sheet(owners, [corner(top, wide), corner(top, -wide), corner(bottom, flare)], 0.02);
  trunk.part.sheet(owners, [corner(top, -wide), corner(bottom, -flare), corner(bottom, flare)], 0.02);
}
