/** @file `npm run lab -- dataset rigs`: labelled bodies as shards for the skeleton network. */

import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { throwIfAborted } from '../../src/base/progress.js';
import { count, type OptionsOf, text, toggle } from '../../src/cli/shared/flags.js';
import { formatTable } from '../../src/cli/shared/format-table.js';
import { type CommandContext, defineCommand } from '../../src/cli/shared/shell.js';
import { writeBytesFile } from '../../src/io/node.js';
import { type BodyRow, describeBodies, describeRow, encodeBodies } from '../bodies/encode-bodies.js';
import { isHeldOutFamily } from '../bodies/held-out-family.js';
import { countMadeBodies, type ListedBody, makeBodies } from '../bodies/make-bodies.js';
import { readLabelledRig } from '../bodies/read-labelled-rig.js';
import { type BodySample, sampleBody } from '../bodies/sample-body.js';
import { varyBodies } from '../bodies/vary-bodies.js';
import type { IndexRow } from '../eval/index-row.js';
import { chooseRows } from './evaluation-flags.js';
import { readIndex } from './read-index.js';

const FLAGS = {
  split: text('only rows of this split', { default: 'train' }),
  leaveOut: text('sources to leave out, by how they begin', {
    default: 'cmu-mocap,luanti',
    placeholder: 'words',
  }),
  creatures: count('sample creatures of each kind', { max: 10_000, default: 0 }),
  generated: count('generated bodies', { max: 1_000_000, default: 0 }),
  things: count('things that are no body', { max: 1_000_000, default: 0 }),
  parts: count('hands, arms and heads that came alone', { max: 1_000_000, default: 0 }),
  varied: count('of a hundred bodies, how many follow a second time with a distractor or another limb', {
    max: 100,
    default: 0,
  }),
  real: toggle('the rigs of the folder', { default: true }),
};

/** Bodies of a shard. */
const SHARD = 500;

export const datasetRigsCommand = defineCommand({
  usage: 'dataset rigs <folder>',
  summary:
    'Label the joints of every rig of a folder with an index.json, and of made bodies, as training shards',
  output: 'the folder to write (default: bodies)',
  flags: FLAGS,
  examples: [
    ['npm run lab -- dataset rigs creatures/ -o bodies/', 'the train split'],
    [
      'npm run lab -- dataset rigs creatures/ --creatures 30 --generated 4000 --things 900 --parts 400',
      'with made bodies, and things that are none',
    ],
  ],
  async run(context, folder) {
    const { output = 'bodies', seed = 0 } = context;
    const refused: RefusedFile[] = [];
    const rows: BodyRow[] = [];
    const shards: string[] = [];
    let samples: BodySample[] = [];
    const flush = async () => {
      const name = `bodies-${String(shards.length).padStart(3, '0')}.safetensors`;
      await writeBytesFile(join(output, name), encodeBodies(samples));
      shards.push(name);
      samples = [];
    };
    const listed = listBodies(folder, context, refused);
    for await (const { body, heldOut } of varyBodies(listed, context.options.varied / 100, seed)) {
      const sample = sampleBody(body, seed * 1_000_003 + rows.length);
      if (!sample) {
        refused.push({ file: body.name, reason: 'the mesh has no surface' });
        continue;
      }
      samples.push(sample);
      rows.push(describeRow(body, sample, heldOut));
      if (samples.length === SHARD) await flush();
    }
    if (rows.length === 0) throw new PosespaceError('bad-input', 'dataset rigs: no body could be labelled');
    if (samples.length > 0) await flush();
    const index = describeBodies(commandOf(context), shards, rows);
    await writeBytesFile(join(output, 'index.json'), new TextEncoder().encode(JSON.stringify(index)));
    return { data: { output, shards, bodies: rows.length, refused }, text: formatBodies(rows, refused) };
  },
});

type RigsContext = CommandContext<OptionsOf<typeof FLAGS>>;

interface RefusedFile {
  readonly file: string;
  readonly reason: string;
}

/** All bodies, one at a time. */
async function* listBodies(
  folder: string,
  context: RigsContext,
  refused: RefusedFile[],
): AsyncGenerator<ListedBody> {
  const { split, leaveOut, real } = context.options;
  const without = leaveOut.split(',').filter((word) => word !== '');
  const wanted = (real ? chooseRows(await readIndex(folder), { split }) : []).filter(
    ({ source = '' }) => !without.some((word) => source.startsWith(word)),
  );
  const total = wanted.length + countMadeBodies(context.options);
  let done = 0;
  const step = (stage: string) => {
    throwIfAborted(context.signal);
    context.onProgress?.({ stage, fraction: done++ / total });
  };
  for (const row of wanted) {
    step(row.file);
    const body = await labelRow(folder, row, context);
    if ('reason' in body) refused.push({ file: row.file, reason: body.reason });
    else yield { body, heldOut: isHeldOutFamily(body.family) };
  }
  for (const made of makeBodies(context.options, context.seed)) {
    step(made.body.name);
    yield made;
  }
}

/** A file that cannot be read is told and left out. */
async function labelRow(folder: string, row: IndexRow, { limits }: RigsContext) {
  try {
    return await readLabelledRig(folder, row, limits);
  } catch (error) {
    return { reason: (error as Error).message };
  }
}

const commandOf = ({ options, seed }: RigsContext): string =>
  [
    `npm run lab -- dataset rigs <folder> --seed ${seed}`,
    ...(options.real ? [`--split ${options.split} --leave-out ${options.leaveOut}`] : ['--no-real']),
    ...(['creatures', 'generated', 'things', 'parts', 'varied'] as const).map(
      (name) => `--${name} ${options[name]}`,
    ),
  ].join(' ');

function formatBodies(rows: readonly BodyRow[], refused: readonly RefusedFile[]): string {
  const kinds = [...new Set(rows.map(({ kind }) => kind))].sort();
  const line = (name: string, some: readonly BodyRow[]) => [
    name,
    some.length,
    new Set(some.map(({ family }) => family)).size,
    some.filter(({ counts }) => counts).length,
    some.filter(({ heldOut }) => heldOut).length,
  ];
  const reasons = new Map<string, number>();
  for (const { reason } of refused) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return [
    ...formatTable(
      ['kind', 'bodies', 'families', 'counted', 'held out'],
      [
        ...kinds.map((kind) =>
          line(
            kind,
            rows.filter((row) => row.kind === kind),
          ),
        ),
        line('all', rows),
      ],
    ),
    ...[...reasons].map(([reason, many]) => `left out: ${many} ${reason}`),
  ].join('\n');
}
