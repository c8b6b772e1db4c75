import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../../math/vector.js';
import { measureDeviation, positionAt, spaceJoints } from './space-joints.js';

const line = (count: number): Vec3[] => Array.from({ length: count }, (_, i) => [0, -i, 0]);

describe('spaceJoints', () => {
  it('spaces a straight chain by its targets', () => {
    const chain = line(9);
    const heights = spaceJoints(chain, [0, 0.5, 1]).map((point) => positionAt(chain, point)[1]);
    expect(heights).toEqual([-0, -4, -8]);
  });

  it('puts a joint at the knee, not halfway', () => {
    // Down for three, forward for five.
    const chain: Vec3[] = [...line(4), ...[1, 2, 3, 4, 5].map((z): Vec3 => [0, -3, z])];
    const points = spaceJoints(chain, [0, 0.5, 1]);
    expect(positionAt(chain, points[1])).toEqual([0, -3, 0]);
    expect(measureDeviation(chain, points)).toBeCloseTo(0, 6);
    expect(measureDeviation(chain, [points[0], { index: 8, fraction: 0 }])).toBeGreaterThan(0.1);
  });

  it('passes through fixed joints', () => {
    const chain = line(9);
    const points = spaceJoints(chain, [0, 0.5, 1], { fixed: new Set([1]) });
    expect(points.some(({ index, fraction }) => index === 1 && fraction === 0)).toBe(true);
  });

  it('copes with joints that coincide', () => {
    const points = spaceJoints(new Array<Vec3>(4).fill([1, 2, 3]), [0, 0.5, 1]);
    expect(points.length).toBe(3);
  });
});
