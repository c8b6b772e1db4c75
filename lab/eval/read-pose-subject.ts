/**
 * @file Reads a file as a rig to measure poses on: its anatomical skeleton, and its clips as rotations, converted like
 * training data. Clips that move joints by translation are left out, as they are there.
 */

import { type Model, modelRig } from '../../src/io/model.js';
import type { Pose, Skeleton } from '../../src/rig/rig-records.js';
import { PACK_RIG_DEFAULTS } from '../dataset/pack-rig.js';
import { type BodyClips, transferClips } from '../dataset/transfer-clips.js';
import type { IndexRow } from './index-row.js';
import { meanOf } from './means.js';
import { rigToMeasure } from './outcome.js';
import type { PoseSkip } from './pose-outcome.js';
import type { NamedPoses, PoseSubject } from './pose-subject.js';

/** The body of a row, or why it has none; `lender` is the model of the file that it takes its clips from. */
export function readPoseSubject(row: IndexRow, model: Model, lender?: Model): PoseSubject | PoseSkip {
  if (rigToMeasure(row, model) === 'flat rig') return 'flat rig';
  const own = bodyClips(model);
  const other = lender && bodyClips(lender);
  if (!own || (lender && !other)) return 'no mesh, skeleton or skin';
  if ((other ?? own).clips.length === 0) return 'no clips';
  const carried = transferClips(own, other);
  if (!carried) return 'joints are not those of the file that holds its clips';
  const { skeleton, mesh, skin } = carried.body;
  const kept = carried.clips.filter(
    ({ poses, residual }) => residual <= PACK_RIG_DEFAULTS.maxResidual && poses.every(isFinitePose),
  );
  if (kept.length === 0) return 'translations move the joints in all of its clips';
  const hasFlesh = mesh !== undefined && skin !== undefined;
  return {
    skeleton,
    ...(hasFlesh && { rig: { mesh, skeleton, skin } }),
    clips: hasFlesh ? kept : kept.map((clip) => standUp(clip, skeleton)),
    residual: 100 * meanOf(kept.map(({ residual }) => residual))!,
  };
}

function bodyClips(model: Model): BodyClips | undefined {
  const { skeleton, clips } = model;
  return skeleton && { body: modelRig(model) ?? { skeleton }, clips };
}

/** A bare skeleton has its root at zero and its feet below: what lifts it onto the ground is not part of the pose. */
function standUp({ name, poses }: NamedPoses, { rest }: Skeleton): NamedPoses {
  let lowest = Infinity;
  for (let i = 1; i < rest.length; i += 3) lowest = Math.min(lowest, rest[i]);
  return {
    name,
    poses: poses.map(({ rotations, root }) => ({
      rotations,
      root: Float32Array.of(root[0], root[1] + lowest, root[2]),
    })),
  };
}

const isFinitePose = ({ rotations, root }: Pose): boolean =>
  rotations.every(Number.isFinite) && root.every(Number.isFinite);
