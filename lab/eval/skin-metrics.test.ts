import { describe, expect, it } from 'vitest';
import { createBox, mergeMeshes } from '../../src/mesh/primitives.js';
import { type Rig, restPose, type Skin } from '../../src/rig/rig-records.js';
import { sampleCreature } from '../../test/support/creatures.js';
import { measureBoneReach } from './bone-reach.js';
import { filterSkin, measureSkin } from './skin-metrics.js';

/** Rows of [joint, weight] pairs, all of one length. */
const skinOf = (...rows: (readonly (readonly [number, number])[])[]): Skin => ({
  joints: Uint16Array.from(rows.flat(), ([joint]) => joint),
  weights: Float32Array.from(rows.flat(), ([, weight]) => weight),
  influenceCount: rows[0].length,
});
const skeletonOf = (parents: number[], rest: number[]) => ({
  names: parents.map((_, j) => `joint${j}`),
  parents: Int16Array.from(parents),
  rest: Float32Array.from(rest),
  frames: Float32Array.from(parents.flatMap(() => [0, 0, 0, 1])),
});
/** A rig of two vertices on a chain of three joints along x. */
const pair = (skin: Skin): Rig => ({
  mesh: { positions: Float32Array.of(0, 0, 0, 3, 4, 0), triangles: new Uint32Array(0) },
  skeleton: skeletonOf([-1, 0, 1], [0, 0, 0, 1, 0, 0, 2, 0, 0]),
  skin,
});

describe('the filter', () => {
  it('drops what is below a thousandth or 15 % of the largest, and renormalises', () => {
    const filtered = filterSkin(
      skinOf(
        [
          [0, 0.8],
          [1, 0.13],
          [2, 0.11],
        ],
        [
          [0, 0.5],
          [1, 0.4],
          [2, 0.1],
        ],
        [
          [0, 0.0009],
          [1, 0],
          [2, 0],
        ],
      ),
    );
    // 15 % of 0.8 is 0.12: 0.13 stays, 0.11 goes.
    const expected = [0.8 / 0.93, 0.13 / 0.93, 0, 0.5, 0.4, 0.1, 0, 0, 0];
    for (const [i, value] of expected.entries()) expect(filtered.weights[i]).toBeCloseTo(value, 6);
  });
});

describe('comparing weights', () => {
  it('counts influences and differences', () => {
    const truth = skinOf(
      [
        [0, 0.5],
        [1, 0.5],
      ],
      [
        [1, 1],
        [0, 0],
      ],
    );
    const predicted = skinOf(
      [
        [1, 0.75],
        [2, 0.25],
      ],
      [
        [1, 0.6],
        [0, 0.4],
      ],
    );
    const metrics = measureSkin(predicted, pair(truth));
    // Predicted {1, 2}, {1, 0}; true {0, 1}, {1}: two in common.
    expect(metrics.precision).toBe(2 / 4);
    expect(metrics.recall).toBe(2 / 3);
    // 0.5 + 0.25 + 0.25 and 0.4 + 0.4.
    expect(metrics.l1).toBeCloseTo(0.9, 6);
    expect(metrics).toMatchObject({ comparedVertices: 2, unweightedVertices: 0 });
    expect(metrics).not.toHaveProperty('motionError');
    expect(metrics).not.toHaveProperty('leakage');
  });

  it('sums a joint that is named twice, in rows of any length', () => {
    const truth = skinOf([[0, 1]], [[2, 1]]);
    const predicted = skinOf(
      [
        [0, 0.5],
        [0, 0.5],
      ],
      [
        [2, 0.5],
        [2, 0.5],
      ],
    );
    expect(measureSkin(predicted, pair(truth))).toMatchObject({ precision: 1, recall: 1, l1: 0 });
  });

  it('leaves out vertices whose true weights do not sum to 1, and counts those without any', () => {
    const truth = skinOf([[0, 0.9]], [[2, 1]]);
    const metrics = measureSkin(skinOf([[1, 1]], [[2, 0]]), pair(truth));
    expect(metrics).toMatchObject({
      comparedVertices: 1,
      unweightedVertices: 1,
      precision: 0,
      recall: 0,
      l1: 1,
    });
  });

  it('the truth is not filtered: what the filter takes lowers the recall', () => {
    const own = skinOf(
      [
        [0, 0.9],
        [1, 0.1],
      ],
      [
        [1, 1],
        [0, 0],
      ],
    );
    const metrics = measureSkin(own, pair(own));
    expect(metrics).toMatchObject({ precision: 1, recall: 2 / 3 });
    expect(metrics.l1).toBeCloseTo(0.1, 6);
  });
});

