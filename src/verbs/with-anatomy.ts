/** @file The anatomy of a model: what its file says, or what is read from its rig and its clips, once. */

import { PosespaceError } from '../base/errors.js';
import { type Model, modelRig } from '../io/model.js';
import { type AnatomyCorrections, editAnatomy } from '../rig/anatomy/edit-anatomy.js';
import { readAnatomy } from '../rig/reading/read-anatomy.js';
import type { Pose, Rig, Skeleton } from '../rig/rig-records.js';
import { collectClipPoses } from './collect-examples.js';

/** Poses that are looked at to understand a control rig. */
const MOST_POSES = 60;

/**
 * The model with the anatomy of its joints: its own, or one that is read, corrected by what is said of the body. A model
 * without a skeleton stays as it is.
 *
 * @example
 * const model = withAnatomy(await readModelFile('horse.glb'), { limbs: { legs: 4 } });
 * console.log(kindOf(model.anatomy), legs(model.anatomy).length);
 */
export function withAnatomy(model: Model, said: AnatomyCorrections = {}): Model {
  const { skeleton, skin, mesh } = model;
  if (!skeleton) return model;
  const known = model.anatomy ? { anatomy: model.anatomy, findings: [] } : readModel(model);
  const isSaid = Object.values(said).some((value) => value !== undefined);
  if (!isSaid && model.anatomy) return model;
  const anatomy = isSaid
    ? editAnatomy({ skeleton, skin, mesh, anatomy: known.anatomy }, said)
    : known.anatomy;
  return { ...model, anatomy, findings: [...model.findings, ...known.findings] };
}

/** The reading of a model that says nothing of its joints. */
const readModel = (model: Model) => {
  const { skeleton, skin, mesh } = model;
  return readAnatomy({ skeleton: skeleton as Skeleton, skin, mesh }, { poses: somePoses(model) });
};

/** The rig of a model with its anatomy; `what` names the caller in errors. @internal */
export function requireRig(model: Model | Rig, what: string): Required<Rig> {
  const rig = 'source' in model ? modelRig(withAnatomy(model)) : model;
  if (rig) return { ...rig, anatomy: rig.anatomy ?? readAnatomy(rig).anatomy };
  throw new PosespaceError(
    'bad-input',
    `${what}: "${(model as Model).name}" has no rig to move; rig it first with rigModel`,
  );
}

/** Poses of a model's clips, few enough to be read at once. */
function somePoses(model: Model): Pose[] {
  const poses = collectClipPoses(model);
  const step = Math.ceil(poses.length / MOST_POSES);
  return poses.filter((_, i) => i % step === 0);
}
