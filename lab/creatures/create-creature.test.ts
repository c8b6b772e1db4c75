import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/base/rng.js';
import { findSelfIntersections } from '../../src/mesh/self-intersection.js';
import { createCreature } from './create-creature.js';
import { CREATURE_KINDS, type Creature, type CreatureKind } from './creature-record.js';
import { mirrorJoints } from './skin-body.js';
import { SPECIES } from './species.js';

/** Bytes of everything that a creature is, FNV-1a: changes with any of them. */
function hashOf(creature: Creature): string {
  const { mesh, skeleton, skin } = creature.rig;
  const arrays = [mesh.positions, mesh.triangles, skeleton.rest, skin.joints, skin.weights, creature.colors];
  let hash = 0x811c9dc5;
  for (const array of arrays) {
    for (const byte of new Uint8Array(array.buffer, array.byteOffset, array.byteLength)) {
      hash = Math.imul(hash ^ byte, 0x01000193);
    }
  }
  return (hash >>> 0).toString(16);
}

/** Extent along an axis. */
function extent(positions: Float32Array, axis: number): { low: number; high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (let i = axis; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  return { low, high };
}

/** Each directed edge once and its reverse once: closed, oriented, manifold. Returns V − E + F. */
function expectClosed(triangles: Uint32Array, vertexCount: number): number {
  const edges = new Set<number>();
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const edge = triangles[t + k] * vertexCount + triangles[t + ((k + 1) % 3)];
      if (edges.has(edge)) expect.fail(`edge ${edge} is used twice in one direction`);
      edges.add(edge);
    }
  }
  let open = 0;
  for (const edge of edges) {
    if (!edges.has((edge % vertexCount) * vertexCount + Math.floor(edge / vertexCount))) open++;
  }
  expect(open).toBe(0);
  return vertexCount - edges.size / 2 + triangles.length / 3;
}

/** How often the surface winds around a point: 1 inside, 0 outside (van Oosterom and Strackee 1983). */
function winding({ positions: p, triangles }: Creature['rig']['mesh'], at: ArrayLike<number>): number {
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [i, j, k] = [triangles[t] * 3, triangles[t + 1] * 3, triangles[t + 2] * 3];
    const [ax, ay, az] = [p[i] - at[0], p[i + 1] - at[1], p[i + 2] - at[2]];
    const [bx, by, bz] = [p[j] - at[0], p[j + 1] - at[1], p[j + 2] - at[2]];
    const [cx, cy, cz] = [p[k] - at[0], p[k + 1] - at[1], p[k + 2] - at[2]];
    const a = Math.sqrt(ax * ax + ay * ay + az * az);
    const b = Math.sqrt(bx * bx + by * by + bz * bz);
    const c = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const volume = ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
    const dots =
      (ax * bx + ay * by + az * bz) * c +
      (bx * cx + by * cy + bz * cz) * a +
      (cx * ax + cy * ay + cz * az) * b;
    sum += 2 * Math.atan2(volume, a * b * c + dots);
  }
  return sum / (4 * Math.PI);
}

