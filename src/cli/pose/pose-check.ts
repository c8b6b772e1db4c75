/**
 * @file `posespace pose check`: finds what is wrong with the poses of a file's clips, as a table, JSON and a picture.
 *
 * A clip is checked against samples of the pose space, the poses saved in the file and those of its other clips, never
 * against its own: a knee that bends backwards in one clip is not right because it does so there. Only the height of
 * the ground is estimated from all clips.
 */

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
import { collectClipPoses } from '../../verbs/collect-examples.js';
import { count, number, text, toggle, writtenPath } from '../shared/flags.js';
import { formatTable } from '../shared/format-table.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { drawFindings } from './check-sheet.js';
import { openFile, SPACE_FLAGS } from './posed-file.js';

/** Lines of the table. */
const SHOWN = 20;

export const poseCheckCommand = defineCommand({
  usage: 'pose check <input>',
  summary: 'Check the poses of a file: self-intersection, joint limits, stretched skin, balance',
  flags: {
    clip: text('check only this clip'),
    frame: count('check only this frame, counted from 0', { placeholder: 'index' }),
    every: count('check every n-th frame', { min: 1, default: 1 }),
    ground: number('height of the ground; by default where the clips mostly touch it', {
      placeholder: 'metres',
    }),
    ...SPACE_FLAGS,
    sheet: writtenPath('write a PNG with the worst findings'),
    adapt: toggle('check against samples of the model alone, not against the other clips of the file', {
      default: true,
    }),
  },
  examples: [
    ['posespace pose check wolf.glb --sheet worst.png', 'all clips, and a picture of the worst findings'],
    ['posespace pose check wolf.glb --clip walk --every 4 --json', 'one clip, every fourth frame, as JSON'],
  ],
  async run(context, input) {
    const { options, seed, signal, onProgress, now } = context;
    const start = now();
    const { every, frame, ground } = options;
    // The space does not learn from the file: the clip that is checked would be among its examples.
    const { model, space } = await openFile({ ...context, options: { ...options, adapt: false } }, input);
    const clips = clipsOf(model);
    const choice = { clip: options.clip, frame, every };
    const saved = readExamplePoses(model).poses;
    const examplesOf = (others: readonly Clip[]) =>
      options.adapt ? [...saved, ...collectClipPoses({ clips: others })] : [];
    const prepare = async () => {
      chooseFrames(clips, choice); // a clip or frame that does not exist is reported before the long work
      const examples = collectClipPoses(model);
      return createPoseChecker(space, { rig: modelRig(model), examples, ground, seed, signal, onProgress });
    };
    const checker = await prepare().finally(() => space.close());
    const work = { ...choice, examplesOf, signal, onProgress };
    const result = await checkClips(checker, model.skeleton!, clips, work);
    const { found } = result;
    const { sheet } = options;
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
        ...closingLines(notes, files, seconds),
      ].join('\n'),
    };
  },
});

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
