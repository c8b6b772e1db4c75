/**
 * @file Pictures of the body away from the stage: thumbnails of poses, pictures and frames to save. Asked for from
 * panels, so nothing here loads three: what draws is loaded when the first picture is asked for.
 */

import type { Pose } from 'posespace/rig';
import type { CaptureOptions } from './capture-options.js';

export { CAPTURE_DEFAULTS, type CaptureOptions } from './capture-options.js';

const artist = () => import('./capture-queue.js');

/**
 * A small picture of the body in a pose, on nothing: an object URL that lives as long as the pose. The same pose at the
 * same size is drawn once. Empty where the pose is not one of the body that is open.
 */
export async function thumbnail(pose: Pose, size: number): Promise<string> {
  return (await artist()).drawThumbnail(pose, size);
}

/** A picture as a file. */
export async function captureImage(options: CaptureOptions): Promise<Blob> {
  return (await artist()).drawImage(options);
}

/** A picture as pixels, for the frames of a film; close it after use. */
export async function captureBitmap(options: CaptureOptions): Promise<ImageBitmap> {
  return (await artist()).drawBitmap(options);
}
