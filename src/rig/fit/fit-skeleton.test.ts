import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import type { SampleName } from '../../io/samples.js';
import { quaternionAngle } from '../../math/quaternion.js';
import { boxSize, computeBox, longestSide } from '../../mesh/box.js';
import type { Rig } from '../rig-records.js';
import { fitSkeleton } from './fit-skeleton.js';

const make = (name: SampleName) => sampleCreature(name).rig;

/** Mean distance of joints, over the longest side of the mesh. */
function errorOf(rest: Float32Array, truth: Rig): number {
  const size = longestSide(computeBox(truth.mesh.positions));
  let sum = 0;
  for (let i = 0; i < rest.length; i += 3) {
    const goal = truth.skeleton.rest;
    sum += Math.hypot(rest[i] - goal[i], rest[i + 1] - goal[i + 1], rest[i + 2] - goal[i + 2]);
  }
  return sum / (rest.length / 3) / size;
}

/** The source's joints in the target's box. */
function boxed(source: Rig, target: Rig): Float32Array {
  const [a, b] = [computeBox(source.mesh.positions), computeBox(target.mesh.positions)];
  const [from, to] = [boxSize(a), boxSize(b)];
  return source.skeleton.rest.map(
    (value, i) => b.min[i % 3] + ((value - a.min[i % 3]) / from[i % 3]) * to[i % 3],
  );
}

/** Half a turn about the vertical, larger and elsewhere. */
const moved = (points: Float32Array) =>
  points.map((value, i) => (i % 3 === 1 ? 7 * value + 3 : -7 * value + 20));

const horse = make('dog');

describe('fitting a skeleton', () => {
  it('to its own mesh changes next to nothing', () => {
    const { skeleton, similarity, findings } = fitSkeleton(horse.mesh, horse);
    expect(errorOf(skeleton.rest, horse)).toBeLessThan(0.005);
    for (let j = 0; j < skeleton.names.length; j++) {
      expect(quaternionAngle(skeleton.frames, j * 4, horse.skeleton.frames, j * 4)).toBeLessThan(0.12);
    }
    expect(similarity).toBeGreaterThan(0.9);
    expect(findings.filter((finding) => finding.severity === 'warning')).toEqual([]);
  });

  it('follows a body that is rotated, scaled and moved', () => {
    const copy: Rig = {
      ...horse,
      mesh: { ...horse.mesh, positions: moved(horse.mesh.positions) },
      skeleton: { ...horse.skeleton, rest: moved(horse.skeleton.rest) },
    };
    const { skeleton } = fitSkeleton(copy.mesh, horse);
    expect(errorOf(skeleton.rest, copy)).toBeLessThan(0.005);
    // The hips faced +Z; now they face −Z: half a turn about Y.
    expect(quaternionAngle(skeleton.frames, 0, [0, 1, 0, 0], 0)).toBeLessThan(0.12);
  });

  it.each([
    ['dog', 'cat', 0.7],
    ['person', 'alien', 0.7],
  ] as const)('puts the joints of a %s into a %s far better than its box does', (from, to, gain) => {
    const [source, target] = [make(from), make(to)];
    const { skeleton, confidence } = fitSkeleton(target.mesh, source);
    expect(skeleton.names).toEqual(source.skeleton.names);
    expect(skeleton.parents).toEqual(source.skeleton.parents);
    expect(errorOf(skeleton.rest, target)).toBeLessThan(gain * errorOf(boxed(source, target), target));
    expect(errorOf(skeleton.rest, target)).toBeLessThan(0.02);
    expect(Math.min(...confidence)).toBeGreaterThan(0.2);
    const { names } = skeleton;
    for (let j = 0; j < names.length; j++) {
      const other = names.indexOf(names[j].replace(/^left/, 'right'));
      if (!names[j].startsWith('left')) continue;
      expect(skeleton.rest[other * 3]).toBeCloseTo(-skeleton.rest[j * 3], 2);
    }
  });

  it('without the source’s mesh uses its joints', () => {
    const target = make('cat');
    const { skeleton } = fitSkeleton(target.mesh, { skeleton: horse.skeleton });
    expect(errorOf(skeleton.rest, target)).toBeLessThan(0.06);
  });

  it('reports bodies that are different', () => {
    const { findings, similarity, confidence } = fitSkeleton(make('clownfish').mesh, make('person'));
    expect(findings.map((finding) => finding.code)).toContain('different-body');
    expect(similarity).toBeLessThan(0.4);
    expect(Math.max(...confidence)).toBeLessThan(0.4);
  });
});
