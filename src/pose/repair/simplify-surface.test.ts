import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { skinMesh } from '../../rig/kinematics/skin-mesh.js';
import { restPose } from '../../rig/rig-records.js';
import { simplifySurface } from './simplify-surface.js';

const { rig } = sampleCreature('dog');

it('keeps a body that is thin enough', () => {
  expect(simplifySurface(rig, rig.mesh.triangles.length / 3)).toBe(rig);
});

it('has fewer triangles, most of those that it may have, out of the vertices of the body', () => {
  const most = Math.floor(rig.mesh.triangles.length / 3 / 4);
  const thin = simplifySurface(rig, most);
  const count = thin.mesh.triangles.length / 3;
  expect(count).toBeLessThanOrEqual(most);
  expect(count).toBeGreaterThan(most / 2);
  const originals = new Set<string>();
  for (let v = 0; v < rig.mesh.positions.length; v += 3) {
    originals.add(rig.mesh.positions.subarray(v, v + 3).join());
  }
  for (let v = 0; v < thin.mesh.positions.length; v += 3) {
    expect(originals.has(thin.mesh.positions.subarray(v, v + 3).join())).toBe(true);
  }
  expect(Math.max(...thin.mesh.triangles)).toBe(thin.mesh.positions.length / 3 - 1);
});

it('bends as the body does', () => {
  const thin = simplifySurface(rig, 400);
  const pose = restPose(rig.skeleton);
  for (let j = 1; j < rig.skeleton.parents.length; j++)
    pose.rotations.set([0.1, 0, 0, Math.sqrt(0.99)], j * 4);
  const whole = skinMesh(rig, pose);
  const posed = skinMesh(thin, pose);
  const rest = new Map<string, number>();
  for (let v = 0; v < rig.mesh.positions.length; v += 3) {
    rest.set(rig.mesh.positions.subarray(v, v + 3).join(), v);
  }
  for (let v = 0; v < posed.length; v += 3) {
    const own = rest.get(thin.mesh.positions.subarray(v, v + 3).join())!;
    for (let k = 0; k < 3; k++) expect(posed[v + k]).toBeCloseTo(whole[own + k], 4);
  }
});
