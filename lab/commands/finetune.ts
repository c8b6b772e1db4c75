/**
 * @file `npm run lab -- finetune frames/`: SPRig's fine-tuning on one mesh sequence or a folder of them. The skeleton network
 * learns to give every frame the skeleton of its anchor; what rigs of single frames gain by that is measured. Training is
 * PyTorch (lab/rig/sprig.py, onnx_weights.py), run as its own process.
 */

import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PosespaceError } from '../../src/base/errors.js';
import { count, number, text, writtenPath } from '../../src/cli/shared/flags.js';
import { formatTable } from '../../src/cli/shared/format-table.js';
import { defineCommand } from '../../src/cli/shared/shell.js';
import { writeBytesFile } from '../../src/io/node.js';
import { readSequenceFolder } from '../../src/io/node-sequence-folder.js';
import { encodePng } from '../../src/render/encode-png.js';
import {
  type FrameConsistency,
  type FrameRigger,
  measureFrameRigs,
} from '../../src/rig/sequence/measure-frame-rigs.js';
import { rigFrame } from '../../src/rig/sequence/rig-frame.js';
import { openSkeletonNetwork } from '../../src/verbs/open-skeleton-network.js';
import { listFrameFolders, writeSequences } from './dataset-sequences.js';
import { drawFrameSheet } from './frame-sheet.js';

const LAB = fileURLToPath(new URL('../rig/', import.meta.url));
const SHIPPED = fileURLToPath(new URL('../../models/skeleton', import.meta.url));

export const finetuneCommand = defineCommand({
  usage: 'finetune <frames>',
  summary:
    'Fine-tune the skeleton network on a folder of OBJ or PLY frames, or of such folders, so that every frame gets the same rig',
  output: 'the folder of the adapted network (default: finetuned)',
  flags: {
    minutes: number('minutes of training', { min: 0.1, max: 600, default: 3, placeholder: 'minutes' }),
    rate: number('learning rate', { min: 1e-6, max: 0.1, default: 5e-4 }),
    off: text('losses to switch off, as lab/rig/sprig.py names them', { default: '' }),
    teacher: text('folder of the network to start from', { default: SHIPPED }),
    soloFrames: count('frames that are rigged one by one to measure the gain; 0 for none', { default: 6 }),
    sheet: writtenPath('write a PNG with frames of the first sequence rigged one by one, before and after'),
    python: text('a Python with PyTorch, ONNX and safetensors', { default: 'python3' }),
  },
  examples: [
    ['npm run lab -- finetune frames/ -o adapted/', 'adapts the network to one sequence'],
    ['npm run lab -- finetune sequences/ --minutes 30 -o adapted/', 'to every folder of frames in a folder'],
  ],
  async run(context, frames) {
    const { output = 'finetuned', signal, options, now } = context;
    const { minutes, rate, off, teacher, python, soloFrames } = options;
    const work = await mkdtemp(join(tmpdir(), 'posespace-finetune-'));
    const start = now();
    try {
      await writeSequences(frames, join(work, 'shards'), { ...context, frames: true, network: teacher });
      const run = (script: string, ...words: string[]) =>
        runScript(python, [join(LAB, script), ...words], signal, (line) =>
          context.onProgress?.({ stage: line, fraction: 0.5 }),
        );
      const checkpoint = join(work, 'student.pt');
      const words = ['--minutes', String(minutes), '--rate', String(rate), '--off', off];
      await run('sprig.py', join(work, 'shards'), '--teacher', teacher, '--out', checkpoint, ...words);
      await run('onnx_weights.py', checkpoint, teacher, output);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
    const spent = (now() - start) / 60_000;
    const gains =
      soloFrames < 2 ? [] : await measureGains(frames, { teacher, student: output }, soloFrames, signal);
    if (options.sheet !== undefined)
      await writeBytesFile(options.sheet, await drawGain(frames, { teacher, student: output }));
    return {
      data: { output, files: await readdir(output), minutes: spent, gains },
      text: [
        ...formatGains(gains),
        `wrote ${output} in ${spent.toFixed(1)} minutes; use it with posespace rig --network ${output}`,
      ].join('\n'),
    };
  },
});

interface Gain {
  readonly sequence: string;
  readonly teacher?: FrameConsistency;
  readonly student?: FrameConsistency;
}

/** What rigs of single frames vary by, before and after. */
async function measureGains(
  frames: string,
  folders: { readonly teacher: string; readonly student: string },
  soloFrames: number,
  signal: AbortSignal | undefined,
): Promise<Gain[]> {
  const gains: Gain[] = [];
  for (const place of await listFrameFolders(frames)) {
    const sequence = await readSequenceFolder(place, { signal });
    const measure = async (folder: string) => {
      const network = await openSkeletonNetwork(folder);
      return measureFrameRigs(sequence, (mesh) => rigFrame(mesh, network, { signal }), {
        frames: soloFrames,
        signal,
      });
    };
    gains.push({
      sequence: place,
      teacher: await measure(folders.teacher),
      student: await measure(folders.student),
    });
  }
  return gains;
}

async function drawGain(
  frames: string,
  { teacher, student }: { readonly teacher: string; readonly student: string },
): Promise<Uint8Array> {
  const [place] = await listFrameFolders(frames);
  const riggerOf = async (folder: string): Promise<FrameRigger> => {
    const network = await openSkeletonNetwork(folder);
    return (mesh) => rigFrame(mesh, network);
  };
  const riggers = { before: await riggerOf(teacher), after: await riggerOf(student) };
  return encodePng(await drawFrameSheet(await readSequenceFolder(place), riggers, basename(place)));
}

const formatGains = (gains: readonly Gain[]): string[] =>
  gains.length === 0
    ? []
    : formatTable(
        ['sequence', 'network', 'PJDD %', 'GSD', 'temporal', 'same tree %', 'LBS RMSE %'],
        gains.flatMap(({ sequence, teacher, student }) =>
          Object.entries({ before: teacher, after: student }).map(([name, one]) => [
            sequence,
            name,
            one?.pjdd.toFixed(2),
            one?.gsd.toFixed(4),
            one?.temporalErrorPerPoint.toFixed(3),
            one && (100 * one.samePlan).toFixed(0),
            one && (100 * one.lbsRmse).toFixed(2),
          ]),
        ),
      );

/** Runs a script to its end; its last lines are the reason if it fails. */
function runScript(
  python: string,
  words: readonly string[],
  signal: AbortSignal | undefined,
  onLine: (line: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(python, words, { signal, stdio: ['ignore', 'pipe', 'pipe'] });
    let tail = '';
    const hear = (bytes: Buffer) => {
      tail = `${tail}${bytes}`.slice(-2000);
      onLine(tail.trimEnd().split('\n').at(-1) ?? '');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', (error) => {
      const aborted = signal?.aborted === true;
      const reason = aborted
        ? 'stopped by the caller'
        : `finetune: ${python} cannot be run (${error.message}); give --python`;
      reject(new PosespaceError(aborted ? 'aborted' : 'file', reason));
    });
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new PosespaceError(
            'bad-input',
            `finetune: ${words[0]} ended with ${code}: ${tail.trim().slice(-400)}`,
          ),
        );
    });
  });
}
