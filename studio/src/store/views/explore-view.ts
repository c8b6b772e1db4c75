/** @file What the explore panel shows and remembers; not undone, not saved. */

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

/** A map that is drawn. */
export interface DrawnMap {
  /** Where poses lie, group by group. [N, 2] */
  readonly points: Float32Array;
  /** Where samples of the creature lie that hold the map. [M, 2] */
  readonly landmarks: Float32Array;
  readonly groups: readonly MapGroup[];
}

/** A pose that an interpolation starts or ends with. */
export interface PoseSource {
  /** `rest`, `current`, `library:3`, `sample:12`, `clip:0`. */
  readonly id: string;
  readonly name: string;
  readonly pose: Pose;
  /** Share of a clip, 0 to 1. */
  readonly at?: number;
}

export interface ExploreView {
  readonly samples: readonly SampledPose[];
  /** Poses that are still being drawn. */
  readonly awaited: number;
  /** What the grid shows, in words; empty before anything was drawn. */
  readonly shown: string;
  readonly seed: number;
  /** How different poses may be. */
  readonly variety: number;
  readonly symmetric: boolean;
  readonly clean: boolean;
  /** Which part of the body changes: the id of a part, or all of it. */
  readonly part: string;
  /** The ends of the interpolation. */
  readonly from: PoseSource | null;
  readonly to: PoseSource | null;
  /** The interpolation that the slider moves along. */
  readonly interpolation: { readonly poses: readonly Pose[]; readonly at: number } | null;
  readonly map: DrawnMap | null;
  /** Where the pose of the document lies on the map. */
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
