/** @file Files with motion that are dropped onto a creature: opened, or retargeted to it and added as clips. */

import { uniqueClipName } from 'posespace';
import { findFormatFacts } from 'posespace/io';
import {
  ask,
  change,
  currentDocument,
  documentOf,
  notify,
  runTask,
  showMode,
  useStudio,
} from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import type { BoundBody, NamedBytes } from '../../../workers/worker-protocol.js';
import { chooseClip, play } from './playback.js';

/** Whether a file of this name holds motion alone. */
const isMotion = ({ name }: NamedBytes): boolean => findFormatFacts(name)?.holds === 'motion';

/** Whether the files hold only motion. */
export const isMotionOnly = (files: readonly NamedBytes[]): boolean =>
  files.length > 0 && files.every(isMotion);

/** Whether there is a rig that motion can be retargeted to. */
export const takesMotion = (): boolean => documentOf(useStudio.getState())?.model.skin !== undefined;

/** Asks what to do with files that hold motion: open them, or retarget their motion to the open creature. */
export function askAboutMotion(
  files: readonly NamedBytes[],
  clipCount?: number,
): Promise<'open' | 'motion' | null> {
  const what = files.length === 1 ? `"${files[0].name}"` : 'What you dropped';
  const holds = clipCount === undefined ? 'motion' : clipCount === 1 ? 'a clip' : `${clipCount} clips`;
  return ask<'open' | 'motion'>({
    title: 'Open it, or use its motion?',
    message: `${what} holds ${holds}. ${currentDocument().model.name} is open.`,
    answers: [
      { value: 'motion', label: 'Use its motion', detail: 'Retarget it to the open creature' },
      { value: 'open', label: 'Open it', detail: 'Instead of the open creature' },
    ],
  });
}

/** Retargets the motions of files to the body, and plays the first. */
export async function importMotion(files: readonly NamedBytes[], body: BoundBody): Promise<boolean> {
  const { skeleton, clips, name } = currentDocument().model;
  const retargeted = await runTask(`Retargeting ${files.length === 1 ? files[0].name : 'motions'}`, (work) =>
    callWorker('background', 'retargetFiles', [files, body], work),
  );
  if (!retargeted || documentOf(useStudio.getState())?.model.skeleton !== skeleton) return false;
  const all = [...clips];
  for (const clip of retargeted.clips) all.push({ ...clip, name: uniqueClipName(all, clip.name) });
  change('Add motion', (now) => ({ ...now, model: { ...now.model, clips: all } }));
  showMode('motion');
  chooseClip(clips.length);
  play();
  const what = retargeted.clips.length === 1 ? 'The motion was' : `${retargeted.clips.length} motions were`;
  notify('info', `${what} retargeted to ${name}.`);
  return true;
}
