/**
 * @file Makes a labelled body: a row of the table of kinds → a plan of measures → joints and shapes → mesh and weights →
 * pose and proportions. The same seed and options give the same bytes.
 */

import { PosespaceError } from '../../src/base/errors.js';
import { createRng, type Rng } from '../../src/base/rng.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import type { RoleSide } from '../../src/rig/learned/role-tokens.js';
import type { Rig } from '../../src/rig/rig-records.js';
import { addExtra } from './add-extras.js';
import { applyStance } from './apply-stance.js';
import { createDraft, type Draft } from './body-draft.js';
import type { BodyPlanDraft, KindRow } from './body-plan-row.js';
import { claimVertices } from './claim-vertices.js';
import { combinePlans } from './combine-plans.js';
import { countLimbs } from './count-limbs.js';
import { growArms } from './grow-arms.js';
import { growFins, growTentacles } from './grow-fins.js';
import { growHeads } from './grow-head.js';
import { growLegs } from './grow-legs.js';
import { growTails } from './grow-tail.js';
import { growTrunk } from './grow-trunk.js';
import { growWings } from './grow-wings.js';
import { findHiddenLimbs } from './hidden-limbs.js';
import { BODY_KINDS } from './kind-table.js';
import type { LabelledBody } from './labelled-body.js';
import { meshDraft } from './mesh-draft.js';
import { drawPlan } from './plan-defaults.js';
import { poseDraft } from './pose-draft.js';

/** Options of `generateBody`. */
export interface GenerateBodyOptions {
  /** A kind of the table, or `free` for parts of several; absent: any that is not held out. */
  readonly kind?: string;
  /** Draws from the kinds that training leaves out instead. */
  readonly heldOut?: boolean;
  /** Share of bodies in another pose than the one they were built in, 0 to 1. */
  readonly posed?: number;
  /** Share of bodies whose surface is one piece, 0 to 1; they take longer. */
  readonly fused?: number;
  /** Share of bodies put together from parts of several kinds, 0 to 1, where no kind is given. */
  readonly free?: number;
}

/** Defaults of `generateBody`. */
export const GENERATE_BODY_DEFAULTS = Object.freeze({
  heldOut: false,
  posed: 0.25,
  fused: 0.35,
  free: 0.12,
} as const satisfies GenerateBodyOptions);

/** Makes one body. */
export function generateBody(seed: number | Rng, options: GenerateBodyOptions = {}): LabelledBody {
  const settings = { ...GENERATE_BODY_DEFAULTS, ...options };
  const rng = typeof seed === 'number' ? createRng(Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995) : seed;
  const { kind, plan, draft, built } = growVisibleBody(rng, settings);
  const lowPoly = rng.next() < 0.12;
  const surface = meshDraft(built, draft.tubes, {
    spacing: lowPoly ? rng.range(0.04, 0.07) : rng.range(0.02, 0.032),
    fused: rng.next() < settings.fused,
    sides: lowPoly ? 4 + rng.integer(4) : 24,
    power: rng.next() < 0.25 ? rng.range(2.2, 6) : 2,
  });
  let rig: Rig = { skeleton: built.skeleton, ...surface };
  rig = { ...rig, skin: claimVertices(rig) };
  if (plan.trunk.height > 0) rig = { ...rig, mesh: flattenSoles(rig.mesh) };
  if (rng.next() < settings.posed) rig = poseDraft(rng, rig, draft.roles, rng.range(0.4, 1.2));
  rig = stretch(rng, rig, plan.flat);
  const { roles } = draft;
  const sides = rig.skeleton.names.map(sideOf);
  return {
    name: `${kind}-${typeof seed === 'number' ? seed : rng.integer(1e9)}`,
    family: `generator-${kind}`,
    kind,
    source: 'generator',
    whole: 'body',
    counts: countLimbs(roles, sides, rig.skeleton.parents),
    ...rig,
    roles,
    sides,
  };
}

type Settings = Required<Omit<GenerateBodyOptions, 'kind'>> & Pick<GenerateBodyOptions, 'kind'>;

/** How often a body whose limbs cannot be seen is drawn again; after that it is taken as it is. */
const MOST_TRIES = 6;

