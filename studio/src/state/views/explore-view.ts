/** @file What the explore panel shows and remembers; not undone, not saved. */

import type { Pose } from 'posespace/rig';
import type { MappedPoses } from '../../work/verbs.js';

export interface ExploreView {
  readonly samples: readonly Pose[];
  readonly seed: number;
  /** The walk that the slider moves along. */
  readonly walk: { readonly poses: readonly Pose[]; readonly at: number } | null;
  readonly map: MappedPoses | null;
}

export const EXPLORE_VIEW: ExploreView = { samples: [], seed: 1, walk: null, map: null };
