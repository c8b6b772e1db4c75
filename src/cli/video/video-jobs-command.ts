/** @file `posespace video jobs`: requests to video models, to be fetched or cancelled. */

import { dirname } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import { nodeServiceTools, openVideoJobs, videoJobFolder } from '../../io/node-video-jobs.js';
import { cancelVideoJob } from '../../video/models/generate-video.js';
import { pollVideoJob } from '../../video/models/poll-video-job.js';
import type { VideoJob } from '../../video/models/video-job.js';
import { openVideoModel } from '../../video/models/video-models.js';
import { text } from '../shared/flags.js';
import { formatTable } from '../shared/format-table.js';
import { defineCommand } from '../shared/shell.js';
import { writeOutputFiles } from './output-files.js';

export const videoJobsCommand = defineCommand({
  usage: 'video jobs',
  summary: 'List requests to video models; fetch the video of one, or cancel it',
  output: 'the video to write, with --fetch; a folder where the model gives frames',
  flags: {
    fetch: text('wait for this job and write its video', { placeholder: 'id' }),
    cancel: text('stop this job at its service', { placeholder: 'id' }),
  },
  examples: [
    ['posespace video jobs', 'all requests with their state and cost'],
    ['posespace video jobs --fetch 3f2a -o walk.mp4', 'the video of a job that another run started'],
    ['posespace video jobs --cancel 3f2a', 'stops it'],
  ],
  async run({ options, output, signal, onProgress }) {
    const store = openVideoJobs();
    const tools = nodeServiceTools();
    const jobs = await store.listJobs();
    const work = { store, tools, signal, onProgress };
    if (options.cancel !== undefined) {
      const job = findJob(jobs, options.cancel);
      const cancelled = await cancelVideoJob(openVideoModel(job.model, tools), job, work);
      return { data: { job: cancelled }, text: `${cancelled.id}: ${cancelled.state}` };
    }
    if (options.fetch !== undefined) {
      const job = findJob(jobs, options.fetch);
      const kept = await store.readOutput(job.requestHash);
      const made = kept ?? (await pollVideoJob(openVideoModel(job.model, tools), job, work)).output;
      const files = await writeOutputFiles(output ?? `${job.id}`, made);
      return {
        data: { job: job.id, files },
        text:
          files.length > 4
            ? `wrote ${dirname(files[0])}/, ${files.length} pictures`
            : `wrote ${files.join(', ')}`,
      };
    }
    return { data: { folder: videoJobFolder(), jobs }, text: describeJobs(jobs) };
  },
});

function findJob(jobs: readonly VideoJob[], start: string): VideoJob {
  const found = jobs.filter(({ id }) => id.startsWith(start));
  if (found.length === 1) return found[0];
  throw new PosespaceError(
    'bad-usage',
    `${found.length === 0 ? 'no job' : `${found.length} jobs`} begin with "${start}"; posespace video jobs lists them`,
  );
}

function describeJobs(jobs: readonly VideoJob[]): string {
  if (jobs.length === 0) return 'no requests yet';
  const rows = jobs.map(({ id, state, model, seed, prompt, cost, message }) => [
    id.slice(0, 8),
    state,
    model,
    `${seed}`,
    cost?.dollars === undefined ? '' : `$${cost.dollars.toFixed(2)}`,
    (message ?? prompt).slice(0, 60),
  ]);
  return formatTable(['job', 'state', 'model', 'seed', 'cost', 'prompt'], rows).join('\n');
}
