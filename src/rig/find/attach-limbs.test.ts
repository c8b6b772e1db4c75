import { describe, expect, it } from 'vitest';
import { JOINT_PLACEMENT_PARAMETERS } from '../../../models/joint-placement/parameters.js';
import type { CurveTree } from '../../mesh/voxel/trace-curve.js';
import { attachLimbs } from './attach-limbs.js';
import type { BodyStance } from './measure-branches.js';

const HIPS = JOINT_PLACEMENT_PARAMETERS.hips;

const stance: BodyStance = {
  ground: 0,
  height: 1,
  symmetric: true,
  mesh: { corners: new Float32Array(0), weight: 1, fineness: 1, parts: 0, square: 0 },
};

/** A trunk from a head down to a fork, and from there two legs aslant and on down to the ground. */
function biped(legLength: number): CurveTree {
  const points: [number, number, number, number, number][] = [];
  const add = (x: number, y: number, radius: number, parent: number) =>
    points.push([x, y, 0, radius, parent]) - 1;
  let trunk = add(0, 1, 0.1, -1);
  for (let i = 1; i <= 50; i++) trunk = add(0, 1 - i / 100, 0.1, trunk);
  for (const side of [1, -1]) {
    let last = trunk;
    for (let i = 1; i <= 10; i++) last = add((side * i) / 100, 0.5 - i / 100, 0.06, last);
    for (let i = 1; i <= legLength * 100; i++) last = add(side / 10, 0.4 - i / 100, 0.03, last);
  }
  return {
    positions: Float64Array.from(points.flatMap((point) => point.slice(0, 3))),
    radii: Float64Array.from(points, ([, , , radius]) => radius),
    volumes: new Float64Array(points.length),
    parents: Int32Array.from(points, ([, , , , parent]) => parent),
  };
}

const positionOf = ({ positions }: CurveTree, i: number) => [...positions.subarray(i * 3, i * 3 + 3)];

describe('limbs beside the mirror plane', () => {
  const old = biped(0.38);
  const { tree, sources, hips } = attachLimbs(old, stance);

  it('start at hips farther out and higher than where they left the body', () => {
    const found = [...hips].map((i) => positionOf(tree, i)).sort((a, b) => b[0] - a[0]);
    expect(found.length).toBe(2);
    const [[x, y]] = found;
    // They leave the ball of radius 0.1 around the fork at (0, 0.5) after 8 steps aslant.
    expect(x).toBeCloseTo(0.08 * (1 + HIPS.outward), 6);
    expect(y).toBeGreaterThan(0.42 - 0.08 * HIPS.outward + 0.3 * 0.1);
    expect(found[1]).toEqual([-x, y, found[0][2]]);
  });

  it('stay one tree with the same ends, parents first', () => {
    tree.parents.forEach((parent, i) => {
      expect(i === 0 ? parent === -1 : parent >= 0 && parent < i).toBe(true);
    });
    const ends = (t: CurveTree) =>
      [...t.parents.keys()]
        .filter((i) => !t.parents.includes(i))
        .map((i) => positionOf(t, i).join(' '))
        .sort();
    expect(ends(tree)).toEqual(ends(old));
    sources.forEach((source, i) => {
      if (source >= 0) expect(positionOf(tree, i)).toEqual(positionOf(old, source));
    });
  });

  it('leave no stump of the spine below their hips', () => {
    const spine = [...tree.parents.keys()].filter((i) => tree.positions[i * 3] === 0);
    const lowest = Math.min(...spine.map((i) => tree.positions[i * 3 + 1]));
    const hip = positionOf(tree, [...hips][0])[1];
    expect(Math.abs(lowest - Math.max(hip, 0.5))).toBeLessThan(0.0051);
  });
});

it('a limb that ends near its fork gets no hip', () => {
  const { tree, hips } = attachLimbs(biped(0), stance);
  expect(hips.size).toBe(0);
  expect([...tree.parents.keys()].filter((i) => !tree.parents.includes(i)).length).toBe(2);
});

it('a body without a mirror plane is not changed', () => {
  const old = biped(0.38);
  const { tree, sources, hips } = attachLimbs(old, { ...stance, symmetric: false });
  // The order of points may differ, not what they are.
  expect(hips.size).toBe(0);
  expect([...sources].sort((a, b) => a - b)).toEqual([...old.parents.keys()]);
  tree.parents.forEach((parent, i) => {
    expect(parent < 0 ? -1 : sources[parent]).toBe(old.parents[sources[i]]);
  });
});
