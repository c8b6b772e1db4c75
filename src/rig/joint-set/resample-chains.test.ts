import { describe, expect, it } from 'vitest';
import { sampleCreature, sampleOfKind } from '../../../test/support/creatures.js';
import { plannedJoints } from '../body-plan/body-plan.js';
import { findBodyPlan } from '../body-plan/find-body-plan.js';
import { splitBone } from '../edit/split-bone.js';
import { childrenOf } from '../joint-tree.js';
import { nameJoints } from '../names/name-joints.js';
import { jointCount, type Skeleton } from '../rig-records.js';
import { DETAILS } from './detail-counts.js';
import type { PlannedSkeleton } from './plan-draft.js';
import { resampleChains } from './resample-chains.js';

/** A creature whose bones are all cut into three. */
function fine(kind: 'biped' | 'quadruped' | 'bat' | 'snake' | 'octopus' | 'spider'): PlannedSkeleton {
  const { mesh, skeleton } = sampleOfKind(kind).rig;
  let cut: Skeleton = { ...skeleton };
  for (const name of [...skeleton.names.slice(1), ...skeleton.names.slice(1)]) {
    cut = splitBone({ skeleton: cut }, name).skeleton;
  }
  const confidence = Float32Array.from(cut.names, (_, j) => j / cut.names.length);
  return { skeleton: cut, body: findBodyPlan(mesh, cut), confidence };
}

const biped = fine('biped');
const quadruped = fine('quadruped');

describe('resampleChains', () => {
  it.each(['biped', 'quadruped'] as const)('gives a finely divided %s the joints of an artist', (kind) => {
    const { body, skeleton, confidence } = resampleChains(kind === 'biped' ? biped : quadruped, 'standard');
    const { plan } = body;
    expect(confidence.length).toBe(jointCount(skeleton));
    expect(plan.spine.length).toBeGreaterThanOrEqual(3);
    expect(plan.spine.length).toBeLessThanOrEqual(5);
    expect(plan.neck.length).toBeLessThanOrEqual(4);
    for (const leg of plan.legs) expect([3, 4]).toContain(leg.length);
    for (const arm of plan.arms) expect(arm.length).toBe(4);
    expect(plan.tail.length).toBeLessThanOrEqual(5);
    expect(new Set(plannedJoints(plan)).size).toBe([...plannedJoints(plan)].length);
    expect(nameJoints(body, skeleton).some((name) => /(ForeArm|LowerLeg)\d/.test(name))).toBe(false);
  });

  it('keeps a tree: one root, parents before children, chains in order', () => {
    for (const detail of DETAILS) {
      const { skeleton, body } = resampleChains(quadruped, detail);
      expect([...skeleton.parents].filter((parent) => parent < 0)).toEqual([-1]);
      skeleton.parents.forEach((parent, j) => {
        expect(parent).toBeLessThan(j);
      });
      for (const chain of [body.plan.tail, ...body.plan.legs]) {
        for (let i = 1; i < chain.length; i++) expect(skeleton.parents[chain[i]]).toBe(chain[i - 1]);
      }
    }
  });

  it('has fewer joints with less detail, and no fingers, ears or jaw in the lowest', () => {
    const [low, standard, high] = DETAILS.map((detail) => resampleChains(biped, detail));
    expect(jointCount(low.skeleton)).toBeLessThan(jointCount(standard.skeleton));
    expect(jointCount(standard.skeleton)).toBeLessThan(jointCount(high.skeleton));
    expect(low.body.plan.extras.filter(({ kind }) => kind === 'finger' || kind === 'ear')).toEqual([]);
    expect(low.body.plan.jaw).toBe(-1);
  });

  it('gives both sides the same joints', () => {
    const { body, skeleton } = resampleChains(quadruped, 'standard');
    const [left, right] = [body.plan.legs[0], body.plan.legs[body.plan.legs.length / 2]];
    expect(left.map((j) => body.partner[j])).toEqual(right);
    left.forEach((j, i) => {
      expect(skeleton.rest[j * 3]).toBeCloseTo(-skeleton.rest[right[i] * 3], 4);
    });
  });

  it.each([0, 1, 2, 3])('follows leg %i to its end where its partner has fewer joints', (which) => {
    const { mesh, skeleton } = sampleCreature('dog').rig;
    const coarse = findBodyPlan(mesh, skeleton);
    const leg = coarse.plan.legs[which];
    let cut: Skeleton = skeleton;
    for (let pass = 0; pass < 2; pass++) {
      const bones = cut.names.filter((name) => leg.some((j) => name.startsWith(skeleton.names[j])));
      for (const name of bones) cut = splitBone({ skeleton: cut }, name).skeleton;
    }
    const body = findBodyPlan(mesh, cut);
    expect(new Set(body.plan.legs.map(({ length }) => length)).size).toBeGreaterThan(1);
    const confidence = new Float32Array(jointCount(cut)).fill(1);
    const planned = resampleChains({ skeleton: cut, body, confidence }, 'standard');
    const heights = planned.body.plan.legs.map(
      (chain) => planned.skeleton.rest[chain[chain.length - 1] * 3 + 1],
    );
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(0.1 * body.axes.size);
  });

  it('keeps landmarks where they are', () => {
    const landmark = quadruped.body.plan.tail[1];
    const { skeleton, source } = resampleChains(quadruped, 'low', { fixed: new Set([landmark]) });
    const now = source.indexOf(landmark);
    expect([...skeleton.rest.subarray(now * 3, now * 3 + 3)]).toEqual([
      ...quadruped.skeleton.rest.subarray(landmark * 3, landmark * 3 + 3),
    ]);
  });

  it('keeps the forks of a wing, the length of a snake and of tentacles', () => {
    const bat = fine('bat');
    const fingers = (planned: PlannedSkeleton) => {
      const wing = new Set(planned.body.plan.wings[0]);
      return childrenOf(planned.skeleton.parents).filter((c, j) => wing.has(j) && c.length > 1).length;
    };
    const smaller = resampleChains(bat, 'standard');
    expect(jointCount(smaller.skeleton)).toBeLessThan(jointCount(bat.skeleton));
    expect(fingers(smaller)).toBe(fingers(bat));
    const snake = resampleChains(fine('snake'), 'standard').body.plan;
    expect(snake.spine.length + snake.neck.length + snake.tail.length).toBeGreaterThanOrEqual(8);
    for (const arm of resampleChains(fine('octopus'), 'standard').body.plan.arms) {
      expect(arm.length).toBeGreaterThanOrEqual(4);
    }
  });

  it('leaves coarse skeletons alone, and lists the details for an unknown one', () => {
    const { mesh, skeleton } = sampleCreature('spider').rig;
    const body = findBodyPlan(mesh, skeleton);
    const confidence = new Float32Array(jointCount(skeleton)).fill(1);
    const same = resampleChains({ skeleton, body, confidence }, 'high');
    expect(same.body.plan.legs).toEqual(body.plan.legs);
    expect(() => resampleChains(quadruped, 'huge' as 'high')).toThrow(
      /no detail "huge".* low, standard, high/,
    );
  });
});
