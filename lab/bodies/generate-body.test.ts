import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import { boxDiagonal, computeBox } from '../../src/mesh/box.js';
import type { KindRow } from './body-plan-row.js';
import { checkBody } from './check-body.js';
import { countLimbs } from './count-limbs.js';
import { generateBody, growBody } from './generate-body.js';
import { findHiddenLimbs } from './hidden-limbs.js';
import { BODY_KINDS } from './kind-table.js';
import type { LabelledBody } from './labelled-body.js';
import { drawPlan } from './plan-defaults.js';

const bytes = ({ mesh, skeleton, skin }: LabelledBody) => [
  mesh.positions,
  mesh.triangles,
  skeleton?.rest,
  skin?.weights,
];

/** Every kind once, sketched for time; and how much processor time each took, milliseconds. */
const costs: number[] = [];
const bodies = [...new Set(BODY_KINDS.map((row) => row.kind)), 'free'].map((kind, i) => {
  const start = process.cpuUsage().user;
  const body = generateBody(i, { kind, fused: 0 });
  costs.push((process.cpuUsage().user - start) / 1000);
  return body;
});

/** Distance of the farthest joint from the nearest vertex, against the diagonal of the mesh's box. */
function straying({ mesh, skeleton }: LabelledBody): number {
  const { positions } = mesh;
  const box = computeBox(positions);
  let worst = 0;
  const rest = skeleton?.rest ?? new Float32Array();
  for (let j = 0; j < rest.length; j += 3) {
    let nearest = Infinity;
    for (let v = 0; v < positions.length; v += 3) {
      const square =
        (positions[v] - rest[j]) ** 2 +
        (positions[v + 1] - rest[j + 1]) ** 2 +
        (positions[v + 2] - rest[j + 2]) ** 2;
      if (square < nearest) nearest = square;
    }
    worst = Math.max(worst, nearest);
  }
  return Math.sqrt(worst) / boxDiagonal(box);
}

describe('generateBody', () => {
  it('gives the same bytes for the same seed, and others for another', () => {
    expect(bytes(generateBody(7))).toEqual(bytes(generateBody(7)));
    expect(bytes(generateBody(7, { kind: 'dog' }))).not.toEqual(bytes(generateBody(8, { kind: 'dog' })));
  });

  it('makes a sound body of every kind, with a name for each joint', () => {
    for (const body of bodies) {
      expect(checkBody(body), body.kind).toEqual([]);
      expect(new Set(body.skeleton?.names).size, body.kind).toBe(body.roles.length);
      expect(body.roles[0], body.kind).toBe('hips');
    }
  });

  it('keeps joints near the surface', () => {
    for (const body of bodies) expect(straying(body), body.kind).toBeLessThan(0.22);
  });

  it('gives every joint something to move', () => {
    for (const { kind, skin, roles } of bodies) {
      const moved = new Set(skin?.joints.filter((_, k) => skin.weights[k] > 0.04));
      expect(moved.size, kind).toBe(roles.length);
    }
  });

  it('knows how many limbs each kind has', () => {
    const legs = (kind: string) => bodies.find((body) => body.kind === kind)?.counts;
    expect(legs('horse')).toMatchObject({ legs: 4, arms: 0, wings: 0, tails: 1, heads: 1 });
    expect(legs('human')).toMatchObject({ legs: 2, arms: 2, wings: 0, heads: 1 });
    expect(legs('dressed')).toMatchObject({ legs: 2, arms: 2 });
    expect(legs('dragon')).toMatchObject({ legs: 4, wings: 2, tails: 1 });
    expect(legs('centaur')).toMatchObject({ legs: 4, arms: 2 });
    expect(legs('scorpion')).toMatchObject({ legs: 8, arms: 2, tails: 1 });
    expect(legs('spider')).toMatchObject({ legs: 8, arms: 0, tails: 0 });
    expect(legs('snake')).toMatchObject({ legs: 0, arms: 0, tails: 1, heads: 1 });
    for (const { counts, skeleton, roles, sides } of bodies) {
      expect(counts).toEqual(countLimbs(roles, sides, skeleton?.parents ?? []));
    }
  });

  it('leaves held-out kinds out unless they are wanted', () => {
    const held = new Set(BODY_KINDS.filter((row) => row.heldOut).map((row) => row.kind));
    expect(held.size).toBeGreaterThanOrEqual(6);
    for (let seed = 0; seed < 12; seed++) {
      expect(held.has(generateBody(seed, { fused: 0 }).kind)).toBe(false);
    }
    expect(held.has(generateBody(1, { heldOut: true, fused: 0 }).kind)).toBe(true);
  });

  it('shows what it counts: no limb ends inside the trunk', () => {
    const short = { ...BODY_KINDS.find((row) => row.kind === 'hippo') } as KindRow;
    const rng = createRng(3);
    const plan = drawPlan(rng, { ...short, trunk: { ...short.trunk, height: 0.1 } });
    const hidden = growBody(rng, plan);
    expect(findHiddenLimbs(hidden.builder.build(), hidden.roles).length).toBeGreaterThan(0);
    const seen = growBody(rng, drawPlan(rng, BODY_KINDS[0]));
    expect(findHiddenLimbs(seen.builder.build(), seen.roles)).toEqual([]);
  });

  it('fuses a body into one piece without losing its labels', () => {
    const fused = generateBody(11, { kind: 'elephant', fused: 1 });
    expect(checkBody(fused)).toEqual([]);
    expect(fused.counts).toMatchObject({ legs: 4, tails: 1, heads: 1 });
  });

  it('takes less than 60 ms of processor time in the median', () => {
    const middle = [...costs].sort((a, b) => a - b)[costs.length >> 1];
    expect(middle).toBeLessThan(60);
  });
});
