/** @file The clips of the model: added, renamed, duplicated, deleted, replaced. */

import { uniqueClipName } from 'posespace';
import type { Clip } from 'posespace/motion';
import type { StudioDocument } from '../../../store/document.js';
import { change, currentDocument } from '../../../store/store.js';
import { chooseClip } from './playback.js';

const withClips = (document: StudioDocument, clips: readonly Clip[]): StudioDocument => ({
  ...document,
  model: { ...document.model, clips },
});

/** A document with one more clip. */
export const insertClip = (document: StudioDocument, index: number, clip: Clip): StudioDocument =>
  withClips(document, [...document.model.clips.slice(0, index), clip, ...document.model.clips.slice(index)]);

/** A document with one clip replaced. */
export const withClip = (document: StudioDocument, index: number, clip: Clip): StudioDocument =>
  withClips(
    document,
    document.model.clips.map((old, i) => (i === index ? clip : old)),
  );

export function replaceClip(index: number, clip: Clip, label: string): void {
  change(label, (document) => withClip(document, index, clip));
}

export function renameClip(index: number, name: string): void {
  const { clips } = currentDocument().model;
  const others = clips.filter((_, i) => i !== index);
  const renamed = { ...clips[index], name: uniqueClipName(others, name) };
  replaceClip(index, renamed, `Rename ${clips[index].name}`);
}

export function duplicateClip(index: number): void {
  const { clips } = currentDocument().model;
  const copy = { ...clips[index], name: uniqueClipName(clips, clips[index].name) };
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

/** The name shown for a clip: without the armature name that some files put before it. */
export const clipLabel = ({ name }: Clip, index: number): string =>
  name.replace(/^.*\|(?=.)/, '') || `Clip ${index + 1}`;
