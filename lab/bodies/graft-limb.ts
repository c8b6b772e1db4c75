/**
 * @file Puts a limb of one body on another: wings and arms at the chest, a tail at the hips, legs along the belly, ears,
 * horns or another head on top. One side is taken and mirrored, scaled by the two bodies' sizes; the cut stays open,
 * hidden inside the other body.
 */

import type { Rng } from '../../src/base/rng.js';
import { add, distance, lerp, scale, subtract, type Vec3 } from '../../src/math/vector.js';
import type { Role } from '../../src/rig/learned/role-tokens.js';
import { countLimbs } from './count-limbs.js';
import { joinPiece } from './join-piece.js';
import type { LabelledBody } from './labelled-body.js';
import { type LimbGroup, limbJoints, limbStarts } from './limb-groups.js';
import {
  type BodyMeasures,
  findJoint,
  girthOf,
  jointAt,
  jointsOf,
  measureBody,
  type RiggedBody,
  reachAlong,
} from './measure-rigged-body.js';
import { dropJoints } from './remove-limb.js';
import { type LooseLimb, mapLimb, takeLimb } from './take-limb.js';
import { chance, factor } from './things/draw-choices.js';

/** Where a limb goes: the joint that carries it, the place of its start on the left or in the middle, and its scale. */
interface Place {
  readonly joint: number;
  readonly at: Vec3;
  readonly scale: number;
}

type Placing = (body: BodyMeasures, donor: BodyMeasures, limb: LooseLimb, rng: Rng) => Place | undefined;

/** How far a limb reaches from its start. */
const lengthOfLimb = ({ rest, mesh }: LooseLimb): number => {
  let most = 0;
  for (let v = 0; v < mesh.positions.length; v += 3)
    most = Math.max(
      most,
      Math.hypot(
        mesh.positions[v] - rest[0][0],
        mesh.positions[v + 1] - rest[0][1],
        mesh.positions[v + 2] - rest[0][2],
      ),
    );
  return most;
};

/** A place on the side of the trunk between hips (0) and chest (1), raised towards the back by a share of the thickness. */
function sideOfTrunk(body: BodyMeasures, share: number, raise: number): { joint: number; at: Vec3 } {
  const trunk = jointsOf(body, 'hips', 'spine', 'chest').filter((j) => body.vertices[j].length > 0);
  const wanted = lerp(jointAt(body, body.hips), jointAt(body, body.chest), share);
  const joint = trunk.reduce(
    (best, j) => (distance(jointAt(body, j), wanted) < distance(jointAt(body, best), wanted) ? j : best),
    body.chest,
  );
  const wide = Math.min(reachAlong(body, [joint], wanted, [1, 0, 0]), 0.2 * body.size);
  const back: Vec3 = body.upright ? [0, 0, -1] : [0, 1, 0];
  const thick = Math.min(reachAlong(body, [joint], wanted, back), 0.2 * body.size);
  return { joint, at: add(add(wanted, [0.6 * wide, 0, 0]), scale(back, raise * thick)) };
}

const besize = (body: BodyMeasures, donor: BodyMeasures, rng: Rng) =>
  (body.size / donor.size) * factor(rng, 1.4);

