import { expect, it } from 'vitest';
import { computeBox, longestSide } from '../../src/mesh/box.js';
import { findSkeleton } from '../../src/rig/find/find-skeleton.js';
import { createCreature } from './create-creature.js';

it('every limb of a made animal is found in its fine mesh', () => {
  for (const kind of ['spider', 'raptor'] as const) {
    const { rig, plan } = createCreature(kind, { seed: 2 });
    const { parents, rest } = findSkeleton(rig.mesh).skeleton;
    const leaves = [...parents.keys()].filter((j) => !parents.includes(j));
    const size = longestSide(computeBox(rig.mesh.positions));
    for (const chain of [...plan.legs, ...plan.arms]) {
      const tip = chain[chain.length - 1] * 3;
      const distances = leaves.map((j) =>
        Math.hypot(...[0, 1, 2].map((k) => rest[j * 3 + k] - rig.skeleton.rest[tip + k])),
      );
      expect(Math.min(...distances) / size).toBeLessThan(0.17);
    }
    expect(leaves.length).toBeGreaterThanOrEqual(plan.legs.length + plan.arms.length + 1);
  }
});
