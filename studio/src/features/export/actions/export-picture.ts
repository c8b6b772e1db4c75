/** @file Saves an image of the stage. */

import { captureImage } from '../../../stage/capture/capture.js';
import { notify, runTask, useStudio } from '../../../store/store.js';
import type { ExportView } from '../../../store/views/export-view.js';
import { download, fileName, formatBytes } from './export-download.js';

export async function exportPicture(): Promise<boolean> {
  const { pictureHeight, pictureShape, transparent } = useStudio.getState().view.export;
  const { width, height } = pictureSize(pictureShape, pictureHeight, stageAspect());
  const blob = await runTask('Rendering the image', () => captureImage({ width, height, transparent }));
  if (!blob) return false;
  const name = fileName('png');
  download(blob, name);
  notify('info', `Saved ${name} (${width} × ${height}, ${formatBytes(blob.size)}).`);
  return true;
}

/** Aspect ratio of the stage on the page. */
export function stageAspect(): number {
  const stage = document.querySelector('.stage');
  return stage && stage.clientHeight > 0 ? stage.clientWidth / stage.clientHeight : 16 / 9;
}

/** Size of an image, pixels; even numbers, which video codecs need. */
export function pictureSize(
  shape: ExportView['pictureShape'],
  height: number,
  stage: number,
): { readonly width: number; readonly height: number } {
  const aspect = shape === 'square' ? 1 : shape === 'wide' ? 16 / 9 : stage;
  const even = (value: number) => Math.max(2, Math.round(value / 2) * 2);
  return { width: even(height * aspect), height: even(height) };
}
