/**
 * @file What is wrong with a pose before and after repair, in the rig's own joints and triangles, and findings for
 * what could not be fixed.
 */

import type { Finding } from '../../base/finding.js';
import type { PoseSpace } from '../solve/pose-space.js';
import { type LearnedLimits, limitExcessInto } from '../validate/limit-excess.js';
import { jointsBetween } from './relax-toward-rest.js';
import type { RepairedBody } from './repair-body.js';
import type { BodyFaults, RepairTolerances, RepairTools } from './repair-workspace.js';

export interface PoseFaults {
  /** Area of the triangles that run through others, as a share of the surface at rest. */
  readonly area: number;
  /** Those triangles, ascending. */
  readonly triangles: Uint32Array;
  /** The furthest that a joint is beyond its limits, radians. */
  readonly excess: number;
}

export const toPoseFaults = ({ area, triangles, worstExcess }: BodyFaults): PoseFaults => ({
  area,
  triangles,
  excess: worstExcess,
});

const MOST_ELEMENTS = 200;
const percent = (share: number): string => `${(100 * share).toPrecision(2)} %`;

/** Says so where there is no skin to look at. */
export const reportNoSkin = ({ surface }: RepairTools): Finding[] =>
  surface
    ? []
    : [
        {
          code: 'no-skin',
          severity: 'info',
          message: 'the rig has no mesh that follows it, so only joint limits were repaired',
          fix: 'Give the rig with its mesh and skin.',
        },
      ];

/** Findings about what is left. */
export function reportRemaining(
  space: PoseSpace,
  tools: RepairTools,
  { after, rotations }: RepairedBody,
  tolerances: RepairTolerances,
  isHeld: boolean,
): Finding[] {
  const findings = reportNoSkin(tools);
  if (after.area > tolerances.area) findings.push(reportIntersection(space, tools, after, isHeld));
  if (tools.limits && after.worstExcess > tolerances.excess) {
    findings.push(reportLimitExcess(space, tools.limits, rotations, tolerances.excess, isHeld));
  }
  return findings;
}

function reportIntersection(
  space: PoseSpace,
  tools: RepairTools,
  after: BodyFaults,
  isHeld: boolean,
): Finding {
  const { owners } = tools.surface!;
  const { original, sources } = space.anatomy;
  const [a, b] = [owners[after.pairs[0]], owners[after.pairs[1]]];
  const name = (joint: number) => original.names[sources[joint]];
  const between = jointsBetween(space.rig.parents, a, b);
  const where = a === b ? `at ${name(a)}` : `between ${name(a)} and ${name(b)}`;
  const reason = isHeld
    ? 'handles hold the joints that could part it'
    : a === b || between.length < 2
      ? 'the skin folds there however the joint turns'
      : 'no turn of the joints between parts it';
  return {
    code: 'self-intersection-left',
    severity: 'warning',
    message: `${percent(after.area)} of the surface still runs through itself, ${where}: ${reason}`,
    fix: isHeld ? 'Release a handle or soften it.' : 'Look at the skin weights there.',
    kind: 'triangle',
    elements: Array.from(after.triangles.subarray(0, MOST_ELEMENTS)),
    count: after.triangles.length,
  };
}

function reportLimitExcess(
  space: PoseSpace,
  limits: LearnedLimits,
  rotations: Float64Array,
  tolerance: number,
  isHeld: boolean,
): Finding {
  const excesses = new Float64Array(limits.jointCount * 2);
  limitExcessInto(excesses, limits, rotations);
  const joints = Array.from({ length: limits.jointCount }, (_, j) => j).filter(
    (j) => Math.hypot(excesses[j * 2], excesses[j * 2 + 1]) > tolerance,
  );
  return {
    code: 'joint-limit-left',
    severity: 'warning',
    message: `${joints.length} joints stay beyond their limits: ${isHeld ? 'handles hold them there' : 'the body would run into itself'}`,
    fix: isHeld ? 'Release a handle or soften it.' : 'Widen the limits, or repair without them.',
    kind: 'joint',
    elements: joints.slice(0, MOST_ELEMENTS).map((j) => space.anatomy.sources[j]),
    count: joints.length,
  };
}
