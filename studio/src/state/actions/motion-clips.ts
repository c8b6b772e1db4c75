/** @file The clips of the model: kept, named, copied, taken away, replaced by what a tool made of them. */

import type { Clip } from 'posespace/motion';
import type { StudioDocument } from '../document.js';
import { change, currentDocument } from '../store.js';
import { chooseClip } from './motion.js';

const withClips = (document: StudioDocument, clips: readonly Clip[]): StudioDocument => ({
  ...document,
  model: { ...document.model, clips },
});

/** A document with one clip more. */
export const insertClip = (document: StudioDocument, index: number, clip: Clip): StudioDocument =>
  withClips(document, [...document.model.clips.slice(0, index), clip, ...document.model.clips.slice(index)]);

export function replaceClip(index: number, clip: Clip, label: string): void {
  change(label, (document) =>
    withClips(
      document,
      document.model.clips.map((old, i) => (i === index ? clip : old)),
    ),
  );
}

/** A name that no clip has: with the next number where it is taken. */
export function freeName(clips: readonly Clip[], wanted: string): string {
  const taken = new Set(clips.map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  const stem = wanted.replace(/ \d+$/, '');
  let number = 2;
  while (taken.has(`${stem} ${number}`)) number++;
  return `${stem} ${number}`;
}

export function renameClip(index: number, name: string): void {
  const { clips } = currentDocument().model;
  const others = clips.filter((_, i) => i !== index);
  replaceClip(index, { ...clips[index], name: freeName(others, name) }, `Rename ${clips[index].name}`);
}

export function duplicateClip(index: number): void {
  const { clips } = currentDocument().model;
  const copy = { ...clips[index], name: freeName(clips, clips[index].name) };
  change(`Duplicate ${clips[index].name}`, (document) => insertClip(document, index + 1, copy));
  chooseClip(index + 1);
}

export function deleteClip(index: number): void {
  const { clips } = currentDocument().model;
  change(`Delete ${clips[index].name}`, (document) =>
    withClips(
      document,
      clips.filter((_, i) => i !== index),
    ),
  );
  chooseClip(clips.length > 1 ? Math.min(index, clips.length - 2) : 'sketch');
}
