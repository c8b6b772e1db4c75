/**
 * @file Animation channels: keys and how to read them at any time (LINEAR, STEP, CUBICSPLINE).
 */

import { type Numbers, normalizeQuaternion, slerpInto } from '../../math/quaternion.js';
import type { DecodedGltf } from './decode.js';
import type { GltfAnimation } from './gltf-json.js';

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
export function readChannels(animation: GltfAnimation, decoded: DecodedGltf): Channel[] {
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
  const out = new Array<number>(channel.size).fill(0);
  sampleChannelInto(out, 0, channel, time);
  return out;
}

/** `sampleChannel` without an array of its own. */
export function sampleChannelInto(out: Numbers, o: number, channel: Channel, time: number): void {
  const { times, values, size, interpolation } = channel;
  const cubic = interpolation === 'CUBICSPLINE';

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
  const a = (cubic ? low * 3 + 1 : low) * size;
  const b = (cubic ? next * 3 + 1 : next) * size;

  if (interpolation === 'STEP' || u === 0) {
    for (let k = 0; k < size; k++) out[o + k] = values[a + k];
  } else if (cubic) {
    const u2 = u * u;
    const u3 = u2 * u;
    for (let k = 0; k < size; k++) {
      const [outTangent, inTangent] = [values[a + size + k], values[b - size + k]];
      out[o + k] =
        (2 * u3 - 3 * u2 + 1) * values[a + k] +
        span * (u3 - 2 * u2 + u) * outTangent +
        (3 * u2 - 2 * u3) * values[b + k] +
        span * (u3 - u2) * inTangent;
    }
  } else if (size === 4) {
    slerpInto(out, o, values, a, values, b, u);
  } else {
    for (let k = 0; k < size; k++) out[o + k] = (1 - u) * values[a + k] + u * values[b + k];
  }
  if (size === 4) normalizeQuaternion(out, o);
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
