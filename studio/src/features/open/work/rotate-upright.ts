/** @file Files do not say which way is up; those of many tools have +z there. A quarter turn about x, and the rig anew. */

import type { WorkOptions } from 'posespace';
import { type Model, reshapeModel } from 'posespace/io';
import { rigMesh } from 'posespace/rig';
import type { OpenedModel } from '../../../workers/worker-protocol.js';
import { presentModel } from './open-model.js';

export async function rotateUpright(work: Required<WorkOptions>, model: Model): Promise<OpenedModel> {
  const { positions } = model.mesh;
  const turned = new Float32Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    turned[i] = positions[i];
    turned[i + 1] = positions[i + 2];
    turned[i + 2] = -positions[i + 1];
  }
  const upright = reshapeModel({ ...model, findings: [] }, turned);
  const { rig, confidence, body, findings } = await rigMesh(upright.mesh, work);
  return presentModel({ ...upright, skeleton: rig.skeleton, skin: rig.skin }, { confidence, body, findings });
}
