/** @file A clip of poses, appended to a model under a name of its own. */

import { PosespaceError } from '../base/errors.js';
import type { Model } from '../io/model.js';
import type { Clip, ClipSource } from '../motion/clip.js';
import { jointCount, type Pose } from '../rig/rig-records.js';

/** Options of `addClip`. */
export interface AddClipOptions {
  /** The clip's name; absent: that of the clip, or `clip`. A number follows if the model has one of that name. */
  readonly name?: string;
  /** Poses per second, above 0, for poses without times. */
  readonly frameRate?: number;
  /** Provenance; absent: that of the clip. Give `model` for poses that come from a pose space. */
  readonly source?: ClipSource;
  /** Whether the clip takes the place of one of the same name, instead of a new name. */
  readonly replace?: boolean;
}

/** Defaults of `addClip`. */
export const ADD_CLIP_DEFAULTS = Object.freeze({
  name: 'clip',
  frameRate: 30,
  replace: false,
} as const satisfies AddClipOptions);

/**
 * A model with one clip more. Poses are spaced evenly in time; a clip keeps its times.
 *
 * @example
 * const waving = addClip(model, [restPose(model.skeleton), pose], { name: 'wave', frameRate: 2 });
 */
export function addClip(model: Model, motion: Clip | readonly Pose[], options: AddClipOptions = {}): Model {
  const clip = createNamedClip(model, motion, options);
  const { clips } = model;
  const index = options.replace ? clips.findIndex(({ name }) => name === clip.name) : -1;
  return {
    ...model,
    clips: index < 0 ? [...clips, clip] : clips.map((old, i) => (i === index ? clip : old)),
  };
}

function createNamedClip(model: Model, motion: Clip | readonly Pose[], options: AddClipOptions): Clip {
  const { frameRate, replace } = { ...ADD_CLIP_DEFAULTS, ...options };
  const fail = (text: string): never => {
    throw new PosespaceError('bad-usage', `motion/addClip: ${text}`);
  };
  if (!model.skeleton) return fail(`"${model.name}" has no skeleton to move; rig it first with rigModel`);
  if (!(frameRate > 0 && frameRate < Infinity)) fail(`frameRate is ${frameRate}; give a number above 0`);
  const given: Clip =
    'poses' in motion
      ? motion
      : {
          name: ADD_CLIP_DEFAULTS.name,
          times: Float32Array.from(motion, (_, f) => f / frameRate),
          poses: motion,
        };
  if (given.poses.length === 0) fail('there are no poses; give at least one');
  const count = jointCount(model.skeleton);
  const odd = given.poses.findIndex(({ rotations }) => rotations.length !== count * 4);
  if (odd >= 0) {
    const joints = given.poses[odd].rotations.length / 4;
    fail(`pose ${odd} has ${joints} joints and the model ${count}; retarget it first with retargetMotion`);
  }
  const wanted = options.name ?? given.name;
  const source = options.source ?? given.source;
  return {
    ...given,
    name: replace ? wanted : uniqueClipName(model.clips, wanted),
    ...(source && { source }),
    // Verbs answer with more than a pose.
    poses: given.poses.map(({ rotations, root, offsets }) => ({
      rotations,
      root,
      ...(offsets && { offsets }),
    })),
  };
}

/** A name that no clip has: the one wanted, or with another number behind it. */
export function uniqueClipName(clips: readonly Clip[], wanted: string): string {
  const taken = new Set(clips.map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/ \d+$/, '');
  let number = 2;
  while (taken.has(`${stem} ${number}`)) number++;
  return `${stem} ${number}`;
}
