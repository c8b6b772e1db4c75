/**
 * @file `posespace batch …`: every command that takes one file, over many. The commands are made from those of single files:
 * the same flags, and those of the queue.
 */

import { PosespaceError } from '../../base/errors.js';
import { type Flags, toggle } from '../shared/flags.js';
import { findOperands } from '../shared/operands.js';
import { type CommandContext, type CommandDefinition, commandName } from '../shared/shell.js';
import { buildJobs, typeLine } from './batch-jobs.js';
import { PLACE_FLAGS, RUN_BUDGET, WORK_FLAGS } from './open-batch.js';
import { type BatchOptions, readVersion, runBatch } from './run-batch.js';

const BATCH_FLAGS: Flags = {
  ...PLACE_FLAGS,
  ...WORK_FLAGS,
  detach: toggle('submit and return; workers elsewhere do the work'),
};

/** The batch form of every command that takes one file. */
export function batchCommands(definitions: readonly CommandDefinition[]): CommandDefinition[] {
  return definitions.flatMap((definition) => {
    const operands = findOperands(definition) ?? [];
    const [first, second] = operands;
    const takesOne = first?.kind === 'read' && first.required && (!second || second.kind === 'written');
    if (!takesOne || operands.length > 2) return [];
    return batchCommand(definition, second?.kind === 'written', definitions);
  });
}

function batchCommand(
  definition: CommandDefinition,
  writesOperand: boolean,
  definitions: readonly CommandDefinition[],
): CommandDefinition {
  const name = commandName(definition);
  const taken = Object.keys(BATCH_FLAGS).find((flag) => definition.flags && flag in definition.flags);
  if (taken !== undefined)
    throw new PosespaceError('bad-usage', `batch: ${name} has a flag --${taken} of its own`);
  const writes = definition.output !== undefined || writesOperand;
  const target = writesOperand ? ' -o "out/{name}.glb"' : writes ? ' -o out/' : '';
  return {
    usage: `batch ${name} <inputs...>`,
    summary: `${definition.summary}; over many files`,
    ...(writes && { output: 'folder of the results, or their path with {name} in it: "out/{name}.glb"' }),
    flags: {
      ...definition.flags,
      ...(definition.flags && 'budget' in definition.flags && { budget: RUN_BUDGET }),
      ...BATCH_FLAGS,
    },
    examples: [
      [`posespace batch ${name} "in/**/*.glb"${target}`, 'all cores of this machine; run again, it resumes'],
      [
        `posespace batch ${name} in/*.glb${target} --queue postgres://queue/jobs --storage s3://bucket`,
        'on the machines that run posespace worker',
      ],
    ],
    async run(context: CommandContext<never>, ...inputs) {
      const { options, output, seed, limits, signal, onProgress } = context as CommandContext<BatchOptions>;
      const version = await readVersion();
      // One budget for all files: it belongs to the run, and what was made with another one is not made again.
      const own = Object.fromEntries(
        Object.keys(definition.flags ?? {})
          .filter((flag) => flag !== 'budget')
          .map((flag) => [flag, (options as never)[flag]]),
      );
      const built = await buildJobs({
        ...{ definition, writesOperand, inputs, options: own, output, seed, version, signal, onProgress },
        maxBytes: limits.maxBytes,
      });
      const line = typeLine(`batch ${name}`, inputs, output, definition.flags ?? {}, own);
      return runBatch(context, options, built, { line, version, definitions });
    },
  };
}
