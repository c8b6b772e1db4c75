/** @file Opens files from the browser's file dialog. */

import { COMPANION_EXTENSIONS, type GatheredFile, gatherChosen, MODEL_EXTENSIONS } from './gather-files.js';
import { openGathered } from './open-files.js';

/** Opens chosen files or a folder; false where it was cancelled or failed. */
export async function openFromDialog(folder: boolean): Promise<boolean> {
  const found = await chooseFiles(folder);
  return found.length > 0 && openGathered(Promise.resolve(found));
}

function chooseFiles(folder: boolean): Promise<GatheredFile[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (folder) input.webkitdirectory = true;
  // Includes files that models refer to.
  else input.accept = [...MODEL_EXTENSIONS, ...COMPANION_EXTENSIONS].map((one) => `.${one}`).join();
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve(gatherChosen(input.files ?? [])));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}
