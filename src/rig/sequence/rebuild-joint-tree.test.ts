import { expect, it } from 'vitest';
import { expRotationInto, quaternionToMatrixInto } from '../../math/quaternion.js';
import { chainBones, type FitState, INFLUENCES, type Trajectories } from './fit-state.js';
import { rebuildJointTree } from './rebuild-joint-tree.js';

const FRAMES = 10;
const PER_BONE = 12;

/** Three bones in a row along x, hinged at 0.2 and 0.4, each a small cloud of points; a path over all of them. */
function row(parents: number[]): { data: Trajectories; state: FitState } {
  const chain: FitState = {
    names: ['a', 'b', 'c'],
    parents: [-1, 0, 1],
    rest: Float64Array.of(0, 0, 0, 0.2, 0, 0, 0.4, 0, 0),
    home: Float64Array.of(0, 0, 0, 0.2, 0, 0, 0.4, 0, 0),
    joints: new Uint16Array(3 * PER_BONE * INFLUENCES),
    weights: new Float64Array(3 * PER_BONE * INFLUENCES),
    bones: new Float64Array(FRAMES * 36),
  };
  const turn = [0, 0, 0, 0];
  for (let f = 0; f < FRAMES; f++) {
    for (let j = 0; j < 3; j++) {
      expRotationInto(turn, 0, [0.3 * f * j, Math.sin(f + j), Math.cos(2 * f * j)], 0);
      quaternionToMatrixInto(chain.bones, (f * 3 + j) * 12, turn, 0);
    }
    chainBones(chain, f);
  }
  const count = 3 * PER_BONE;
  const points = new Float64Array(count * 3);
  for (let v = 0; v < count; v++) {
    points.set([(v / count) * 0.6, 0.05 * Math.sin(3 * v), 0.05 * Math.cos(3 * v)], v * 3);
    chain.joints[v * INFLUENCES] = Math.floor(v / PER_BONE);
    chain.weights[v * INFLUENCES] = 1;
  }
  const frames = Array.from({ length: FRAMES }, (_, f) =>
    Float32Array.from({ length: count * 3 }, (_, i) => {
      const [v, r] = [Math.floor(i / 3), i % 3];
      const a = (f * 3 + Math.floor(v / PER_BONE)) * 12;
      let at = chain.bones[a + 9 + r];
      for (let c = 0; c < 3; c++) at += chain.bones[a + c * 3 + r] * points[v * 3 + c];
      return at;
    }),
  );
  const neighbors: number[] = [];
  const starts = new Uint32Array(count + 1);
  for (let v = 0; v < count; v++) {
    for (const u of [v - 1, v + 1]) if (u >= 0 && u < count) neighbors.push(u);
    starts[v + 1] = neighbors.length;
  }
  const data = {
    vertexCount: count,
    frameCount: FRAMES,
    points,
    frames,
    starts,
    neighbors: Uint32Array.from(neighbors),
  };
  return { data, state: { ...chain, parents } };
}

it('keeps a tree that fits', () => {
  const { data, state } = row([-1, 0, 1]);
  expect(rebuildJointTree(data, state)).toBe(0);
  expect(state.parents).toEqual([-1, 0, 1]);
});

it('parents a bone where it shares a point, and puts the joint there', () => {
  const { data, state } = row([-1, 0, 0]);
  // The last bone is a child of the first, with its joint at the wrong end.
  state.rest.set([0.05, 0, 0], 6);
  state.home.set([0.05, 0, 0], 6);
  expect(rebuildJointTree(data, state)).toBe(1);
  expect(state.parents).toEqual([-1, 0, 1]);
  expect(state.names).toEqual(['a', 'b', 'c']);
  expect(Math.hypot(state.rest[6] - 0.4, state.rest[7], state.rest[8])).toBeLessThan(0.02);
});

it('reverses a limb that is attached by its tip', () => {
  const { data, state } = row([-1, 2, 0]);
  // From the first to the last, and from there back to the middle: numbered so that parents come first.
  state.parents = [-1, 0, 1];
  state.names = ['a', 'c', 'b'];
  for (let s = 0; s < state.joints.length; s += INFLUENCES) state.joints[s] = [0, 2, 1][state.joints[s]];
  for (let f = 0; f < FRAMES; f++) {
    const second = state.bones.slice((f * 3 + 1) * 12, (f * 3 + 2) * 12);
    state.bones.copyWithin((f * 3 + 1) * 12, (f * 3 + 2) * 12, (f * 3 + 3) * 12);
    state.bones.set(second, (f * 3 + 2) * 12);
  }
  state.rest.set([0.05, 0, 0, 0.4, 0, 0], 3);
  state.home.set(state.rest);
  expect(rebuildJointTree(data, state)).toBe(1);
  expect(state.names).toEqual(['a', 'b', 'c']);
  expect(state.parents).toEqual([-1, 0, 1]);
  expect(state.rest[3]).toBeCloseTo(0.2, 1);
  expect(state.rest[6]).toBeCloseTo(0.4, 6);
});
