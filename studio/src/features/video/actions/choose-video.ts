/** @file Opens a video from the browser's file dialog. */

import { notify } from '../../../store/store.js';
import { chooseFiles } from '../../open/actions/choose-files.js';
import { readGathered, VIDEO_EXTENSIONS } from '../../open/actions/gather-files.js';
import { openVideo } from './open-video.js';
import { areVideo } from './video-kind.js';

export async function openVideoFromDialog(): Promise<boolean> {
  const found = await chooseFiles([...VIDEO_EXTENSIONS, 'gif', 'png', 'jpg', 'jpeg']);
  if (found.length === 0) return false;
  const files = await readGathered(found);
  if (areVideo(files)) return openVideo(files);
  notify('error', `"${files[0].name}" is no video.`, 'Choose one video, or all frames as PNG pictures.');
  return false;
}
