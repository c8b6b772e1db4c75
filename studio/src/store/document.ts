/**
 * @file The document: everything that is undone, saved and exported. Plain and immutable: a change is a new document
 * that shares the unchanged parts, so the history is a list of references and undo is exact.
 */

import type { Finding } from 'posespace';
import type { Appearance, Model } from 'posespace/io';
import type { Clip, KeyPose, MotionStyle } from 'posespace/motion';
import type { NameConvention, Pose } from 'posespace/rig';

/** A constraint on a joint while others are dragged. */
export interface Pin {
  readonly joint: number;
  /** Holds its position. */
  readonly position: boolean;
  /** Holds its rotation. */
  readonly rotation: boolean;
  /** The point that it looks at, metres. */
  readonly lookAt?: readonly [number, number, number];
}

export interface LibraryPose {
  readonly id: number;
  readonly name: string;
  readonly pose: Pose;
}

/** How the motion leaves a keyframe: `smooth` runs through it, `hold` stays until the next. */
export const KEY_EASINGS = ['smooth', 'linear', 'in', 'out', 'in-out', 'hold'] as const;
export type KeyEasing = (typeof KEY_EASINGS)[number];

/** A keyframe of the new clip. */
export interface SketchKey extends KeyPose {
  /** The joints that it keys; absent: all. */
  readonly joints?: readonly number[];
  /** Absent: smooth. */
  readonly easing?: KeyEasing;
}

/** The new clip: keyframes and the interpolation between them. */
export interface Sketch {
  readonly name: string;
  readonly keys: readonly SketchKey[];
  readonly interpolation: 'pose-space' | 'joints';
  /** Frames per second; absent: 30. */
  readonly frameRate?: number;
}

export const EMPTY_SKETCH: Sketch = Object.freeze({
  name: 'my clip',
  keys: [],
  interpolation: 'pose-space',
});

/** How a clip was generated. */
export interface MotionRecipe {
  /** The motion of the library. */
  readonly motion: string;
  readonly style: MotionStyle;
  /** The speed that the body has of itself, metres per second. */
  readonly ownSpeed: number;
}

/** A clip and how it was made; clips that were edited afterwards are bare. */
export interface StudioClip extends Clip {
  /** What the sliders of the motion panel change. */
  readonly recipe?: MotionRecipe;
  /** The keyframes that it was made from. */
  readonly sketch?: Sketch;
}

export const recipeOf = (clip: Clip): MotionRecipe | undefined => (clip as StudioClip).recipe;
export const sketchOf = (clip: Clip): Sketch | undefined => (clip as StudioClip).sketch;

/** A clip without how it was made. */
export function bareClip(clip: Clip): Clip {
  const { recipe: _, sketch: __, ...bare } = clip as StudioClip;
  return bare;
}

export interface StudioDocument {
  /** What its joints are goes with it; what was noticed of its file is in it. */
  readonly model: Model;
  /** How the mesh looks, where it was rotated since it was opened. */
  readonly appearance?: Appearance;
  /** What was noticed of the rig. */
  readonly findings: readonly Finding[];
  /** Confidence of each joint where the skeleton was found by auto-rigging, 0 to 1. */
  readonly confidence?: Float32Array;
  /** The naming convention of the joints, null for none; absent: posespace's own where auto-rigging found the skeleton. */
  readonly convention?: NameConvention | null;
  /** Joints whose weights are of an earlier skeleton; absent: none. */
  readonly stale?: readonly number[];
  readonly pose: Pose;
  readonly pins: readonly Pin[];
  /** Joints that were dragged: they stay softly where they are until they are released. */
  readonly touched?: readonly number[];
  readonly library: readonly LibraryPose[];
  readonly sketch: Sketch;
  /** Other clips in the making, set aside. */
  readonly drafts?: readonly Sketch[];
}

/** A pose without the other fields of a solver result. Offsets are part of it: they move bodies below the root of their file. */
export const barePose = ({ rotations, root, offsets }: Pose): Pose => ({
  rotations,
  root,
  ...(offsets && { offsets }),
});
