/** @file Opens files, folders and sample creatures, and binds their body to the workers. */

import { collectExamples } from 'posespace';
import type { Appearance, SampleName } from 'posespace/io';
import { restPose } from 'posespace/rig';
import { readPreferences } from '../../../storage/preferences.js';
import { EMPTY_SKETCH, type StudioDocument } from '../../../store/document.js';
import {
  currentDocument,
  dismiss,
  documentOf,
  errorMessage,
  notify,
  replaceDocument,
  runTask,
  setView,
  showMode,
  skeletonOf,
  useStudio,
} from '../../../store/store.js';
import { EXPLORE_VIEW } from '../../../store/views/explore-view.js';
import { MOTION_VIEW } from '../../../store/views/motion-view.js';
import { POSE_VIEW } from '../../../store/views/pose-view.js';
import { RIG_VIEW } from '../../../store/views/rig-view.js';
import {
  bindBody,
  type CallOptions,
  callWorker,
  isAborted,
  WorkError,
} from '../../../workers/worker-client.js';
import type { BoundBody, NamedBytes, OpenedModel } from '../../../workers/worker-protocol.js';
import {
  askAboutMotion,
  importMotion,
  isMotionOnly,
  takesMotion,
} from '../../motion/actions/import-motion.js';
import { play } from '../../motion/actions/playback.js';
import { openVideo } from '../../video/actions/open-video.js';
import { areVideo } from '../../video/actions/video-kind.js';
import { closeVideo } from '../../video/actions/video-source.js';
import { type GatheredFile, readGathered } from './gather-files.js';

/** Most example poses from clips that the pose space is fitted to; more add nothing. */
const MOST_EXAMPLES = 400;

/** Counts requests to open something: only the newest is shown. */
let openings = 0;

export const openFiles = (files: readonly NamedBytes[]): Promise<boolean> =>
  openNewest(`Opening ${files[0]?.name ?? 'files'}`, (work) =>
    callWorker('background', 'open', [files], work),
  );

/** Opens a sample creature from its file. */
export function openCreature(name: SampleName): Promise<boolean> {
  dismissErrors();
  return openNewest('Opening a sample creature', async (work) => {
    const response = await fetch(`samples/${name}.glb`, { signal: work.signal });
    if (!response.ok) throw new WorkError('file', `The ${name} cannot be loaded; check the connection.`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return callWorker('background', 'open', [[{ name: `${name}.glb`, bytes }]], work);
  });
}

/** The sample creature of the first visit. */
export async function openDefaultCreature(): Promise<boolean> {
  const opened = await openCreature('wolf');
  placeholder = documentOf(useStudio.getState());
  return opened;
}

/**
 * Opens dropped or chosen files. Where they hold motion and a creature is open, asks whether to open them or to use their
 * motion; clips of an opened file start to play.
 */
export async function openGathered(found: Promise<readonly GatheredFile[]>): Promise<boolean> {
  const request = ++openings;
  const files = await runTask('Opening', async ({ signal }) => readGathered(await found, signal));
  if (!files || request !== openings) return false;
  const body = takesMotion() ? boundBody(currentDocument()) : null;
  if (areVideo(files)) {
    if (body) return openVideo(files);
    notify('error', 'A video is put on a creature with a rig and a skin.', 'Open one first.');
    return false;
  }
  if (body && isMotionOnly(files)) {
    const answer = await askAboutMotion(files);
    if (answer !== 'open') return answer === 'motion' && importMotion(files, body);
  }
  const opened = await runTask(`Opening ${files[0]?.name ?? 'files'}`, (work) =>
    callWorker('background', 'open', [files], work),
  );
  if (!opened || request !== openings) return false;
  const { clips } = opened.model;
  if (body && clips.length > 0 && !isMotionOnly(files) && !isPlaceholder()) {
    const answer = await askAboutMotion(files, clips.length);
    if (answer !== 'open') return answer === 'motion' && importMotion(files, body);
  }
  return showOpened(opened) && showFirst();
}

/** The sample creature of the start, until it is changed. */
let placeholder: StudioDocument | null = null;

/** Whether nothing was opened or changed since the start. */
const isPlaceholder = (): boolean => documentOf(useStudio.getState()) === placeholder;

/** Clips start to play; a body without is ready to be posed. */
export function showFirst(): boolean {
  const hasClips = currentDocument().model.clips.length > 0;
  showMode(hasClips ? 'motion' : 'pose');
  if (hasClips) play();
  return true;
}

/** Errors of the previous model are no longer relevant. */
function dismissErrors(): void {
  for (const { id, severity } of useStudio.getState().view.notices) if (severity === 'error') dismiss(id);
}

async function openNewest(
  label: string,
  open: (work: Required<CallOptions>) => Promise<OpenedModel>,
): Promise<boolean> {
  const request = ++openings;
  const opened = await runTask(label, open);
  return opened !== undefined && request === openings && showOpened(opened);
}

/** Shows an opened model. */
export function showOpened({ model, appearance, confidence, findings }: OpenedModel): boolean {
  const { skeleton } = model;
  if (!skeleton) {
    notify(
      'error',
      `"${model.name}" has neither a mesh nor a skeleton.`,
      'Open a file that has one of them.',
    );
    return false;
  }
  for (const { severity, message, fix } of [...model.findings, ...findings])
    if (severity === 'error') notify('warning', message, fix);
  notifyMissing(model.findings);
  const document = {
    model,
    findings,
    confidence,
    pose: restPose(skeleton),
    pins: [],
    library: [],
    sketch: EMPTY_SKETCH,
  };
  showDocument(document, appearance);
  return true;
}

/** Most names of missing files in a notice. */
const MOST_NAMES = 4;

/** Names the textures and other files that a model refers to and that were not dropped with it. */
function notifyMissing(findings: OpenedModel['findings']): void {
  const names = findings
    .filter(({ code }) => code === 'missing-file')
    .map(({ message }) => /"([^"]+)"/.exec(message)?.[1] ?? message);
  if (names.length === 0) return;
  const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : '';
  const are = names.length === 1 ? 'is' : 'are';
  notify(
    'warning',
    `Missing: ${names.slice(0, MOST_NAMES).join(', ')}${more} ${are} not among the files.`,
    'Drop the model together with its textures, or the whole folder.',
  );
}

