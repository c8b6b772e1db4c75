/** @file `posespace convert`: converts between file formats, and scales, turns and repairs on the way. */

import { throwIfAborted } from '../../base/progress.js';
import type { NormalMode } from '../../io/gltf/add-normals.js';
import { modelRig } from '../../io/model.js';
import { labelModel } from '../../verbs/label-model.js';
import { REDUCE_FLAG } from '../animate/animated-file.js';
import { BODY_FLAGS, requireBody } from '../shared/body-flags.js';
import { number, oneOf, text, toggle } from '../shared/flags.js';
import { encodeOutput, readInput, writeOutput } from '../shared/model-input.js';
import { describeFindings } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { AXES, fixModel } from './fix-model.js';

const NORMALS: readonly NormalMode[] = ['keep', 'smooth', 'flat'];

export const convertCommand = defineCommand({
  usage: 'convert <input> <output>',
  summary:
    'Convert between GLB, glTF, VRM, FBX, OBJ, PLY, STL, BVH, VRMA (and from DAE, OFF, 3MF); the report lists what is lost',
  flags: {
    clip: text('the clip to write, where the format holds one (BVH, VRMA)'),
    reduce: REDUCE_FLAG,
    normals: oneOf(NORMALS, 'normals of GLB output; by default smooth where there are none'),
    scale: number('scale the model', { min: 1e-9, max: 1e9, placeholder: 'factor' }),
    up: oneOf(AXES, 'the axis that is up in the input; it becomes +Y', { placeholder: 'axis' }),
    forward: oneOf(
      AXES,
      'the axis that the input faces; it becomes +Z (default: -y where z is up, z elsewhere)',
      { placeholder: 'axis' },
    ),
    body: BODY_FLAGS.body,
    limbs: BODY_FLAGS.limbs,
    label: BODY_FLAGS.label,
    fix: toggle('do what inspect recommends: units, ground, origin, weights that sum to one'),
    force: toggle('allow the output to replace the input'),
  },
  examples: [
    ['posespace convert hero.fbx hero.glb', 'skin, clips, materials and textures in one GLB'],
    ['posespace convert hero.glb walk.bvh --clip walk', 'one clip as BVH motion'],
    ['posespace convert scan.ply scan.obj', 'a mesh without a rig'],
    ['posespace convert hero.glb reduced.glb --reduce 0.1', 'clips with fewer keyframes'],
    [
      'posespace convert scan.stl scan.glb --up z --scale 0.001',
      'from the axes and millimetres of a printer',
    ],
    ['cat hero.fbx | posespace convert - - > hero.glb', 'from standard input to standard output, as GLB'],
  ],
  async run(context, input, output) {
    const { signal, options } = context;
    const read = await readInput(context, input);
    throwIfAborted(signal);
    const { model: turned, findings: fixed } = await fixModel(read, options);
    const { clip, reduce, normals, force, body, limbs, label } = options;
    const isSaid = body !== undefined || limbs !== undefined || label !== undefined;
    const model = isSaid
      ? requireBody({ ...context, options: { body, limbs, label } }, await labelModel(turned))
      : turned;
    // A clip object that was read is written back byte for byte; a copy is encoded again.
    const clips = reduce === undefined ? model.clips : model.clips.map((each) => ({ ...each }));
    const changed = { ...model, clips };
    const write = { clip, reduce, normals };
    if (output === '-') {
      const { files, findings } = await encodeOutput(changed, write);
      const said = [...model.findings, ...fixed, ...findings];
      return {
        data: { input, findings: said },
        text: describeFindings(said).join('\n'),
        bytes: files[0].bytes,
      };
    }
    const written = await writeOutput(changed, { input, output, force }, write);
    const findings = [...model.findings, ...fixed, ...written.findings];
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
