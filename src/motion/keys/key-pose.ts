/** @file A pose at a moment: what animators and solvers hand over to be made into a clip. */

import { PosespaceError } from '../../base/errors.js';
import type { Pose } from '../../rig/rig-records.js';

/** A pose at a time. */
export interface KeyPose {
  /** Seconds. */
  readonly time: number;
  readonly pose: Pose;
}

/** Throws unless there are keys, in order of time, of one skeleton. */
export function checkKeys(verb: string, keys: readonly KeyPose[]): void {
  const fault =
    keys.length === 0
      ? 'there is no key pose'
      : keys.some(({ time }, i) => !Number.isFinite(time) || (i > 0 && !(time > keys[i - 1].time)))
        ? `times must rise from key to key, got ${keys.map(({ time }) => time).join(', ')}`
        : keys.some(({ pose }) => pose.rotations.length !== keys[0].pose.rotations.length)
          ? 'key poses are of skeletons of different sizes'
          : undefined;
  if (fault) throw new PosespaceError('bad-usage', `motion/${verb}: ${fault}`);
}

/** Times from the first key to the last at about a rate, the keys themselves among them. */
export function timesThrough(keys: readonly KeyPose[], frameRate: number): number[][] {
  if (!(frameRate > 0 && frameRate <= 1000)) {
    throw new PosespaceError('bad-usage', `motion: frameRate must lie in (0, 1000], got ${frameRate}`);
  }
  return keys.slice(1).map(({ time }, i) => {
    const span = time - keys[i].time;
    const steps = Math.max(1, Math.round(span * frameRate));
    return Array.from({ length: steps }, (_, n) => n / steps);
  });
}
