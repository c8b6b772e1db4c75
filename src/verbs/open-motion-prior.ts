/** @file The motion prior that `imagineMotion` and `--score embedded` use. */

import { loadMotionPrior } from '../io/load-motion-prior.js';
import {
  type MotionPrior,
  type MotionPriorFiles,
  openMotionPriorModel,
} from '../video/distil/motion-prior-model.js';
import { createNetworkOpener, type NetworkSource } from './create-network-opener.js';

/** Where the motion prior comes from. */
export type MotionPriorSource = NetworkSource<MotionPrior, MotionPriorFiles>;

/** Opens the motion prior, by default the one that ships with the package. */
export const openMotionPrior = createNetworkOpener<MotionPrior, MotionPriorFiles>(
  loadMotionPrior,
  openMotionPriorModel,
);
