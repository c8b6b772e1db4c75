/**
 * @file Gives the chains of a skeleton as many joints as an artist would (`detail-counts`), on their own curve
 * (`space-joints`). A detail with exact numbers gives a body plan the same joints in every mesh: under another vertex order,
 * noise, half the triangles, quarter turns 22 of 23 foreign meshes keep their joints; 3 to 11 did with numbers by length.
 * Figures of boxes or of few vertices have one joint per leg on purpose: these get no more than were found.
 *
 * Left and right get the same joints. Landmarks stay.
 */

import { PosespaceError } from '../../base/errors.js';
import { dot, type Vec3 } from '../../math/vector.js';
import { CONFIDENCE } from '../anatomy/confidence.js';
import type { BodyAxes } from '../body-plan/body-axes.js';
import type { BodyKind, FoundBodyPlan, SmallPart } from '../body-plan/body-plan.js';
import { DETAIL_COUNTS, DETAILS, type Detail, type DetailCounts, limitCounts } from './detail-counts.js';
import { pairChains } from './pair-chains.js';
import { placeChain } from './place-chain.js';
import {
  createPlanDraft,
  type DraftExtra,
  finishPlanDraft,
  type PartJoint,
  type PlanDraft,
  type PlannedSkeleton,
  type ReplannedSkeleton,
  removeFromDraft,
} from './plan-draft.js';
import {
  type Chain,
  evenTargets,
  isUnbroken,
  lengthOfChain,
  type Resampler,
  resampleTrunk,
} from './resample-trunk.js';
import { type ChainPoint, measureDeviation, positionAt, spaceJoints } from './space-joints.js';

export interface ResampleChainsOptions {
  /** Joints that are neither moved nor removed. */
  readonly fixed?: ReadonlySet<number>;
  /** Whether chains get no more joints than they have, as in figures of few vertices or of boxes with hinges. */
  readonly isCoarse?: boolean;
  /** Whether the plan may be wrong, as one that was read from the shape alone: numbers of joints are limits then. */
  readonly isDoubtful?: boolean;
  /** Small parts that the body has not: exact details leave out joints that were found for these. */
  readonly absent?: ReadonlySet<SmallPart>;
}

/** The skeleton with the joints of a detail; plan and confidence follow. */
export function resampleChains(
  planned: PlannedSkeleton,
  detail: Detail,
  { fixed, isCoarse = false, isDoubtful = false, absent = new Set() }: ResampleChainsOptions = {},
): ReplannedSkeleton {
  const wanted = DETAIL_COUNTS[detail];
  if (!wanted) {
    throw new PosespaceError(
      'bad-usage',
      `rig/resampleChains: there is no detail "${detail}"; choose one of ${DETAILS.join(', ')}`,
    );
  }
  if (planned.body.kind === 'unknown') {
    return { ...planned, source: Int16Array.from(planned.confidence.keys()) };
  }
  const counts = isDoubtful && detail === 'standard' ? limitCounts(wanted) : wanted;
  const resampler = createResampler(createPlanDraft(planned, fixed), counts.isExact && !isCoarse, planned);
  resampleTrunk(resampler, planned, counts);
  resampleLimbs(resampler, planned, counts);
  const { draft, resample, evenly } = resampler;
  const isAbsent = (part: SmallPart) => counts.isExact && !isCoarse && absent.has(part);
  for (const extra of draft.extras) {
    const isLeft = isAbsent(extra.kind) || (counts.isExact && isDoubtfulSpur(extra, planned.body));
    const targets = isLeft ? [] : evenly(extra.joints, counts.extras[extra.kind]);
    extra.joints = resample(extra.joints, targets);
  }
  if ((!counts.jaw || isAbsent('jaw')) && draft.jaw && !draft.jaw.fixed) {
    removeFromDraft(draft, draft.jaw, draft.jaw.parent);
    draft.jaw = null;
  }
  pairChains(draft);
  return finishPlanDraft(draft, planned);
}

/** Branches that are no part of the plan are rigged from this length on, over the longest side: short ones come and go. */
const LONG_SPUR = 0.25;

