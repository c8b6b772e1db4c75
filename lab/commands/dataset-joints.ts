/** @file `npm run lab -- dataset joints`: rigs with a label for each joint, for the labelling network. */

import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { count, text } from '../../src/cli/shared/flags.js';
import { formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { writeBytesFile } from '../../src/io/node.js';
import { makeBodies } from '../bodies/make-bodies.js';
import { varyBodies } from '../bodies/vary-bodies.js';
import { encodeJointSamples } from '../labels/encode-joint-samples.js';
import { type JointSample, UNKNOWN } from '../labels/joint-sample.js';
import { chooseRows, EVALUATION_FLAGS, runFileTasks } from './evaluation-flags.js';
import { labelRigTask, sampleBodyJoints } from './label-rig-task.js';
import { readIndex } from './read-index.js';

const FLAGS = {
  ...EVALUATION_FLAGS,
  split: text('only rows of this split', { default: 'train' }),
  leaveOut: text('sources to leave out, by how they begin', {
    default: 'cmu-mocap,luanti',
    placeholder: 'words',
  }),
  generated: count('generated bodies', { max: 1_000_000, default: 0 }),
  parts: count('hands, arms and heads that came alone', { max: 1_000_000, default: 0 }),
};

/** Of generated bodies, how many follow a second time with a distractor or another limb. */
const VARIED = 0.3;

export const datasetJointsCommand = defineCommand({
  usage: 'dataset joints [folders...]',
  summary:
    'Label every joint of the rigs of folders with an index.json, and of made bodies, for the labelling network',
  output: 'the file to write (default: joints.safetensors)',
  flags: FLAGS,
  examples: [['npm run lab -- dataset joints creatures/ creatures-2/ --generated 4000', 'the train split']],
  async run(context, ...folders: string[]) {
    const { output = 'joints.safetensors', seed = 0, limits, options } = context;
    const without = options.leaveOut.split(',').filter((word) => word !== '');
    const samples: JointSample[] = [];
    const refused: string[] = [];
    for (const folder of folders) {
      const rows = chooseRows(await readIndex(folder), options).filter(
        ({ source = '' }) => !without.some((word) => source.startsWith(word)),
      );
      const inputs = rows.map((row) => ({ folder, row, limits }));
      const results = await runFileTasks(labelRigTask, inputs, context);
      for (const [i, result] of results.entries()) {
        if ('value' in result && Array.isArray(result.value)) samples.push(...result.value);
        else {
          const { file } = rows[i];
          const reason = 'error' in result ? result.error : (result.value as { reason: string }).reason;
          refused.push(`${join(folder, file)}: ${reason}`);
        }
      }
    }
    const counts = { creatures: 0, generated: options.generated, things: 0, parts: options.parts };
    for await (const { body, heldOut } of varyBodies(makeBodies(counts, seed), VARIED, seed)) {
      samples.push(...sampleBodyJoints(body, heldOut));
      context.onProgress?.({ stage: body.name, fraction: 0 });
    }
    if (samples.length === 0)
      throw new PosespaceError('bad-input', 'dataset joints: no rig could be labelled');
    await writeBytesFile(output, encodeJointSamples(samples));
    return { data: { output, rigs: samples.length, refused }, text: formatSamples(samples, refused) };
  },
});

function formatSamples(samples: readonly JointSample[], refused: readonly string[]): string {
  const sources = [...new Set(samples.map(({ source }) => source))].sort();
  const line = (name: string, some: readonly JointSample[]) => [
    name,
    some.length,
    some.filter(({ heldOut }) => heldOut).length,
    some.reduce((sum, { roles }) => sum + roles.length, 0),
    some.reduce((sum, { roles }) => sum + roles.filter((role) => role === UNKNOWN).length, 0),
  ];
  return [
    ...formatTable(
      ['source', 'rigs', 'held out', 'joints', 'unknown'],
      [
        ...sources.map((source) =>
          line(
            source,
            samples.filter((one) => one.source === source),
          ),
        ),
        line('all', samples),
      ],
    ),
    ...refused.map((reason) => `left out: ${reason}`),
  ].join('\n');
}
