/** @file What a picture of the body shall show. */

import type { Pose } from 'posespace/rig';

export interface CaptureOptions {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Nothing behind the body; else the background of the stage with its ground. */
  readonly transparent?: boolean;
  /** The pose that is shown where absent. */
  readonly pose?: Pose;
  /** How far the camera is turned about the body from where it stands, radians; for turntables. */
  readonly azimuth?: number;
  /** `stage`: as the stage is seen now. `body`: from the front left, so that the body fills the picture. */
  readonly framing?: 'stage' | 'body';
  /** Draws the skeleton too. */
  readonly bones?: boolean;
  readonly type?: 'image/png' | 'image/jpeg' | 'image/webp';
}

export const CAPTURE_DEFAULTS = Object.freeze({
  transparent: false,
  azimuth: 0,
  framing: 'stage',
  bones: false,
  type: 'image/png',
} as const satisfies Partial<CaptureOptions>);
