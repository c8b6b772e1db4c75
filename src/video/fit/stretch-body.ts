/**
 * @file The drift of a body's shape through a video: video models let it grow longer or thinner by a few percent. It is
 * one stretch along the axes at rest, about the root, which comes in evenly until the last frame; the skeleton stays.
 * Without it the fit takes such a body to come nearer: 2 % of length look like 4 % of the diameter in depth.
 */

import type { Mesh } from '../../mesh/mesh.js';
import { createRigSkinner } from '../../rig/kinematics/skin-mesh.js';
import type { FitBody } from './fit-body.js';

/** How a body's shape drifts. */
export interface ShapeDrift {
  /** Stretch in the last frame along the axes at rest, as shares. [3] */
  readonly stretch: readonly number[];
  /** What stays in place, metres at rest. [3] */
  readonly center: readonly number[];
}

/** The mesh at rest as it is in a frame. */
export function stretchMesh(
  mesh: Mesh,
  { stretch, center }: ShapeDrift,
  frame: number,
  frames: number,
): Mesh {
  const share = stretchShare(frame, frames);
  const positions = mesh.positions.map((value, i) => {
    const middle = center[i % 3];
    return middle + (value - middle) * (1 + share * stretch[i % 3]);
  });
  return { ...mesh, positions };
}

/** Share of the last frame's stretch that a frame has. */
export const stretchShare = (frame: number, frames: number): number => frame / Math.max(1, frames - 1);

/** The drift of a body that stretches about its root. */
export const driftOf = ({ rig }: FitBody, stretch: readonly number[]): ShapeDrift => ({
  stretch,
  center: Array.from(rig.skeleton.rest.subarray(0, 3)),
});

/** The body as it is in a frame. */
export function stretchBody(
  body: FitBody,
  stretch: readonly number[],
  frame: number,
  frames: number,
): FitBody {
  const mesh = stretchMesh(body.rig.mesh, driftOf(body, stretch), frame, frames);
  const rig = { ...body.rig, mesh };
  return { ...body, rig, skinner: createRigSkinner(rig) };
}
