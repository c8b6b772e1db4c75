/** @file `npm run lab -- eval library`: every motion of the library on every rig of a folder, and on sample creatures. */

import { readdir } from 'node:fs/promises';
import { writeJsonFile } from '../../src/cli/shared/command-files.js';
import { count, list, someOf } from '../../src/cli/shared/flags.js';
import { decimals, formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { CREATURE_KINDS } from '../creatures/creature-record.js';
import {
  isCleanWalk,
  type LibraryEvaluation,
  type LibraryOutcome,
  type LibraryRow,
  summarizeLibrary,
} from '../eval/evaluate-library.js';
import type { IndexRow } from '../eval/index-row.js';
import { chooseRows, EVALUATION_FLAGS, runFileTasks } from './evaluation-flags.js';
import { type LibraryTaskInput, libraryTask } from './library-task.js';
import { readIndex } from './read-index.js';

const MEASURES = ['intersections', 'track'] as const;

export const evaluateLibraryCommand = defineCommand({
  usage: 'eval library [folder]',
  summary:
    'Every motion of the library on the rigs of a folder, or on sample creatures: skate, penetration, joint speed',
  output: 'a JSON file to write the whole evaluation to',
  flags: {
    ...EVALUATION_FLAGS,
    motion: list('only these motions', 'names'),
    measure: someOf(MEASURES, 'what else to measure: self-intersections, physics tracking of walks'),
    own: count('this many sample creatures as well; without a folder, one of each kind', { max: 1000 }),
  },
  examples: [
    ['npm run lab -- eval library creatures/ --split test', 'every promised motion of every rig'],
    ['npm run lab -- eval library --motion walk,run', 'sample creatures'],
    [
      'npm run lab -- eval library meshes/ --measure intersections,track',
      'a folder of bare meshes, rigged first',
    ],
  ],
  async run(context, folder: string | undefined) {
    const { options, limits, seed } = context;
    const { motion, measure = [], own = folder === undefined ? CREATURE_KINDS.length : 0 } = options;
    const common = {
      limits,
      ...(motion && { motions: motion }),
      track: measure.includes('track'),
      intersections: measure.includes('intersections'),
    };
    const rows = folder === undefined ? [] : chooseRows(await listRows(folder), options);
    const inputs: LibraryTaskInput[] = [
      ...rows.map((row) => ({ row, folder, ...common })),
      ...Array.from({ length: own }, (_, i) => {
        const kind = CREATURE_KINDS[i % CREATURE_KINDS.length];
        const individual = seed + Math.floor(i / CREATURE_KINDS.length);
        return { row: { file: `own ${kind}-${individual}` }, own: { kind, seed: individual }, ...common };
      }),
    ];
    const results = await runFileTasks(libraryTask, inputs, context);
    const outcomes = results.map(
      (result, i): LibraryOutcome =>
        'value' in result
          ? result.value
          : { rows: [], failed: [{ file: inputs[i].row.file, error: result.error }] },
    );
    const evaluation = summarizeLibrary(outcomes);
    if (context.output) await writeJsonFile(context.output, evaluation);
    return { data: evaluation, text: formatLibrary(evaluation), ok: evaluation.failed.length === 0 };
  },
});

/** The rows of a folder's index; without one, its files. */
async function listRows(folder: string): Promise<IndexRow[]> {
  const names = await readdir(folder);
  if (names.includes('index.json')) return readIndex(folder);
  return names
    .filter((name) => /\.(glb|gltf|obj|ply|stl|fbx)$/i.test(name))
    .sort()
    .map((file) => ({ file }));
}

function formatLibrary({
  rigs,
  motions,
  generated,
  failed,
  walks,
  byPlan,
  byMotion,
  median,
  perClip,
}: LibraryEvaluation): string {
  const line = (name: string, clips: number, figures: LibraryEvaluation['median']) => [
    name,
    clips,
    decimals(figures.skate, 4),
    decimals(figures.penetration, 3),
    decimals(figures.jointSpeed, 1),
    decimals(figures.selfIntersection, 4),
    decimals(figures.seam, 2),
    decimals(figures.seconds, 2),
  ];
  const header = ['clips', 'skate', 'sinks %', '°/frame', 'intersects', 'seam', 'seconds'];
  const table = (title: string, groups: LibraryEvaluation['byPlan']) =>
    formatTable(
      [title, ...header],
      [
        ...Object.entries(groups).map(([name, group]) => line(name, group.clips, group)),
        line('all', generated, median),
      ],
    );
  const dirty = perClip.filter((row) => row.motion === 'walk' && (!isCleanWalk(row) || row.jointSpeed > 20));
  const tell = ({ file, skate = 0, penetration = 0, jointSpeed, plan }: LibraryRow) =>
    `not clean: ${file} (${plan}): skate ${skate.toFixed(3)}, sinks ${penetration.toFixed(2)} %, ${jointSpeed.toFixed(1)}°`;
  return [
    ...table('by plan', byPlan),
    '',
    ...table('by motion', byMotion),
    ...(median.artistIntersection === null
      ? []
      : [
          `walks of artists on the same rigs intersect in ${decimals(median.artistIntersection, 4)} (median)`,
        ]),
    `${generated} of ${motions} motions of ${rigs} rigs`,
    `walks: ${walks.clean} of ${walks.all} clean, ${walks.smooth} smooth${walks.tracked === null ? '' : `, ${walks.tracked} tracked, ${walks.held} with feet held`}`,
    ...dirty.map(tell),
    ...failed.map(({ file, motion, error }) => `failed: ${file}${motion ? `: ${motion}` : ''}: ${error}`),
  ].join('\n');
}
