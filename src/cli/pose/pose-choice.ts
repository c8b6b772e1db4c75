/**
 * @file Poses and joints named on the command line: `rest`, a frame of a clip (`walk:12`; `walk` is its first), a sample
 * by its seed (`sample:4`); joints by name or index.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Model } from '../../io/model.js';
import type { Clip } from '../../motion/clip.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { jointIndex } from '../../rig/names/joint-index.js';
import { type Pose, restPose } from '../../rig/rig-records.js';

/** The pose that is named. */
export async function choosePose(
  { clips, skeleton }: Pick<Model, 'clips' | 'skeleton'>,
  space: PoseSpace,
  words: string,
  signal?: AbortSignal,
): Promise<Pose> {
  if (words === 'rest') return restPose(skeleton!);
  const colon = words.lastIndexOf(':');
  const number = colon < 0 ? undefined : Number(words.slice(colon + 1));
  if (/^sample(:|$)/.test(words)) {
    const seed = number ?? 0;
    if (!Number.isSafeInteger(seed)) throw badChoice(words, 'needs a whole number as its seed');
    return (await space.sample({ seed, signal }))[0];
  }
  // A name may hold a colon itself.
  const whole = clips.find(({ name }) => name === words);
  const clip = whole ?? findClip(clips, colon < 0 ? words : words.slice(0, colon));
  const frame = whole || number === undefined ? 0 : number;
  const pose = clip.poses[frame < 0 ? clip.poses.length + frame : frame];
  if (!pose) throw badChoice(words, `names a frame outside 0 to ${clip.poses.length - 1}`);
  return pose;
}

/** The clip of a name that has poses. */
export function findClip(clips: readonly Clip[], name: string): Clip {
  const clip = clips.find((candidate) => candidate.name === name);
  if (clip && clip.poses.length > 0) return clip;
  const names = clips.map((candidate) => candidate.name).join(', ') || 'none';
  throw new PosespaceError('bad-usage', `there is no clip "${name}"; the file has ${names}`);
}

/** Joints by names or indices; with `descendants`, all joints below them as well. */
export function chooseJoints(
  { skeleton }: Pick<Model, 'skeleton'>,
  words: readonly string[],
  descendants = false,
): number[] {
  const { parents } = skeleton!;
  const chosen = new Uint8Array(parents.length);
  for (const word of words) {
    // A name may look like a number.
    const isNumber = /^\d+$/.test(word) && !skeleton!.names.includes(word);
    chosen[jointIndex(skeleton!, isNumber ? Number(word) : word, 'pose')] = 1;
  }
  if (descendants) for (let j = 1; j < parents.length; j++) chosen[j] |= chosen[parents[j]];
  return Array.from(chosen.keys()).filter((j) => chosen[j] === 1);
}

const badChoice = (words: string, what: string): PosespaceError =>
  new PosespaceError('bad-usage', `the pose "${words}" ${what}; give rest, <clip>:<frame> or sample:<seed>`);
