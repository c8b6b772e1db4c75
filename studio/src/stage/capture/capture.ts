/**
 * @file Images of the body: thumbnails of poses, images and video frames. Panels import this without loading
 * Three.js, which is loaded with the first image.
 */

import type { Pose } from 'posespace/rig';
import type { CaptureOptions } from './capture-options.js';

export { CAPTURE_DEFAULTS, type CaptureOptions } from './capture-options.js';

const renderer = () => import('./capture-queue.js');

/**
 * A thumbnail of a pose with a transparent background: an object URL that lives as long as the pose. The same pose and
 * size is drawn once. Empty where the pose does not fit the open body.
 */
export async function thumbnail(pose: Pose, size: number): Promise<string> {
  return (await renderer()).drawThumbnail(pose, size);
}

/** An image as a file. */
export async function captureImage(options: CaptureOptions): Promise<Blob> {
  return (await renderer()).drawImage(options);
}

/** An image as a bitmap, for video frames; close it after use. */
export async function captureBitmap(options: CaptureOptions): Promise<ImageBitmap> {
  return (await renderer()).drawBitmap(options);
}
