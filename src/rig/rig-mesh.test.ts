import { describe, expect, it } from 'vitest';
import { sampleCreature } from '../../test/support/creatures.js';
import { boxDiagonal, computeBox } from '../mesh/box.js';
import { createBox, createSphere, mergeMeshes } from '../mesh/primitives.js';
import { subdivide } from '../mesh/subdivide.js';
import { kindOf, legs, planOf } from './anatomy/views.js';
import { createRigSkinner } from './kinematics/skin-mesh.js';
import { bentPose } from './report/stress-rig.js';
import { rigMesh } from './rig-mesh.js';

/** A table-like body: a trunk, four legs, a neck with a head, and a tail. */
const beast = mergeMeshes([
  createBox([0.5, 0.4, 1.4], [0, 1, 0]),
  ...[-1, 1].flatMap((side) => [
    createBox([0.14, 0.9, 0.14], [side * 0.18, 0.45, 0.6]),
    createBox([0.14, 0.9, 0.14], [side * 0.18, 0.45, -0.6]),
  ]),
  createBox([0.16, 0.5, 0.16], [0, 1.35, 0.65]),
  createBox([0.26, 0.26, 0.45], [0, 1.7, 0.75]),
  createBox([0.08, 0.08, 0.7], [0, 1.1, -1.0]),
]);

/** Number `i` of positions turned about x by a quarter: y becomes −z, z becomes y. */
const turned = (positions: Float32Array, i: number): number =>
  i % 3 === 0 ? positions[i] : i % 3 === 1 ? positions[i + 1] : -positions[i - 1];

describe('rigMesh', () => {
  const work = rigMesh(beast);

  it('finds the parts of a body, with the hips as the root', async () => {
    const { rig } = await work;
    const plan = planOf(rig.anatomy);
    expect([plan.legs.length, plan.tail.length > 0, plan.head >= 0]).toEqual([4, true, true]);
    expect(rig.skeleton.parents[0]).toBe(-1);
    expect(plan.spine[0]).toBe(0);
    expect(rig.skeleton.names[0]).toBe('hips');
    // The plan counts joints as the rig does.
    const { names } = rig.skeleton;
    expect(names[plan.head]).toBe('head');
    for (const foot of plan.feet) expect(names[foot]).toMatch(/Leg|Foot/);
  });

  it('does not mistake a rump for a tail', async () => {
    const { rig } = await rigMesh(sampleCreature('frog').rig.mesh);
    const plan = planOf(rig.anatomy);
    expect([plan.legs.length, plan.tail]).toEqual([4, []]);
  });

  it('gives left and right mirrored joints', async () => {
    const rigged = await work;
    const { rest } = rigged.rig.skeleton;
    const { partner } = rigged.rig.anatomy;
    for (const [j, other] of partner.entries()) {
      if (other < 0) continue;
      expect(rest[j * 3]).toBeCloseTo(-rest[other * 3], 4);
      expect(rest[j * 3 + 1]).toBeCloseTo(rest[other * 3 + 1], 4);
    }
    expect(partner.some((other, j) => other >= 0 && other !== j)).toBe(true);
  });

  it('uses landmarks and their names', async () => {
    const position = [0.18, 0.05, 0.6] as const;
    const { rig } = await rigMesh(beast, { landmarks: [{ position, name: 'pawOfMine' }] });
    const joint = rig.skeleton.names.indexOf('pawOfMine');
    expect([...rig.skeleton.rest.subarray(joint * 3, joint * 3 + 3)]).toEqual([...position].map(Math.fround));
    expect(new Set(rig.skeleton.names).size).toBe(rig.skeleton.names.length);
  });

  it('solves weights for a skeleton that is given, under its own names', async () => {
    const { skeleton } = (await work).rig;
    const given = { ...skeleton, names: skeleton.names.map((_, j) => `part${j}`) };
    const again = await rigMesh(beast, { skeleton: given });
    expect(again.rig.skeleton).toEqual(given);
    expect(again.confidence.every((value) => value === 1)).toBe(true);
    const renamed = await rigMesh(beast, { skeleton: given, names: 'unreal' });
    expect(renamed.rig.skeleton.names[0]).toBe('pelvis');
  });

  it('gives what is no body neutral names and the reason, or refuses it', async () => {
    const ball = createSphere();
    const { rig, findings } = await rigMesh(ball, { names: 'mixamo' });
    const plan = planOf(rig.anatomy);
    expect([kindOf(rig.anatomy), plan.legs, plan.spine]).toEqual(['unknown', [], []]);
    expect(rig.skeleton.names).toEqual(rig.skeleton.names.map((_, j) => `part${j + 1}`));
    expect(findings.find(({ code }) => code === 'unknown-body')).toMatchObject({
      severity: 'warning',
      message: expect.stringMatching(/no head, limbs or tail/),
    });
    await expect(rigMesh(ball, { requireBody: true })).rejects.toThrow(
      /not recognised as a body: no head, limbs or tail/,
    );
  });

  it('stands a mesh up, with landmarks and directions', async () => {
    // The beast on its tail: its forward (+z) points up.
    const lying = { ...beast, positions: beast.positions.map((_, i) => turned(beast.positions, i)) };
    const landmark = { name: 'nose', position: [0, 0.95, -1.7] as const };
    const { rig, findings } = await rigMesh(lying, { up: [0, 0, -1], landmarks: [landmark] });
    expect([kindOf(rig.anatomy), legs(rig.anatomy).length]).toEqual(['quadruped', 4]);
    expect(findings.find(({ code }) => code === 'stood-up')?.message).toMatch(/its -z is \+y now/);
    expect(rig.skeleton.names).toContain('nose');
    const height = (positions: Float32Array) => {
      const heights = Array.from(positions).filter((_, i) => i % 3 === 1);
      return Math.max(...heights) - Math.min(...heights);
    };
    expect(height(rig.mesh.positions)).toBeCloseTo(height(beast.positions), 4);
    await expect(rigMesh(lying, { up: [0, 0, 1], skeleton: rig.skeleton })).rejects.toThrow(
      /cannot be stood up/,
    );
  });

  it('lists the methods for an unknown one', async () => {
    await expect(rigMesh(beast, { method: 'magic' as 'geometric' })).rejects.toThrow(
      /no method "magic"; .* geometric/,
    );
  });

  it('stops when aborted', async () => {
    await expect(rigMesh(beast, { signal: AbortSignal.abort() })).rejects.toThrow(/stopped/);
  });
});

