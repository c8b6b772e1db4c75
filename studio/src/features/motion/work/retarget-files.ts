/** @file The motions of files, carried over to the body that is open: what a BVH dropped onto a creature is for. */

import { type Finding, PosespaceError, type WorkOptions } from 'posespace';
import { type Clip, retargetMotion } from 'posespace/motion';
import type { BoundBody, NamedBytes } from '../../../workers/worker-protocol.js';
import { readModelFile } from '../../open/work/open-model.js';

export async function retargetFiles(
  work: Required<WorkOptions>,
  files: readonly NamedBytes[],
  target: BoundBody,
): Promise<{ clips: Clip[]; findings: Finding[] }> {
  const clips: Clip[] = [];
  const findings: Finding[] = [];
  for (const [i, { name }] of files.entries()) {
    work.onProgress({ stage: name, fraction: i / files.length });
    const model = await readModelFile(files, name);
    if (!model.skeleton || model.clips.length === 0) {
      throw new PosespaceError(
        'bad-input',
        `"${name}" holds no motion; drop a file with a skeleton that moves`,
      );
    }
    const { skeleton, skin } = model;
    const source = { skeleton, skin, mesh: model.mesh.triangles.length > 0 ? model.mesh : undefined };
    for (const clip of model.clips) {
      const carried = retargetMotion(source, target, clip, { ...work, targetPoses: target.examples });
      clips.push({ ...carried.clip, name: clip.name || model.name });
      findings.push(...carried.findings);
    }
  }
  return { clips, findings };
}
