/**
 * @file Bakes a rigged clip to a sequence of meshes: the moving surface without its rig.
 */

import { PosespaceError } from '../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../base/progress.js';
import type { MeshSequence } from '../mesh/mesh-sequence.js';
import { createRigSkinner } from '../rig/kinematics/skin-mesh.js';
import type { Rig } from '../rig/rig-records.js';
import type { Clip } from './clip.js';
import { resampleClip } from './edit/resample-clip.js';

/** Options of `bakeClip`. */
export interface BakeClipOptions extends WorkOptions {
  /** Frames per second, above 0. */
  readonly frameRate?: number;
  /** Most coordinates, frames × vertices × 3. */
  readonly maxNumbers?: number;
}

/** Defaults of `bakeClip`. */
export const BAKE_CLIP_DEFAULTS = Object.freeze({ frameRate: 30, maxNumbers: 200_000_000 });

/** Skins the mesh at a constant frame rate. Scale tracks, which are kept for export only, are not applied. */
export function bakeClip(rig: Rig, clip: Clip, options: BakeClipOptions = {}): MeshSequence {
  const { frameRate = BAKE_CLIP_DEFAULTS.frameRate, maxNumbers = BAKE_CLIP_DEFAULTS.maxNumbers } = options;
  const { times, poses } = resampleClip(clip, { frameRate });
  if (times.length * rig.mesh.positions.length > maxNumbers) {
    throw new PosespaceError(
      'bad-input',
      `motion/bakeClip: ${times.length} frames of ${rig.mesh.positions.length / 3} vertices are more than ` +
        `${maxNumbers} coordinates; lower frameRate or raise maxNumbers`,
    );
  }
  const skinner = createRigSkinner(rig);
  const frames = poses.map((pose, f) => {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: `baking ${clip.name}`, fraction: f / poses.length });
    return skinner.pose(pose);
  });
  return { name: clip.name, triangles: rig.mesh.triangles, frames, times };
}
