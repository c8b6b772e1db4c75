/** @file `npm run lab -- samples`: makes the sample creatures that ship, their pictures for the studio and what tests know of them. */

import { fileURLToPath } from 'node:url';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { modelRig } from '../../src/io/model.js';
import { writeBytesFile } from '../../src/io/node.js';
import { readModel } from '../../src/io/read.js';
import { readVertexColors } from '../../src/io/vertex-colors.js';
import { encodePng } from '../../src/render/encode-png.js';
import { renderRig } from '../../src/render/render-rig.js';
import { makeSample } from '../samples/make-sample.js';
import { SAMPLE_RECIPES } from '../samples/sample-recipes.js';

const ROOT = new URL('../../', import.meta.url);

export const samplesCommand = defineCommand({
  usage: 'samples',
  summary: 'Make the sample creatures that ship, and their pictures',
  output: 'the folder to write samples/, studio/ and test/ to (default: the repository)',
  examples: [
    [
      'npm run lab -- samples',
      'writes samples/*.glb, studio/public/samples/*.png, test/support/sample-plans.json',
    ],
  ],
  async run({ output = fileURLToPath(ROOT) }) {
    const plans: Record<string, object> = {};
    const files: { file: string; bytes: number }[] = [];
    for (const recipe of SAMPLE_RECIPES) {
      const { bytes, plan } = await makeSample(recipe);
      plans[recipe.name] = plan;
      const file = `samples/${recipe.name}.glb`;
      files.push({ file, bytes: bytes.length });
      await writeBytesFile(`${output}/${file}`, bytes);
      await writeBytesFile(
        `${output}/studio/public/samples/${recipe.name}.png`,
        await drawThumbnail(file, bytes),
      );
    }
    const json = `${JSON.stringify(plans, null, 2)}\n`;
    await writeBytesFile(`${output}/test/support/sample-plans.json`, new TextEncoder().encode(json));
    return {
      data: { files },
      text: files.map(({ file, bytes }) => `${file}  ${(bytes / 1000).toFixed(0)} kB`).join('\n'),
    };
  },
});

/** The creature in the middle of getting about. */
async function drawThumbnail(file: string, bytes: Uint8Array): Promise<Uint8Array> {
  const model = await readModel(file, bytes);
  const { poses } = model.clips[1];
  return encodePng(
    renderRig(modelRig(model)!, poses[Math.floor(poses.length / 4)], {
      width: 192,
      height: 144,
      supersample: 3,
      background: 'transparent',
      ground: false,
      colors: await readVertexColors(model),
      camera: { view: 'three-quarter', margin: 0.02 },
    }),
  );
}
