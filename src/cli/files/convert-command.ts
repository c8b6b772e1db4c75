/** @file `posespace convert`: converts between file formats. */

import { throwIfAborted } from '../../base/progress.js';
import { modelRig } from '../../io/model.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { REDUCE_FLAG } from '../animate/animated-file.js';
import { text } from '../shared/flags.js';
import { describeFindings } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';

export const convertCommand = defineCommand({
  usage: 'convert <input> <output>',
  summary:
    'Convert between GLB, glTF, VRM, FBX, OBJ, PLY, STL, BVH and RigNet text; the report lists what is lost',
  flags: {
    clip: text('the clip to write, where the format holds one (BVH)'),
    reduce: REDUCE_FLAG,
  },
  examples: [
    ['posespace convert hero.fbx hero.glb', 'skin, clips, materials and textures in one GLB'],
    ['posespace convert hero.glb walk.bvh --clip walk', 'one clip as BVH motion'],
    ['posespace convert scan.ply scan.obj', 'a mesh without a rig'],
    ['posespace convert hero.glb reduced.glb --reduce 0.1', 'clips with fewer keyframes'],
  ],
  async run({ limits, signal, options }, input, output) {
    const model = await readModelFile(input, { limits });
    throwIfAborted(signal);
    const { clip, reduce } = options;
    // A clip object that was read is written back byte for byte; a copy is encoded again.
    const clips = reduce === undefined ? model.clips : model.clips.map((each) => ({ ...each }));
    const written = await writeModelFile(output, { ...model, clips }, { clip, reduce });
    const findings = [...model.findings, ...written.findings];
    const counts = {
      vertices: model.mesh.positions.length / 3,
      triangles: model.mesh.triangles.length / 3,
      joints: model.skeleton?.names.length ?? 0,
      skinned: modelRig(model) !== undefined,
      clips: model.clips.length,
    };
    const files = written.files.map(({ name, bytes }) => ({ name, bytes: bytes.length }));
    const lines = [
      `${input}: ${counts.vertices} vertices, ${counts.triangles} triangles, ${counts.joints} joints, ${counts.clips} clips`,
      ...files.map((file) => `wrote ${file.name} (${file.bytes} bytes)`),
      ...describeFindings(findings),
    ];
    return { data: { input, output, ...counts, files, findings }, text: lines.join('\n') };
  },
});