describe('a large mesh', () => {
  const mesh = subdivide(sampleCreature('cat').rig.mesh);

  it('gets the same rig by way of a simplified surface', async () => {
    const whole = await rigMesh(mesh);
    const large = await rigMesh(mesh, { simplifyAbove: 7500 });
    expect(whole.simplified).toBeUndefined();
    expect(large.simplified!.mesh.triangles.length).toBeLessThan(0.5 * mesh.triangles.length);
    expect(large.findings.map(({ code }) => code)).toContain('simplified');
    expect(large.rig.mesh).toBe(mesh);
    expect(large.rig.skeleton.names).toEqual(whole.rig.skeleton.names);
    const diagonal = boxDiagonal(computeBox(mesh.positions));
    const { rest } = whole.rig.skeleton;
    large.rig.skeleton.rest.forEach((x, i) => {
      expect(Math.abs(x - rest[i])).toBeLessThan(0.01 * diagonal);
    });
    // Bent at the neck and at a hip, vertices are at the same positions within a hundredth, in the mean far less.
    const skeleton = large.rig.skeleton;
    const same = createRigSkinner({ mesh, skeleton, skin: whole.rig.skin });
    const other = createRigSkinner(large.rig);
    const plan = planOf(large.rig.anatomy);
    for (const joint of [plan.head, plan.legs[0][0]]) {
      const [a, b] = [same, other].map((skinner) => skinner.pose(bentPose(large.rig, joint, [0.7, 0, 0])));
      const distances = Float64Array.from({ length: a.length / 3 }, (_, v) =>
        Math.hypot(a[v * 3] - b[v * 3], a[v * 3 + 1] - b[v * 3 + 1], a[v * 3 + 2] - b[v * 3 + 2]),
      );
      expect(Math.max(...distances)).toBeLessThan(0.02 * diagonal);
      expect(distances.reduce((sum, d) => sum + d) / distances.length).toBeLessThan(0.001 * diagonal);
    }
  });
});