function growVisibleBody(rng: Rng, settings: Settings) {
  // One kind for all tries: kinds with many limbs would become rare otherwise.
  const kind = pickKind(rng, settings);
  for (let attempt = 1; ; attempt++) {
    const plan = pickPlan(rng, kind);
    const draft = growBody(rng, plan);
    const built = draft.builder.build();
    if (attempt === MOST_TRIES || findHiddenLimbs(built, draft.roles).length === 0)
      return { kind, plan, draft, built };
  }
}

function pickKind(rng: Rng, { kind, heldOut, free }: Settings): string {
  if (kind !== undefined) return kind;
  if (!heldOut && rng.next() < free) return 'free';
  return pickRow(
    rng,
    BODY_KINDS.filter((row) => (row.heldOut ?? false) === heldOut),
  ).kind;
}

function pickPlan(rng: Rng, kind: string): BodyPlanDraft {
  if (kind === 'free') {
    const rows = BODY_KINDS.filter((row) => !row.heldOut);
    return applyStance(rng, combinePlans(rng, rows));
  }
  const rows = BODY_KINDS.filter((row) => row.kind === kind);
  if (rows.length === 0) {
    throw new PosespaceError('bad-usage', `bodies/generateBody: no such kind, got ${kind}; see BODY_KINDS`);
  }
  return applyStance(rng, drawPlan(rng, pickRow(rng, rows)));
}

function pickRow(rng: Rng, rows: readonly KindRow[]): KindRow {
  let left = rng.next() * rows.reduce((sum, row) => sum + (row.share ?? 1), 0);
  for (const row of rows) {
    left -= row.share ?? 1;
    if (left < 0) return row;
  }
  return rows[rows.length - 1];
}

/** Joints and shapes of a plan. The trunk comes first: the bone of a joint runs to its first child. */
export function growBody(rng: Rng, plan: BodyPlanDraft): Draft {
  const draft = createDraft(rng, plan.gap);
  const trunk = growTrunk(draft, plan.trunk);
  const torso = plan.torso ? growTrunk(draft, plan.torso, trunk) : trunk;
  growHeads(draft, torso, plan.head, plan.neck);
  growTails(draft, trunk, plan.tail);
  const walk = plan.stance === 'walk' ? rng.range(0.1, 0.3) * plan.trunk.height : 0;
  for (const [i, limb] of plan.limbs.entries()) {
    const prefix = plan.limbs.findIndex((other) => other.limb === limb.limb) === i ? '' : `Row${i}`;
    if (limb.limb === 'leg') growLegs(draft, trunk, limb, walk, prefix);
    else if (limb.limb === 'arm') growArms(draft, torso, limb, prefix);
    else if (limb.limb === 'wing') growWings(draft, torso, limb, prefix);
    else if (limb.limb === 'fin') growFins(draft, trunk, limb, prefix);
    else growTentacles(draft, trunk, limb, prefix);
  }
  for (const extra of plan.extras)
    addExtra(draft, extra.extra === 'breasts' || extra.extra === 'cape' ? torso : trunk, extra);
  return draft;
}

/** What would reach into the ground ends on it. */
const flattenSoles = ({ positions, triangles }: Mesh): Mesh => ({
  positions: positions.map((x, i) => (i % 3 === 1 ? Math.max(0, x) : x)),
  triangles,
});

/** A little wider, higher or longer; a flat body is pressed along its depth. */
function stretch(rng: Rng, rig: Rig, flat: number): Rig {
  const size = Math.exp(rng.range(-1, 1));
  const factors = [rng.range(0.9, 1.1) * size, rng.range(0.9, 1.1) * size, rng.range(0.9, 1.1) * size * flat];
  const scaled = (points: Float32Array) => points.map((x, i) => x * factors[i % 3]);
  return {
    ...rig,
    mesh: { ...rig.mesh, positions: scaled(rig.mesh.positions) },
    skeleton: { ...rig.skeleton, rest: scaled(rig.skeleton.rest) },
  };
}

const sideOf = (name: string): RoleSide =>
  name.startsWith('left') ? 'left' : name.startsWith('right') ? 'right' : 'middle';
