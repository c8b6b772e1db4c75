/** @file Which dropped files are a video. */

import type { NamedBytes } from '../../../workers/worker-protocol.js';

/** Whether a file is a video by its name. */
export const isVideoName = (name: string): boolean => /\.(mp4|m4v|mov|webm|mkv|gif)$/i.test(name);

const isPictureName = (name: string): boolean => /\.(png|jpe?g)$/i.test(name);

/** Whether files are a video: one that is, or several pictures and nothing else. */
export function areVideo(files: readonly Pick<NamedBytes, 'name'>[]): boolean {
  if (files.length === 1) return isVideoName(files[0].name);
  return files.length > 1 && files.every(({ name }) => isPictureName(name));
}
