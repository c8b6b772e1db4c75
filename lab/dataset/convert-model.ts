/** @file One file of a folder as a rig of a data set, or the reason why it is dropped. */

import type { Model } from '../../src/io/model.js';
import { confidenceOf, planOf } from '../../src/rig/anatomy/views.js';
import { anatomyOf } from '../../src/rig/reading/read-anatomy.js';
import type { PartialRig } from '../../src/rig/rig-records.js';
import { skeletonDiameter } from '../../src/rig/rig-records.js';
import { nameBodyPlan } from './body-plan-word.js';
import type { DatasetRow } from './dataset-row.js';
import { type PackedRig, packRig } from './pack-rig.js';
import { type BodyClips, transferClips } from './transfer-clips.js';

/** Bodies with fewer joints have no poses to speak of; with more, no network of ours takes them. */
const LEAST_JOINTS = 4;
const MOST_JOINTS = 128;

export type Converted = { readonly rig: PackedRig } | { readonly file: string; readonly reason: string };

/** Converts a model; `lender` is the model of the file that the row takes its clips from. */
export function convertModel(row: DatasetRow, model: Model, lender?: Model): Converted {
  const { file } = row;
  const own = bodyClips(model);
  const other = lender && bodyClips(lender);
  if (!own || (lender && !other)) return { file, reason: 'no skeleton' };
  if ((other ?? own).clips.length === 0) return { file, reason: 'no clips' };
  const carried = transferClips(own, other);
  if (!carried) return { file, reason: 'the joints are not those of the file that holds its clips' };
  const { skeleton } = carried.body;
  const count = skeleton.parents.length;
  if (count < LEAST_JOINTS) return { file, reason: `fewer than ${LEAST_JOINTS} joints` };
  if (count > MOST_JOINTS) return { file, reason: `more than ${MOST_JOINTS} joints` };
  if (!(skeletonDiameter(skeleton) > 0)) return { file, reason: 'all joints in one place' };
  const rig = packRig(carried, {
    file,
    name: row.name ?? model.name,
    family: row.rigFamily ?? file,
    source: row.source ?? 'unknown',
    ...(row.repo !== undefined && { repo: row.repo }),
    licence: row.licence ?? 'unknown',
    category: row.category ?? 'other',
    split: row.split ?? 'train',
    bodyPlan: nameBodyPlan(carried.body, row.category),
  });
  return rig.clips.length > 0
    ? { rig: { ...rig, ...readPlan(carried.body) } }
    : { file, reason: 'translations move the joints in all of its clips' };
}

function readPlan({ skeleton, mesh, skin }: PartialRig): Pick<PackedRig, 'reading'> {
  if (!mesh || !skin) return {};
  const anatomy = anatomyOf({ skeleton, mesh, skin });
  const { forward } = anatomy;
  return { reading: { plan: planOf(anatomy), forward, confidence: confidenceOf(anatomy) } };
}

function bodyClips({ skeleton, mesh, skin, clips }: Model): BodyClips | undefined {
  if (!skeleton) return undefined;
  const fleshed = skin && mesh.positions.length > 0;
  return { body: fleshed ? { skeleton, mesh, skin } : { skeleton }, clips };
}
