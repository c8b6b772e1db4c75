/** @file `npm run lab -- dataset sequences`: moving bodies with the teacher's skeletons as shards for SPRig's fine-tuning. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PosespaceError } from '../../src/base/errors.js';
import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';
import { createRng, type Rng } from '../../src/base/rng.js';
import { count, text, toggle } from '../../src/cli/shared/flags.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { writeBytesFile } from '../../src/io/node.js';
import { readSequenceFolder } from '../../src/io/node-sequence-folder.js';
import { axisAngleInto } from '../../src/math/quaternion.js';
import { findAnchorFrame, type MeshSequence } from '../../src/mesh/mesh-sequence.js';
import { bakeClip } from '../../src/motion/bake-clip.js';
import { type Clip, clipDuration } from '../../src/motion/clip.js';
import { createRigSkinner } from '../../src/rig/kinematics/skin-mesh.js';
import { type Rig, restPose } from '../../src/rig/rig-records.js';
import { openSkeletonNetwork } from '../../src/verbs/open-skeleton-network.js';
import { chooseClip } from '../eval/evaluate-sequence.js';
import { encodeSequences } from '../skins/encode-sequences.js';
import { makeRigs, readListedRig } from '../skins/list-skins.js';
import { SEQUENCE_SAMPLE, type SequenceSample, sampleSequence } from '../skins/sample-sequence.js';
import { chooseRows } from './evaluation-flags.js';
import { readIndex } from './read-index.js';

/** Frames that the anchor is chosen from. */
const FRAMES = 12;
const SHARD = 50;
/** Most parts of a sequence of frames. */
const PARTS = 4;

export const datasetSequencesCommand = defineCommand({
  usage: 'dataset sequences <folder>',
  summary:
    'Bake clips of a folder with an index.json, and made bodies in random poses, as sequences with the teacher’s rigs',
  output: 'the folder to write (default: sequences)',
  flags: {
    split: text('only rows of this split', { default: 'train' }),
    leaveOut: text('sources to leave out, by how they begin', {
      default: 'cmu-mocap,luanti',
      placeholder: 'words',
    }),
    limit: count('most files, one of each family before the second of any', { min: 1 }),
    clips: count('clips of a file', { min: 1, max: 20, default: 2 }),
    creatures: count('sample creatures of each kind', { max: 10_000, default: 0 }),
    generated: count('generated bodies', { max: 1_000_000, default: 0 }),
    network: text('folder of the teacher; the shipped network by default'),
    frames: toggle('the folder is one sequence, or holds folders that are one each: OBJ or PLY frames'),
  },
  examples: [
    ['npm run lab -- dataset sequences creatures/ --creatures 3 --generated 200 -o sequences/', 'all kinds'],
  ],
  async run(context, folder) {
    const { output = 'sequences' } = context;
    const written = await writeSequences(folder, output, { ...context, ...context.options });
    return {
      data: { output, ...written },
      text: `${written.sequences} sequences in ${written.shards} shards`,
    };
  },
});

/** Writes the shards of a folder. */
export async function writeSequences(
  folder: string,
  output: string,
  options: Partial<ListOptions> & WorkOptions & { readonly network?: string },
): Promise<{ shards: number; sequences: number }> {
  const { seed = 0, signal, onProgress } = options;
  const teacher = await openSkeletonNetwork(options.network);
  const rows: SequenceRow[] = [];
  let samples: SequenceSample[] = [];
  let shards = 0;
  const flush = async () => {
    const name = `sequences-${String(shards++).padStart(3, '0')}`;
    const own = rows.slice(rows.length - samples.length);
    await writeBytesFile(join(output, `${name}.safetensors`), encodeSequences(samples));
    await writeBytesFile(join(output, `${name}.json`), new TextEncoder().encode(JSON.stringify(own)));
    samples = [];
  };
  for await (const { sequence, ...told } of listSequences(folder, { ...LIST_DEFAULTS, ...options, seed })) {
    throwIfAborted(signal);
    onProgress?.({ stage: told.name, fraction: 0 });
    const sample = await sampleSequence(teacher, sequence, seed * 1_000_003 + rows.length);
    if (!sample) continue;
    samples.push(sample);
    rows.push(told);
    if (samples.length === SHARD) await flush();
  }
  if (rows.length === 0) throw new PosespaceError('bad-input', 'dataset sequences: no sequence shows a body');
  if (samples.length > 0) await flush();
  return { shards, sequences: rows.length };
}

