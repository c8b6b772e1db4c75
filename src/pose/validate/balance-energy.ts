/**
 * @file Balance as an energy to minimise: half the squared horizontal distance between the centre of mass and the
 * support polygon, in normalised units. `check-balance.ts` measures the same. The gradient moves the body over its
 * feet and the feet under the body; the set of contact points is taken from the pose, between changes of it the energy
 * is smooth.
 */

import { requireInput } from '../../base/errors.js';
import { rotateVectorInto } from '../../math/quaternion.js';
import { boxDiagonal, computeBox } from '../../mesh/box.js';
import type { BoundRig } from '../model/bound-rig.js';
import { CONTACT_HEIGHT } from './check-balance.js';
import { createForceTree, type PoseEnergy } from './force-tree.js';
import { measureJointMasses } from './joint-masses.js';
import { findSupport, nearestSupport } from './support.js';
import { createSurfacePoints } from './surface-points.js';

/** Prepares the energy of a body that stands on ground at some height, metres; zero while it is in the air. */
export function createBalanceEnergy(space: BoundRig, ground: number): PoseEnergy {
  const { mesh, skin, skeleton } = space.anatomy.rig;
  requireInput(
    mesh && skin,
    'pose/createBalanceEnergy: balance needs a mesh with a skin; open the space with one',
  );
  const { scale } = space.rig;
  const { masses, moments } = measureJointMasses({ mesh, skin, skeleton });
  for (let i = 0; i < moments.length; i++) moments[i] *= scale;
  const ceiling = ground + CONTACT_HEIGHT * boxDiagonal(computeBox(mesh.positions)) - skeleton.rest[1];
  const tree = createForceTree(space.rig);
  const points = createSurfacePoints(space);
  const { posedPositions } = points;
  // Where the mass of each joint is, times the mass.
  const parts = new Float64Array(masses.length * 3);
  const contacts: number[] = [];
  return {
    evaluate(rotations, root, gradient, rootGradient, weight = 1) {
      tree.pose(rotations);
      points.pose(tree);
      const height = (ceiling - root[1]) * scale;
      contacts.length = 0;
      for (let i = 0; i < points.count; i++) if (posedPositions[i * 3 + 1] < height) contacts.push(i);
      let [x, z] = [0, 0];
      for (let j = 0; j < masses.length; j++) {
        rotateVectorInto(parts, j * 3, tree.globals, j * 4, moments, j * 3);
        for (let k = 0; k < 3; k++) parts[j * 3 + k] += masses[j] * tree.positions[j * 3 + k];
        x += parts[j * 3];
        z += parts[j * 3 + 2];
      }
      const nearest = nearestSupport(posedPositions, findSupport(posedPositions, contacts), x, z);
      if (!nearest || nearest.distance === 0) return 0;
      const { from, to, share, distance } = nearest;
      const fx = x - (1 - share) * posedPositions[from * 3] - share * posedPositions[to * 3];
      const fz = z - (1 - share) * posedPositions[from * 3 + 2] - share * posedPositions[to * 3 + 2];
      for (let j = 0; j < masses.length; j++) {
        if (masses[j] === 0) continue;
        const m = masses[j];
        // A force on each bit of the mass: the moment is that of the whole at its middle.
        tree.push(j, parts[j * 3] / m, parts[j * 3 + 1] / m, parts[j * 3 + 2] / m, m * fx, 0, m * fz);
      }
      points.push(tree, from, -(1 - share) * fx, 0, -(1 - share) * fz);
      points.push(tree, to, -share * fx, 0, -share * fz);
      tree.pullInto(gradient, weight);
      for (let k = 0; k < 3; k++) rootGradient[k] += weight * scale * tree.total[k];
      return 0.5 * distance * distance;
    },
  };
}
