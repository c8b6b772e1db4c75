/** @file `npm run lab -- dataset rigs`: labelled bodies as shards for the skeleton network. */

import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { throwIfAborted } from '../../src/base/progress.js';
import { count, type OptionsOf, text } from '../../src/cli/shared/flags.js';
import { formatTable } from '../../src/cli/shared/format-table.js';
import { type CommandContext, defineCommand } from '../../src/cli/shared/shell.js';
import { createCreature } from '../../src/creatures/create-creature.js';
import { CREATURE_KINDS } from '../../src/creatures/creature-record.js';
import { writeBytesFile } from '../../src/io/node.js';
import { type BodyRow, describeBodies, describeRow, encodeBodies } from '../bodies/encode-bodies.js';
import { isHeldOutFamily } from '../bodies/held-out-family.js';
import { labelCreature } from '../bodies/label-creature.js';
import type { LabelledBody } from '../bodies/labelled-body.js';
import { readLabelledRig } from '../bodies/read-labelled-rig.js';
import { type BodySample, sampleBody } from '../bodies/sample-body.js';
import { FIRST_SEED } from '../dataset/convert-creature.js';
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
};

/** Bodies of a shard. */
const SHARD = 500;
/** Coarse meshes are enough for points. */
const RESOLUTION = 0.7;

export const datasetRigsCommand = defineCommand({
  usage: 'dataset rigs <folder>',
  summary:
    'Label the joints of every rig of a folder with an index.json, and of made bodies, as training shards',
  output: 'the folder to write (default: bodies)',
  flags: FLAGS,
  examples: [
    ['npm run lab -- dataset rigs creatures/ -o bodies/', 'the train split'],
    [
      'npm run lab -- dataset rigs creatures/ --creatures 30 -o bodies/',
      'with 30 sample creatures of each kind',
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
    for await (const { body, heldOut } of listBodies(folder, context, refused)) {
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
    const index = describeBodies(commandOf(context.options), shards, rows);
    await writeBytesFile(join(output, 'index.json'), new TextEncoder().encode(JSON.stringify(index)));
    return { data: { output, shards, bodies: rows.length, refused }, text: formatBodies(rows, refused) };
  },
});

type RigsContext = CommandContext<OptionsOf<typeof FLAGS>>;

interface RefusedFile {
  readonly file: string;
  readonly reason: string;
}

interface ListedBody {
  readonly body: LabelledBody;
  readonly heldOut: boolean;
}

/** All bodies, one at a time. */
async function* listBodies(
  folder: string,
  context: RigsContext,
  refused: RefusedFile[],
): AsyncGenerator<ListedBody> {
  const { split, creatures } = context.options;
  const without = context.options.leaveOut.split(',').filter((word) => word !== '');
  const wanted = chooseRows(await readIndex(folder), { split }).filter(
    ({ source = '' }) => !without.some((word) => source.startsWith(word)),
  );
  const total = wanted.length + creatures * CREATURE_KINDS.length;
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
  for (let i = 0; i < creatures; i++) {
    for (const kind of CREATURE_KINDS) {
      step(`${kind} ${i}`);
      const creature = createCreature(kind, { seed: FIRST_SEED + i, resolution: RESOLUTION });
      yield { body: labelCreature(creature), heldOut: false };
    }
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

const commandOf = ({ split, leaveOut, creatures }: OptionsOf<typeof FLAGS>): string =>
  `npm run lab -- dataset rigs <folder> --split ${split} --leave-out ${leaveOut} --creatures ${creatures}`;

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