const PLACINGS: Readonly<Record<LimbGroup, Placing>> = {
  wings: (body, donor, _, rng) =>
    jointsOf(body, 'wing').length > 0
      ? undefined
      : { ...sideOfTrunk(body, rng.range(0.7, 1), rng.range(0.4, 0.8)), scale: besize(body, donor, rng) },
  arms: (body, donor, limb, rng) => {
    const arms = limbStarts(body, 'arms');
    if (arms.length > 2) return undefined;
    // A second pair of arms sits below the first; on four legs they sit where a centaur's do.
    const share = arms.length > 0 ? rng.range(0.3, 0.65) : rng.range(0.85, 1);
    const length = rng.range(0.25, 0.55) * body.size;
    return {
      ...sideOfTrunk(body, share, arms.length > 0 ? 0 : 0.2),
      scale: arms.length > 0 ? besize(body, donor, rng) : length / lengthOfLimb(limb),
    };
  },
  legs: (body, _, limb) => {
    const legs = limbStarts(body, 'legs').length;
    if (body.upright || legs > 8) return undefined;
    const place = sideOfTrunk(body, legs === 2 ? 0.9 : legs === 0 ? 0.3 : 0.5, -0.3);
    const foot = Math.min(...limb.mesh.positions.filter((_value, k) => k % 3 === 1));
    // Feet on the ground: the lowest point of the limb meets the lowest of the body, or hangs as far below as it is thick.
    const drop = legs > 0 ? place.at[1] - body.box[1] : 0.4 * (body.box[4] - body.box[1]);
    return { ...place, scale: drop / Math.max(1e-6, limb.rest[0][1] - foot) };
  },
  tail: (body, donor, _, rng) => {
    if (jointsOf(body, 'tail').length > 0) return undefined;
    const at = jointAt(body, body.hips);
    const back = Math.min(reachAlong(body, [body.hips], at, [0, 0, -1]), 0.3 * body.size);
    return { joint: body.hips, at: add(at, [0, 0, -0.7 * back]), scale: besize(body, donor, rng) };
  },
  ears: (body, donor, limb, rng) => placeOnHead('ear', body, donor, limb, rng),
  horns: (body, donor, limb, rng) => placeOnHead('horn', body, donor, limb, rng),
  fins: (body, donor, _, rng) =>
    jointsOf(body, 'fin').length > 0 || !isLegless(body)
      ? undefined
      : { ...sideOfTrunk(body, rng.range(0.4, 0.9), 0), scale: besize(body, donor, rng) },
  head: () => undefined,
};

const isLegless = (body: BodyMeasures) => limbStarts(body, 'legs').length === 0;

/** Keeps the offset from the donor's head, by the ratio of the two heads' thickness. */
function placeOnHead(
  role: Role,
  body: BodyMeasures,
  donor: BodyMeasures,
  limb: LooseLimb,
  rng: Rng,
): Place | undefined {
  const [to, from] = [findJoint(body, 'head'), findJoint(donor, 'head')];
  if (to === undefined || from === undefined || jointsOf(body, role).length > 0) return undefined;
  const ratio = girthOf(body, to) / girthOf(donor, from);
  const offset = subtract(limb.rest[0], jointAt(donor, from));
  return { joint: to, at: add(jointAt(body, to), scale(offset, ratio)), scale: ratio * factor(rng, 1.4) };
}

/** Order in which an extra pair of legs is named by what legs are there. */
const LEG_ROWS: Readonly<Record<string, string>> = { '0': 'hind', '2': 'front', more: 'middle' };

function renameLegs(role: Role, row: string): Role {
  return role.replace(/^(front|middle|hind)(?=[UFL])/, row) as Role;
}

/** The body with a limb of the donor, any that fits or the given group; undefined where none does. Both must face +Z. */
export function graftLimb(
  body: LabelledBody,
  donor: LabelledBody,
  rng: Rng,
  group?: LimbGroup,
): LabelledBody | undefined {
  const [to, from] = [measureBody(body), measureBody(donor)];
  if (!to || !from || body.whole !== 'body' || donor.whole !== 'body') return undefined;
  const groups = Object.keys(PLACINGS) as LimbGroup[];
  const start = rng.integer(groups.length);
  const order = group ? [group] : groups.map((_, k) => groups[(start + k) % groups.length]);
  for (const one of order) {
    const made = one === 'head' ? graftHead(to, from, rng) : graftPair(to, from, one, rng);
    if (made) return made;
  }
  return undefined;
}

