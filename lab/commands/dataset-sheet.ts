/** @file `npm run lab -- dataset sheet`: generated bodies with their skeletons, to be looked at. */

import { count, text } from '../../src/cli/shared/flags.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { writeBytesFile } from '../../src/io/node.js';
import { encodePng } from '../../src/render/encode-png.js';
import { drawBodies } from '../bodies/draw-bodies.js';
import { generateBody } from '../bodies/generate-body.js';

const FLAGS = {
  kind: text('a kind of the table, or free', { placeholder: 'word' }),
  count: count('bodies', { max: 400, default: 24 }),
};

export const datasetSheetCommand = defineCommand({
  usage: 'dataset sheet',
  summary: 'Draw generated bodies with their skeletons, from the front and the side',
  output: 'the picture to write (default: bodies.png)',
  flags: FLAGS,
  examples: [['npm run lab -- dataset sheet --kind dog --seed 200 -o dogs.png', '24 dogs']],
  async run({ output = 'bodies.png', seed = 0, options }) {
    const bodies = Array.from({ length: options.count }, (_, i) =>
      generateBody(seed + i, options.kind === undefined ? {} : { kind: options.kind }),
    );
    await writeBytesFile(output, encodePng(drawBodies(bodies)));
    return { data: { output, bodies: bodies.map(({ name }) => name) }, text: output };
  },
});
