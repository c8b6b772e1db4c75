/** @file Motion files that are dropped onto a creature: retargeted to it and added as clips. */

import { uniqueClipName } from 'posespace';
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
import { chooseClip } from './playback.js';

const isMotion = ({ name }: NamedBytes): boolean => /\.bvh$/i.test(name);

/** Whether the files hold only motion, and there is a rig to retarget it to. */
export function isMotionForOpen(files: readonly NamedBytes[]): boolean {
  const body = documentOf(useStudio.getState())?.model.skin;
  return body !== undefined && files.length > 0 && files.every(isMotion);
}

/** Retargets the motions of files to the body; `openAlone` opens them as a document instead. */
export async function importMotion(
  files: readonly NamedBytes[],
  body: BoundBody,
  openAlone: () => void,
): Promise<boolean> {
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
  const what = retargeted.clips.length === 1 ? 'The motion was' : `${retargeted.clips.length} motions were`;
  notify('info', `${what} retargeted to ${name}.`, undefined, {
    label: 'Open as a new document',
    run: openAlone,
  });
  return true;
}
