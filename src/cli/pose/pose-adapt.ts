/** @file `posespace pose adapt`: teaches a rig poses of its own, saved in its file; and removes them again. */

import { PosespaceError } from '../../base/errors.js';
import { withExamplePoses } from '../../io/example-poses.js';
import { formatOf } from '../../io/file-formats.js';
import type { Model } from '../../io/model.js';
import { readModelFile, writeBytesFile, writeModelFile } from '../../io/node.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { ADAPT_POSE_SPACE_DEFAULTS, adaptPoseSpace } from '../../pose/space/adapt-pose-space.js';
import { type ExampleTrial, tryExamples } from '../../pose/space/try-examples.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandContext, CommandDefinition } from '../shared/shell.js';
import { wholeNumber } from '../shared/whole-number.js';
import { borrowPoses } from './borrow-poses.js';
import { besideInput, drawPoses, openFile, POSE_FLAGS } from './posed-file.js';

export const poseAdaptCommand: CommandDefinition = {
  usage: 'pose adapt <input>',
  summary: 'Teach a rig poses of its own: every later pose command on the file written knows them',
  output: 'the GLB or glTF file to write (default: <input>-adapted.glb)',
  flags: [
    ['--poses <file>', 'take the clips of this file, of the same joints, instead of those of the input'],
    ['--clips <names>', 'take these clips only, names with commas between'],
    ['--count <number>', 'poses to keep, the most different', `${ADAPT_POSE_SPACE_DEFAULTS.most}`],
    ['--forget', 'remove what was saved instead'],
    ...POSE_FLAGS.filter(([flag]) => flag !== '--no-adapt'),
  ],
  examples: [
    [
      'posespace pose adapt snake.glb --poses crawls.glb -o snake.glb',
      'poses of another file of the same rig',
    ],
    ['posespace pose adapt wolf.glb --clips walk,howl --count 20 --sheet kept.png', 'of some of its clips'],
    ['posespace pose adapt wolf.glb --forget -o wolf.glb', 'as if nothing had been taught'],
  ],
  async run(context, input) {
    const { options, output } = context;
    const path = output ?? besideInput(input, '-adapted.glb');
    if (!['glb', 'gltf', 'vrm'].includes(formatOf(path))) {
      throw new PosespaceError('bad-usage', `poses are saved in GLB and glTF files, not in "${path}"`);
    }
    return options.forget ? forget(context, input, path) : teach(context, input, path);
  },
};

async function teach(context: CommandContext, input: string, path: string) {
  const { options, limits, signal, onProgress, now } = context;
  const count = wholeNumber('--count', options.count, 1, 512)!;
  const start = now();
  const opened = await openFile({ ...context, options: { ...options, adapt: false } }, input);
  const { model, space } = opened;
  const work = async () => {
    const lender =
      options.poses === undefined ? model : await readModelFile(String(options.poses), { limits });
    const borrowed = borrowPoses(lender, model, options.clips as string | undefined);
    const taught = adaptPoseSpace(space, borrowed.poses, { most: count });
    const trial = await tryExamples(taught, { signal, onProgress });
    return { taught, trial, findings: borrowed.findings };
  };
  const { taught, trial, findings: borrowedFindings } = await work().finally(() => space.close());
  const written = await writeModelFile(path, withExamplePoses(model, taught.examples));
  const sheet = options.sheet as string | undefined;
  if (sheet !== undefined) await writeSheet(sheet, model, taught);
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
    data: { input, files, poses: taught.examples.length, errors, findings, seconds },
    text: [
      `${taught.examples.length} poses saved with the rig`,
      ...describeTrial(trial),
      ...describeFindings(findings),
      ...files.map((file) => `wrote ${file}`),
      `${seconds.toFixed(1)} s`,
    ].join('\n'),
  };
}

async function forget({ limits }: CommandContext, input: string, path: string) {
  const model = await readModelFile(input, { limits });
  const { findings } = await writeModelFile(path, withExamplePoses(model, []));
  return {
    data: { input, files: [path], poses: 0, findings },
    text: ['no poses are saved with the rig', ...describeFindings(findings), `wrote ${path}`].join('\n'),
  };
}

function describeTrial({ untaught, taught, leastSquares }: ExampleTrial): string[] {
  if (untaught === null || taught === null || leastSquares === null) return [];
  const percent = (value: number) => `${value.toFixed(2)} %`;
  return [
    `a pose of them from its leaves misses by ${percent(taught)} of the diameter, taught the others;`,
    `  ${percent(untaught)} by the model alone, ${percent(leastSquares)} by plain least squares`,
  ];
}

async function writeSheet(sheet: string, model: Model, { examples }: PoseSpace): Promise<void> {
  const labels = examples.map((_, i) => `${i}`);
  await writeBytesFile(sheet, await drawPoses(model, examples, labels));
}
