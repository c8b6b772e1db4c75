/** @file A train rig as the geometric finder sees it: in the body's frame, with its traced curve and the true joints. */

import { findSymmetryPlane } from '../../src/mesh/find-symmetry-plane.js';
import type { Mesh } from '../../src/mesh/mesh.js';
import { findBodyFrame, toFrame } from '../../src/rig/find/body-frame.js';
import { FIND_SKELETON_DEFAULTS } from '../../src/rig/find/find-skeleton.js';
import { type TracedBody, traceBody } from '../../src/rig/find/trace-body.js';
import type { JointForest } from '../eval/drop-idle-joints.js';
import type { TrainRig } from './train-rigs.js';

export interface FramedBody {
  readonly mesh: Mesh;
  readonly body: TracedBody;
  /** The artist's joints in the same frame. */
  readonly truth: JointForest;
}

/** Traces the body of a rig. */
export function frameBody({ rig, truth }: Pick<TrainRig, 'rig' | 'truth'>): FramedBody {
  const frame = findBodyFrame(rig.mesh, findSymmetryPlane(rig.mesh));
  const mesh = { positions: toFrame(frame, rig.mesh.positions), triangles: rig.mesh.triangles };
  return {
    mesh,
    body: traceBody(mesh, frame.symmetric, FIND_SKELETON_DEFAULTS.resolution, {}),
    truth: { parents: truth.parents, rest: toFrame(frame, truth.rest) },
  };
}
