/**
 * @file Makes an animal: description → implicit surface → mesh → weights, colours and limits.
 */

import { PosespaceError } from '../../src/base/errors.js';
import { createRng } from '../../src/base/rng.js';
import { CREATURE_KINDS, type Creature, type CreatureKind } from './creature-record.js';
import { createField } from './field.js';
import { makeHalfMesh, mirrorMesh } from './half-mesh.js';
import { paintBody } from './paint.js';
import { skinBody } from './skin-body.js';
import { SPECIES } from './species.js';

/** Options of `createCreature`. */
export interface CreateCreatureOptions {
  /** Which individual: any integer. */
  readonly seed?: number;
  /**
   * Density of the mesh against the species' own, 0.7 to 1.4: triangles grow with its square. Below 1 parts that
   * come near each other may fuse, a bird's feathers first.
   */
  readonly resolution?: number;
}

/** Defaults of `createCreature`. */
export const CREATE_CREATURE_DEFAULTS = Object.freeze({
  seed: 0,
  resolution: 1,
} as const satisfies CreateCreatureOptions);

/** Makes one individual of a kind. The same kind, seed and resolution give the same bytes. */
export function createCreature(kind: CreatureKind, options: CreateCreatureOptions = {}): Creature {
  const { seed, resolution } = { ...CREATE_CREATURE_DEFAULTS, ...options };
  if (!CREATURE_KINDS.includes(kind)) {
    throw new PosespaceError(
      'bad-usage',
      `creatures/createCreature: no such kind, got ${kind}; use one of ${CREATURE_KINDS.join(', ')}`,
    );
  }
  if (!(resolution >= 0.7 && resolution <= 1.4)) {
    throw new PosespaceError(
      'bad-usage',
      `creatures/createCreature: resolution must lie in 0.7 to 1.4, got ${resolution}`,
    );
  }
  // Kinds draw from different streams: seed 3 of one says nothing about seed 3 of another.
  const rng = createRng(Math.imul(seed, 0x9e3779b1) + CREATURE_KINDS.indexOf(kind));
  const anatomy = SPECIES[kind](rng);
  const { body } = anatomy;
  const cell = anatomy.cell / resolution;
  // Nodes are one cell apart, so what is 1.7 cells thick cannot slip between them in any direction.
  const minRadius = 0.86 * cell;
  const field = createField(body, { ground: anatomy.stands ? 0.4 * cell : undefined, minRadius });
  const half = makeHalfMesh(body, field, cell, minRadius);
  const { mesh, source } = mirrorMesh(half);
  return {
    kind,
    name: `${kind}-${seed}`,
    rig: { mesh, skeleton: body.skeleton, skin: skinBody(body, half, source, cell) },
    limits: body.limits,
    colors: paintBody(body, half, source, anatomy.paints),
    plan: anatomy.plan,
  };
}
