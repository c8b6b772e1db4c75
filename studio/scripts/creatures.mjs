/**
 * @file Renders the thumbnails of the sample creatures into `public/creatures/`, and writes the creature of the first
 * visit as a file, which loads in a tenth of the time of generating it. Run it when creatures or the renderer change:
 * `npm run build && node studio/scripts/creatures.mjs`. It takes half a minute, so builds do not run it.
 */

import { mkdir, writeFile } from 'node:fs/promises';
import { CREATURE_KINDS, createCreature } from '../../dist/creatures/index.js';
import { createCreatureModel, encodeModel } from '../../dist/io/index.js';
import { encodePng, renderRig } from '../../dist/render/index.js';

const DEFAULT = 'quadruped';
const FOLDER = new URL('../public/creatures/', import.meta.url);

await mkdir(FOLDER, { recursive: true });
for (const kind of CREATURE_KINDS) {
  const creature = createCreature(kind, { seed: 0 });
  const { rig, clips, colors } = creature;
  const { poses } = clips[1] ?? clips[0];
  const image = renderRig(rig, poses[Math.floor(poses.length / 4)], {
    width: 192,
    height: 144,
    supersample: 3,
    background: 'transparent',
    ground: false,
    colors,
    camera: { view: 'three-quarter', margin: 0.02 },
  });
  await writeFile(new URL(`${kind}.png`, FOLDER), encodePng(image));
  if (kind === DEFAULT) {
    const { files } = await encodeModel(createCreatureModel(creature), `${creature.name}.glb`);
    await writeFile(new URL('default.glb', FOLDER), files[0].bytes);
  }
}
