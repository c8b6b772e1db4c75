/** @file What a body plan has where its row says nothing. */

import type { Rng } from '../../src/base/rng.js';
import type {
  ArmPlan,
  BodyPlanDraft,
  ExtraPlan,
  FinPlan,
  HeadPlan,
  KindRow,
  LegPlan,
  LimbPlan,
  NeckPlan,
  Stance,
  TailPlan,
  TentaclePlan,
  TrunkPlan,
  WingPlan,
} from './body-plan-row.js';
import { drawRow, type Row } from './draw-row.js';

const TRUNK: Row<TrunkPlan> = {
  height: 1,
  pitch: 0,
  arch: [-0.03, 0.06],
  hips: 0.2,
  waist: 0.2,
  chest: 0.22,
  tall: 1.2,
  wave: 0,
  length: 1,
};

const NECK: Row<NeckPlan> = {
  length: 0.4,
  pitch: 45,
  curve: 0,
  base: 0.14,
  top: 0.1,
  rise: [0.1, 0.5],
  count: 1,
  wave: 0,
  hood: 0,
};

const HEAD: Row<HeadPlan> = {
  size: 0.15,
  pitch: 0,
  tall: [0.85, 1.1],
  long: [0.95, 1.25],
  muzzle: 'snout',
  muzzleLength: 1.2,
  ears: 'none',
  earSize: [0.6, 1.1],
  horns: 'none',
  hornSize: [0.6, 1.6],
  eyes: [0, 1],
  top: 'none',
  jaw: 0.3,
};

const TAIL: Row<TailPlan> = {
  length: 0.6,
  pitch: [-50, 10],
  curl: [-30, 30],
  wave: 0,
  coil: 0,
  base: 0.06,
  tip: 0.02,
  form: 'taper',
  end: 'none',
  joints: 4,
  count: 1,
};

const LEG: Row<LegPlan> = {
  limb: 'leg',
  rank: 'hind',
  pairs: 1,
  at: 0.05,
  end: 0.05,
  wide: [0.5, 0.75],
  drop: [0.1, 0.4],
  reach: [-0.02, 0.06],
  step: [-0.08, 0.08],
  fan: 0,
  kneeAt: [0.42, 0.5],
  knee: [0.03, 0.08],
  ankleAt: [0.84, 0.92],
  ankle: [-0.05, -0.01],
  bend: 'forward',
  thigh: 0.1,
  shin: 0.05,
  foot: 'paw',
  footSize: 0.1,
  length: 0,
  swing: 0,
};

const ARM: Row<ArmPlan> = {
  limb: 'arm',
  pairs: 1,
  at: [0.84, 0.92],
  wide: [0.75, 0.95],
  drop: [-0.1, 0.1],
  length: 1.1,
  pose: 'down',
  upper: 0.08,
  lower: 0.06,
  hand: 'mitten',
  handSize: 0.14,
};

const WING: Row<WingPlan> = {
  limb: 'wing',
  pairs: 1,
  at: [0.75, 0.9],
  wide: [0.5, 0.8],
  rise: [0.3, 0.7],
  length: 1.6,
  chord: 0.6,
  pose: 'spread',
  form: 'feather',
};

const FIN: Row<FinPlan> = {
  limb: 'fin',
  place: 'side',
  pairs: 1,
  at: 0.7,
  length: 0.3,
  chord: 0.2,
  sweep: [0.3, 0.8],
  droop: [-10, 50],
};

const TENTACLE: Row<TentaclePlan> = {
  limb: 'tentacle',
  count: 8,
  at: 0,
  ring: 0.7,
  aim: 'down',
  length: 1.5,
  girth: 0.12,
  curl: [-60, 60],
};

const EXTRA: Row<Omit<ExtraPlan, 'extra'>> = { at: 0.5, size: [0.7, 1.3] };

const LIMBS = { leg: LEG, arm: ARM, wing: WING, fin: FIN, tentacle: TENTACLE } as const;

type AnyRow = Row<Record<string, never>>;

/** Row over defaults, drawn. */
const draw = <T>(rng: Rng, defaults: Row<T>, row: object): T | undefined =>
  drawRow<T>(rng, { ...(defaults as object), ...row } as unknown as Row<T>);

/** Draws the plan of one individual of a kind. */
export function drawPlan(rng: Rng, row: KindRow): BodyPlanDraft {
  const some = <T>(defaults: Row<T>, part: object | undefined) => part && draw<T>(rng, defaults, part);
  return {
    stance: drawRow<string>(rng, row.stance ?? 'stand') as Stance,
    trunk: draw<TrunkPlan>(rng, TRUNK, row.trunk) as TrunkPlan,
    torso: some<TrunkPlan>(TRUNK, row.torso),
    neck: some<NeckPlan>(NECK, row.neck),
    head: some<HeadPlan>(HEAD, row.head),
    tail: some<TailPlan>(TAIL, row.tail),
    limbs: (row.limbs ?? []).flatMap(
      (limb) =>
        draw<LimbPlan>(rng, LIMBS[limb.limb as LimbPlan['limb']] as unknown as Row<LimbPlan>, limb) ?? [],
    ),
    extras: (row.extras ?? []).flatMap(
      (extra) => draw<ExtraPlan>(rng, EXTRA as unknown as Row<ExtraPlan>, extra) ?? [],
    ),
    flat: drawRow<number>(rng, (row.flat ?? 1) as unknown as AnyRow & number),
    gap: drawRow<number>(rng, (row.gap ?? 0) as unknown as AnyRow & number),
  };
}
