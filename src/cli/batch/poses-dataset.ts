/** @file What `batch poses` leaves: a file per species with all its poses, an index that the lab reads, and the report. */

import { join } from 'node:path';
import { readModelFile, writeModelFile } from '../../io/node.js';
import { addClip } from '../../verbs/add-clip.js';
import type { DropReason } from '../../video/fit/filter-frames.js';
import { writeJsonFile } from '../shared/command-files.js';
import { formatTable } from '../shared/format-table.js';
import type { ManifestEntry } from './run-batch.js';
import type { Species } from './species-list.js';

/** A video of a species. */
export interface PosesTask {
  readonly species: Species;
  readonly slug: string;
  readonly body: string;
  readonly prompt: string;
  readonly seed: number;
  /** Where body and prompt came from. */
  readonly origin: BodyOrigin;
}

/** Whose rig a body has, and who wrote its prompts. */
export interface BodyOrigin {
  readonly rig: 'file' | 'posespace rig' | 'picture' | 'sample creature';
  readonly prompts: 'list' | 'language model';
}

/** What `video poses` says of a video. */
interface VideoFigures {
  readonly frames: number;
  readonly kept: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
  readonly spread: number;
}

export interface SpeciesReport {
  readonly name: string;
  readonly videos: number;
  readonly failed: number;
  readonly frames: number;
  readonly poses: number;
  readonly dropped: Readonly<Record<DropReason, number>>;
  /** Mean over videos, share of the diameter. */
  readonly spread: number;
  readonly secondsPerPose: number;
  readonly cost: number;
}

/** One model per species, the index, and figures per species. */
export async function writePosesDataset(
  folder: string,
  tasks: readonly PosesTask[],
  entries: ReadonlyMap<PosesTask, ManifestEntry | undefined>,
  model: string,
): Promise<SpeciesReport[]> {
  const reports: SpeciesReport[] = [];
  const rows: object[] = [];
  for (const slug of new Set(tasks.map((task) => task.slug))) {
    const own = tasks.filter((task) => task.slug === slug);
    const { species, body, origin } = own[0];
    const done = own.flatMap((task) => {
      const entry = entries.get(task);
      return entry?.status === 'done' ? [{ task, entry }] : [];
    });
    let made = { ...(await readModelFile(body)), clips: [] as never[] };
    for (const { entry } of done) {
      const { clips } = await readModelFile(entry.files[0].path);
      for (const clip of clips) made = addClip(made, clip, { source: 'video' }) as typeof made;
    }
    reports.push(
      reportSpecies(
        species.name,
        own.length,
        done.map(({ entry }) => entry),
      ),
    );
    if (done.length === 0) continue;
    const file = `${slug}.glb`;
    await writeModelFile(join(folder, file), made);
    const provenance = done.map(({ task: { prompt, seed }, entry: { key } }) => ({
      prompt,
      seed,
      key,
      model,
    }));
    rows.push({
      ...{
        file,
        name: species.name,
        source: 'posespace-video',
        licence: 'generated',
        category: species.body,
      },
      ...{ split: 'train', rigFamily: `video-${slug}`, ...origin, videos: provenance },
    });
  }
  await writeJsonFile(join(folder, 'index.json'), rows);
  return reports;
}

function reportSpecies(name: string, videos: number, done: readonly ManifestEntry[]): SpeciesReport {
  const figures = done.map(({ data }) => data as unknown as VideoFigures);
  const sum = (read: (one: VideoFigures) => number) => figures.reduce((total, one) => total + read(one), 0);
  const poses = sum(({ kept }) => kept);
  const seconds = done.reduce((total, entry) => total + (entry.seconds ?? 0), 0);
  const dropped = { static: 0, jump: 0, misfit: 0, intersecting: 0 };
  for (const reason of Object.keys(dropped) as DropReason[])
    dropped[reason] = sum((one) => one.dropped[reason]);
  return {
    ...{ name, videos, failed: videos - done.length, frames: sum(({ frames }) => frames), poses, dropped },
    spread: sum(({ spread }) => spread) / Math.max(1, figures.length),
    secondsPerPose: poses > 0 ? seconds / poses : 0,
    cost: done.reduce((total, entry) => total + entry.cost, 0),
  };
}

/** What a million poses would take and cost at the rate of a run. */
export function extrapolate(reports: readonly SpeciesReport[], lanes: number) {
  const poses = reports.reduce((total, one) => total + one.poses, 0);
  const seconds = reports.reduce((total, one) => total + one.secondsPerPose * one.poses, 0);
  const cost = reports.reduce((total, one) => total + one.cost, 0);
  const hours = poses > 0 ? ((seconds / poses) * 1e6) / 3600 / lanes : 0;
  return { poses, seconds, cost, millionHours: hours, millionCost: poses > 0 ? (cost / poses) * 1e6 : 0 };
}

export function describeReports(reports: readonly SpeciesReport[], lanes: number): string[] {
  const { poses, seconds, cost, millionHours, millionCost } = extrapolate(reports, lanes);
  const days = (machines: number) => `${machines}: ${(millionHours / machines / 24).toFixed(1)} days`;
  return [
    ...formatTable(
      [
        'species',
        'videos',
        'failed',
        'frames',
        'poses',
        'static',
        'jump',
        'misfit',
        'intersecting',
        'spread %',
        's/pose',
        '$',
      ],
      reports.map(
        ({ name, videos, failed, frames, poses: kept, dropped, spread, secondsPerPose, cost: paid }) => [
          ...[
            name,
            videos,
            failed,
            frames,
            kept,
            dropped.static,
            dropped.jump,
            dropped.misfit,
            dropped.intersecting,
          ],
          ...[(100 * spread).toFixed(1), secondsPerPose.toFixed(2), paid.toFixed(2)],
        ],
      ),
    ),
    `${poses} poses in ${seconds.toFixed(0)} s of jobs, $${cost.toFixed(2)}`,
    `a million poses at this rate, on machines with ${lanes} jobs at once: ${[1, 10, 100].map(days).join(', ')}; $${millionCost.toFixed(0)}`,
  ];
}
