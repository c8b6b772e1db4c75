/** @file `npm run lab -- eval body --given`: rigs of other makers read as they are, joint by joint. */

import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import type { CommandContext } from '../../src/cli/shared/shell.js';
import { type GivenShares, summarizeGiven } from '../eval/given/evaluate-given.js';
import { chooseRows, type EvaluationOptions, runFileTasks } from './evaluation-flags.js';
import { givenTask } from './given-task.js';
import { readIndex } from './read-index.js';

/** Reads the rigs of a folder whose joints are known. */
export async function evaluateGiven(
  folder: string,
  context: CommandContext<EvaluationOptions & { readonly network?: string }>,
) {
  const rows = chooseRows(await readIndex(folder), context.options);
  const inputs = rows.map((row) => ({
    folder,
    limits: context.limits,
    row,
    network: context.options.network,
  }));
  const results = await runFileTasks(givenTask, inputs, context);
  const evaluation = summarizeGiven(
    results.map((result, i) =>
      'value' in result ? result.value : { file: rows[i].file, error: result.error },
    ),
  );
  if (context.output) await writeJsonFile(context.output, evaluation);
  return { data: evaluation, text: formatGiven(evaluation), ok: evaluation.failed.length === 0 };
}

/** Rigs that are listed with what is wrong. */
const WORST = 12;
const MISTAKES = 4;

function formatGiven({ byMaker, perRig, failed }: ReturnType<typeof summarizeGiven>): string {
  const shares = ({ role, roleAndSide, plan, facing }: GivenShares) =>
    [role, roleAndSide, plan, facing].map((share) => decimals(share, 3));
  const rows = Object.entries(byMaker).flatMap(([maker, { named, hidden }]) => [
    [maker, named.rigs, 'named', ...shares(named)],
    ['', '', 'hidden', ...shares(hidden)],
  ]);
  const worst = [...perRig].sort(
    (a, b) => a.named.roleAndSide / a.named.joints - b.named.roleAndSide / b.named.joints,
  );
  return [
    ...formatTable(['maker', 'rigs', 'names', 'role', 'and side', 'plan', 'facing'], rows),
    ...worst
      .filter(({ named }) => named.wrong.length > 0)
      .slice(0, WORST)
      .map(({ file, named }) => `wrong: ${file}: ${named.wrong.slice(0, MISTAKES).join('; ')}`),
    ...failed.map(({ file, error }) => `failed: ${file}: ${error}`),
  ].join('\n');
}
