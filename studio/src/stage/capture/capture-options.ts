/** @file Options of an image of the body. */

import type { Pose } from 'posespace/rig';

export interface CaptureOptions {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Without the background and ground of the stage. */
  readonly transparent?: boolean;
  /** The visible pose where absent. */
  readonly pose?: Pose;
  /** Rotation of the camera about the body, radians; for turntables. */
  readonly azimuth?: number;
  /** `stage`: the current view. `body`: from the front left, so that the body fills the image. */
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
