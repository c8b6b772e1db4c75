import { expect, it } from 'vitest';
import { createBody, SIDES } from './body.js';
import { createField } from './field.js';
import { makeHalfMesh, mirrorMesh } from './half-mesh.js';
import { mirrorJoints, skinBody } from './skin-body.js';

/** A trunk with two legs that hang close beside each other. */
function twoLegs() {
  const b = createBody();
  const hips = b.joint('hips', -1, [0, 1, 0], [0, 1.3, 0]);
  const trunk = b.part(undefined, [0, 0, 0], 1, 0);
  trunk.cone(hips, [0, 1, 0], [0, 1.3, 0], [0.2, 0.15]);
  for (const side of SIDES) {
    const [upper, lower] = b.chain([side.name('Upper'), side.name('Lower')], hips, [
      side.at(0.12, 0.95, 0),
      side.at(0.12, 0.5, 0),
      side.at(0.12, 0.1, 0),
    ]);
    const part = b.part(trunk, side.at(0.12, 0.95, 0), 0.2, 0.05);
    part.cone(upper, side.at(0.12, 0.95, 0), side.at(0.12, 0.5, 0), [0.085, 0.08]);
    part.cone(lower, side.at(0.12, 0.5, 0), side.at(0.12, 0.1, 0), [0.08, 0.07]);
  }
  const body = b.build();
  const half = makeHalfMesh(body, createField(body, { minRadius: 0.02 }), 0.03, 0.02);
  const { mesh, source } = mirrorMesh(half);
  return { body, mesh, skin: skinBody(body, half, source, 0.03) };
}

const { body, mesh, skin } = twoLegs();
const weightOf = (v: number, name: string) => {
  const joint = body.skeleton.names.indexOf(name);
  let sum = 0;
  for (let k = 0; k < 4; k++) if (skin.joints[v * 4 + k] === joint) sum += skin.weights[v * 4 + k];
  return sum;
};

it('gives a leg nothing of the other leg', () => {
  for (let v = 0; v < mesh.positions.length / 3; v++) {
    if (mesh.positions[v * 3 + 1] > 0.7) continue;
    const other = mesh.positions[v * 3] > 0 ? 'right' : 'left';
    expect(weightOf(v, `${other}Upper`) + weightOf(v, `${other}Lower`)).toBe(0);
  }
});

it('passes from bone to bone smoothly, half and half at the joint', () => {
  for (let v = 0; v < mesh.positions.length / 3; v++) {
    const [x, y] = [mesh.positions[v * 3], mesh.positions[v * 3 + 1]];
    if (x < 0 || y > 0.75) continue;
    const lower = weightOf(v, 'leftLower');
    if (y > 0.68) expect(lower).toBeLessThan(0.05);
    if (y < 0.32) expect(lower).toBeGreaterThan(0.95);
    if (Math.abs(y - 0.5) < 0.004) expect(Math.abs(lower - 0.5)).toBeLessThan(0.2);
  }
});

it('pairs joints by name', () => {
  expect([...mirrorJoints(['hips', 'leftA', 'rightA', 'leftOnly'])]).toEqual([0, 2, 1, 3]);
});
