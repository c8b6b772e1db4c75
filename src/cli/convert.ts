/** @file `posespace convert`: any readable file to any writable one. */

import { throwIfAborted } from '../base/progress.js';
import { modelRig } from '../io/model.js';
import { readModelFile, writeModelFile } from '../io/node.js';
import { describeFindings } from './describe.js';
import type { CommandDefinition } from './shell.js';

export const convertCommand: CommandDefinition = {
  usage: 'convert <input> <output>',
  summary: 'Convert a mesh, rig or motion file to another format, losing only what the format cannot hold',
  flags: [['--clip <name>', 'the clip to write where the format holds one (BVH)']],
  examples: [
    ['posespace convert hero.fbx hero.glb', 'skin, clips, materials and textures in one GLB'],
    ['posespace convert hero.glb walk.bvh --clip walk', 'one clip as BVH motion'],
    ['posespace convert scan.ply scan.obj', 'a bare surface'],
  ],
  async run({ limits, signal, options }, input, output) {
    const model = await readModelFile(input, { limits });
    throwIfAborted(signal);
    const written = await writeModelFile(output, model, { clip: options.clip as string | undefined });
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
