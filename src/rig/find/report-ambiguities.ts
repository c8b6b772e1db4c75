/** @file Findings about what is ambiguous in a found skeleton, and which landmarks would resolve it. */

import type { Finding } from '../../base/finding.js';
import { branchLength, findBranches } from './curve-branches.js';
import type { DraftJoint } from './draft-joints.js';
import type { PrunedCurve } from './prune-branches.js';
import type { TracedBody } from './trace-body.js';

/** Limbs with log odds below this may be bumps. */
const UNCERTAIN_ODDS = 0.8;
const UNCERTAIN_COUNT = 4;
/** A body whose shortest side is below this fraction of its longest is flat. */
const FLAT = 0.03;
/** A curve shorter than this many radii of the root has no limbs. */
const BLOB_RADII = 1.2;
const ELEMENT_LIMIT = 200;

/** `extent` are the sides of the body's bounding box, the longest 1. */
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
      message: 'The mesh is not symmetric, so left and right were not matched.',
      fix: 'Rig a symmetric rest pose, or give landmarks for both sides.',
    });
  }
  if (body.loopCount > 0) {
    findings.push({
      code: 'loops',
      severity: 'warning',
      message: `The mesh has ${body.loopCount} loop${body.loopCount > 1 ? 's' : ''}: a ring, or limbs that touch; each was cut where it is thinnest.`,
      fix: 'Where limbs touch, rig a rest pose with them apart, or give a landmark at each tip.',
    });
  }
  if (body.grid.partCount > 1) {
    findings.push({
      code: 'bridged-parts',
      severity: 'info',
      message: `The mesh has ${body.grid.partCount} parts that do not touch; they were joined where they are nearest.`,
      fix: 'If a part is joined to the wrong limb, give a landmark where it should be joined.',
    });
  }
  findings.push(...reportLimbs(body, curve, joints));
  if (Math.min(...extent) < FLAT * Math.max(...extent)) {
    findings.push({
      code: 'nearly-flat',
      severity: 'warning',
      message: 'The mesh is nearly flat, so its thickness does not show where bones belong.',
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
  const uncertain = joints.flatMap((joint, j) =>
    joint.kind === 'tip' && joint.odds < UNCERTAIN_ODDS ? [j] : [],
  );
  if (uncertain.length >= UNCERTAIN_COUNT) {
    findings.push({
      code: 'uncertain-limbs',
      severity: 'warning',
      message: `${uncertain.length} of ${odds.size} limbs may be bumps, ears, folds or spikes rather than limbs.`,
      fix: 'Request fewer joints, or give a landmark at the tip of each limb that matters.',
      kind: 'joint',
      elements: uncertain.slice(0, ELEMENT_LIMIT),
      count: uncertain.length,
    });
  }
  const reach = findBranches(tree).reduce((longest, branch) => Math.max(longest, branchLength(branch)), 0);
  if (joints.length < 3 || (odds.size <= 2 && reach < BLOB_RADII * tree.radii[0])) {
    findings.push({
      code: 'no-limbs',
      severity: 'warning',
      message: `No limbs were found: ${joints.length} joints in ${body.grid.partCount} part${body.grid.partCount === 1 ? '' : 's'}.`,
      fix: 'Give landmarks for the joints it should have.',
    });
  }
  return findings;
}
