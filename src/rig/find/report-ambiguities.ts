/**
 * @file What is doubtful about a skeleton that was found, and which landmarks would settle it.
 */

import type { Finding } from '../../base/report.js';
import { branchLength, findBranches } from './curve-branches.js';
import type { DraftJoint } from './draft-joints.js';
import type { PrunedCurve } from './prune-branches.js';
import type { TracedBody } from './trace-body.js';

/** Limbs with log odds below this may as well be bumps. */
const DOUBTFUL_ODDS = 0.8;
const DOUBTFUL_COUNT = 4;
/** A body whose least side is below this share of its longest is flat. */
const FLAT = 0.03;
/** A curve shorter than this many radii at the root has no limbs to speak of. */
const BLOB_RADII = 1.2;
const ELEMENT_LIMIT = 200;

/** Findings about the anatomy. `extent` are the sides of the body's box, the longest 1. */
export function reportAmbiguities(
  body: TracedBody,
  curve: PrunedCurve,
  joints: readonly DraftJoint[],
  extent: readonly number[],
): Finding[] {
  const findings: Finding[] = [];
  if (!body.stance.symmetric) {
    findings.push({
      code: 'no-symmetry',
      severity: 'info',
      message: 'The body is not its own mirror image, so left and right were not matched.',
      fix: 'Rig a symmetric rest pose, or give landmarks for both sides.',
    });
  }
  if (body.loopCount > 0) {
    findings.push({
      code: 'loops',
      severity: 'warning',
      message: `The body closes on itself in ${body.loopCount} place${body.loopCount > 1 ? 's' : ''}: a ring, or limbs that touch; each was cut where it is thinnest.`,
      fix: 'Where limbs touch, rig a pose with them apart, or give a landmark at each tip.',
    });
  }
  if (body.grid.partCount > 1) {
    findings.push({
      code: 'bridged-parts',
      severity: 'info',
      message: `The body is in ${body.grid.partCount} parts that do not touch; they were joined where they come nearest.`,
      fix: 'If a part hangs from the wrong limb, give a landmark where it should be joined.',
    });
  }
  findings.push(...reportLimbs(body, curve, joints));
  if (Math.min(...extent) < FLAT * Math.max(...extent)) {
    findings.push({
      code: 'nearly-flat',
      severity: 'warning',
      message: 'The body is nearly flat, so its thickness says nothing about where bones belong.',
      fix: 'Give landmarks for the joints.',
    });
  }
  return findings;
}

function reportLimbs(
  body: TracedBody,
  { tree, odds }: PrunedCurve,
  joints: readonly DraftJoint[],
): Finding[] {
  const findings: Finding[] = [];
  const doubtful = joints.flatMap((joint, j) =>
    joint.kind === 'tip' && joint.odds < DOUBTFUL_ODDS ? [j] : [],
  );
  if (doubtful.length >= DOUBTFUL_COUNT) {
    findings.push({
      code: 'doubtful-limbs',
      severity: 'warning',
      message: `${doubtful.length} of ${odds.size} limbs may be bumps, ears, folds or spikes rather than limbs.`,
      fix: 'Ask for fewer joints, or give a landmark at the tip of each limb that matters.',
      kind: 'joint',
      elements: doubtful.slice(0, ELEMENT_LIMIT),
      count: doubtful.length,
    });
  }
  const reach = findBranches(tree).reduce((longest, branch) => Math.max(longest, branchLength(branch)), 0);
  if (joints.length < 3 || (odds.size <= 2 && reach < BLOB_RADII * tree.radii[0])) {
    findings.push({
      code: 'no-limbs',
      severity: 'warning',
      message: `No limbs were found: the body is one lump (${body.grid.partCount} part, ${joints.length} joints).`,
      fix: 'Give landmarks for the joints it should have.',
    });
  }
  return findings;
}