function isDoubtfulSpur(extra: DraftExtra, body: FoundBodyPlan): boolean {
  if ((extra.kind !== 'spur' && extra.kind !== 'crest') || extra.joints.length === 0) return false;
  return body.confidence >= CONFIDENCE.certain || !isLong(extra, body, LONG_SPUR);
}

function isLong({ joints }: DraftExtra, { axes }: FoundBodyPlan, share: number): boolean {
  if (joints.length === 0) return false;
  const [{ parent }] = joints;
  return lengthOfChain(parent ? [parent, ...joints] : joints) >= share * axes.size;
}

function createResampler(draft: PlanDraft, grows: boolean, { body }: PlannedSkeleton): Resampler {
  // What was chosen for one side is used for the other: noise in the last digit must not choose differently.
  const chosen = new Map<PartJoint, { readonly points: readonly ChainPoint[]; readonly joints: number }>();
  return {
    draft,
    grows,
    evenly: (chain, { least, most, step }) =>
      evenTargets(
        Math.max(least, Math.min(most, Math.ceil(lengthOfChain(chain) / (step * body.axes.size)) + 1)),
      ),
    resample(chain, targets) {
      const wanted = withLandmarks(chain, targets);
      if (!isUnbroken(chain) || (wanted.length >= chain.length && (!grows || chain.length < 2))) {
        return [...chain];
      }
      const twin = chosen.get(chain[0].partner as PartJoint);
      // Points count joints: on a chain of more joints the same numbers would end halfway.
      const fits = twin?.joints === chain.length && twin.points.length === wanted.length;
      const points = twin && fits ? twin.points : choosePoints(chain, wanted);
      chosen.set(chain[0], { points, joints: chain.length });
      const positions = chain.map(({ position }) => position);
      const placed = points.map((point) => positionAt(positions, point));
      return placeChain(draft, chain, placed);
    },
  };
}

function resampleLimbs(
  { draft, resample, evenly, grows }: Resampler,
  { body }: PlannedSkeleton,
  counts: DetailCounts,
) {
  const isUpright = body.kind === 'biped' && body.plan.arms.length > 0 && body.plan.tail.length === 0;
  const isFish = body.kind === 'fish';
  draft.legs = draft.legs.map((leg) =>
    resample(
      grows ? extendLeg(draft, leg, body.axes) : leg,
      isUpright ? counts.uprightLeg : legTargets(leg, body.kind, counts),
    ),
  );
  draft.arms = draft.arms.map((arm) =>
    resample(arm, body.kind === 'octopus' ? evenly(arm, counts.tentacle) : counts.arm),
  );
  draft.wings = draft.wings.map((wing) =>
    splitRuns(wing).flatMap((run) => resample(run, evenly(run, isFish ? counts.extras.fin : counts.wing))),
  );
}

/** How far a leg of one joint is extended toward the ground. */
const TO_GROUND = 0.9;

/** A leg that was found as one joint, straight down to the ground. */
function extendLeg(draft: PlanDraft, leg: Chain, { up, origin }: BodyAxes): Chain {
  if (leg.length !== 1) return leg;
  const [{ position }] = leg;
  const height = dot(up, position) - dot(up, origin);
  const foot = [0, 1, 2].map((k) => position[k] - TO_GROUND * height * up[k]) as unknown as Vec3;
  return placeChain(draft, leg, [position, foot]);
}

/** A leg that is farther than this from a leg with one knee, over its length, bends twice. */
const BENDS_TWICE = 0.03;

function legTargets(leg: Chain, kind: BodyKind, { leg: [once, twice], isExact }: DetailCounts) {
  // Knee and hock, or knee and ankle, for all but those that walk on two legs.
  if (isExact) return kind === 'biped' || kind === 'bird' ? once : twice;
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

/** Targets enough for the landmarks of a chain. */
function withLandmarks(chain: Chain, targets: readonly number[]): readonly number[] {
  const landmarks = chain.filter(({ fixed }) => fixed).length;
  return landmarks > targets.length ? evenTargets(landmarks) : targets;
}

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
