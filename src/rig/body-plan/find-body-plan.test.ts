import { describe, expect, it } from 'vitest';
import { SAMPLE_NAMES, sampleCreature } from '../../../test/support/creatures.js';
import type { Mesh } from '../../mesh/mesh.js';
import { createSheet, createSphere } from '../../mesh/primitives.js';
import type { Skeleton } from '../rig-records.js';
import { plannedJoints } from './body-plan.js';
import { findBodyPlan } from './find-body-plan.js';

/** Turned about the vertical by quarter turns and scaled; names taken away. */
function disguise(mesh: Mesh, skeleton: Skeleton, quarters: number, scale: number) {
  const turn = (points: Float32Array) => {
    const out = new Float32Array(points.length);
    for (let i = 0; i < points.length; i += 3) {
      let [x, z] = [points[i], points[i + 2]];
      for (let q = 0; q < quarters; q++) [x, z] = [z, -x];
      out[i] = x * scale;
      out[i + 1] = points[i + 1] * scale;
      out[i + 2] = z * scale;
    }
    return out;
  };
  return {
    mesh: { ...mesh, positions: turn(mesh.positions) },
    skeleton: { ...skeleton, names: skeleton.names.map((_, j) => `${j}`), rest: turn(skeleton.rest) },
  };
}

const boneless: Skeleton = {
  names: ['a'],
  parents: Int16Array.of(-1),
  rest: new Float32Array(3),
  frames: Float32Array.of(0, 0, 0, 1),
};

describe('findBodyPlan', () => {
  it.each(SAMPLE_NAMES.map((name, i) => [name, i % 4, [1, 1e-5, 1e5][i % 3]] as const))(
    'tells the parts of a %s turned by %i quarters at scale %f',
    (name, quarters, scale) => {
      const creature = sampleCreature(name);
      const truth = creature.plan;
      const { mesh, skeleton } = disguise(creature.rig.mesh, creature.rig.skeleton, quarters, scale);
      const body = findBodyPlan(mesh, skeleton);
      const { plan } = body;
      expect(plan.legs.length).toBe(truth.legs.length);
      expect(plan.wings.length).toBe(truth.wings.length);
      expect(plan.tail.length > 0).toBe(truth.tail.length > 0);
      expect([...plan.feet].sort()).toEqual([...truth.feet].sort());
      const names = creature.rig.skeleton.names;
      // A snake's head is one of three joints in a row that nothing but their names tells apart.
      expect(['head', 'jaw', 'tongue']).toContain(names[plan.head]);
      const angle = (quarters * Math.PI) / 2;
      expect(body.forward[0]).toBeCloseTo(Math.sin(angle), 5);
      expect(body.forward[2]).toBeCloseTo(Math.cos(angle), 5);
      for (const joints of plan.legs.slice(0, plan.legs.length / 2))
        expect(names[joints[0]]).toMatch(/^left/);
      for (let j = 0; j < names.length; j++) {
        const other = names[j].replace(/^left|^right/, (side) => (side === 'left' ? 'right' : 'left'));
        expect(names[body.partner[j]]).toBe(other);
      }
      expect([...plannedJoints(plan)].sort((a, b) => a - b)).toEqual(names.map((_, j) => j));
      expect(body.confidence).toBeGreaterThan(0.5);
    },
  );

  it('uses a given forward direction', () => {
    const { rig } = sampleCreature('person');
    const body = findBodyPlan(rig.mesh, rig.skeleton, { forward: [0, 0, -1] });
    expect(body.forward[2]).toBe(-1);
    expect(rig.skeleton.names[body.plan.legs[0][0]]).toBe('rightUpperLeg');
  });

  it('reports an ambiguous body plan', () => {
    const body = findBodyPlan(createSphere(), boneless);
    expect(body.kind).toBe('blob');
    expect(body.findings.map((finding) => finding.code)).toContain('ambiguous-body-plan');
    expect(body.findings.every((finding) => finding.fix)).toBe(true);
    expect(body.confidence).toBeLessThan(0.5);
  });

  it('works without a surface, and with a flat one', () => {
    const { rig } = sampleCreature('dog');
    const bare = { positions: new Float32Array(0), triangles: new Uint32Array(0) };
    expect(findBodyPlan(bare, rig.skeleton).plan.legs.length).toBe(4);
    const flat = findBodyPlan(createSheet(), boneless);
    expect(Number.isFinite(flat.confidence)).toBe(true);
  });
});
