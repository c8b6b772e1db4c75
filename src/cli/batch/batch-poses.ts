/**
 * @file `posespace batch poses`: a data set of poses from videos of many species, as ViPS makes one: prompt, first frame, video,
 * motion, filter, shards. A job is one video (`video poses`): paid for once, resumed, on any machine.
 */

import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import { createCreature } from '../../creatures/create-creature.js';
import { createCreatureModel } from '../../io/creature-model.js';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { costOf } from '../../video/models/generate-video.js';
import { readJsonFile, writeJsonFile } from '../shared/command-files.js';
import { count, list, number, text } from '../shared/flags.js';
import { type CommandDefinition, defineCommand } from '../shared/shell.js';
import { openModelOf } from '../video/model-flags.js';
import { stageCreature, stageRequest } from '../video/stage-files.js';
import { videoPosesCommand } from '../video/video-poses-command.js';
import { type BuiltJobs, buildJobs } from './batch-jobs.js';
import { chooseLanes, PLACE_FLAGS, WORK_FLAGS } from './open-batch.js';
import { describeReports, extrapolate, type PosesTask, writePosesDataset } from './poses-dataset.js';
import { followBatch, readVersion } from './run-batch.js';
import { listStarterSpecies, parseSpecies, type Species } from './species-list.js';

const FLAGS = {
  species: list('only these species of the list', 'names'),
  limit: count('only so many species, the first of the list', { min: 1 }),
  prompts: count('prompts per species; by default all', { min: 1 }),
  seeds: count('videos per prompt; by default as the list says', { min: 1, max: 10_000 }),
  frames: count('frames of a video', { min: 2, max: 1000, default: 33 }),
  fps: number('frames per second', { min: 1, max: 60, default: 16 }),
  width: count('width of the videos', { min: 64, max: 4096, default: 832, placeholder: 'pixels' }),
  height: count('height of the videos', { min: 64, max: 4096, default: 480, placeholder: 'pixels' }),
  model: text('the video model, as of video poses', { default: 'embedded' }),
  budget: number('most that all videos may cost together; what does not fit is not started', {
    min: 0,
    placeholder: 'dollars',
  }),
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
      const all = await planTasks(species, output, file, options);
      const { tasks, cost } = await keepToBudget(all, options);
      onEvent({
        event: 'planned',
        species: species.length,
        videos: tasks.length,
        left: all.length - tasks.length,
        cost,
      });
      const version = await readVersion();
      const built: BuiltJobs[] = [];
      for (const { slug, body, prompt, seed } of tasks) {
        const { frames, fps, width, height, model } = options;
        built.push(
          await buildJobs({
            ...{ definition: videoPosesCommand, writesOperand: false, inputs: [body], seed, version, signal },
            options: { prompt, frames, fps, width, height, model },
            output: join(output, 'videos', slug, `${slugOf(prompt)}-${seed}`),
          }),
        );
      }
      const jobs = { jobs: built.flatMap((one) => one.jobs), runJobs: built.flatMap((one) => one.runJobs) };
      const line = `posespace batch poses -o ${output}`;
      const { outcome, entries } = await followBatch(context, { ...options, detach: false }, jobs, {
        ...{ line, version, definitions },
      });
      const byKey = new Map(entries.map((entry) => [entry.key, entry]));
      const ofTask = new Map(tasks.map((task, i) => [task, byKey.get(jobs.jobs[i].key)]));
      const reports = await writePosesDataset(output, tasks, ofTask);
      const lanes = chooseLanes(options.workers);
      const totals = {
        ...extrapolate(reports, lanes),
        lanes,
        model: options.model,
        overBudget: all.length - tasks.length,
      };
      await writeJsonFile(join(output, 'report.json'), {
        version,
        run: outcome.data,
        totals,
        species: reports,
      });
      const left = all.length - tasks.length;
      return {
        ...outcome,
        data: { ...outcome.data, totals, species: reports },
        text: [
          ...describeReports(reports, lanes),
          ...(left > 0 ? [`${left} videos were not started: the budget is $${options.budget}`] : []),
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

/** Every video to make, the bodies of species without a mesh written beside. */
async function planTasks(
  species: readonly Species[],
  output: string,
  file: string | undefined,
  { prompts, seeds }: { readonly prompts?: number; readonly seeds?: number },
): Promise<PosesTask[]> {
  const tasks: PosesTask[] = [];
  for (const one of species) {
    const slug = slugOf(one.name);
    const body = one.mesh
      ? resolve(dirname(file!), one.mesh)
      : await writeBody(one, join(output, 'bodies', `${slug}.glb`));
    for (const prompt of one.prompts.slice(0, prompts)) {
      for (let seed = 0; seed < (seeds ?? one.seeds); seed++)
        tasks.push({ species: one, slug, body, prompt, seed });
    }
  }
  return tasks;
}

/** A sample creature that stands in for a species; its name decides which individual. */
async function writeBody({ name, body }: Species, path: string): Promise<string> {
  if (await stat(path).catch(() => undefined)) return path;
  const seed = [...name].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) % 10_007, 7);
  await mkdir(dirname(path), { recursive: true });
  const model = createCreatureModel(createCreature(body, { seed, resolution: 0.7 }));
  await writeModelFile(path, { ...model, clips: [] });
  return path;
}

/** As many videos as the budget allows at the greatest cost of one. */
async function keepToBudget(
  tasks: readonly PosesTask[],
  options: {
    readonly model: string;
    readonly budget?: number;
    readonly frames: number;
    readonly fps: number;
    readonly width: number;
    readonly height: number;
  },
): Promise<{ readonly tasks: readonly PosesTask[]; readonly cost: number }> {
  const { budget, frames, fps, width, height } = options;
  if (options.model === 'embedded' || tasks.length === 0) return { tasks, cost: 0 };
  const [{ body, prompt: action, seed }] = tasks;
  const staged = await stageCreature({ ...(await readModelFile(body)), clips: [] }, undefined, {
    action,
    width,
    height,
  });
  const model = await openModelOf(options.model, () => staged);
  const { dollars, note } = costOf(model, stageRequest(staged, { action, frames, fps, seed }));
  if (budget === undefined) return { tasks, cost: (dollars ?? 0) * tasks.length };
  if (dollars === undefined) {
    throw new PosespaceError(
      'bad-usage',
      `batch poses: the budget cannot be kept: ${note}; leave --budget out to pay what it costs`,
    );
  }
  const kept = tasks.slice(0, dollars === 0 ? tasks.length : Math.floor(budget / dollars + 1e-9));
  return { tasks: kept, cost: dollars * kept.length };
}

const slugOf = (words: string): string => words.toLowerCase().replace(/\W+/g, '-').replace(/^-|-$/g, '');
