/**
 * @file Small things that several species share: eyes and rows of claws.
 */

import { add, lerp, normalize, scale, type Vec3 } from '../../src/math/vector.js';
import type { PartBuilder } from './body.js';

/** A bulging eye that looks along `look`: ball, pupil and a glint up front. Paints: `iris`, `pupil`, `glint`. */
export function addEye(part: PartBuilder, joint: number, center: Vec3, radius: number, look: Vec3): void {
  const gaze = normalize(look);
  const detail = 0.3 * radius;
  part.ball(joint, center, radius, { paint: 'iris', detail });
  part.ball(joint, add(center, scale(gaze, 0.5 * radius)), 0.6 * radius, { paint: 'pupil', detail });
  const shine = normalize(add(gaze, [0.25 * Math.sign(center[0]), 0.55, 0.2]));
  part.ball(joint, add(center, scale(shine, 0.92 * radius)), 0.22 * radius, {
    paint: 'glint',
    detail: 0.2 * radius,
  });
}

/** Toes that fan out from a point along the ground, each tipped by a claw. Paints: the toe's, and `claw`. */
export function addToes(
  part: PartBuilder,
  joint: number,
  root: Vec3,
  tips: readonly Vec3[],
  radius: number,
  options: { readonly paint?: string; readonly claw?: number } = {},
): void {
  for (const tip of tips) {
    const end = lerp(root, tip, 0.72);
    part.cone(joint, root, end, [radius, radius * 0.8], { blend: radius * 0.7, paint: options.paint });
    if (options.claw !== 0) {
      part.cone(joint, end, tip, [radius * 0.7, radius * 0.22], {
        blend: radius * 0.3,
        paint: 'claw',
        detail: (options.claw ?? 1) * radius * 0.8,
      });
    }
  }
}
