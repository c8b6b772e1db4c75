/** @file Opens files from the browser's file dialog. */

import { MODEL_EXTENSIONS } from '../../../store/model-formats.js';
import { COMPANION_EXTENSIONS, type GatheredFile, gatherChosen, VIDEO_EXTENSIONS } from './gather-files.js';
import { openGathered } from './open-files.js';

/** Opens chosen files or a folder; false where it was cancelled or failed. */
export async function openFromDialog(folder: boolean): Promise<boolean> {
  const extensions = [...MODEL_EXTENSIONS, ...COMPANION_EXTENSIONS, ...VIDEO_EXTENSIONS];
  const found = await chooseFiles(folder ? 'folder' : extensions);
  return found.length > 0 && openGathered(Promise.resolve(found));
}

/** Files with these extensions, or a folder; none where it was cancelled. */
export function chooseFiles(what: readonly string[] | 'folder'): Promise<GatheredFile[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (what === 'folder') input.webkitdirectory = true;
  else input.accept = what.map((one) => `.${one}`).join();
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(gatherChosen(input.files ?? [])));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
