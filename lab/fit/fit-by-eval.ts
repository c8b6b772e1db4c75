/**
 * @file Fits records that act deep inside the pose solver: pattern search over their numbers, each tried by
 * `eval pose` in a process of its own with the record replaced (`loader.mjs`). The shipped network has seen the train
 * split: set POSE_MODEL to a folder with one that was trained without the families of the folder.
 */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { GENERIC_PRIOR_PARAMETERS } from '../../models/generic-prior/parameters.js';
import { PLAUSIBILITY_PARAMETERS } from '../../models/plausibility/parameters.js';
import { POSE_BLEND_PARAMETERS } from '../../models/pose-blend/parameters.js';
import type { FitDefinition } from './fit-definition.js';
import { searchNumbers } from './search-numbers.js';

const LAB = fileURLToPath(new URL('..', import.meta.url));
/** Rigs that every try is measured on, unless `--families` says otherwise. */
const RIGS = 24;

/** What `eval pose --json` prints, as far as fits read it. */
interface PoseFigures {
  readonly mean: Readonly<
    Record<'leaves' | 'four' | 'one', { readonly model: number; readonly dls: number }>
  > & {
    readonly meterAuc: number;
    readonly meterAucSubtle: number;
  };
}

/** Error of completed poses over that of damped least squares, leaves and four joints observed. */
const completionCost = ({ mean: { leaves, four } }: PoseFigures): number =>
  (leaves.model / leaves.dls + four.model / four.dls) / 2;

export const fitGenericPrior = fitByEval(
  'generic-prior',
  'how far the joints of any creature rotate',
  GENERIC_PRIOR_PARAMETERS,
  'completion',
  completionCost,
);

export const fitPoseBlend = fitByEval(
  'pose-blend',
  'how network, generic prior and examples are weighted when handles are solved',
  POSE_BLEND_PARAMETERS,
  'completion,adapt',
  completionCost,
);

export const fitPlausibility = fitByEval(
  'plausibility',
  'weights of the plausibility score',
  PLAUSIBILITY_PARAMETERS,
  'meter',
  ({ mean }) => 1 - (mean.meterAuc + mean.meterAucSubtle) / 2,
);

function fitByEval(
  name: string,
  summary: string,
  shipped: object,
  measure: string,
  costOf: (figures: PoseFigures) => number,
): FitDefinition {
  return {
    name,
    summary,
    async run({ folder, families = RIGS, signal, onProgress }) {
      const scratch = await mkdtemp(join(tmpdir(), 'posespace-fit-'));
      const record = join(scratch, 'parameters.json');
      const output = join(scratch, 'figures.json');
      const network = process.env.POSE_MODEL ? ['--model', process.env.POSE_MODEL] : [];
      const cost = async (numbers: readonly number[]): Promise<number> => {
        await writeFile(record, JSON.stringify(withNumbers(shipped, numbers)));
        await promisify(execFile)(
          process.execPath,
          [
            ...['--import', join(LAB, 'register.mjs'), join(LAB, 'lab.ts'), 'eval', 'pose', folder],
            ...['--split', 'train', '--limit', String(families), '--measure', measure, '--examples', '0'],
            ...[...network, '-o', output],
          ],
          { env: { ...process.env, POSESPACE_PARAMETERS: `${name}=${record}` }, signal },
        );
        return costOf(JSON.parse(await readFile(output, 'utf8')));
      };
      try {
        const start = numbersOf(shipped);
        const before = await cost(start);
        const found = await searchNumbers(start, cost, {
          step: 0.2,
          sweeps: 2,
          onSweep: (sweep) => onProgress?.({ stage: `sweep ${sweep + 1}`, fraction: (sweep + 1) / 2 }),
        });
        return {
          parameters: withNumbers(
            shipped,
            found.numbers.map((value) => Number(value.toPrecision(2))),
          ),
          figures: { rigs: families, costShipped: before, costFitted: found.value, tries: found.evaluations },
          notes:
            network.length > 0 ? [] : ['the shipped network has seen these families: the cost is optimistic'],
        };
      } finally {
        await rm(scratch, { recursive: true, force: true });
      }
    },
  };
}

/** All numbers of a record, in the order of its keys. */
const numbersOf = (record: unknown): number[] =>
  typeof record === 'number' ? [record] : Object.values(record as object).flatMap(numbersOf);

/** The record with other numbers. */
function withNumbers(record: object, numbers: readonly number[]): object {
  let at = 0;
  const fill = (part: unknown): unknown => {
    if (typeof part === 'number') return numbers[at++];
    if (Array.isArray(part)) return part.map(fill);
    return Object.fromEntries(Object.entries(part as object).map(([key, value]) => [key, fill(value)]));
  };
  return fill(record) as object;
}
