/** @file `posespace convert`: any readable file to any writable one. */

import { throwIfAborted } from '../../base/progress.js';
import { modelRig } from '../../io/model.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { readReduce } from '../animate/animated-file.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandDefinition } from '../shared/shell.js';

export const convertCommand: CommandDefinition = {
  usage: 'convert <input> <output>',
  summary: 'Convert a mesh, rig or motion file to another format, losing only what the format cannot hold',
  flags: [
    ['--clip <name>', 'the clip to write where the format holds one (BVH)'],
    ['--reduce <percent>', 'write fewer frames, as long as no joint is off by more, in % of the diameter'],
  ],
  examples: [
    ['posespace convert hero.fbx hero.glb', 'skin, clips, materials and textures in one GLB'],
    ['posespace convert hero.glb walk.bvh --clip walk', 'one clip as BVH motion'],
    ['posespace convert scan.ply scan.obj', 'a bare surface'],
    ['posespace convert hero.glb small.glb --reduce 0.1', 'clips with fewer frames'],
  ],
  async run({ limits, signal, options }, input, output) {
    const model = await readModelFile(input, { limits });
    throwIfAborted(signal);
    const reduce = readReduce(options.reduce);
    // A clip that is the very one that was read stays as it was in the file; a copy is written anew.
    const clips = reduce.reduce === undefined ? model.clips : model.clips.map((clip) => ({ ...clip }));
    const written = await writeModelFile(
      output,
      { ...model, clips },
      { clip: options.clip as string | undefined, ...reduce },
    );
    const findings = [...model.findings, ...written.findings];
    const counts = {
      vertices: model.mesh.positions.length / 3,
      triangles: model.mesh.triangles.length / 3,
      joints: model.skeleton?.names.length ?? 0,
      skinned: modelRig(model) !== undefined,
      clips: model.clips.length,
    };
    const files = written.files.map(({ name, bytes }) => ({ name, bytes: bytes.length }));
    const text = [
      `${input}: ${counts.vertices} vertices, ${counts.triangles} triangles, ${counts.joints} joints, ${counts.clips} clips`,
      ...files.map((file) => `wrote ${file.name} (${file.bytes} bytes)`),
      ...describeFindings(findings),
    ];
    return { data: { input, output, ...counts, files, findings }, text: text.join('\n') };
  },
};
