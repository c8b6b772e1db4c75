/** @file `posespace splats`: a rigged mesh as Gaussian splats, at rest or in a pose of a clip. */

import { PosespaceError } from '../../base/errors.js';
import type { ReadLimits } from '../../io/limits.js';
import { type Model, modelRig } from '../../io/model.js';
import { readBytes, writeBytesFile } from '../../io/node.js';
import { readSurfacePaint } from '../../io/read-surface-paint.js';
import { readSplats, writeSplats } from '../../io/splat/splat-files.js';
import { bindSplats, createSplats } from '../../render/splat/create-splats.js';
import type { BoundSplats } from '../../render/splat/splat-cloud.js';
import { count } from '../shared/flags.js';
import { readInput } from '../shared/model-input.js';
import { defineCommand } from '../shared/shell.js';

export const splatsCommand = defineCommand({
  usage: 'splats <file>',
  summary: 'Turn a mesh into Gaussian splats: 3DGS PLY, or glTF with KHR_gaussian_splatting',
  output: 'the .ply or .glb to write (default: beside the input, .splats.ply)',
  flags: {
    count: count('number of splats', { min: 1, max: 1_000_000, default: 50_000 }),
  },
  examples: [
    ['posespace splats hero.glb -o hero.ply', '50,000 splats for any 3DGS viewer'],
    ['posespace splats hero.glb --count 200000 -o hero.splats.glb', 'as glTF'],
  ],
  async run(context, file) {
    const { output, options, seed } = context;
    const model = await readInput(context, file);
    const { skin: _, ...cloud } = await splatsOf(model, options.count, seed);
    const path = output ?? file.replace(/\.[^.\\/]*$/, '.splats.ply');
    await writeBytesFile(path, writeSplats(path, cloud));
    return { data: { file: path, splats: options.count }, text: `wrote ${path} (${options.count} splats)` };
  },
});

/** Splats of a rigged model's surface, in its own colours. */
export async function splatsOf(model: Model, splatCount: number, seed = 0): Promise<BoundSplats> {
  const { paint } = await readSurfacePaint(model);
  return createSplats(rigOf(model), { count: splatCount, seed, ...(paint && { paint }) });
}

/** A splat file, bound to the rig of a model by the nearest surface. */
export async function readBoundSplats(
  path: string,
  model: Model,
  limits: Partial<ReadLimits>,
): Promise<BoundSplats> {
  return bindSplats(await readSplats(await readBytes(path, limits.maxBytes), limits), rigOf(model));
}

function rigOf(model: Model) {
  const rig = modelRig(model);
  if (rig) return rig;
  throw new PosespaceError('bad-input', `"${model.name}" has no rig; run "posespace rig" first`);
}
