/** @file `npm run lab -- fit <model> <folder>`: fits a parameter record of models/ anew and says how good it is. */

import { PosespaceError } from '../../src/base/errors.js';
import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { count } from '../../src/cli/shared/flags.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { fitBodyConfidence } from '../fit/fit-body-confidence.js';
import { fitBoneScores } from '../fit/fit-bone-scores.js';
import { fitBoxClassifier } from '../fit/fit-box-classifier.js';
import { fitGenericPrior, fitPlausibility, fitPoseBlend } from '../fit/fit-by-eval.js';
import type { FitDefinition } from '../fit/fit-definition.js';
import { fitJointConfidence } from '../fit/fit-joint-confidence.js';
import { fitJointCount } from '../fit/fit-joint-count.js';
import { fitJointPlacement } from '../fit/fit-joint-placement.js';
import { fitLimbClassifier } from '../fit/fit-limb-classifier.js';
import { fitReadingConfidence } from '../fit/fit-reading-confidence.js';
import { readIndex } from './read-index.js';

/** Every record of models/ that a script fits. */
export const FITS: readonly FitDefinition[] = Object.freeze([
  fitLimbClassifier,
  fitJointCount,
  fitJointPlacement,
  fitJointConfidence,
  fitBodyConfidence,
  fitReadingConfidence,
  fitBoxClassifier,
  fitBoneScores,
  fitGenericPrior,
  fitPoseBlend,
  fitPlausibility,
]);

export const fitCommand = defineCommand({
  usage: 'fit <model> <folder>',
  summary: `Fit a parameter record on the train split of a folder: ${FITS.map(({ name }) => name).join(', ')}`,
  output: 'a JSON file to write the fitted record to; models/<name>/parameters.js holds the shipped one',
  flags: { families: count('at most so many rig families, for a quick look', { min: 2 }) },
  examples: [
    [
      'npm run lab -- fit joint-count creatures/',
      'figures on held-out families beside those of the shipped record',
    ],
    ['npm run lab -- fit bone-scores creatures/ -o scores.json', 'and the record'],
  ],
  async run({ options, seed, output, signal, onProgress }, model, folder) {
    const fit = FITS.find(({ name }) => name === model);
    if (!fit) {
      const names = FITS.map(({ name }) => name).join(', ');
      throw new PosespaceError('bad-usage', `fit: there is no script for "${model}"; choose one of ${names}`);
    }
    const index = await readIndex(folder);
    const {
      parameters,
      figures,
      notes = [],
    } = await fit.run({ folder, index, seed, signal, onProgress, ...options });
    if (output) await writeJsonFile(output, parameters);
    const lines = Object.entries(figures).map(
      ([name, value]) => `${name.padEnd(20)} ${Number(value.toPrecision(4))}`,
    );
    return {
      data: { model, figures, notes, parameters },
      text: [fit.summary, ...lines, ...notes.map((note) => `note: ${note}`)].join('\n'),
    };
  },
});
