/** @file `npm run lab -- eval body`: body plans read from meshes against labels.json, or against the joints of artists' rigs. */

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { readJsonFile, writeJsonFile } from '../../src/cli/shared/command-files.js';
import { count, path, toggle } from '../../src/cli/shared/flags.js';
import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { isHeldOutFamily } from '../bodies/held-out-family.js';
import { type BodyLabel, parseLabels } from '../eval/body-label.js';
import { type BodyEvaluation, type Score, summarizeBodies } from '../eval/evaluate-body.js';
import type { IndexRow } from '../eval/index-row.js';
import { bodyTask } from './body-task.js';
import { evaluateGiven } from './eval-given.js';
import { METHOD_FLAGS } from './eval-rig.js';
import { chooseRows, EVALUATION_FLAGS, type EvaluationOptions, runFileTasks } from './evaluation-flags.js';
import { readIndex } from './read-index.js';

const FLAGS = {
  ...EVALUATION_FLAGS,
  ...METHOD_FLAGS,
  stability: toggle('change each mesh in ways that must not matter and compare'),
  heldOut: toggle('only rig families that the skeleton network is never trained on'),
  generated: count('generated bodies of held-out kinds, things and lone parts, where no folder is given', {
    min: 1,
    default: 100,
  }),
  given: toggle('read the rigs of other makers as they are, with names and with names hidden'),
  sheet: path('write a picture of each mesh to this folder', { placeholder: 'folder' }),
};

export const evaluateBodyCommand = defineCommand({
  usage: 'eval body [folder]',
  summary:
    "Read the body plan of the meshes of a folder with a labels.json, of artists' rigs with an index.json, or of made bodies",
  output: 'a JSON file to write the whole evaluation to',
  flags: FLAGS,
  examples: [
    ['npm run lab -- eval body foreign/ --stability', 'meshes with a labels.json'],
    [
      'npm run lab -- eval body creatures/ --split train --held-out',
      'rigs whose plan their joint names tell',
    ],
    ['npm run lab -- eval body foreign-rigged/ --given', "other makers' rigs, joint by joint"],
  ],
  async run(context, folder: string | undefined) {
    const { method, network, stability, sheet, given } = context.options;
    if (given) return evaluateGiven(requireFolder(folder), context);
    const files =
      folder === undefined ? listMade(context.options.generated) : await chooseFiles(folder, context.options);
    const inputs = files.map((file) => ({
      ...file,
      ...(folder !== undefined && { folder }),
      limits: context.limits,
      seed: context.seed,
      method,
      stability,
      ...(network !== undefined && { network }),
      ...(sheet !== undefined && { sheet }),
    }));
    const results = await runFileTasks(bodyTask, inputs, context);
    const evaluation = summarizeBodies(
      results.map((result, i) =>
        'value' in result ? result.value : { file: files[i].row.file, error: result.error },
      ),
    );
    if (context.output) await writeJsonFile(context.output, evaluation);
    return { data: evaluation, text: formatBody(evaluation), ok: evaluation.failed.length === 0 };
  },
});

function requireFolder(folder: string | undefined): string {
  if (folder !== undefined) return folder;
  throw new PosespaceError('bad-usage', 'eval body: --given needs a folder with an index.json');
}

interface LabelledFile {
  readonly row: IndexRow;
  readonly label?: BodyLabel;
  readonly made?: number;
}

const listMade = (many: number): LabelledFile[] =>
  Array.from({ length: many }, (_, made) => ({ row: { file: `made-${made}` }, made }));

/** The files of labels.json; without one, rows of index.json. */
async function chooseFiles(
  folder: string,
  options: EvaluationOptions & { readonly heldOut: boolean },
): Promise<LabelledFile[]> {
  const labels = await readLabels(join(folder, 'labels.json'));
  if (labels) return [...labels].slice(0, options.limit).map(([file, label]) => ({ row: { file }, label }));
  const rows = (await readIndex(folder)).filter(
    ({ file, rigFamily = file, flatRig }) => !flatRig && (!options.heldOut || isHeldOutFamily(rigFamily)),
  );
  return chooseRows(rows, options).map((row) => ({ row }));
}

async function readLabels(path: string): Promise<Map<string, BodyLabel> | undefined> {
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  const fail = (): never => {
    throw new PosespaceError('bad-input', `eval body: "${path}" is not JSON`);
  };
  return isThere ? parseLabels(await readJsonFile(path, fail)) : undefined;
}

function formatBody(evaluation: BodyEvaluation): string {
  const { meshes, right, bodies, nonBodies, byKind, reliability, stability, planStability } = evaluation;
  const score = (name: string, { right: good, all }: Score) => [name, good, all];
  const changes = Object.entries(stability).map(([name, share]) => [
    name,
    decimals(share, 3),
    decimals(planStability[name as keyof typeof planStability], 3),
  ]);
  return [
    ...formatTable(
      ['plans', 'right', 'all'],
      [
        ...Object.entries(byKind).map(([kind, one]) => score(`  ${kind}`, one)),
        score('bodies', bodies),
        score('no bodies', nonBodies),
        score('all', { right, all: meshes }),
      ],
    ),
    ...formatTable(
      ['confidence from', 'meshes', 'mean', 'right'],
      reliability.map((bin) => [bin.from, bin.meshes, decimals(bin.confidence, 2), decimals(bin.right, 2)]),
    ),
    ...(changes.length > 0 ? formatTable(['survives', 'plan and joints', 'plan'], changes) : []),
    ...evaluation.perMesh.flatMap(({ file, label, wrong, body, joints }) =>
      wrong.length === 0
        ? []
        : [`wrong: ${file} (${label.kind}): ${wrong.join('; ')} (${body.kind}, ${joints} joints)`],
    ),
    ...Object.entries(evaluation.skipped).map(([reason, count]) => `left out: ${count} ${reason}`),
    ...evaluation.failed.map(({ file, error }) => `failed: ${file}: ${error}`),
  ].join('\n');
}
