/**
 * @file Clips that several rigs of a family play alike are stored once: packs give one walk to fifty characters.
 *
 * Two clips are one if family, name, joint names, tree and frame count are the same and rotations differ by less than
 * 1.5° in the mean over joints and frames. A rig keeps a note of what it shares, so that training can still show the
 * walk on every one of the fifty bodies.
 */

import type { PackedClip, PackedRig } from './pack-rig.js';

export interface ShareClipsOptions {
  /** Clips that differ by less are one, degrees, mean over joints and frames. */
  readonly tolerance?: number;
}

export const SHARE_CLIPS_DEFAULTS = Object.freeze({ tolerance: 1.5 });

/** A clip that another rig holds. */
export interface SharedClip {
  readonly name: string;
  /** Index of the rig that holds it. */
  readonly rig: number;
  /** Index of the clip among the clips of that rig. */
  readonly clip: number;
}

export interface SharingRig extends PackedRig {
  readonly shared: readonly SharedClip[];
}

/** Keeps the first of each set of equal clips; the other rigs note where it is. */
export function shareClips(rigs: readonly PackedRig[], options: ShareClipsOptions = {}): SharingRig[] {
  const { tolerance } = { ...SHARE_CLIPS_DEFAULTS, ...options };
  const known = new Map<string, { place: SharedClip; clip: PackedClip }[]>();
  return rigs.map((rig, index) => {
    const body = JSON.stringify([rig.family, rig.names, [...rig.rig.parents]]);
    const clips: PackedClip[] = [];
    const shared: SharedClip[] = [];
    for (const clip of rig.clips) {
      const key = `${body} ${clip.name} ${clip.heights.length}`;
      const alike = known.get(key) ?? [];
      const twin = alike.find((other) => meanAngle(other.clip.rotations, clip.rotations) < tolerance);
      if (twin) {
        shared.push(twin.place);
        continue;
      }
      known.set(key, [...alike, { place: { name: clip.name, rig: index, clip: clips.length }, clip }]);
      clips.push(clip);
    }
    return { ...rig, clips, shared };
  });
}

/** Mean angle between stored rotations, degrees. */
function meanAngle(a: Int16Array, b: Int16Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 4) {
    let dot = 0;
    let chord = 0;
    for (let k = i; k < i + 4; k++) dot += a[k] * b[k];
    const sign = dot < 0 ? -1 : 1;
    for (let k = i; k < i + 4; k++) chord += (a[k] - sign * b[k]) ** 2;
    // By the chord, not by acos of the product: that loses all digits near zero.
    sum += 4 * Math.asin(Math.min(1, Math.sqrt(chord) / 2 / 32767));
  }
  return ((sum / (a.length / 4)) * 180) / Math.PI;
}