interface SequenceRow {
  readonly name: string;
  readonly family: string;
  readonly source: string;
  readonly heldOut: boolean;
}

interface ListOptions {
  readonly split: string;
  readonly leaveOut: string;
  readonly limit?: number;
  readonly clips: number;
  readonly creatures: number;
  readonly generated: number;
  readonly frames: boolean;
  readonly seed: number;
  readonly limits?: Parameters<typeof readListedRig>[2];
}

const LIST_DEFAULTS = { split: 'train', leaveOut: '', clips: 1, creatures: 0, generated: 0, frames: false };

async function* listSequences(
  folder: string,
  options: ListOptions,
): AsyncGenerator<SequenceRow & { readonly sequence: MeshSequence }> {
  if (options.frames) {
    const told = { family: folder, source: 'frames', heldOut: false };
    for (const place of await listFrameFolders(folder)) {
      const whole = await readSequenceFolder(place, { limits: options.limits });
      for (const sequence of splitFrames(whole)) yield { ...told, name: place, sequence };
    }
    return;
  }
  const without = options.leaveOut.split(',').filter((word) => word !== '');
  const rows = (await readIndex(folder)).filter(
    ({ source = '' }) => !without.some((word) => source.startsWith(word)),
  );
  const made = makeRigs(options, options.seed);
  const rng = createRng(options.seed);
  for (const row of chooseRows(rows, options)) {
    const listed = await readListedRig(folder, row, options.limits).catch(() => 'unreadable');
    if (typeof listed !== 'string') yield* sequencesOf(listed, options.clips, rng);
    const next = made.next();
    if (!next.done) yield* sequencesOf(next.value, 1, rng);
  }
  for (const listed of made) yield* sequencesOf(listed, 1, rng);
}

/** The folder itself, or the folders in it. */
export async function listFrameFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  return folders.length > 0 ? folders.sort() : [folder];
}

/** Parts of a long sequence that have the anchor in common, so that more of its frames are seen. */
function splitFrames(sequence: MeshSequence): MeshSequence[] {
  const anchor = findAnchorFrame(sequence);
  const parts = Math.min(PARTS, Math.ceil(sequence.frames.length / SEQUENCE_SAMPLE.frames));
  return Array.from({ length: parts }, (_, part) => {
    const chosen = [...sequence.frames.keys()].filter((f) => f === anchor || f % parts === part);
    const frames = chosen.map((f) => sequence.frames[f]);
    return {
      ...sequence,
      frames,
      times: Float32Array.from(chosen, (f) => sequence.times[f]),
      labels: undefined,
    };
  });
}

/** Clips of a rig, the liveliest first; random poses where it has none. */
function* sequencesOf(
  {
    rig,
    clips,
    name,
    family,
    source,
    heldOut,
  }: SequenceRow & { readonly rig: Rig; readonly clips: readonly Clip[] },
  most: number,
  rng: Rng,
): Generator<SequenceRow & { readonly sequence: MeshSequence }> {
  const told = { name, family, source, heldOut };
  let left = [...clips];
  if (left.length === 0) yield { ...told, sequence: poseAtRandom(rig, rng) };
  for (let i = 0; i < most; i++) {
    const clip = chooseClip(left);
    if (!clip) return;
    left = left.filter((other) => other !== clip);
    const frameRate = Math.min(1000, (FRAMES - 1) / clipDuration(clip));
    yield { ...told, sequence: bakeClip(rig, clip, { frameRate }) };
  }
}

/** Rotation of a joint in a random pose, radians, root mean square. */
const SPREAD = 0.3;

/** The rest pose and random ones. */
function poseAtRandom(rig: Rig, rng: Rng): MeshSequence {
  const skinner = createRigSkinner(rig);
  const frames = Array.from({ length: FRAMES / 2 }, (_, f) => {
    const pose = restPose(rig.skeleton);
    for (let j = 1; f > 0 && j < rig.skeleton.parents.length; j++) {
      const axis = [rng.normal(), rng.normal(), rng.normal()];
      const angle = SPREAD * rng.normal();
      const length = Math.hypot(...axis) || 1;
      axisAngleInto(pose.rotations, j * 4, axis[0] / length, axis[1] / length, axis[2] / length, angle);
    }
    return skinner.pose(pose);
  });
  return {
    name: 'random poses',
    triangles: rig.mesh.triangles,
    frames,
    times: Float32Array.from(frames, (_, f) => f),
  };
}
