/**
 * @file `posespace pose check`: what is wrong with the poses of a file's clips, as a table, JSON and a picture.
 *
 * A clip is checked against the creature's samples, the poses saved in the file and those of its other clips, never
 * against its own: a knee that bends backwards in one clip is not right because it does so there. Only where the ground
 * is, all clips tell.
 */

import { PosespaceError } from '../../base/errors.js';
import { readExamplePoses } from '../../io/example-poses.js';
import { type Model, modelRig } from '../../io/model.js';
import { writeBytesFile } from '../../io/node.js';
import type { Clip } from '../../motion/clip.js';
import {
  type ClipFinding,
  type ClipSummary,
  checkClips,
  chooseFrames,
} from '../../motion/measure/check-clips.js';
import { createPoseChecker } from '../../pose/validate/create-pose-checker.js';
import { encodePng } from '../../render/encode-png.js';
import { restPose } from '../../rig/rig-records.js';
import { describeFindings } from '../shared/describe-findings.js';
import { formatTable } from '../shared/format-table.js';
import type { CommandDefinition } from '../shared/shell.js';
import { wholeNumber } from '../shared/whole-number.js';
import { drawFindings } from './check-sheet.js';
import { clipPoses, openFile, POSE_FLAGS } from './posed-file.js';

/** Lines of the table. */
const SHOWN = 20;

export const poseCheckCommand: CommandDefinition = {
  usage: 'pose check <input>',
  summary: 'Find what is wrong with the poses of a file: intersections, bent joints, stretched skin, falls',
  flags: [
    ['--clip <name>', 'check this clip alone'],
    ['--frame <number>', 'check this frame alone, counted from 0'],
    ['--every <count>', 'check every so many frames', '1'],
    ['--ground <metres>', 'height of the ground; by default where the clips mostly touch it'],
    ...POSE_FLAGS.filter(([flag]) => !/^--(sheet|no-adapt)/.test(flag)),
    ['--sheet <file>', 'a PNG with the worst findings'],
    ['--no-adapt', 'check against samples of the model alone, not against the other clips of the file'],
  ],
  examples: [
    ['posespace pose check wolf.glb --sheet worst.png', 'all clips, and a picture of the worst findings'],
    ['posespace pose check wolf.glb --clip walk --every 4 --json', 'one clip, every fourth frame, as JSON'],
  ],
  async run(context, input) {
    const { options, seed, signal, onProgress, now } = context;
    const start = now();
    const ground = options.ground === undefined ? undefined : Number(options.ground);
    if (ground !== undefined && !Number.isFinite(ground)) {
      throw new PosespaceError('bad-usage', `--ground must be a number of metres, got ${options.ground}`);
    }
    const every = wholeNumber('--every', options.every, 1)!;
    const frame = wholeNumber('--frame', options.frame, 0);
    // The space stays untaught: taught by all clips, it would hold the one that is checked.
    const { model, space } = await openFile({ ...context, options: { ...options, adapt: false } }, input);
    const clips = clipsOf(model);
    const choice = { clip: options.clip as string | undefined, frame, every };
    const saved = readExamplePoses(model).poses;
    const examplesOf = (others: readonly Clip[]) =>
      options.adapt === false ? [] : [...saved, ...clipPoses({ clips: others })];
    const prepare = async () => {
      chooseFrames(clips, choice); // what there is not is told before the long work
      const examples = clipPoses(model);
      return createPoseChecker(space, { rig: modelRig(model), examples, ground, seed, signal, onProgress });
    };
    const checker = await prepare().finally(() => space.close());
    const work = { ...choice, examplesOf, signal, onProgress };
    const result = await checkClips(checker, model.skeleton!, clips, work);
    const { found } = result;
    const sheet = options.sheet as string | undefined;
    if (sheet !== undefined) {
      await writeBytesFile(sheet, encodePng(drawFindings(model, space.anatomy, found, checker.ground)));
    }
    const files = sheet === undefined ? [] : [sheet];
    const seconds = (now() - start) / 1000;
    const notes = [...model.findings, ...checker.notes];
    return {
      data: {
        input,
        files,
        ...(checker.ground !== undefined && { ground: checker.ground }),
        clips: result.clips,
        findings: found.map(({ finding, pose: _, ...where }) => ({ ...where, ...finding })),
        notes,
        seconds,
      },
      text: [
        ...describeClips(result.clips),
        '',
        ...describeFound(found),
        '',
        ...describeFindings(notes),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};

/** The clips of a file; a file without any is checked at rest. */
function clipsOf({ clips, skeleton }: Model): Clip[] {
  const filled = clips.filter(({ poses }) => poses.length > 0);
  if (filled.length > 0) return filled;
  return [{ name: 'rest', times: Float32Array.of(0), poses: [restPose(skeleton!)] }];
}

const describeClips = (rows: readonly ClipSummary[]): string[] =>
  formatTable(
    ['clip', 'frames', 'faulty', 'errors', 'warnings'],
    rows.map(({ clip, frames, faulty, errors, warnings }) => [clip, frames, faulty, errors, warnings]),
  );

function describeFound(found: readonly ClipFinding[]): string[] {
  if (found.length === 0) return ['nothing is wrong'];
  const table = formatTable(
    ['worst findings', 'score', 'clip', 'frame', 'frames'],
    found
      .slice(0, SHOWN)
      .map(({ finding, clip, frame, frames }) => [
        finding.message,
        finding.score.toFixed(1),
        clip,
        frame,
        frames,
      ]),
  );
  return found.length > SHOWN ? [...table, `and ${found.length - SHOWN} more`] : table;
}
