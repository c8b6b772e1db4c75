/** @file The verbs of the workers, each a few lines over the package. */

import type { WorkOptions } from 'posespace';
import {
  type Clip,
  cleanFootSkate,
  createClip,
  detectContacts,
  inbetweenClip,
  joinClips,
  loopClip,
  measureMotion,
  mirrorClip,
  reduceClip,
  removeRootMotion,
  trackMotion,
} from 'posespace/motion';
import type { Pose, Skeleton } from 'posespace/rig';
import { exportModel } from '../features/export/work/export-model.js';
import { reportModel } from '../features/export/work/report-model.js';
import { listLibrary, performMotion } from '../features/motion/work/library-work.js';
import { retargetFiles } from '../features/motion/work/retarget-files.js';
import { drawStrip, dress } from '../features/motion/work/strip-work.js';
import { openModel, rotateUpright } from '../features/open/work/open-model.js';
import { bindBody, currentBody, currentSpace } from '../features/pose/work/pose-work.js';
import { correctAnatomy, rerig, solveSkin } from '../features/rig/work/rig-work.js';
import type { ClipEdit, VerbName, WorkerVerbs } from './worker-protocol.js';

/** Fitting videos is loaded when the first one is opened. */
const videoWork = () => import('../features/video/work/video-work.js');

type Implementation = {
  readonly [Verb in VerbName]: (
    work: Required<WorkOptions>,
    ...parameters: Parameters<WorkerVerbs[Verb]>
  ) => ReturnType<WorkerVerbs[Verb]> | Promise<ReturnType<WorkerVerbs[Verb]>>;
};

const VERBS: Implementation = {
  open: openModel,
  weights: solveSkin,
  rerig,
  correct: correctAnatomy,
  rotateUpright,
  retargetFiles,
  export: exportModel,
  report: reportModel,

  bind: bindBody,
  ready: () => currentBody().ready(),
  drag: (work, id, dragged, target) => currentBody().drag(id, dragged, target, work),
  mirror: (_, pose) => currentBody().mirror(pose),
  sample: async (work, options) => (await currentSpace()).sample(options, work),
  vary: async (work, pose, options) => (await currentSpace()).vary(pose, options, work),
  interpolate: async (work, poses, steps) => (await currentSpace()).interpolate(poses, steps, work),
  project: async (work, pose, strength, pinned) =>
    (await currentSpace()).project(pose, strength, pinned, work),
  measure: (_, pose) => currentBody().measure(pose),
  check: async (work, pose) => (await currentSpace()).check(pose, work),
  repair: async (work, pose, pinned) => (await currentSpace()).repair(pose, pinned, work),
  map: async (work, poses) => (await currentSpace()).map(poses, work),
  mapAt: async (_, x, y) => (await currentSpace()).mapAt(x, y),
  mapPosition: async (_, pose) => (await currentSpace()).mapPosition(pose),

  motions: listLibrary,
  generate: performMotion,
  dress,
  strip: drawStrip,

  openVideo: async (work, files, part) => (await videoWork()).openVideo(work, files, part),
  placeOnVideo: async (work, from, pose, adjustment) =>
    (await videoWork()).placeOnVideo(work, from, pose, adjustment),
  drawOnVideo: async (work, stage, pose) => (await videoWork()).drawOnVideo(work, stage, pose),
  followVideo: async (work, stage, name) => (await videoWork()).followVideo(work, stage, name),
  closeVideo: async () => (await videoWork()).closeVideo(),

  fill(work, _skeleton, keys, { name, frameRate, interpolation }) {
    if (interpolation === 'joints') return createClip(keys, { name, frameRate });
    const between = async (from: Pose, to: Pose, shares: readonly number[]) =>
      (await currentSpace()).between(from, to, shares, work);
    return inbetweenClip(keys, between, {
      ...work,
      name,
      source: 'model',
      frameRate,
    });
  },
  loop: (_, skeleton, clip) => loopClip(clip, skeleton),
  contacts: (_, body, clip) => detectContacts(body, clip),
  cleanFootSkate: (work, body, clip, options) => cleanFootSkate(body, clip, { ...options, ...work }),
  track: (work, body, clip) => trackMotion(body, clip, work),
  measureMotion: (_, rig, clip, { ground, rootVelocity }) =>
    measureMotion(rig, clip, { ground, rootVelocity }),
  editClip: (_, skeleton, clip, edit) => editClip(skeleton, clip, edit),
};

const TRANSFERRED: ReadonlySet<VerbName> = new Set(['open', 'rotateUpright', 'export']);

/** Runs a verb. Buffers of large results are transferred instead of copied. */
export async function runVerb(
  verb: VerbName,
  parameters: readonly unknown[],
  work: Required<WorkOptions>,
): Promise<{ readonly result: unknown; readonly transfer: Transferable[] }> {
  const run = VERBS[verb] as (work: Required<WorkOptions>, ...parameters: readonly unknown[]) => unknown;
  const result = await run(work, ...parameters);
  // Models are not used here again; all other results are small or still in use.
  const transfer = TRANSFERRED.has(verb) ? gatherBuffers(result) : [];
  return { result, transfer };
}

/** All buffers of a plain value, once each. */
function gatherBuffers(value: unknown, found = new Set<ArrayBufferLike>(), seen = new Set<unknown>()) {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null && !seen.has(value)) {
    seen.add(value);
    for (const part of Object.values(value)) gatherBuffers(part, found, seen);
  }
  return [...found] as ArrayBuffer[];
}

/** Applies a clip edit. */
function editClip(skeleton: Skeleton, clip: Clip, edit: ClipEdit): Clip {
  switch (edit.kind) {
    case 'mirror':
      return mirrorClip(clip, skeleton, { partners: edit.partners });
    case 'remove-root-motion':
      return removeRootMotion(clip, skeleton).clip;
    case 'join':
      return joinClips([clip, edit.next], skeleton, { name: clip.name, blend: edit.blend });
    case 'reduce':
      return reduceClip(clip, skeleton, { tolerance: edit.tolerance }).clip;
  }
}
