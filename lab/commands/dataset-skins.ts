/** @file `npm run lab -- dataset skins`: rigs with true and solved weights as shards for the skinning network. */

import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { throwIfAborted } from '../../src/base/progress.js';
import { createRng } from '../../src/base/rng.js';
import { count, type OptionsOf, text, toggle } from '../../src/cli/shared/flags.js';
import { formatTable } from '../../src/cli/shared/format-table.js';
import { type CommandContext, defineCommand } from '../../src/cli/shared/shell.js';
import { writeBytesFile } from '../../src/io/node.js';
import { encodeSkins, type SkinRow } from '../skins/encode-skins.js';
import { type ListedRig, makeRigs, readListedRig, stripSkeleton } from '../skins/list-skins.js';
import { chooseSkinPoints, type SkinSample, sampleSkin } from '../skins/sample-skin.js';
import { chooseRows } from './evaluation-flags.js';
import { readIndex } from './read-index.js';

const FLAGS = {
  split: text('only rows of this split', { default: 'train' }),
  leaveOut: text('sources to leave out, by how they begin', { default: 'cmu-mocap', placeholder: 'words' }),
  creatures: count('sample creatures of each kind', { max: 10_000, default: 0 }),
  generated: count('generated bodies', { max: 1_000_000, default: 0 }),
  real: toggle('the rigs of the folder', { default: true }),
};

/** Rows of a shard: small, so that training can begin on the first ones. */
const SHARD = 100;

export const datasetSkinsCommand = defineCommand({
  usage: 'dataset skins <folder>',
  summary:
    'Solve the weights of every rig of a folder with an index.json, and of made bodies, as training shards',
  output: 'the folder to write (default: skins)',
  flags: FLAGS,
  examples: [
    ['npm run lab -- dataset skins creatures/ -o skins/', 'the train split'],
    ['npm run lab -- dataset skins creatures/ --creatures 12 --generated 900', 'with made bodies'],
  ],
  async run(context, folder) {
    const { output = 'skins', seed = 0 } = context;
    const refused: { file: string; reason: string }[] = [];
    const rows: SkinRow[] = [];
    let samples: SkinSample[] = [];
    let shards = 0;
    const flush = async () => {
      const name = String(shards++).padStart(3, '0');
      const own = rows.slice(rows.length - samples.length);
      await writeBytesFile(join(output, `skins-${name}.safetensors`), encodeSkins(samples));
      await writeBytesFile(join(output, `skins-${name}.json`), new TextEncoder().encode(JSON.stringify(own)));
      samples = [];
    };
    for await (const listed of listRigs(folder, context, refused)) {
      const { rig, clips: _, ...told } = listed;
      const points = chooseSkinPoints(rig.mesh, createRng(seed * 1_000_003 + rows.length));
      if (!points) continue;
      for (const bare of listed.source === 'generator' ? [true] : [false, true]) {
        throwIfAborted(context.signal);
        samples.push(sampleSkin(bare ? { ...rig, skeleton: stripSkeleton(rig.skeleton) } : rig, points));
        rows.push({ ...told, bare, frame: 0 });
      }
      if (samples.length >= SHARD) await flush();
    }
    if (rows.length === 0) throw new PosespaceError('bad-input', 'dataset skins: no rig could be sampled');
    if (samples.length > 0) await flush();
    return { data: { output, shards, rows: rows.length, refused }, text: formatSkins(rows, refused.length) };
  },
});

type SkinsContext = CommandContext<OptionsOf<typeof FLAGS>>;

/** All rigs, one at a time, real and made ones in turn so that every shard has some of both. */
async function* listRigs(
  folder: string,
  context: SkinsContext,
  refused: { file: string; reason: string }[],
): AsyncGenerator<ListedRig> {
  const { split, leaveOut, real, creatures, generated } = context.options;
  const without = leaveOut.split(',').filter((word) => word !== '');
  const wanted = (real ? chooseRows(await readIndex(folder), { split }) : []).filter(
    ({ source = '' }) => !without.some((word) => source.startsWith(word)),
  );
  const made = makeRigs({ creatures, generated }, context.seed ?? 0);
  for (const [i, row] of wanted.entries()) {
    context.onProgress?.({ stage: row.file, fraction: i / wanted.length });
    try {
      const listed = await readListedRig(folder, row, context.limits);
      if (typeof listed === 'string') refused.push({ file: row.file, reason: listed });
      else yield listed;
    } catch (error) {
      refused.push({ file: row.file, reason: (error as Error).message });
    }
    const next = made.next();
    if (!next.done) yield next.value;
  }
  yield* made;
}

function formatSkins(rows: readonly SkinRow[], refused: number): string {
  const sources = [...new Set(rows.map(({ source }) => source))].sort();
  return [
    ...formatTable(
      ['source', 'rows', 'families', 'held out'],
      sources.map((source) => {
        const some = rows.filter((row) => row.source === source);
        return [
          source,
          some.length,
          new Set(some.map(({ family }) => family)).size,
          some.filter(({ heldOut }) => heldOut).length,
        ];
      }),
    ),
    `left out  ${refused}`,
  ].join('\n');
}