describe('the motion error', () => {
  const truth = pair(skinOf([[0, 1]], [[0, 1]]));
  /** Joint 2 rotated by 180° about y: x becomes 4 − x. */
  const rotated = () => {
    const pose = restPose(truth.skeleton);
    pose.rotations.set([0, 1, 0, 0], 8);
    return pose;
  };
  const clipOf = (...poses: ReturnType<typeof rotated>[]) => ({
    name: 'clip',
    times: Float32Array.from(poses, (_, f) => f),
    poses,
  });

  it('is the mean distance over frames, in % of the diagonal', () => {
    // The second vertex, at x = 3, follows joint 2 instead of 0: it goes to x = 1 in one of two frames.
    const predicted = skinOf([[0, 1]], [[2, 1]]);
    const clips = [clipOf(rotated(), restPose(truth.skeleton))];
    expect(measureSkin(predicted, truth, { clips }).motionError).toBeCloseTo((100 * 2) / 2 / 2 / 5, 4);
    expect(measureSkin(truth.skin, truth, { clips }).motionError).toBe(0);
  });

  it('takes frames spread over all clips', () => {
    const rest = restPose(truth.skeleton);
    const clips = [clipOf(rest, rest, rest, rest), clipOf(rotated(), rotated(), rest, rest)];
    const predicted = skinOf([[0, 1]], [[2, 1]]);
    // Of the eight frames the 2nd, 4th, 6th and 8th by default order of four: one is rotated.
    expect(measureSkin(predicted, truth, { clips, maxFrames: 4 }).motionError).toBeCloseTo(20 / 4, 4);
  });

  it('lets a vertex without weights follow the root', () => {
    const clips = [clipOf(rotated())];
    expect(measureSkin(skinOf([[0, 1]], [[2, 0]]), truth, { clips }).motionError).toBe(0);
  });
});

describe('leakage', () => {
  // Two pillars of 0.1 × 1 × 0.1 side by side, joined by a bar at the top; a bone in each pillar.
  const gate = mergeMeshes([
    createBox([0.1, 1, 0.1], [-0.2, 0.5, 0]),
    createBox([0.1, 1, 0.1], [0.2, 0.5, 0]),
    createBox([0.5, 0.1, 0.1], [0, 0.95, 0]),
  ]);
  const skeleton = skeletonOf(
    [-1, 0, 1, 0, 3],
    [0, 0.95, 0, -0.2, 0.9, 0, -0.2, 0.05, 0, 0.2, 0.9, 0, 0.2, 0.05, 0],
  );
  const reach = measureBoneReach(gate, skeleton);
  const reaches = (joint: number, vertex: number) => reach.reachable[joint * 24 + vertex];
  const foot = 0; // a lower corner of the left pillar

  it('does not go through the air', () => {
    expect(gate.positions.slice(0, 2)).toEqual(Float32Array.of(-0.25, 0));
    expect(reach.judged).toEqual(new Uint8Array(24).fill(1));
    expect([reaches(1, foot), reaches(2, foot)]).toEqual([1, 1]);
    // The right shin is 0.4 away through the air, 2.2 inside; the root 0.9.
    expect([reaches(3, foot), reaches(4, foot), reaches(0, foot)]).toEqual([0, 0, 0]);
    expect(reaches(0, 2)).toBe(1);
  });

  it('is the share of weight out of reach', () => {
    const good = skinOf(...Array.from({ length: 24 }, (_, v) => [[v < 8 ? 1 : v < 16 ? 3 : 0, 1]] as const));
    const rig = { mesh: gate, skeleton, skin: good };
    expect(measureSkin(good, rig, { reach }).leakage).toBe(0);
    const bad = { ...good, joints: good.joints.slice() };
    bad.joints[foot] = 4;
    expect(measureSkin(bad, rig, { reach }).leakage).toBeCloseTo(100 / 24, 10);
  });

  it('does not judge a vertex that lies in no cell', () => {
    // A vertex far from every triangle, as files have them.
    const positions = Float32Array.of(...gate.positions, 0, 0.3, 0);
    const { judged } = measureBoneReach({ positions, triangles: gate.triangles }, skeleton);
    expect([...judged]).toEqual([...new Array(24).fill(1), 0]);
  });

  it('a part of its own is reached across the gap', () => {
    const mesh = mergeMeshes([gate, createBox([0.1, 0.1, 0.1], [0, 0.82, 0])]);
    const { judged, reachable } = measureBoneReach(mesh, skeleton);
    expect([...judged]).toEqual(new Array(32).fill(1));
    for (let v = 24; v < 32; v++) expect([reachable[v], reachable[2 * 32 + v]]).toEqual([1, 0]);
  });

  it('a bone outside starts from the nearest cell; a leaf goes on inside', () => {
    const pole = createBox([0.1, 1, 0.1], [0, 0.5, 0]);
    // A bone hovering beside the pole's lower end, and a leaf at its middle that points up.
    const outside = skeletonOf([-1, 0, 0, 2], [0.12, 0, 0, 0.12, 0.05, 0, 0, 0.3, 0, 0, 0.5, 0]);
    const { reachable } = measureBoneReach(pole, outside);
    const low = [0, 1, 4, 5];
    const high = [2, 3, 6, 7];
    for (const v of low) expect([reachable[8 + v], reachable[24 + v]]).toEqual([1, 0]);
    for (const v of high) expect([reachable[8 + v], reachable[24 + v]]).toEqual([0, 1]);
  });

  it("of our own creatures' weights is next to nothing", () => {
    const { rig } = sampleCreature('wolf');
    const own = measureSkin(rig.skin, rig, { reach: measureBoneReach(rig.mesh, rig.skeleton) });
    expect(own.leakage).toBeLessThan(0.5);
    expect(own).toMatchObject({ precision: 1, unweightedVertices: 0 });
  });
});
