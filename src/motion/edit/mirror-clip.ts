/**
 * @file Mirrors a clip: left and right are swapped.
 *
 * Partners across the middle are found by place (`normaliseRig`), or given. Only signs change, so that mirroring twice
 * gives the same bytes.
 */

import { requireInput } from '../../base/errors.js';
import { mirrorAxis, normaliseRig } from '../../pose/records/normalise-rig.js';
import type { Pose, Skeleton } from '../../rig/rig-records.js';
import { type Clip, inheritSource } from '../clip.js';

/** Options of `mirrorClip`. */
export interface MirrorClipOptions {
  /** The joint across the middle, −1 where there is none; absent: found by place. [J] */
  readonly partners?: ArrayLike<number>;
  /** The axis across the body, 0 for x or 2 for z; absent: the one between partners. */
  readonly axis?: 0 | 2;
}

/** The mirror image of a clip: left and right are swapped. */
export function mirrorClip(clip: Clip, skeleton: Skeleton, options: MirrorClipOptions = {}): Clip {
  const rig = normaliseRig({ skeleton });
  const partners = options.partners ?? rig.partners;
  requireInput(
    partners.length === skeleton.parents.length,
    `motion/mirrorClip: needs a partner for each of ${skeleton.parents.length} joints, got ${partners.length}`,
  );
  const axis = options.axis ?? mirrorAxis(rig);
  const from = Int32Array.from(partners, (other, j) => (other >= 0 ? other : j));
  return {
    name: clip.name,
    ...inheritSource(clip),
    times: clip.times,
    poses: clip.poses.map((pose) => mirrorPose(pose, from, axis)),
    ...(clip.scales && {
      scales: clip.scales.map(({ joint, values }) => ({ joint: from.indexOf(joint), values })),
    }),
  };
}

function mirrorPose({ rotations, root, offsets }: Pose, from: Int32Array, axis: number): Pose {
  const mirroredRotations = new Float32Array(rotations.length);
  const moved = offsets && new Float32Array(offsets.length);
  for (let j = 0; j < from.length; j++) {
    // Rotation about the mirror's normal keeps its sign, the other axes flip; for positions it is the reverse.
    for (let k = 0; k < 3; k++) {
      const value = rotations[from[j] * 4 + k];
      mirroredRotations[j * 4 + k] = k === axis ? value : 0 - value;
      if (moved) moved[j * 3 + k] = k === axis ? 0 - offsets[from[j] * 3 + k] : offsets[from[j] * 3 + k];
    }
    mirroredRotations[j * 4 + 3] = rotations[from[j] * 4 + 3];
  }
  const place = root.map((value, k) => (k === axis ? 0 - value : value));
  return { rotations: mirroredRotations, root: place, ...(moved && { offsets: moved }) };
}