/** Starts a history with a document and resets the view. */
export function showDocument(document: StudioDocument, appearance: Appearance): void {
  setView('scene', { appearance, preview: null, selected: -1, hovered: -1, facts: null });
  setView('rig', RIG_VIEW);
  const { footLock, locality } = readPreferences();
  setView('pose', { ...POSE_VIEW, footLock, locality });
  setView('explore', EXPLORE_VIEW);
  setView('motion', { ...MOTION_VIEW, clip: document.model.clips.length > 0 ? 0 : 'sketch' });
  setView('export', { clipsLeftOut: [] });
  replaceDocument(document);
  frameBody();
  void bindDocument(document);
}

/** Sends the body of a document to the workers; call it whenever the skeleton or skin changed. */
export async function bindDocument(document: StudioDocument): Promise<void> {
  setView('scene', { facts: null });
  // It was put on another skeleton.
  closeVideo();
  try {
    const facts = await bindBody(boundBody(document));
    if (!facts) return;
    setView('scene', { facts });
    void loadPoseSpace();
  } catch (error) {
    notify('error', `It cannot be posed: ${errorMessage(error)}`);
  }
}

export function boundBody({ model }: StudioDocument): BoundBody {
  const { mesh, skeleton, skin, anatomy } = model;
  const { poses } = collectExamples(model);
  const stride = Math.max(1, Math.ceil(poses.length / MOST_EXAMPLES));
  return {
    skeleton: skeleton!,
    anatomy: anatomy!,
    mesh,
    skin,
    examples: poses.filter((_, i) => i % stride === 0),
  };
}

/** Frames the selection or the whole body. */
export function frameBody(): void {
  setView('scene', { frameRequest: performance.now() });
}

/** Opens the pose space of the bound body in the background; until then it moves by plain inverse kinematics. */
async function loadPoseSpace(): Promise<void> {
  const skeleton = skeletonOf(useStudio.getState());
  setView('pose', { space: null });
  try {
    const space = await callWorker('interactive', 'ready', []);
    if (skeletonOf(useStudio.getState()) === skeleton) setView('pose', { space });
  } catch (error) {
    // Another body was bound meanwhile.
    if (isAborted(error) || skeletonOf(useStudio.getState()) !== skeleton) return;
    notify(
      'warning',
      `The pose space cannot be opened: ${errorMessage(error)}`,
      'Dragging still works, with plain inverse kinematics.',
    );
  }
}
