/** @file Rigging the mesh anew; clips and kept poses are carried over to the new skeleton. */

import type { Clip } from 'posespace/motion';
import { type Landmark, restPose } from 'posespace/rig';
import { placeOf } from '../../../state/skeleton/draft.js';
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
import { ask } from '../../../workers/worker-client.js';
import { frameBody } from '../../open/actions/open-files.js';
import { rememberConvention } from './convert-joint-names.js';
import { rememberLook } from './edit-rig-looks.js';
import { stopEditing } from './watch-rig.js';

/** Finds a skeleton with about so many joints; without a number, with as many as the body asks for. */
export async function rigAgain(jointCount?: number): Promise<void> {
  const document = currentDocument();
  const { mesh, skeleton, skin, clips } = document.model;
  const kept = keptPoses(document);
  const landmarks = landmarksOf(document);
  if (useStudio.getState().view.rig.editing) stopEditing();
  const rigged = await runTask('Rigging', (work) =>
    ask(
      'bench',
      'rigAgain',
      [
        { mesh, skeleton, skin, clips: [...clips, kept] },
        { jointCount, landmarks },
      ],
      work,
    ),
  );
  if (!rigged || documentOf(useStudio.getState())?.model.mesh !== mesh) return;
  rememberConvention(rigged.skeleton.names, 'native');
  change('Rig again', (now) => withRig(now, rigged), {});
  setView('scene', { selected: -1 });
  for (const { severity, message, fix } of rigged.findings) {
    if (severity === 'error') notify('warning', message, fix);
  }
}

/** Tips the body by a quarter turn and rigs it again, for files whose up is another one. */
export async function standUp(): Promise<void> {
  const { model } = currentDocument();
  if (useStudio.getState().view.rig.editing) stopEditing();
  const opened = await runTask('Standing it up', (work) => ask('bench', 'standUp', [model], work));
  const { scene } = useStudio.getState().view;
  if (!opened?.model.skeleton || documentOf(useStudio.getState())?.model !== model || !scene.look) return;
  const { look, confidence, body, partners } = opened;
  rememberLook(model.mesh, scene.look);
  rememberLook(opened.model.mesh, look);
  const sketch = { name: 'my clip', keys: [], way: 'pose-space' } as const;
  const pose = restPose(opened.model.skeleton);
  change(
    'Stand it up',
    () => ({ model: opened.model, confidence, body, partners, pose, pins: [], library: [], sketch }),
    {},
  );
  frameBody();
}

/** The joints that shall stay. */
function landmarksOf({ model: { skeleton } }: StudioDocument): Landmark[] {
  return useStudio.getState().view.rig.landmarks.flatMap((name) => {
    const joint = skeleton!.names.indexOf(name);
    return joint < 0 ? [] : [{ name, position: placeOf(skeleton!, joint) }];
  });
}

/** What the document keeps of poses, as a clip: the library and the keys of the sketch. */
function keptPoses({ library, sketch }: StudioDocument): Clip {
  const poses = [...library, ...sketch.keys].map(({ pose }) => pose);
  return { name: '', times: Float32Array.from(poses.keys()), poses };
}

type Rigged = Awaited<ReturnType<typeof ask<'rigAgain'>>>;

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
