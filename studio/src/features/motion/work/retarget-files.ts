/** @file Retargets the motions of files, such as a BVH, FBX or GLB dropped onto a creature, to the open body. */

import { type Finding, labelModel, PosespaceError, type WorkOptions } from 'posespace';
import { type Clip, retargetMotion } from 'posespace/motion';
import { networkAddress } from '../../../workers/network-address.js';
import type { BoundBody, NamedBytes } from '../../../workers/worker-protocol.js';
import { modelsOf, readModelFile } from '../../open/work/open-model.js';

export async function retargetFiles(
  work: Required<WorkOptions>,
  files: readonly NamedBytes[],
  target: BoundBody,
): Promise<{ clips: Clip[]; findings: Finding[] }> {
  const clips: Clip[] = [];
  const findings: Finding[] = [];
  const models = modelsOf(files);
  for (const [i, { name }] of models.entries()) {
    work.onProgress({ stage: name, fraction: i / models.length });
    const model = await labelModel(await readModelFile(files, name), { network: networkAddress('label') });
    if (!model.skeleton || model.clips.length === 0) {
      throw new PosespaceError(
        'bad-input',
        `"${name}" has no animation; drop a file with an animated skeleton`,
      );
    }
    const { skeleton, skin, anatomy } = model;
    const source = {
      skeleton,
      skin,
      anatomy,
      mesh: model.mesh.triangles.length > 0 ? model.mesh : undefined,
    };
    for (const clip of model.clips) {
      const retargeted = retargetMotion(source, target, clip, work);
      clips.push({ ...retargeted.clip, name: clip.name || model.name });
      findings.push(...retargeted.findings);
    }
  }
  return { clips, findings };
}
