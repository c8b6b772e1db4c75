/** @file State of the explore panel; not undone, not saved. */

import type { Pose } from 'posespace/rig';

/** One pose of the grid. */
export interface SampledPose {
  readonly id: number;
  readonly pose: Pose;
}

/** Poses of one colour on the map. */
export interface MapGroup {
  readonly label: string;
  readonly kind: 'clip' | 'sample' | 'saved';
  readonly start: number;
  readonly count: number;
}

/** A computed map. */
export interface DrawnMap {
  /** Positions of the poses, by group. [N, 2] */
  readonly points: Float32Array;
  /** Positions of the samples that span the map. [M, 2] */
  readonly landmarks: Float32Array;
  readonly groups: readonly MapGroup[];
}

/** A pose that an interpolation starts or ends with. */
export interface PoseSource {
  /** `rest`, `current`, `library:3`, `sample:12`, `clip:0`. */
  readonly id: string;
  readonly name: string;
  readonly pose: Pose;
  /** Position within a clip, 0 to 1. */
  readonly at?: number;
}

export interface ExploreView {
  readonly samples: readonly SampledPose[];
  /** Number of poses that are still being sampled. */
  readonly awaited: number;
  /** Caption of the grid; empty before the first samples. */
  readonly shown: string;
  readonly seed: number;
  /** Strength of the sampling. */
  readonly variety: number;
  readonly symmetric: boolean;
  readonly clean: boolean;
  /** The sampled body part, or `all`. */
  readonly part: string;
  /** First and last pose of the interpolation. */
  readonly from: PoseSource | null;
  readonly to: PoseSource | null;
  /** The computed interpolation and the position of its slider. */
  readonly interpolation: { readonly poses: readonly Pose[]; readonly at: number } | null;
  readonly map: DrawnMap | null;
  /** Map position of the document's pose. */
  readonly here: { readonly x: number; readonly y: number } | null;
}

export const EXPLORE_VIEW: ExploreView = {
  samples: [],
  awaited: 0,
  shown: '',
  seed: 1,
  variety: 0.95,
  symmetric: false,
  clean: false,
  part: 'all',
  from: null,
  to: null,
  interpolation: null,
  map: null,
  here: null,
};
