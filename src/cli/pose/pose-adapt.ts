/** @file `posespace pose adapt`: adapts the pose space of a rig to poses, which are saved in its file; or removes them. */

import { PosespaceError } from '../../base/errors.js';
import { withExamplePoses } from '../../io/example-poses.js';
import { findFormat } from '../../io/file-formats.js';
import type { Model } from '../../io/model.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { ADAPT_POSE_SPACE_DEFAULTS, adaptPoseSpace } from '../../pose/space/adapt-pose-space.js';
import { crossValidateExamples, type ExampleValidation } from '../../pose/space/cross-validate-examples.js';
import { besideInput } from '../shared/command-files.js';
import { count, list, type OptionsOf, path, toggle, writtenPath } from '../shared/flags.js';
import { readInput, readRigged } from '../shared/model-input.js';
import { closingLines, describeFindings } from '../shared/outcome-text.js';
import { type CommandContext, defineCommand } from '../shared/shell.js';
import { borrowPoses } from './borrow-poses.js';
import { drawPoses, openFile, SPACE_FLAGS } from './posed-file.js';

const FLAGS = {
  poses: path('learn from the clips of this file, which has the same joints, instead of those of the input'),
  clips: list('learn from these clips only', 'names'),
  count: count('number of poses to save, the most different ones', {
    min: 1,
    max: 512,
    default: ADAPT_POSE_SPACE_DEFAULTS.most,
  }),
  forget: toggle('remove the saved poses instead'),
  ...SPACE_FLAGS,
  sheet: writtenPath('write a PNG with the saved poses'),
};

type AdaptContext = CommandContext<OptionsOf<typeof FLAGS>>;

export const poseAdaptCommand = defineCommand({
  usage: 'pose adapt <input>',
  summary: 'Adapt the pose space to example poses, saved in the file: every later pose command uses them',
  output: 'the GLB or glTF file to write (default: <input>-adapted.glb)',
  flags: FLAGS,
  examples: [
    [
      'posespace pose adapt snake.glb --poses crawls.glb -o snake.glb',
      'poses from another file of the same rig',
    ],
    [
      'posespace pose adapt wolf.glb --clips walk,howl --count 20 --sheet kept.png',
      'poses from two of its clips',
    ],
    ['posespace pose adapt wolf.glb --forget -o wolf.glb', 'the pose space as it was before'],
  ],
  async run(context, input) {
    const { options, output } = context;
    const path = output ?? besideInput(input, '-adapted.glb');
    if (findFormat(path).lost) {
      throw new PosespaceError('bad-usage', `poses are saved in GLB and glTF files, not in "${path}"`);
    }
    return options.forget ? forget(context, input, path) : teach(context, input, path);
  },
});

async function teach(context: AdaptContext, input: string, path: string) {
  const { options, signal, onProgress, now } = context;
  const start = now();
  const opened = await openFile({ ...context, options: { ...options, adapt: false } }, input);
  const { model, space } = opened;
  const work = async () => {
    const lender = options.poses === undefined ? model : await readRigged(context, options.poses);
    const borrowed = borrowPoses(lender, model, options.clips);
    const adapted = adaptPoseSpace(space, borrowed.poses, { most: options.count });
    const trial = await crossValidateExamples(adapted, { signal, onProgress });
    return { adapted, trial, findings: borrowed.findings };
  };
  const { adapted, trial, findings: borrowedFindings } = await work().finally(() => space.close());
  const written = await writeModelFile(path, withExamplePoses(model, adapted.examples));
  const { sheet } = options;
  if (sheet !== undefined) await writeSheet(sheet, model, adapted);
  const files = [path, ...(sheet === undefined ? [] : [sheet])];
  const findings = [
    ...model.findings,
    ...space.anatomy.findings,
    ...borrowedFindings,
    ...trial.findings,
    ...written.findings,
  ];
  const seconds = (now() - start) / 1000;
  const { findings: _, ...errors } = trial;
  return {
    data: { input, files, poses: adapted.examples.length, errors, findings, seconds },
    text: [
      `${adapted.examples.length} poses saved with the rig`,
      ...describeTrial(trial),
      ...closingLines(findings, files, seconds),
    ].join('\n'),
  };
}

async function forget(context: AdaptContext, input: string, path: string) {
  const model = await readInput(context, input);
  const { findings } = await writeModelFile(path, withExamplePoses(model, []));
  return {
    data: { input, files: [path], poses: 0, findings },
    text: ['no poses are saved with the rig', ...describeFindings(findings), `wrote ${path}`].join('\n'),
  };
}

function describeTrial({ unadapted, adapted, leastSquares }: ExampleValidation): string[] {
  if (unadapted === null || adapted === null || leastSquares === null) return [];
  const percent = (value: number) => `${value.toFixed(2)} %`;
  return [
    `error of a held-out pose solved from its leaf joints: ${percent(adapted)} of the diameter after adapting,`,
    `  ${percent(unadapted)} with the model alone, ${percent(leastSquares)} with plain least squares`,
  ];
}

async function writeSheet(sheet: string, model: Model, { examples }: PoseSpace): Promise<void> {
  const labels = examples.map((_, i) => `${i}`);
  await writeBytesFile(sheet, await drawPoses(model, examples, labels));
}
