/** @file Saves a finished file through the browser's download. */

import { findFormatFacts } from 'posespace/io';
import { currentDocument } from '../../../store/store.js';

/** How long the object URL stays valid for the browser to save it, milliseconds. */
const GRACE = 60_000;

export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), GRACE);
}

/** A file name from the model's name, without characters that file systems refuse. */
export function fileName(extension: string, ...words: readonly string[]): string {
  return safeName([currentDocument().model.name, ...words], extension);
}

export function safeName(words: readonly string[], extension: string): string {
  const name = words.join('-');
  const stem = (findFormatFacts(name) ? name.replace(/\.[^.]*$/, '') : name)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: file systems refuse them
    .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, '-')
    .replace(/\s+/g, '-')
    .replace(/-*\.\.+-*/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 100);
  return `${stem || 'posespace'}.${extension}`;
}

/** A size as text. */
export function formatBytes(count: number): string {
  if (count < 1000) return `${count} bytes`;
  const [value, unit] = count < 1e6 ? [count / 1e3, 'KB'] : [count / 1e6, 'MB'];
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