function checkBody({ rig, colors, limits, plan }: Creature): void {
  const { mesh, skeleton, skin } = rig;
  const count = mesh.positions.length / 3;
  // A tree of parts is a ball: any limb fused to another would be a handle and lower this number.
  expect(expectClosed(mesh.triangles, count)).toBe(2);
  expect(mesh.triangles.length / 3).toBeGreaterThan(3000);
  expect(mesh.triangles.length / 3).toBeLessThan(20000);
  expect(findSelfIntersections(mesh).pairs.length).toBe(0);
  expect(colors.length).toBe(count * 4);

  // Mirror images: every point with x ≠ 0 has a twin with the mirrored weights.
  const key = (v: number, sign: number) =>
    `${sign * mesh.positions[v * 3]},${mesh.positions[v * 3 + 1]},${mesh.positions[v * 3 + 2]}`;
  const byPlace = new Map(Array.from({ length: count }, (_, v) => [key(v, 1).replace('-0,', '0,'), v]));
  const mirror = mirrorJoints(skeleton.names);
  for (let v = 0; v < count; v += 7) {
    const twin = byPlace.get(key(v, -1).replace('-0,', '0,'));
    if (twin === undefined) expect.fail(`vertex ${v} has no mirror image`);
    const row = (u: number, map: (j: number) => number) =>
      [0, 1, 2, 3].map((k) => [map(skin.joints[u * 4 + k]), skin.weights[u * 4 + k]] as const);
    const mine = row(v, (j) => j).filter(([, w]) => w > 0);
    const theirs = new Map(row(twin, (j) => mirror[j]).filter(([, w]) => w > 0));
    for (const [joint, weight] of mine) {
      const other = theirs.get(joint) ?? Number.NaN;
      if (!(Math.abs(other - weight) < 5e-7)) expect.fail(`weights of vertex ${v}: ${weight} and ${other}`);
    }
  }

  for (let v = 0; v < count; v++) {
    let sum = 0;
    for (let k = 0; k < 4; k++) sum += skin.weights[v * 4 + k];
    if (Math.abs(sum - 1) > 1e-5) expect.fail(`weights of vertex ${v} sum to ${sum}`);
  }
  const joints = skeleton.parents.length;
  expect(joints).toBeGreaterThanOrEqual(15);
  expect(joints).toBeLessThanOrEqual(60);
  expect(new Set(skeleton.names).size).toBe(joints);
  expect(skeleton.parents[0]).toBe(-1);
  for (let j = 0; j < joints; j++) {
    if (j > 0) expect(skeleton.parents[j]).toBeLessThan(j);
    const inside = winding(mesh, skeleton.rest.subarray(j * 3, j * 3 + 3));
    if (inside < 0.5) expect.fail(`${skeleton.names[j]} lies outside the body`);
    for (let k = 0; k < 3; k++) expect(limits.lower[j * 3 + k]).toBeLessThan(limits.upper[j * 3 + k]);
  }
  expect(plan.head).toBeGreaterThan(0);
}

describe.each(CREATURE_KINDS)('%s', (kind) => {
  it('is a sound body, as any individual', () => {
    for (const seed of [0, 7]) checkBody(createCreature(kind, { seed }));
  });

  it('has ten different individuals for ten seeds', () => {
    const bodies = Array.from({ length: 10 }, (_, seed) => SPECIES[kind](createRng(seed)).body);
    const { rest } = bodies[0].skeleton;
    const span = Math.hypot(...[0, 1, 2].map((k) => extent(rest, k).high - extent(rest, k).low));
    const girth = (i: number) => {
      const [cone] = bodies[i].shapes.filter((shape) => shape.kind === 'cone');
      return cone.fromRadius;
    };
    for (let a = 0; a < 10; a++) {
      for (let b = 0; b < a; b++) {
        // Another number of joints is difference enough.
        if (bodies[a].skeleton.rest.length !== bodies[b].skeleton.rest.length) continue;
        let most = 0;
        for (const [i, x] of bodies[a].skeleton.rest.entries()) {
          most = Math.max(most, Math.abs(x - bodies[b].skeleton.rest[i]) / span);
        }
        // Another frame by half a per cent of the body, or another build by three.
        expect(Math.max(most / 0.005, Math.abs(girth(a) / girth(b) - 1) / 0.03)).toBeGreaterThan(1);
      }
    }
  });
});

it('gives the same bytes for the same seed, and others for another', () => {
  const first = hashOf(createCreature('fish'));
  expect(hashOf(createCreature('fish'))).toBe(first);
  expect(hashOf(createCreature('fish', { seed: 5 }))).not.toBe(first);
});

it('makes finer and coarser meshes of the same animal', () => {
  const [coarse, fine] = [0.75, 1.2].map((resolution) => createCreature('snake', { resolution }).rig);
  expect(fine.mesh.triangles.length).toBeGreaterThan(1.8 * coarse.mesh.triangles.length);
  expect([...fine.skeleton.rest]).toEqual([...coarse.skeleton.rest]);
});

it('refuses what it does not know', () => {
  expect(() => createCreature('unicorn' as CreatureKind)).toThrow(/unicorn.*biped/);
  expect(() => createCreature('fish', { resolution: 9 })).toThrow(/0.7 to 1.4, got 9/);
});
