/**
 * @file Gives the chains of a skeleton as many joints as an artist would: chains that are divided more finely than the
 * detail allows (`detail-counts`) are resampled on their own curve (`space-joints`). Chains with fewer joints stay as
 * they are: figures of boxes have one joint per leg on purpose.
 *
 * Left and right get the same joints. Landmarks stay.
 */

import { PosespaceError } from '../../base/errors.js';
import { distance } from '../../math/vector.js';
import { type ByLength, DETAIL_COUNTS, DETAILS, type Detail, type DetailCounts } from './detail-counts.js';
import { placeChain } from './place-chain.js';
import {
  createPlanDraft,
  finishPlanDraft,
  type PartJoint,
  type PlanDraft,
  type PlannedSkeleton,
  type ReplannedSkeleton,
  removeFromDraft,
} from './plan-draft.js';
import { type ChainPoint, measureDeviation, positionAt, spaceJoints } from './space-joints.js';

export interface ResampleChainsOptions {
  /** Joints that are neither moved nor removed. */
  readonly fixed?: ReadonlySet<number>;
}

/** A leg that is farther than this from a leg with one knee, over its length, bends twice. */
const BENDS_TWICE = 0.03;
/** A tail's first and last joint are this far from its ends, over its length. */
const TAIL_MARGIN = 0.05;
/** One or two joints of a neck are not at its ends, where chest and head are. */
const NECK = [[0.5], [0.3, 0.9]];

/** The skeleton with the joints of a detail; plan and confidence follow. */
export function resampleChains(
  planned: PlannedSkeleton,
  detail: Detail,
  { fixed }: ResampleChainsOptions = {},
): ReplannedSkeleton {
  const counts = DETAIL_COUNTS[detail];
  if (!counts) {
    throw new PosespaceError(
      'bad-usage',
      `rig/resampleChains: there is no detail "${detail}"; choose one of ${DETAILS.join(', ')}`,
    );
  }
  if (planned.body.kind === 'unknown') {
    return { ...planned, source: Int16Array.from(planned.confidence.keys()) };
  }
  const resampler = createResampler(createPlanDraft(planned, fixed), planned.body.axes.size);
  resampleTrunk(resampler, planned, counts);
  resampleLimbs(resampler, planned, counts);
  const { draft, resample, evenly } = resampler;
  for (const extra of draft.extras) {
    extra.joints = resample(extra.joints, evenly(extra.joints, counts.extras[extra.kind]));
  }
  if (!counts.jaw && draft.jaw && !draft.jaw.fixed) {
    removeFromDraft(draft, draft.jaw, draft.jaw.parent);
    draft.jaw = null;
  }
  return finishPlanDraft(draft, planned);
}

type Chain = readonly PartJoint[];

interface Resampler {
  readonly draft: PlanDraft;
  /** The chain with joints near the targets, if these are fewer; the others leave the draft. */
  readonly resample: (chain: Chain, targets: readonly number[]) => PartJoint[];
  /** Even targets for a chain, as many as its length asks for. */
  readonly evenly: (chain: Chain, count: ByLength) => number[];
}

function createResampler(draft: PlanDraft, size: number): Resampler {
  // What was chosen for one side is used for the other: noise in the last digit must not choose differently.
  const chosen = new Map<PartJoint, readonly ChainPoint[]>();
  return {
    draft,
    evenly: (chain, { least, most, step }) =>
      evenTargets(Math.max(least, Math.min(most, Math.ceil(lengthOf(chain) / (step * size)) + 1))),
    resample(chain, targets) {
      const wanted = withLandmarks(chain, targets);
      if (wanted.length >= chain.length || !isUnbroken(chain)) return [...chain];
      const twin = chosen.get(chain[0].partner as PartJoint);
      const fits = twin?.length === wanted.length && twin.every(({ index }) => index < chain.length - 1);
      const points = twin && fits ? twin : choosePoints(chain, wanted);
      chosen.set(chain[0], points);
      const positions = chain.map(({ position }) => position);
      const placed = points.map((point) => positionAt(positions, point));
      return placeChain(draft, chain, placed);
    },
  };
}

