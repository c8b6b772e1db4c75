/**
 * @file The document: everything that is undone, saved and exported. Plain and immutable: a change is another document
 * that shares what did not change, so history is a list of references and undo restores to the last bit.
 */

import type { Model } from 'posespace/io';
import type { KeyPose } from 'posespace/motion';
import type { FoundBodyPlan, Pose } from 'posespace/rig';

/** A joint that is held while others are dragged. */
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

/** A clip in the making: key poses and how the interpolation between them is found. */
export interface Sketch {
  readonly name: string;
  readonly keys: readonly KeyPose[];
  readonly interpolation: 'pose-space' | 'joints';
}

export interface StudioDocument {
  readonly model: Model;
  /** How sure each joint is, where the skeleton was found here. */
  readonly confidence?: Float32Array;
  readonly body?: FoundBodyPlan;
  /** Partner of each joint on the other side, −1 in the middle. [J] */
  readonly partners: Int16Array;
  readonly pose: Pose;
  readonly pins: readonly Pin[];
  readonly library: readonly LibraryPose[];
  readonly sketch: Sketch;
}

/** The pose alone. Offsets belong to it: where a body hangs below the root of its file, they move it. */
export const barePose = ({ rotations, root, offsets }: Pose): Pose => ({
  rotations,
  root,
  ...(offsets && { offsets }),
});
