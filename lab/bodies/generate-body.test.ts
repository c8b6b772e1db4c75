import { describe, expect, it } from 'vitest';
import { countLimbs } from './count-limbs.js';
import { generateBody } from './generate-body.js';
import { BODY_KINDS } from './kind-table.js';
import type { LabelledBody } from './labelled-body.js';

const bytes = ({ mesh, skeleton, skin }: LabelledBody) => [
  mesh.positions,
  mesh.triangles,
  skeleton?.rest,
  skin?.weights,
];

/** Every kind once, as training draws them; sketched, for time. */
const bodies = [...new Set(BODY_KINDS.map((row) => row.kind)), 'free'].map((kind, i) =>
  generateBody(i, { kind, fused: 0 }),
);

/** Distance of the farthest joint from the surface's box, against the box's diagonal. */
function straying({ mesh, skeleton }: LabelledBody): number {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (const [i, x] of mesh.positions.entries()) {
    box[i % 3] = Math.min(box[i % 3], x);
    box[(i % 3) + 3] = Math.max(box[(i % 3) + 3], x);
  }
  const diagonal = Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
  let worst = 0;
  for (const [i, x] of (skeleton?.rest ?? []).entries()) {
    worst = Math.max(worst, box[i % 3] - x, x - box[(i % 3) + 3]);
  }
  return worst / diagonal;
}

describe('generateBody', () => {
  it('gives the same bytes for the same seed, and others for another', () => {
    expect(bytes(generateBody(7))).toEqual(bytes(generateBody(7)));
    expect(bytes(generateBody(7, { kind: 'dog' }))).not.toEqual(bytes(generateBody(8, { kind: 'dog' })));
  });

  it('makes a valid tree of every kind, with a role and a side for each joint', () => {
    for (const { kind, skeleton, roles, sides, mesh } of bodies) {
      const parents = skeleton?.parents ?? new Int16Array();
      expect(parents[0], kind).toBe(-1);
      for (let j = 1; j < parents.length; j++) expect(parents[j] >= 0 && parents[j] < j, kind).toBe(true);
      expect(roles.length, kind).toBe(parents.length);
      expect(sides.length, kind).toBe(parents.length);
      expect(new Set(skeleton?.names).size, kind).toBe(parents.length);
      expect(mesh.positions.every(Number.isFinite), kind).toBe(true);
      expect(skeleton?.rest.every(Number.isFinite), kind).toBe(true);
    }
  });

  it('keeps joints near the surface', () => {
    for (const body of bodies) expect(straying(body), body.kind).toBeLessThan(0.05);
  });

  it('gives every joint something to move, and rows of weights that sum to 1', () => {
    for (const { kind, skin, roles } of bodies) {
      if (!skin) throw new Error(`${kind} has no skin`);
      const moved = new Set<number>();
      let worst = 0;
      for (let v = 0; v < skin.weights.length; v += skin.influenceCount) {
        let sum = 0;
        for (let k = v; k < v + skin.influenceCount; k++) {
          sum += skin.weights[k];
          if (skin.weights[k] > 0.04) moved.add(skin.joints[k]);
        }
        worst = Math.max(worst, Math.abs(sum - 1));
      }
      expect(worst, kind).toBeLessThan(1e-4);
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
    for (let seed = 0; seed < 30; seed++) {
      expect(held.has(generateBody(seed, { fused: 0 }).kind)).toBe(false);
    }
    expect(held.has(generateBody(1, { heldOut: true, fused: 0 }).kind)).toBe(true);
  });
});
