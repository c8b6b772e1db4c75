/**
 * @file What stands before the videos of `batch poses`: prompts by a language model, and a rig for every species: that of its
 * file, one that `posespace rig` finds in a bare mesh, one of a picture that an image model draws, or a sample creature that
 * stands in. Both are batches of their own, so nothing is asked, paid for or rigged twice.
 */

import { mkdir, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { modelRig } from '../../io/model.js';
import { writeModelFile } from '../../io/node.js';
import { readSample } from '../../io/node-samples.js';
import { SAMPLES, type SampleName } from '../../io/samples.js';
import { rigCommand } from '../rig/rig-command.js';
import { readInput } from '../shared/model-input.js';
import type { CommandContext, CommandDefinition } from '../shared/shell.js';
import { videoCreatureCommand } from '../video/video-creature-command.js';
import { videoPromptsCommand } from '../video/video-prompts-command.js';
import { type BuiltJobs, buildJobs, buildPlainJob, joinJobs } from './batch-jobs.js';
import type { BodyOrigin } from './poses-dataset.js';
import { type BatchOptions, followBatch, type ManifestEntry } from './run-batch.js';
import type { Species } from './species-list.js';

/** A species that can be filmed. */
export interface PreparedSpecies {
  readonly species: Species;
  readonly slug: string;
  /** A rigged file. */
  readonly body: string;
  readonly origin: BodyOrigin;
}

/** What could not be prepared, and why. */
export interface UnpreparedSpecies {
  readonly name: string;
  readonly reason: string;
}

export interface Preparation {
  readonly ready: readonly PreparedSpecies[];
  readonly failed: readonly UnpreparedSpecies[];
  /** Keys of the jobs that were needed. */
  readonly keys: readonly string[];
}

export interface PrepareOptions extends BatchOptions {
  /** Folder of the data set. */
  readonly output: string;
  /** The list that meshes lie beside. */
  readonly file?: string;
  readonly version: string;
  readonly definitions: readonly CommandDefinition[];
  /** Prompts per species that a language model writes; absent: those of the list. */
  readonly written?: number;
  readonly tokenPrice?: number;
  /** Who draws species that have no mesh, and who makes meshes of the pictures; absent: a sample creature stands in. */
  readonly drawn?: { readonly pictures: string; readonly model: string };
}

export const slugOf = (words: string): string =>
  words.toLowerCase().replace(/\W+/g, '-').replace(/^-|-$/g, '');

/** Prompts and rigs for species. */
export async function prepareSpecies(
  context: CommandContext,
  species: readonly Species[],
  options: PrepareOptions,
): Promise<Preparation> {
  const prompted = await promptSpecies(context, species, options);
  const rigged = await rigSpecies(context, prompted.ready, { ...options, earlier: prompted.keys });
  return {
    ready: rigged.ready,
    failed: [...prompted.failed, ...rigged.failed],
    keys: [...prompted.keys, ...rigged.keys],
  };
}

/** Follows jobs, one per item: what became of each. */
async function follow<Item>(
  context: CommandContext,
  items: readonly (readonly [Item, BuiltJobs])[],
  options: PrepareOptions & { readonly earlier?: readonly string[] },
  what: string,
): Promise<{ entries: Map<Item, ManifestEntry | undefined>; keys: string[] }> {
  if (items.length === 0) return { entries: new Map(), keys: [] };
  const { version, definitions, earlier, output } = options;
  const line = `posespace batch poses -o ${output} (${what})`;
  const about = { line, version, definitions, earlier };
  const { entries } = await followBatch(
    context,
    { ...options, detach: false },
    joinJobs(items.map(([, built]) => built)),
    about,
  );
  const byKey = new Map(entries.map((entry) => [entry.key, entry]));
  const keyOf = (built: BuiltJobs) => built.jobs[0].key;
  return {
    entries: new Map(items.map(([item, built]) => [item, byKey.get(keyOf(built))])),
    keys: items.map(([, built]) => keyOf(built)),
  };
}

async function promptSpecies(
  context: CommandContext,
  species: readonly Species[],
  options: PrepareOptions,
): Promise<{ ready: Species[]; failed: UnpreparedSpecies[]; keys: string[] }> {
  const { written, tokenPrice, version } = options;
  if (written === undefined) return { ready: [...species], failed: [], keys: [] };
  const items: [Species, BuiltJobs][] = [];
  for (const one of species) {
    const asked = { species: one.name, body: one.body, count: written, tokenPrice };
    const line = { definition: videoPromptsCommand, options: asked, seed: context.seed, version };
    items.push([one, await buildPlainJob(one.name, line)]);
  }
  const { entries, keys } = await follow(context, items, options, 'prompts');
  const ready: Species[] = [];
  const failed: UnpreparedSpecies[] = [];
  for (const one of species) {
    const { prompts } = (entries.get(one)?.data ?? {}) as { prompts?: string[] };
    if (prompts) ready.push({ ...one, prompts });
    else failed.push({ name: one.name, reason: entries.get(one)?.reason ?? 'no prompts were written' });
  }
  return { ready, failed, keys };
}

async function rigSpecies(
  context: CommandContext,
  species: readonly Species[],
  options: PrepareOptions & { readonly earlier: readonly string[] },
): Promise<Preparation> {
  const { output, file, version, written, drawn } = options;
  const prompts = written === undefined ? 'list' : 'language model';
  const bodyPath = (slug: string) => join(output, 'bodies', `${slug}.glb`);
  const ready: PreparedSpecies[] = [];
  const failed: UnpreparedSpecies[] = [];
  const made: { item: Species; built: BuiltJobs; rig: BodyOrigin['rig'] }[] = [];
  for (const one of species) {
    const slug = slugOf(one.name);
    const add = (body: string, rig: BodyOrigin['rig']) =>
      ready.push({ species: one, slug, body, origin: { rig, prompts } });
    const target = `${output}/bodies/${slug}.glb`;
    try {
      if (!one.mesh && drawn) {
        const asked = { subject: withArticle(one.name), ...drawn };
        const line = { definition: videoCreatureCommand, options: asked, output: target, seed: 0, version };
        made.push({ item: one, built: await buildPlainJob(one.name, line), rig: 'picture' });
      } else if (!one.mesh) add(await writeSampleBody(one, bodyPath(slug)), 'sample creature');
      else {
        const mesh = resolve(dirname(file!), one.mesh);
        if (modelRig(await readInput(context, mesh))) add(mesh, 'file');
        else {
          const line = { definition: rigCommand, writesOperand: false, inputs: [mesh], output: target };
          const built = await buildJobs({ ...line, options: {}, seed: 0, version, signal: context.signal });
          made.push({ item: one, built, rig: 'posespace rig' });
        }
      }
    } catch (error) {
      failed.push({ name: one.name, reason: (error as Error).message });
    }
  }
  const items = made.map(({ item, built }) => [item, built] as const);
  const { entries, keys } = await follow(context, items, options, 'bodies');
  for (const { item, rig } of made) {
    const entry = entries.get(item);
    const slug = slugOf(item.name);
    if (entry?.status === 'done')
      ready.push({ species: item, slug, body: entry.files[0].path, origin: { rig, prompts } });
    else failed.push({ name: item.name, reason: entry?.reason ?? 'it was not rigged' });
  }
  const order = new Map(species.map((one, i) => [one, i]));
  ready.sort((a, b) => order.get(a.species)! - order.get(b.species)!);
  return { ready, failed, keys };
}

const withArticle = (name: string): string => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`;

/** A sample creature of its kind that stands in for a species; its name decides which. */
async function writeSampleBody({ name, body }: Species, path: string): Promise<string> {
  if (await stat(path).catch(() => undefined)) return path;
  const hash = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 10_007, 7);
  const samples = (Object.keys(SAMPLES) as SampleName[]).filter((sample) => SAMPLES[sample] === body);
  await mkdir(dirname(path), { recursive: true });
  const model = await readSample(samples[hash % samples.length]);
  await writeModelFile(path, { ...model, clips: [] });
  return path;
}
