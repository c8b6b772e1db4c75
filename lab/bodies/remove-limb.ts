/** @file Takes limbs off a body: a pair of wings, the tail, the arms, ears, horns. The hole stays open or is closed by its rim. */

import type { Rng } from '../../src/base/rng.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import type { Skin } from '../../src/rig/rig-records.js';
import { countLimbs } from './count-limbs.js';
import type { LabelledBody } from './labelled-body.js';
import { type LimbGroup, limbJoints, limbStarts } from './limb-groups.js';
import { type BodyMeasures, measureBody } from './measure-rigged-body.js';
import { chance, pick } from './things/draw-choices.js';

/** Limbs that a body is still a body without. */
const REMOVABLE: readonly LimbGroup[] = ['wings', 'tail', 'arms', 'ears', 'horns', 'fins'];

/** The body without one group of its limbs, any or the given one; undefined where it has none. */
export function removeLimb(body: LabelledBody, rng: Rng, group?: LimbGroup): LabelledBody | undefined {
  const measures = measureBody(body);
  if (!measures) return undefined;
  const groups = (group ? [group] : REMOVABLE).filter((one) => limbStarts(measures, one).length > 0);
  if (groups.length === 0) return undefined;
  const drawn = pick(rng, groups);
  const removed = new Set(limbStarts(measures, drawn).flatMap((start) => limbJoints(measures, start)));
  return dropJoints(measures, removed, chance(rng, 0.6), `${body.kind} without ${drawn}`);
}

/** The body without some joints and the surface that follows them; `close` fills the holes. */
export function dropJoints(
  measures: BodyMeasures,
  removed: ReadonlySet<number>,
  close: boolean,
  kind: string,
): LabelledBody | undefined {
  const { body, dominant } = measures;
  const { skeleton, skin, roles, sides, mesh } = body;
  const goes = (t: number) =>
    [0, 1, 2].filter((k) => removed.has(dominant[mesh.triangles[t + k]])).length >= 2;
  const [kept, gone]: [number[], number[]] = [[], []];
  for (let t = 0; t < mesh.triangles.length; t += 3)
    (goes(t) ? gone : kept).push(mesh.triangles[t], mesh.triangles[t + 1], mesh.triangles[t + 2]);
  if (kept.length < 0.2 * mesh.triangles.length) return undefined;

  const order = [...skeleton.parents.keys()].filter((j) => !removed.has(j));
  if (order.length < 2) return undefined;
  const number = new Int32Array(skeleton.parents.length);
  for (const j of skeleton.parents.keys())
    number[j] = removed.has(j) ? number[skeleton.parents[j]] : order.indexOf(j);
  const take = (values: Float32Array, width: number) =>
    Float32Array.from(order.flatMap((j) => [...values.subarray(j * width, (j + 1) * width)]));
  const parents = Int16Array.from(order, (j) => (j === 0 ? -1 : number[skeleton.parents[j]]));
  const cut = {
    mesh: { positions: mesh.positions, triangles: Uint32Array.from(kept) },
    skin: { ...skin, joints: skin.joints.map((j) => number[j]) },
  };
  const [newRoles, newSides] = [order.map((j) => roles[j]), order.map((j) => sides[j])];
  return {
    ...body,
    kind,
    ...dropUnusedVertices(close ? closeRims(cut.mesh, cut.skin, gone) : cut),
    skeleton: {
      names: order.map((j) => skeleton.names[j]),
      parents,
      rest: take(skeleton.rest, 3),
      frames: take(skeleton.frames, 4),
    },
    roles: newRoles,
    sides: newSides,
    ...(body.counts && { counts: countLimbs(newRoles, newSides, parents) }),
  };
}

interface Surface {
  readonly mesh: Mesh;
  readonly skin: Skin;
}

/** Fills the holes that the removed triangles left: each run of rim edges is joined to its middle. */
function closeRims(mesh: Mesh, skin: Skin, gone: readonly number[]): Surface {
  const place = weldKeys(mesh);
  const edges = new Map<string, [number, number]>();
  for (let t = 0; t < mesh.triangles.length; t++) {
    const [a, b] = [mesh.triangles[t], mesh.triangles[t % 3 === 2 ? t - 2 : t + 1]];
    edges.set(`${place[a]} ${place[b]}`, [a, b]);
  }
  const rim: [number, number][] = [];
  for (let t = 0; t < gone.length; t++) {
    const edge = edges.get(`${place[gone[t % 3 === 2 ? t - 2 : t + 1]]} ${place[gone[t]]}`);
    if (edge) rim.push(edge);
  }
  const group = groupEdges(rim, place);
  const positions = [...mesh.positions];
  const triangles = [...mesh.triangles];
  const [joints, weights] = [[...skin.joints], [...skin.weights]];
  const width = skin.influenceCount;
  for (const run of new Set(group.values())) {
    const own = rim.filter(([a]) => group.get(place[a]) === run);
    if (own.length < 3) continue;
    const middle = positions.length / 3;
    for (let k = 0; k < 3; k++)
      positions.push(own.reduce((sum, [a]) => sum + mesh.positions[a * 3 + k], 0) / own.length);
    joints.push(...skin.joints.subarray(own[0][0] * width, (own[0][0] + 1) * width));
    weights.push(...skin.weights.subarray(own[0][0] * width, (own[0][0] + 1) * width));
    for (const [a, b] of own) triangles.push(b, a, middle);
  }
  return {
    mesh: { positions: Float32Array.from(positions), triangles: Uint32Array.from(triangles) },
    skin: { joints: Uint16Array.from(joints), weights: Float32Array.from(weights), influenceCount: width },
  };
}

/** One number per place: files split vertices along seams. */
function weldKeys({ positions }: Mesh): Uint32Array {
  const seen = new Map<string, number>();
  return Uint32Array.from({ length: positions.length / 3 }, (_, v) => {
    const key = `${positions[v * 3]} ${positions[v * 3 + 1]} ${positions[v * 3 + 2]}`;
    const known = seen.get(key) ?? seen.size;
    seen.set(key, known);
    return known;
  });
}

/** Which run each place of the rim belongs to, by union and find. */
function groupEdges(rim: readonly (readonly [number, number])[], place: Uint32Array): Map<number, number> {
  const parent = new Map<number, number>();
  const find = (x: number): number => {
    const up = parent.get(x) ?? x;
    return up === x ? x : find(up);
  };
  for (const [a, b] of rim) parent.set(find(place[a]), find(place[b]));
  return new Map(rim.flatMap(([a, b]) => [place[a], place[b]]).map((p) => [p, find(p)]));
}

function dropUnusedVertices({ mesh, skin }: Surface): Surface {
  const index = new Int32Array(mesh.positions.length / 3).fill(-1);
  const used: number[] = [];
  for (const v of mesh.triangles) if (index[v] < 0) index[v] = used.push(v) - 1;
  const take = <T extends Float32Array | Uint16Array>(from: T, to: T, width: number): T => {
    for (const [n, v] of used.entries())
      for (let k = 0; k < width; k++) to[n * width + k] = from[v * width + k];
    return to;
  };
  const width = skin.influenceCount;
  return {
    mesh: {
      positions: take(mesh.positions, new Float32Array(used.length * 3), 3),
      triangles: mesh.triangles.map((v) => index[v]),
    },
    skin: {
      joints: take(skin.joints, new Uint16Array(used.length * width), width),
      weights: take(skin.weights, new Float32Array(used.length * width), width),
      influenceCount: width,
    },
  };
}