function resampleTrunk(
  { draft, resample, evenly }: Resampler,
  { body }: PlannedSkeleton,
  counts: DetailCounts,
): void {
  const { plan, kind } = body;
  const isLimbless = kind === 'serpent' || plan.legs.length + plan.arms.length + plan.wings.length === 0;
  const neckOf = (chain: Chain) => {
    const targets = evenly(draft.head ? [...chain, draft.head] : chain, counts.neck);
    return NECK[targets.length - 1] ?? targets;
  };
  const tailOf = (chain: Chain) =>
    evenly(chain, counts.tail).map((target) => TAIL_MARGIN + (1 - 2 * TAIL_MARGIN) * target);
  draft.spine = resample(draft.spine, evenly(draft.spine, isLimbless ? counts.serpent : counts.spine));
  draft.neck = resample(draft.neck, isLimbless ? evenly(draft.neck, counts.serpent) : neckOf(draft.neck));
  draft.tail = resample(draft.tail, isLimbless ? evenly(draft.tail, counts.serpent) : tailOf(draft.tail));
}

function resampleLimbs(
  { draft, resample, evenly }: Resampler,
  { body }: PlannedSkeleton,
  counts: DetailCounts,
): void {
  const isUpright = body.kind === 'biped' && body.plan.arms.length > 0 && body.plan.tail.length === 0;
  draft.legs = draft.legs.map((leg) =>
    resample(leg, isUpright ? counts.uprightLeg : legTargets(leg, counts)),
  );
  draft.arms = draft.arms.map((arm) =>
    resample(arm, body.kind === 'octopus' ? evenly(arm, counts.tentacle) : counts.arm),
  );
  draft.wings = draft.wings.map((wing) =>
    splitRuns(wing).flatMap((run) => resample(run, evenly(run, counts.wing))),
  );
}

function legTargets(leg: Chain, { leg: [once, twice] }: DetailCounts): readonly number[] {
  if (leg.length <= once.length) return once;
  const positions = leg.map(({ position }) => position);
  return measureDeviation(positions, spaceJoints(positions, once)) > BENDS_TWICE ? twice : once;
}

/** Runs of a branching chain between its start, its forks and its ends. */
function splitRuns(joints: Chain): PartJoint[][] {
  const own = new Set(joints);
  const childrenIn = (joint: PartJoint) => joints.filter(({ parent }) => parent === joint);
  const starts = joints.filter(({ parent }) => !parent || !own.has(parent) || childrenIn(parent).length > 1);
  return starts.map((start) => {
    const run = [start];
    for (let next = childrenIn(start); next.length === 1; next = childrenIn(next[0])) run.push(next[0]);
    return run;
  });
}

const evenTargets = (count: number): number[] =>
  Array.from({ length: count }, (_, i) => (count > 1 ? i / (count - 1) : 0));

/** Targets enough for the landmarks of a chain. */
function withLandmarks(chain: Chain, targets: readonly number[]): readonly number[] {
  const landmarks = chain.filter(({ fixed }) => fixed).length;
  return landmarks > targets.length ? evenTargets(landmarks) : targets;
}

const isUnbroken = (chain: Chain): boolean =>
  chain.every((joint, i) => i === 0 || joint.parent === chain[i - 1]);

function choosePoints(chain: Chain, targets: readonly number[]): ChainPoint[] {
  if (targets.length === 0) return [];
  const isFixed = ({ fixed, partner }: PartJoint) => fixed || partner?.fixed === true;
  let fixed = new Set(chain.flatMap((joint, i) => (isFixed(joint) ? [i] : [])));
  if (fixed.size > targets.length) fixed = new Set(chain.flatMap((joint, i) => (joint.fixed ? [i] : [])));
  return spaceJoints(
    chain.map(({ position }) => position),
    targets,
    { fixed },
  );
}

function lengthOf(chain: Chain): number {
  let length = 0;
  for (let i = 1; i < chain.length; i++) length += distance(chain[i - 1].position, chain[i].position);
  return length;
}
