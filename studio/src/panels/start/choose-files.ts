/** @file The browser's file dialog, as a promise; nothing where it was closed. */

import { type FoundFile, findChosen } from '../../state/actions/open-gather.js';
import { WorkError } from '../../work/client.js';

export interface ChooseFilesOptions {
  /** A whole folder instead of files. */
  readonly folder: boolean;
  readonly extensions: readonly string[];
}

export function chooseFiles({ folder, extensions }: ChooseFilesOptions): Promise<FoundFile[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (folder) input.webkitdirectory = true;
  // Files that a model refers to are chosen together with it.
  else
    input.accept = [...extensions, 'bin', 'mtl', 'png', 'jpg', 'jpeg', 'webp'].map((one) => `.${one}`).join();
  return new Promise((resolve, reject) => {
    input.addEventListener('change', () => resolve(findChosen(input.files ?? [])));
    input.addEventListener('cancel', () => reject(new WorkError('aborted', 'nothing was chosen')));
    input.click();
  });
}
