/**
 * @file Things that are no creature, by the thousand: what the skeleton network learns `nothing` from.
 *
 * Groups are drawn by weight, kinds within a group alike. A third of the things is rough or warped, a third lies in any
 * orientation, and two thirds lose what is hidden inside other pieces, so that neither overlapping pieces nor an upright
 * stance tells a thing from a creature.
 */

import type { Rng } from '../../src/base/rng.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { mergeMeshes } from '../../src/mesh/primitives.js';
import type { LabelledBody } from './labelled-body.js';
import { ABSTRACT_SHAPES } from './things/abstract-shapes.js';
import { BUILDINGS } from './things/buildings.js';
import { CLOTHES } from './things/clothes.js';
import { chance, factor, pick } from './things/draw-choices.js';
import { FOOD } from './things/food.js';
import { FURNITURE } from './things/furniture.js';
import { GOODS } from './things/goods.js';
import { MACHINE_PARTS } from './things/machine-parts.js';
import { type Maker, move, stretch, turn } from './things/mesh-pieces.js';
import { PLANTS } from './things/plants.js';
import { boundsOf, dropHidden, faceOutward, refine, roughen, warp } from './things/reshape.js';
import { TOOLS } from './things/tools.js';
import { VEHICLES } from './things/vehicles.js';
import { VESSELS } from './things/vessels.js';

/** Groups of kinds and how often each is drawn. Furniture first: its legs are the hardest to tell. */
export const THING_GROUPS: readonly {
  readonly name: string;
  readonly weight: number;
  readonly kinds: Readonly<Record<string, Maker>>;
}[] = [
  { name: 'furniture', weight: 22, kinds: FURNITURE },
  { name: 'vehicle', weight: 18, kinds: VEHICLES },
  { name: 'plant', weight: 16, kinds: PLANTS },
  { name: 'vessel', weight: 12, kinds: VESSELS },
  { name: 'shape', weight: 14, kinds: ABSTRACT_SHAPES },
  { name: 'goods', weight: 7, kinds: GOODS },
  { name: 'food', weight: 4, kinds: FOOD },
  { name: 'clothes', weight: 4, kinds: CLOTHES },
  { name: 'tool', weight: 11, kinds: TOOLS },
  { name: 'building', weight: 10, kinds: BUILDINGS },
  { name: 'machine part', weight: 12, kinds: MACHINE_PARTS },
];

/** Kinds that are drawn this many times as often as others of their group. */
const OFTEN: Readonly<Record<string, number>> = { chair: 3, table: 3, car: 3, tree: 2, teapot: 3, lump: 2 };

/** Draws a thing: any kind, or the given one. About one metre, its middle above the origin. */
export function generateThing(rng: Rng, kind?: string): LabelledBody {
  const drawn = kind ?? drawKind(rng);
  const group = THING_GROUPS.find(({ kinds }) => kinds[drawn] !== undefined);
  if (!group) throw new Error(`bodies/generateThing: no such kind, got ${drawn}; see THING_GROUPS`);
  const pieces = group.kinds[drawn](rng).map(faceOutward);
  const mesh = finish(rng, mergeMeshes(chance(rng, 0.66) ? dropHidden(pieces) : pieces));
  return {
    name: `${drawn}-${rng.integer(0x10000).toString(16)}`,
    family: `thing-${drawn}`,
    kind: drawn,
    source: 'things',
    whole: 'nothing',
    counts: { legs: 0, arms: 0, wings: 0, fins: 0, tentacles: 0, tails: 0, heads: 0 },
    mesh,
    roles: [],
    sides: [],
  };
}

function drawKind(rng: Rng): string {
  const groups = THING_GROUPS.flatMap((group) => Array<typeof group>(group.weight).fill(group));
  const { kinds } = pick(rng, groups);
  return pick(
    rng,
    Object.keys(kinds).flatMap((name) => Array<string>(OFTEN[name] ?? 1).fill(name)),
  );
}

/** Proportions, roughness and orientation, drawn for all kinds alike. */
function finish(rng: Rng, made: Mesh): Mesh {
  let mesh = made;
  if (chance(rng, 0.5)) mesh = stretch(mesh, [factor(rng, 1.4), factor(rng, 1.4), factor(rng, 1.4)]);
  const box = boundsOf(mesh);
  const size = Math.max(...[0, 1, 2].map((k) => box[k + 3] - box[k]));
  if (chance(rng, 0.33)) {
    mesh = refine(mesh, size / 8);
    if (chance(rng, 0.5)) mesh = warp(mesh, 0.6, rng);
    else mesh = roughen(mesh, size * rng.range(0.003, 0.03), size * rng.range(0.1, 0.4), rng);
  }
  mesh = orient(rng, mesh);
  const placed = boundsOf(mesh);
  return move(mesh, [-(placed[0] + placed[3]) / 2, -placed[1], -(placed[2] + placed[5]) / 2]);
}

/** Upright and facing along an axis, upright and turned, on one of its sides, or in any orientation. */
function orient(rng: Rng, mesh: Mesh): Mesh {
  const quarter = Math.PI / 2;
  const quarters = () => rng.integer(4) * quarter;
  const draw = rng.next();
  if (draw < 0.5) return turn(mesh, 0, quarters());
  if (draw < 0.67) return turn(mesh, 0, rng.range(0, 4 * quarter));
  if (draw < 0.84) return turn(mesh, quarters(), quarters(), quarters());
  return turn(mesh, rng.range(0, 4 * quarter), rng.range(0, 4 * quarter), rng.range(0, 4 * quarter));
}
