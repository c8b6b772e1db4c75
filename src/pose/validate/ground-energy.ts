/**
 * @file Ground penetration as an energy to minimise: half the sum of squared depths of the surface points that can
 * touch the ground, in normalised units. `check-ground.ts` measures the same on every vertex.
 */

import type { BoundRig } from '../model/bound-rig.js';
import { createForceTree, type PoseEnergy } from './force-tree.js';
import { createSurfacePoints } from './surface-points.js';

/** Prepares the energy of a body over ground at some height, metres. */
export function createGroundEnergy(space: BoundRig, ground: number): PoseEnergy {
  const { scale } = space.rig;
  const floor = ground - space.anatomy.rig.skeleton.rest[1];
  const tree = createForceTree(space.rig);
  const points = createSurfacePoints(space);
  const { posedPositions } = points;
  return {
    evaluate(rotations, root, gradient, rootGradient, weight = 1) {
      const height = (floor - root[1]) * scale;
      tree.pose(rotations);
      points.pose(tree);
      let energy = 0;
      for (let i = 0; i < points.count; i++) {
        const depth = height - posedPositions[i * 3 + 1];
        if (!(depth > 0)) continue;
        energy += 0.5 * depth * depth;
        points.push(tree, i, 0, -depth, 0);
      }
      if (energy === 0) return 0;
      tree.pullInto(gradient, weight);
      for (let k = 0; k < 3; k++) rootGradient[k] += weight * scale * tree.total[k];
      return energy;
    },
  };
}
