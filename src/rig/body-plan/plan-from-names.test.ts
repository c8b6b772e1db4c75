import { describe, expect, it } from 'vitest';
import { SAMPLE_NAMES, sampleCreature } from '../../../test/support/creatures.js';
import { nameJoints } from '../names/name-joints.js';
import type { Skeleton } from '../rig-records.js';
import { findBodyPlan } from './find-body-plan.js';
import { bodyFromNames } from './plan-from-names.js';

/** A creature whose joints were named by posespace, with the reading they were named after. */
function named(name: (typeof SAMPLE_NAMES)[number]) {
  const { mesh, skeleton } = sampleCreature(name).rig;
  const bare = { ...skeleton, names: skeleton.names.map((_, j) => `${j}`) };
  const body = findBodyPlan(mesh, bare);
  return { mesh, body, skeleton: { ...skeleton, names: nameJoints(body, skeleton) } };
}

const chainsOf = ({ names }: Skeleton, chains: readonly (readonly number[])[]) =>
  chains.map((chain) => chain.map((j) => names[j]));

describe('bodyFromNames', () => {
  it.each(SAMPLE_NAMES)('reads a %s as it was named', (name) => {
    const { mesh, skeleton, body } = named(name);
    const read = bodyFromNames(mesh, skeleton, [0, 1, 0]);
    expect(read?.kind).toBe(body.kind);
    const { plan } = read as NonNullable<typeof read>;
    for (const part of ['legs', 'arms'] as const)
      expect(chainsOf(skeleton, plan[part])).toEqual(chainsOf(skeleton, body.plan[part]));
    const sorted = (wings: readonly (readonly number[])[]) =>
      wings.map((wing) => [...wing].sort((a, b) => a - b));
    expect(sorted(plan.wings)).toEqual(sorted(body.plan.wings));
    for (const part of ['spine', 'neck', 'tail', 'feet'] as const)
      expect(plan[part], part).toEqual(body.plan[part]);
    expect([plan.head, plan.jaw]).toEqual([body.plan.head, body.plan.jaw]);
    for (let k = 0; k < 3; k++) expect(read?.forward[k]).toBeCloseTo(body.forward[k], 4);
  });

  it('reads the names where the shape would say something else', () => {
    const { mesh, skeleton } = named('wolf');
    // One leg is tucked up into the belly: by its shape this has three.
    const leg = skeleton.names.flatMap((name, j) => (name.startsWith('leftHind') ? [j] : []));
    const rest = Float32Array.from(skeleton.rest);
    for (const j of leg.slice(1))
      for (let k = 0; k < 3; k++) rest[j * 3 + k] = rest[leg[0] * 3 + k] + 0.001 * j;
    const bare = skeleton.names.map((_, j) => `${j}`);
    expect(findBodyPlan(mesh, { ...skeleton, rest, names: bare }).plan.legs).not.toHaveLength(4);
    expect(findBodyPlan(mesh, { ...skeleton, rest }).plan.legs).toHaveLength(4);
  });

  it('takes joints that were split, added and deleted since', () => {
    const { mesh, skeleton } = named('wolf');
    const names = skeleton.names.map((name) =>
      name === 'leftFrontLowerLeg' ? 'leftFrontUpperLeg2' : name === 'leftFrontFoot' ? 'Boot' : name,
    );
    const { plan } = findBodyPlan(mesh, { ...skeleton, names });
    expect(plan.legs).toHaveLength(4);
    expect(plan.legs[0].map((j) => names[j])).toContain('leftFrontUpperLeg2');
    expect(plan.extras.some(({ joints }) => joints.some((j) => names[j] === 'Boot'))).toBe(true);
  });

  it('leaves other skeletons to their shape', () => {
    const { mesh, skeleton } = named('person');
    const other = { ...skeleton, names: skeleton.names.map((name) => `mixamorig:${name}`) };
    expect(bodyFromNames(mesh, other, [0, 1, 0])).toBeUndefined();
    // Names that were dealt out at random are no chains.
    const shuffled = { ...skeleton, names: [...skeleton.names].reverse() };
    expect(bodyFromNames(mesh, shuffled, [0, 1, 0])).toBeUndefined();
  });

  it('lets the user decide', () => {
    const { mesh, skeleton } = named('wolf');
    expect(findBodyPlan(mesh, skeleton, { forward: [0, 0, -1] }).forward[2]).toBe(-1);
    expect(findBodyPlan(mesh, skeleton, { kind: 'quadruped' }).kind).toBe('quadruped');
  });
});
