/**
 * @file A pose model bound to one rig: the rig is encoded once, then every step is one call.
 */

import { PosespaceError } from '../base/errors.js';
import { floats, integers, type Tensor } from '../nets/network.js';
import type { PoseRig } from './describe-rig.js';
import { HANDLE_CHANNELS, type PoseModel } from './pose-model.js';
import { STATE_CHANNELS } from './pose-state.js';
import { FEATURE_COUNT, rigFeatures } from './rig-features.js';

export interface PoseDenoiser {
  readonly jointCount: number;
  /** Predicts clean states [B, J, 10] from noisy ones at time t, told handles [B, J, 7] or none. */
  predict(states: Float32Array, batch: number, time: number, handles?: Float32Array): Promise<Float32Array>;
  /** The same for the mirror image of the rig. */
  readonly mirrored?: PoseDenoiser;
}

/** The shapes that the networks were exported for. */
const FEWEST_JOINTS = 2;
const MOST_JOINTS = 1024;

/** Encodes a rig and its mirror image. */
export async function bindRig(model: PoseModel, rig: PoseRig): Promise<PoseDenoiser> {
  return { ...(await bindOne(model, rig)), mirrored: await bindOne(model, mirrorRig(rig)) };
}

async function bindOne(model: PoseModel, rig: PoseRig): Promise<PoseDenoiser> {
  const jointCount = rig.parents.length;
  if (jointCount < FEWEST_JOINTS || jointCount > MOST_JOINTS) {
    throw new PosespaceError(
      'unsupported',
      `pose/bindRig: the body has ${jointCount} joints; the pose model takes ${FEWEST_JOINTS} to ${MOST_JOINTS}`,
    );
  }
  const { features, hops, relations } = rigFeatures(rig);
  const { context, bias } = await model.encoder.run({
    features: floats(features, 1, jointCount, FEATURE_COUNT),
    hops: integers(hops, 1, jointCount, jointCount),
    relations: integers(relations, 1, jointCount, jointCount),
  });
  let none: Tensor = floats(new Float32Array(0), 0, jointCount, HANDLE_CHANNELS);
  return {
    jointCount,
    async predict(states, batch, time, handles) {
      if (!handles && none.dims[0] !== batch) {
        const empty = new Float32Array(batch * jointCount * HANDLE_CHANNELS);
        none = floats(empty, batch, jointCount, HANDLE_CHANNELS);
      }
      const { clean } = await model.step.run({
        state: floats(states, batch, jointCount, STATE_CHANNELS),
        time: floats(new Float32Array(batch).fill(time), batch),
        handles: handles ? floats(handles, batch, jointCount, HANDLE_CHANNELS) : none,
        context,
        bias,
      });
      return clean.data as Float32Array;
    },
  };
}

/** The rig across the plane x = 0: the same joints, left for right. */
function mirrorRig(rig: PoseRig): PoseRig {
  const negate = (values: Float32Array, size: number, flipped: readonly number[]) =>
    values.map((value, i) => (flipped.includes(i % size) ? -value : value));
  return {
    ...rig,
    rest: negate(rig.rest, 3, [0]),
    centroid: negate(rig.centroid, 3, [0]),
    covariance: negate(rig.covariance, 6, [3, 4]),
  };
}
