/** @file Giving a finished file to the user; nothing is handed over before it is whole. */

import { currentDocument } from '../../../store/store.js';

/** How long a browser may take to fetch what it was told to save, milliseconds. */
const GRACE = 60_000;

export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), GRACE);
}

/** What files of the open model are called: its name, with what is done to it, without what file systems refuse. */
export function fileName(extension: string, ...words: readonly string[]): string {
  return safeName([currentDocument().model.name, ...words], extension);
}

export function safeName(words: readonly string[], extension: string): string {
  const stem = words
    .join('-')
    .replace(/\.(glb|gltf|vrm|fbx|obj|ply|stl|bvh)$/i, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: file systems refuse them
    .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '-')
    .replace(/\s+/g, '-')
    .replace(/-*\.\.+-*/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100);
  return `${stem || 'posespace'}.${extension}`;
}

/** A size as it is read. */
export function formatBytes(count: number): string {
  if (count < 1000) return `${count} bytes`;
  const [value, unit] = count < 1e6 ? [count / 1e3, 'KB'] : [count / 1e6, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