function graftPair(
  body: BodyMeasures,
  donor: BodyMeasures,
  group: LimbGroup,
  rng: Rng,
): LabelledBody | undefined {
  const starts = limbStarts(donor, group).filter((j) =>
    group === 'tail' ? true : donor.body.sides[j] !== 'middle',
  );
  if (starts.length === 0) return undefined;
  const start = starts[rng.integer(starts.length)];
  const taken = takeLimb(donor, start);
  if (!taken) return undefined;
  const limb = donor.body.sides[start] === 'right' ? mapLimb(taken, ([x, y, z]) => [-x, y, z], true) : taken;
  const place = PLACINGS[group](body, donor, limb, rng);
  if (!place || !(place.scale > 0.02 && place.scale < 50)) return undefined;
  const root = limb.rest[0];
  const moved = mapLimb(limb, (p) => add(place.at, scale(subtract(p, root), place.scale)));
  const legs = limbStarts(body, 'legs').length;
  const row = LEG_ROWS[legs] ?? LEG_ROWS.more;
  const named =
    group === 'legs' ? { ...moved, roles: moved.roles.map((role) => renameLegs(role, row)) } : moved;
  const center = jointAt(body, place.joint)[0];
  const limbs =
    group === 'tail' ? [named] : [named, mapLimb(named, ([x, y, z]) => [2 * center - x, y, z], true)];
  return limbs.reduce<LabelledBody>((all, one) => joinLimb(all as RiggedBody, one, place.joint), {
    ...body.body,
    kind: `${body.body.kind} with ${group}`,
  });
}

/** Another head instead of the body's own, or one more on each side of it. */
function graftHead(body: BodyMeasures, donor: BodyMeasures, rng: Rng): LabelledBody | undefined {
  const [own, other] = [limbStarts(body, 'head')[0], limbStarts(donor, 'head')[0]];
  if (own === undefined || other === undefined) return undefined;
  const limb = takeLimb(donor, other);
  const old = takeLimb(body, own);
  if (!limb || !old || !limb.roles.includes('head')) return undefined;
  const joint = body.body.skeleton.parents[own];
  const at = jointAt(body, own);
  const ratio = (lengthOfLimb(old) / lengthOfLimb(limb)) * factor(rng, 1.3);
  const placed = (offset: number, turn: number) =>
    mapLimb(limb, (p) => {
      const [x, y, z] = scale(subtract(p, limb.rest[0]), ratio);
      const [c, s] = [Math.cos(turn), Math.sin(turn)];
      return add(at, [offset + c * x + s * z, y, c * z - s * x]);
    });
  if (chance(rng, 0.85)) {
    const bare = dropJoints(
      body,
      new Set(limbJoints(body, own)),
      false,
      `${body.body.kind} with the head of a ${donor.body.kind}`,
    );
    // The head's joints come after the one that carries it, whose number stays.
    return bare && joinLimb(bare as RiggedBody, placed(0, 0), joint);
  }
  const wide = girthOf(body, own) * rng.range(0.7, 1.5);
  const heads = [-1, 1];
  return heads.reduce<LabelledBody>(
    (all, side) => joinLimb(all as RiggedBody, placed(side * wide, side * 0.35), joint),
    { ...body.body, kind: `${body.body.kind} with three heads` },
  );
}

/** The body with the limb's joints below one of its own, and the limb's surface bound to them. */
function joinLimb(body: RiggedBody, limb: LooseLimb, joint: number): LabelledBody {
  const { skeleton, roles, sides, counts } = body;
  const first = skeleton.parents.length;
  const names = new Set(skeleton.names);
  const nameOf = (name: string): string => (names.has(name) ? nameOf(`${name}+`) : name);
  const parents = Int16Array.from([
    ...skeleton.parents,
    ...limb.parents.map((p) => (p < 0 ? joint : first + p)),
  ]);
  const frames = new Float32Array(parents.length * 4);
  frames.set(skeleton.frames);
  for (let j = first; j < parents.length; j++) frames[j * 4 + 3] = 1;
  const allRoles = [...roles, ...limb.roles];
  const allSides = [...sides, ...limb.sides];
  let vertex = 0;
  const joined = joinPiece(body, limb.mesh, () =>
    limb.bindings[vertex++].map(([j, weight]) => [first + j, weight]),
  );
  return {
    ...joined,
    skeleton: {
      names: [...skeleton.names, ...limb.names.map(nameOf)],
      parents,
      rest: Float32Array.from([...skeleton.rest, ...limb.rest.flat()]),
      frames,
    },
    roles: allRoles,
    sides: allSides,
    ...(counts && { counts: countLimbs(allRoles, allSides, parents) }),
  };
}
