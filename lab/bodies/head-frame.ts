/** @file Where things are on a head. */

import type { Vec3 } from '../../src/math/vector.js';
import type { PartBuilder } from '../creatures/body.js';
import type { HeadPlan } from './body-plan-row.js';

/** A head's own frame: `at` takes sideways, up and forward in units of its size, from the middle of the skull. */
export interface HeadFrame {
  readonly part: PartBuilder;
  readonly joint: number;
  readonly size: number;
  readonly plan: HeadPlan;
  /** Which way it is turned, degrees to the left, and what is added to joint names, where there are several. */
  readonly yaw: number;
  readonly suffix: string;
  at(x: number, y: number, z: number): Vec3;
}
