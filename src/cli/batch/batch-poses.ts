/**
 * @file `posespace batch poses`: a data set of poses from videos of many species, as ViPS makes one: prompt, first frame, video,
 * motion, filter, shards. A job is one video (`video poses`): paid for once, resumed, on any machine.
 */

import { join } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import { readJsonFile, writeJsonFile } from '../shared/command-files.js';
import { count, list, number, oneOf, text, toggle } from '../shared/flags.js';
import { type CommandDefinition, defineCommand } from '../shared/shell.js';
import { MESH_MODELS } from '../video/ask-for-mesh.js';
import { videoPosesCommand } from '../video/video-poses-command.js';
import { TOKEN_PRICE } from '../video/video-prompts-command.js';
import { type BuiltJobs, buildJobs, joinJobs } from './batch-jobs.js';
import { chooseLanes, PLACE_FLAGS, RUN_BUDGET, WORK_FLAGS } from './open-batch.js';
import { describeReports, extrapolate, type PosesTask, writePosesDataset } from './poses-dataset.js';
import { type PreparedSpecies, prepareSpecies, slugOf } from './prepare-species.js';
import { followBatch, readVersion } from './run-batch.js';
import { listStarterSpecies, parseSpecies, type Species } from './species-list.js';

/** Prompts that a language model writes for a species, where no number is given. */
const WRITTEN = 12;

const FLAGS = {
  species: list('only these species of the list', 'names'),
  limit: count('only so many species, the first of the list', { min: 1 }),
  prompts: count('prompts per species; by default all', { min: 1 }),
  promptsFrom: oneOf(
    ['list', 'endpoint'] as const,
    'the prompts of the list, or by a language model, as of video prompts',
    {
      default: 'list',
    },
  ),
  tokenPrice: TOKEN_PRICE,
  seeds: count('videos per prompt; by default as the list says', { min: 1, max: 10_000 }),
  frames: count('frames of a video', { min: 2, max: 1000, default: 33 }),
  fps: number('frames per second', { min: 1, max: 60, default: 16 }),
  width: count('width of the videos', { min: 64, max: 4096, default: 832, placeholder: 'pixels' }),
  height: count('height of the videos', { min: 64, max: 4096, default: 480, placeholder: 'pixels' }),
  model: text('the video model, as of video poses', { default: 'embedded' }),
  pictures: text(
    'species without a mesh are drawn by this image model and made by --meshes, as of video creature; by default a sample creature stands in',
  ),
  meshes: text(`who makes meshes of pictures: ${MESH_MODELS}`, { default: 'comfyui' }),
  perFrame: toggle('motion by one mesh per frame, of --meshes, instead of by the video itself'),
  budget: RUN_BUDGET,
  ...PLACE_FLAGS,
  ...WORK_FLAGS,
};

/** The command, with the definitions that its workers know. */
export const batchPosesCommand = (definitions: readonly CommandDefinition[]): CommandDefinition =>
  defineCommand({
    usage: 'batch poses [file]',
    summary:
      'A data set of poses from videos of many species; without a file, of the 120 of the starter list',
    output: 'folder of the data set: a model per species, index.json, report.json',
    flags: FLAGS,
    examples: [
      [
        'posespace batch poses -o dataset/ --limit 12 --prompts 1 --seeds 1',
        'twelve bodies, without a network',
      ],
      [
        'posespace batch poses species.json -o dataset/ --model fal --budget 20',
        'your own list, paid videos',
      ],
    ],
    async run(context, file) {
      const { options, output, signal, onProgress, onEvent } = context;
      if (output === undefined) throw new PosespaceError('bad-usage', 'batch poses needs -o <folder>');
      const species = await chooseSpecies(file, options);
      onProgress?.({ stage: 'making bodies', fraction: 0 });
      const version = await readVersion();
      const place = { ...options, detach: false };
      const { ready, failed, keys } = await prepareSpecies(context, species, {
        ...{ ...place, output, file, version, definitions },
        ...(options.pictures !== undefined && {
          drawn: { pictures: options.pictures, model: options.meshes },
        }),
        ...(options.promptsFrom === 'endpoint' && { written: options.prompts ?? WRITTEN }),
      });
      const tasks = planTasks(ready, options);
      onEvent({
        event: 'planned',
        species: species.length,
        videos: tasks.length,
      });
      const built: BuiltJobs[] = [];
      for (const { slug, body, prompt, seed } of tasks) {
        const { frames, fps, width, height, model, perFrame } = options;
        const meshes = perFrame ? options.meshes : undefined;
        built.push(
          await buildJobs({
            ...{ definition: videoPosesCommand, writesOperand: false, inputs: [body], seed, version, signal },
            options: { prompt, frames, fps, width, height, model, meshes },
            output: join(output, 'videos', slug, `${slugOf(prompt)}-${seed}`),
          }),
        );
      }
      const jobs = joinJobs(built);
      const line = `posespace batch poses -o ${output}`;
      const { outcome, entries } = await followBatch(context, place, jobs, {
        ...{ line, version, definitions, earlier: keys },
      });
      const byKey = new Map(entries.map((entry) => [entry.key, entry]));
      const ofTask = new Map(tasks.map((task, i) => [task, byKey.get(jobs.jobs[i].key)]));
      const reports = await writePosesDataset(output, tasks, ofTask, options.model);
      const lanes = chooseLanes(options.workers);
      const overBudget = entries.filter(({ reason }) => reason?.includes('over the budget')).length;
      const totals = {
        ...extrapolate(reports, lanes),
        lanes,
        model: options.model,
        overBudget,
      };
      await writeJsonFile(join(output, 'report.json'), {
        version,
        run: outcome.data,
        totals,
        species: reports,
        unprepared: failed,
      });
      return {
        ...outcome,
        ok: outcome.ok && failed.length === 0,
        data: { ...outcome.data, totals, species: reports, unprepared: failed },
        text: [
          ...describeReports(reports, lanes),
          ...failed.map(({ name, reason }) => `left out: ${name}: ${reason}`),
          ...(overBudget > 0 ? [`${overBudget} videos were not sent: the budget is $${options.budget}`] : []),
          outcome.text,
        ].join('\n'),
      };
    },
  });

interface SpeciesChoice {
  readonly species?: readonly string[];
  readonly limit?: number;
}

async function chooseSpecies(
  file: string | undefined,
  { species, limit }: SpeciesChoice,
): Promise<Species[]> {
  const fail = (): never => {
    throw new PosespaceError('bad-input', `batch poses: "${file}" is not JSON`);
  };
  const all = file === undefined ? listStarterSpecies() : parseSpecies(await readJsonFile(file, fail), file);
  const unknown = species?.find((name) => !all.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new PosespaceError('bad-usage', `batch poses: the list has no species "${unknown}"`);
  return all.filter(({ name }) => !species || species.includes(name)).slice(0, limit);
}

/** Every video to make. */
const planTasks = (
  ready: readonly PreparedSpecies[],
  { prompts, seeds }: { readonly prompts?: number; readonly seeds?: number },
): PosesTask[] =>
  ready.flatMap((one) =>
    one.species.prompts
      .slice(0, prompts)
      .flatMap((prompt) =>
        Array.from({ length: seeds ?? one.species.seeds }, (_, seed) => ({ ...one, prompt, seed })),
      ),
  );
