/**
 * @file Jobs of video models and their videos on disk, one folder for all: `<hash>.json` is a job, `<hash>/` its video.
 * A record is whole or absent; the first one of a request is created exclusively,
 * so that two runs at a time do not both send it.
 */

import { lookup } from 'node:dns/promises';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { PosespaceError } from '../base/errors.js';
import { findOutputKind } from '../video/models/output-kind.js';
import { type ProgressSocket, type ServiceTools, sleepByTimer } from '../video/models/service-tools.js';
import {
  checkVideoJob,
  type VideoJob,
  type VideoJobStore,
  type VideoOutput,
} from '../video/models/video-job.js';
import { readBytes } from './node.js';
import { withScratch } from './node-scratch.js';
import { writeBytesFile, writeNew } from './node-write-files.js';

/** Bytes of a job record, and of a file of a video. */
const LARGEST_JOB = 1 << 20;
const LARGEST_OUTPUT = 512 << 20;

/** The folder where jobs are kept: `POSESPACE_VIDEO_JOBS`, else in the home folder. */
export const videoJobFolder = (environment: ServiceTools['environment'] = process.env): string =>
  environment.POSESPACE_VIDEO_JOBS || join(homedir(), '.posespace', 'video');

/** Jobs in a folder. */
export function openVideoJobs(folder: string = videoJobFolder()): VideoJobStore {
  const jobPath = (hash: string) => join(folder, `${checkHash(hash)}.json`);
  const outputPath = (hash: string) => join(folder, checkHash(hash));
  const readJob = async (path: string): Promise<VideoJob | undefined> => {
    const bytes = await readBytes(path, LARGEST_JOB).catch(absent);
    return bytes && checkVideoJob(parse(new TextDecoder().decode(bytes)), path);
  };
  const encode = (job: VideoJob) => new TextEncoder().encode(`${JSON.stringify(job, null, 2)}\n`);
  return {
    readJob: (hash) => readJob(jobPath(hash)),
    async createJob(job) {
      await mkdir(folder, { recursive: true });
      try {
        const path = jobPath(job.requestHash);
        if (job.attempt > 1) await writeBytesFile(path, encode(job));
        else await writeNew(path, encode(job), 0o600);
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw new PosespaceError(
          'file',
          `io/createJob: "${folder}" cannot be written: ${(error as Error).message}`,
        );
      }
    },
    writeJob: (job) => writeBytesFile(jobPath(job.requestHash), encode(job)),
    async listJobs() {
      const names = (await readdir(folder).catch(() => [])).filter((name) =>
        /^[0-9a-f]{64}\.json$/.test(name),
      );
      const jobs = await Promise.all(names.map((name) => readJob(join(folder, name)).catch(() => undefined)));
      return jobs.filter((job) => job !== undefined).sort((a, b) => b.createdAt - a.createdAt);
    },
    readOutput: (hash) => readOutput(outputPath(hash)),
    writeOutput: (hash, output) => writeOutput(outputPath(hash), output),
  };
}

const ENDINGS: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'image/gif': 'gif',
  'image/png': 'png',
  'model/gltf-binary': 'glb',
};

async function readOutput(folder: string): Promise<VideoOutput | undefined> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d{4}\.\w+$/.test(name)).sort();
  if (names.length === 0) return undefined;
  const files = await Promise.all(names.map((name) => readBytes(join(folder, name), LARGEST_OUTPUT)));
  const kinds = files.map(findOutputKind);
  // Damaged on disk: as if it were not there.
  if (kinds.some(({ kind, fault }) => !kind || fault)) return undefined;
  return { files: files.map((bytes, i) => ({ mediaType: kinds[i].kind!, bytes })) };
}

async function writeOutput(folder: string, { files }: VideoOutput): Promise<void> {
  await withScratch(dirname(folder), async (scratch) => {
    const whole = join(scratch, 'output');
    await mkdir(whole);
    for (const [i, { mediaType, bytes }] of files.entries()) {
      await writeNew(join(whole, `${`${i}`.padStart(4, '0')}.${ENDINGS[mediaType] ?? 'bin'}`), bytes);
    }
    await rm(folder, { recursive: true, force: true });
    await rename(whole, folder);
  });
}

function checkHash(hash: string): string {
  if (/^[0-9a-f]{64}$/.test(hash)) return hash;
  throw new PosespaceError('bad-usage', `io/openVideoJobs: "${hash}" is no hash of a request`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function absent(error: unknown): undefined {
  if (error instanceof PosespaceError && error.message.includes('does not exist')) return undefined;
  throw error;
}

/** The network, time and environment of this process. */
export function nodeServiceTools(environment: ServiceTools['environment'] = process.env): ServiceTools {
  const { WebSocket } = globalThis as { WebSocket?: new (url: string) => ProgressSocket };
  return {
    fetch: globalThis.fetch,
    sleep: sleepByTimer,
    now: Date.now,
    environment,
    lookup: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    ...(WebSocket && { openSocket: (url: string) => new WebSocket(url) }),
  };
}
