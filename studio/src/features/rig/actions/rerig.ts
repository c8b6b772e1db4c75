/** @file Rigs the mesh again; clips and saved poses are transferred to the new skeleton. */

import type { Clip } from 'posespace/motion';
import { type BodyKind, type Landmark, restPose, restPosition } from 'posespace/rig';
import { bareClip, EMPTY_SKETCH, type Sketch, type StudioDocument } from '../../../store/document.js';
import {
  amendChange,
  change,
  currentDocument,
  documentOf,
  notify,
  runTask,
  setView,
  useStudio,
} from '../../../store/store.js';
import { callWorker } from '../../../workers/worker-client.js';
import { frameBody } from '../../open/actions/open-files.js';
import { stopEditing } from './watch-rig.js';

export interface RerigRequest {
  /** Joints to aim for; absent: as many as the body needs. */
  readonly jointCount?: number;
  /** The kind of body; absent: what was said before. */
  readonly kind?: BodyKind;
  /** Whether what was said of the body before is left out. */
  readonly forget?: boolean;
  /** Name of the history step. */
  readonly label?: string;
}

/** Finds a new skeleton. Returns whether there is one: it may be cancelled, or the shape may not allow it. */
export async function rerig(request: RerigRequest = {}): Promise<boolean> {
  const { jointCount, kind, forget = false, label = 'Re-rig' } = request;
  const document = currentDocument();
  const { model } = document;
  const clips = [...model.clips, savedPoses(document)];
  const landmarks = lockedLandmarks(document);
  if (useStudio.getState().view.rig.editing) stopEditing();
  const rigged = await runTask('Rigging', (work) =>
    callWorker(
      'background',
      'rerig',
      [
        { ...model, clips: clips.map(bareClip), ...(forget && { anatomy: undefined }) },
        { jointCount, landmarks, body: kind },
      ],
      work,
    ),
  );
  if (!rigged || documentOf(useStudio.getState())?.model.mesh !== model.mesh) return false;
  change(label, (now) => withRig(now, rigged), {});
  setView('scene', { selected: -1 });
  for (const { severity, message, fix } of rigged.findings) {
    if (severity === 'error') notify('warning', message, fix);
  }
  return true;
}

/** Rotates the model upright and rigs it again, for files with another up axis. */
export async function rotateUpright(): Promise<void> {
  const { model } = currentDocument();
  if (useStudio.getState().view.rig.editing) stopEditing();
  const opened = await runTask('Rotating upright', (work) =>
    callWorker('background', 'rotateUpright', [model], work),
  );
  const { scene } = useStudio.getState().view;
  if (!opened?.model.skeleton || documentOf(useStudio.getState())?.model !== model || !scene.appearance)
    return;
  const { appearance, confidence, findings } = opened;
  // Undo goes back to how it looked.
  amendChange((now) => ({ ...now, appearance: scene.appearance! }));
  const pose = restPose(opened.model.skeleton);
  change(
    'Rotate upright',
    () => ({
      model: opened.model,
      appearance,
      findings,
      confidence,
      pose,
      pins: [],
      library: [],
      sketch: EMPTY_SKETCH,
    }),
    {},
  );
  frameBody();
}

/** Landmarks of the locked joints. */
function lockedLandmarks({ model: { skeleton } }: StudioDocument): Landmark[] {
  return useStudio.getState().view.rig.lockedJoints.flatMap((name) => {
    const joint = skeleton!.names.indexOf(name);
    return joint < 0 ? [] : [{ name, position: restPosition(skeleton!, joint) }];
  });
}

/** Poses of the library and of the clips in the making, as a clip. */
function savedPoses({ library, sketch, drafts = [] }: StudioDocument): Clip {
  const keys = [sketch, ...drafts].flatMap((one) => one.keys);
  const poses = [...library, ...keys].map(({ pose }) => pose);
  return { name: '', times: Float32Array.from(poses.keys()), poses };
}

type Rigged = Awaited<ReturnType<typeof callWorker<'rerig'>>>;

function withRig(document: StudioDocument, rigged: Rigged): StudioDocument {
  const { library, sketch, drafts, model } = document;
  const clips = rigged.clips.slice(0, -1);
  const { poses } = rigged.clips[rigged.clips.length - 1];
  let next = library.length;
  // Keyframes of single limbs become whole ones: the joints are others.
  const withPoses = (one: Sketch): Sketch => ({
    ...one,
    keys: one.keys.map(({ joints: _, ...key }) => ({ ...key, pose: poses[next++] })),
  });
  return {
    ...document,
    model: {
      ...model,
      skeleton: rigged.skeleton,
      skin: rigged.skin,
      anatomy: rigged.anatomy,
      clips,
      findings: model.findings.filter(({ kind }) => kind !== 'joint'),
    },
    findings: rigged.findings,
    confidence: rigged.confidence,
    convention: 'native',
    stale: undefined,
    pose: restPose(rigged.skeleton),
    pins: [],
    touched: [],
    library: library.map((entry, i) => ({ ...entry, pose: poses[i] })),
    sketch: withPoses(sketch),
    ...(drafts && { drafts: drafts.map(withPoses) }),
  };
}
