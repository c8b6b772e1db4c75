/** @file Rigs the mesh again; clips and saved poses are transferred to the new skeleton. */

import type { Clip } from 'posespace/motion';
import { type Landmark, restPose, restPosition } from 'posespace/rig';
import type { StudioDocument } from '../../../store/document.js';
import {
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
import { rememberConvention } from './convert-joint-names.js';
import { rememberAppearance, stopEditing } from './watch-rig.js';

/** Finds a skeleton with about this many joints; without a number, as many as the body needs. */
export async function rerig(jointCount?: number): Promise<void> {
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
        { ...model, clips },
        { jointCount, landmarks },
      ],
      work,
    ),
  );
  if (!rigged || documentOf(useStudio.getState())?.model.mesh !== model.mesh) return;
  rememberConvention(rigged.skeleton.names, 'native');
  change('Re-rig', (now) => withRig(now, rigged), {});
  setView('scene', { selected: -1 });
  for (const { severity, message, fix } of rigged.findings) {
    if (severity === 'error') notify('warning', message, fix);
  }
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
  const { appearance, confidence, body, partners } = opened;
  rememberAppearance(model.mesh, scene.appearance);
  rememberAppearance(opened.model.mesh, appearance);
  const sketch = { name: 'my clip', keys: [], interpolation: 'pose-space' } as const;
  const pose = restPose(opened.model.skeleton);
  change(
    'Rotate upright',
    () => ({ model: opened.model, confidence, body, partners, pose, pins: [], library: [], sketch }),
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

/** Poses of the library and of the new clip, as a clip. */
function savedPoses({ library, sketch }: StudioDocument): Clip {
  const poses = [...library, ...sketch.keys].map(({ pose }) => pose);
  return { name: '', times: Float32Array.from(poses.keys()), poses };
}

type Rigged = Awaited<ReturnType<typeof callWorker<'rerig'>>>;

function withRig(document: StudioDocument, rigged: Rigged): StudioDocument {
  const { library, sketch, model } = document;
  const clips = rigged.clips.slice(0, -1);
  const { poses } = rigged.clips[rigged.clips.length - 1];
  return {
    ...document,
    model: { ...model, skeleton: rigged.skeleton, skin: rigged.skin, clips },
    confidence: rigged.confidence,
    body: rigged.body,
    partners: rigged.body.partner,
    pose: restPose(rigged.skeleton),
    pins: [],
    library: library.map((entry, i) => ({ ...entry, pose: poses[i] })),
    sketch: {
      ...sketch,
      keys: sketch.keys.map((key, i) => ({ ...key, pose: poses[library.length + i] })),
    },
  };
}
