/** @file What a fit works with: a body, a camera, frames with their mattes, and weights. */

import type { Camera } from '../../render/camera.js';
import type { WorkingFrame } from '../track/working-frame.js';
import type { FitBody } from './fit-body.js';
import type { MatteField } from './match-silhouette.js';
import type { PoseMetric } from './pose-metric.js';

/** What a fit works with. */
export interface FitScene {
  readonly body: FitBody;
  readonly camera: Camera;
  readonly width: number;
  readonly height: number;
  readonly frames: readonly WorkingFrame[];
  readonly fields: readonly MatteField[];
  readonly metric: PoseMetric;
  readonly search: PoseSearch;
  readonly settings: FitSettings;
}

/** Weights of the fit; pixels are those of the working picture. */
export interface FitSettings {
  readonly flowWeight: number;
  readonly silhouetteWeight: number;
  readonly priorWeight: number;
  readonly rounds: number;
}

/** What a search may draw on. */
export interface PoseSearch {
  /** Poses of this creature, local rotations. [N, J, 4] */
  readonly samples: Float64Array;
  /** The joint across the mirror plane, −1 where there is none. [J] */
  readonly partners: Int16Array;
  /** Axis across the mirror plane: 0, 1 or 2. */
  readonly mirrorAxis: number;
}
