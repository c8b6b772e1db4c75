/** @file Motion that is dropped onto a creature: carried over to it as clips. */

import {
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
import { freeName } from './motion-clips.js';
import { chooseClip } from './playback.js';

const isMotion = ({ name }: NamedBytes): boolean => /\.bvh$/i.test(name);

/** Whether files hold nothing but motion, and there is a body that could take it. */
export function isMotionForOpen(files: readonly NamedBytes[]): boolean {
  const body = documentOf(useStudio.getState())?.model.skin;
  return body !== undefined && files.length > 0 && files.every(isMotion);
}

/** Puts the motions of files on the body; `openAlone` is what the user may have wanted instead. */
export async function importMotion(
  files: readonly NamedBytes[],
  body: BoundBody,
  openAlone: () => void,
): Promise<boolean> {
  const { skeleton, clips, name } = currentDocument().model;
  const taken = await runTask(`Carrying over ${files.length === 1 ? files[0].name : 'motions'}`, (work) =>
    callWorker('background', 'retargetFiles', [files, body], work),
  );
  if (!taken || documentOf(useStudio.getState())?.model.skeleton !== skeleton) return false;
  const all = [...clips];
  for (const clip of taken.clips) all.push({ ...clip, name: freeName(all, clip.name) });
  change('Add motion', (now) => ({ ...now, model: { ...now.model, clips: all } }));
  showMode('motion');
  chooseClip(clips.length);
  const what = taken.clips.length === 1 ? 'The motion was' : `${taken.clips.length} motions were`;
  notify('info', `${what} carried over to ${name}.`, undefined, {
    label: 'Open it alone',
    run: openAlone,
  });
  return true;
}
