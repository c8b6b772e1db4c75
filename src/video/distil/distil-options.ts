/** @file Options of a distillation, their defaults, the settings of AKD's paper, and what a run leaves behind. */

import { PosespaceError } from '../../base/errors.js';
import type { WorkOptions } from '../../base/progress.js';
import type { Clip } from '../../motion/clip.js';
import type { CreateSplatsOptions } from '../../render/splat/create-splats.js';
import type { Pose } from '../../rig/rig-records.js';
import type { AdamState } from './adam.js';
import type { TimeSchedule } from './time-schedule.js';

/** Options of `distilMotion`. */
export interface DistilOptions extends WorkOptions {
  /** What the body does: `a fox jumps`. */
  readonly prompt: string;
  /** Frames, 2 to 256. */
  readonly frameCount?: number;
  readonly frameRate?: number;
  /** Width and height of the pictures, pixels. */
  readonly size?: number;
  /** Splats of the body. */
  readonly splatCount?: number;
  /** Colours of the body. */
  readonly surface?: Pick<CreateSplatsOptions, 'colors' | 'paint'>;
  /** Cameras around the body, 1 to 8; each is filmed in every iteration. */
  readonly viewCount?: number;
  readonly iterations?: number;
  readonly schedule?: TimeSchedule;
  /** Classifier-free guidance. */
  readonly guidance?: number;
  /** How poses are moved: Adam, or Gauss–Newton, which needs a score model that knows its weight. */
  readonly optimizer?: 'adam' | 'gauss-newton';
  /** Poses that Gauss–Newton tries in every frame now and then, besides those of the neighbouring frames. */
  readonly candidates?: readonly Pose[];
  /** Of Adam: largest step of a rotation vector, radians; the root moves as many body heights, times `rootRate`. */
  readonly rate?: number;
  readonly rootRate?: number;
  /** Weight of the temporal Laplacian; 0 switches it off. */
  readonly smoothness?: number;
  /** Weight of depth below the ground; 0 switches it off. */
  readonly groundWeight?: number;
  /** Whether feet are filmed on a checkerboard. */
  readonly checkerboard?: boolean;
  /** Blur of the pixels' gradient at the start, fraction of the picture; falls to nothing. */
  readonly blur?: number;
  /** Whether the last frame is followed by the first. */
  readonly loop?: boolean;
  /** Where the motion starts from; absent: the rest pose. */
  readonly start?: readonly Pose[];
  /** Pulls poses towards natural ones, every few iterations; absent: not at all. */
  readonly project?: (poses: readonly Pose[]) => Promise<readonly Pose[]>;
  /** Iterations between projections. */
  readonly projectEvery?: number;
  readonly seed?: number;
  /** Goes on from here. */
  readonly checkpoint?: DistilCheckpoint;
  /** Called after every iteration. */
  readonly onIteration?: (state: DistilCheckpoint, films: readonly Float32Array[]) => void;
}

/** Defaults of `distilMotion`. */
export const DISTIL_DEFAULTS = Object.freeze({
  frameCount: 16,
  frameRate: 8,
  size: 64,
  splatCount: 4000,
  viewCount: 2,
  iterations: 300,
  schedule: 'annealed',
  guidance: 7.5,
  optimizer: 'adam',
  rate: 0.015,
  rootRate: 0.25,
  smoothness: 5e-4,
  groundWeight: 1,
  checkerboard: true,
  blur: 0.03,
  loop: false,
  projectEvery: 20,
  seed: 0,
} as const satisfies Omit<DistilOptions, 'prompt'>);

/** AKD's settings, as far as its text gives them. */
export const DISTIL_PAPER = Object.freeze({
  ...DISTIL_DEFAULTS,
  iterations: 10_000,
  viewCount: 1,
  schedule: 'paper',
  guidance: 100,
  rate: 0.01,
  blur: 0,
} as const satisfies Omit<DistilOptions, 'prompt'>);

/** The state of a run; plain data. */
export interface DistilCheckpoint {
  /** Iterations done. */
  readonly iteration: number;
  /** [F, J × 3 + 3] */
  readonly variables: Float64Array;
  readonly adam: AdamState;
}

/** A distilled motion. */
export interface DistilledMotion {
  readonly clip: Clip;
  /** Size of the score's gradient, smoothness and ground loss of every iteration. */
  readonly history: readonly DistilStep[];
}

/** One iteration. */
export interface DistilStep {
  readonly time: number;
  /** Root mean square of the pixels' gradient. */
  readonly score: number;
  readonly smoothness: number;
  readonly ground: number;
}

/** Options with every default filled in. */
export type DistilSettings = Omit<DistilOptions, keyof typeof DISTIL_DEFAULTS> &
  Required<Pick<DistilOptions, keyof typeof DISTIL_DEFAULTS>>;

/** Refuses options out of range. */
export function checkOptions({ frameCount, size, viewCount, iterations, start }: DistilSettings): void {
  const whole = (value: number, low: number, high: number) =>
    Number.isInteger(value) && value >= low && value <= high;
  const wrong = [
    whole(frameCount, 2, 256) || `frameCount is 2 to 256, got ${frameCount}`,
    whole(size, 16, 512) || `size is 16 to 512, got ${size}`,
    whole(viewCount, 1, 8) || `viewCount is 1 to 8, got ${viewCount}`,
    whole(iterations, 1, 1e6) || `iterations is 1 to 1,000,000, got ${iterations}`,
    !start || start.length === frameCount || `start needs ${frameCount} poses, got ${start.length}`,
  ].find((one) => one !== true);
  if (wrong) throw new PosespaceError('bad-usage', `video/distilMotion: ${wrong}`);
}
