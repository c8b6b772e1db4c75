/**
 * @file Animation channels: keys and how to read them at any time (LINEAR, STEP, CUBICSPLINE).
 */

import type { GLTF } from '@gltf-transform/core';
import { slerpInto } from '../../math/quaternion.js';
import type { DecodedGltf } from './decode.js';

export interface Channel {
  readonly node: number;
  readonly path: 'translation' | 'rotation' | 'scale';
  readonly interpolation: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  /** Seconds, increasing. [K] */
  readonly times: Float32Array;
  /** [K, size], or in-tangent, value, out-tangent for CUBICSPLINE. [K, 3, size] */
  readonly values: Float32Array;
  readonly size: 3 | 4;
}

/** The transform channels of an animation; channels that cannot be used (no node, no keys, bad sizes) are left out. */
export function readChannels(animation: GLTF.IAnimation, decoded: DecodedGltf): Channel[] {
  const channels: Channel[] = [];
  for (const { target, sampler: samplerIndex } of animation.channels) {
    const { node, path } = target;
    if (node === undefined || (path !== 'translation' && path !== 'rotation' && path !== 'scale')) continue;
    const sampler = animation.samplers[samplerIndex];
    const interpolation = sampler.interpolation ?? 'LINEAR';
    const size = path === 'rotation' ? 4 : 3;
    const times = decoded.floats(sampler.input);
    const values = decoded.floats(sampler.output);
    const rows = interpolation === 'CUBICSPLINE' ? 3 : 1;
    if (times.length === 0 || values.length !== times.length * size * rows) continue;
    if (!times.every((t, i) => Number.isFinite(t) && (i === 0 || t >= times[i - 1]))) continue;
    if (!values.every(Number.isFinite)) continue;
    channels.push({ node, path, interpolation, times, values, size });
  }
  return channels;
}

/** The channel's value at a time, held before the first and after the last key. */
export function sampleChannel(channel: Channel, time: number): number[] {
  const { times, values, size, interpolation } = channel;
  const cubic = interpolation === 'CUBICSPLINE';
  const out = new Array<number>(size);
  const at = (key: number, row: number) => (key * (cubic ? 3 : 1) + row) * size;

  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle - 1;
  }
  const next = Math.min(low + 1, times.length - 1);
  const span = times[next] - times[low];
  const u = span > 0 ? Math.min(1, Math.max(0, (time - times[low]) / span)) : 0;
  const a = at(low, cubic ? 1 : 0);
  const b = at(next, cubic ? 1 : 0);

  if (interpolation === 'STEP' || u === 0) {
    for (let k = 0; k < size; k++) out[k] = values[a + k];
  } else if (cubic) {
    const u2 = u * u;
    const u3 = u2 * u;
    const [outTangent, inTangent] = [at(low, 2), at(next, 0)];
    for (let k = 0; k < size; k++) {
      out[k] =
        (2 * u3 - 3 * u2 + 1) * values[a + k] +
        span * (u3 - 2 * u2 + u) * values[outTangent + k] +
        (3 * u2 - 2 * u3) * values[b + k] +
        span * (u3 - u2) * values[inTangent + k];
    }
  } else if (size === 4) {
    slerpInto(out, 0, values, a, values, b, u);
  } else {
    for (let k = 0; k < size; k++) out[k] = (1 - u) * values[a + k] + u * values[b + k];
  }
  if (size === 4) {
    const length = Math.hypot(out[0], out[1], out[2], out[3]) || 1;
    for (let k = 0; k < 4; k++) out[k] /= length;
  }
  return out;
}

/** The value that a CUBICSPLINE, LINEAR or STEP channel holds if it never changes, else undefined. */
export function constantValue(channel: Channel, tolerance: number): number[] | undefined {
  const first = sampleChannel(channel, channel.times[0]);
  for (const time of channel.times) {
    const value = sampleChannel(channel, time);
    if (value.some((x, k) => Math.abs(x - first[k]) > tolerance)) return undefined;
  }
  return first;
}
