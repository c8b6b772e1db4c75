/**
 * @file `posespace pose repair`: resolves self-penetration and joint-limit violations in the clips of a file, or in one
 * pose; writes the repaired clips beside the original ones, and pictures of before and after.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { type Model, modelRig } from '../../io/model.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { readVertexColors } from '../../io/vertex-colors.js';
import { mean } from '../../math/statistics.js';
import type { Clip } from '../../motion/clip.js';
import { sampleClip } from '../../motion/sample-clip.js';
import { REPAIR_POSES_DEFAULTS, type RepairedPoses, repairPoses } from '../../pose/repair/repair-poses.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { contactSheet } from '../../render/contact-sheet.js';
import { encodePng } from '../../render/encode-png.js';
import { renderRig } from '../../render/render-rig.js';
import { renderSkeleton } from '../../render/render-skeleton.js';
import { type Pose, restPose } from '../../rig/rig-records.js';
import { addClip } from '../../verbs/add-clip.js';
import { besideInput } from '../shared/command-files.js';
import { count, list, number, type OptionsOf, text, toggle } from '../shared/flags.js';
import { formatTable } from '../shared/format-table.js';
import { closingLines } from '../shared/outcome-text.js';
import { type CommandContext, defineCommand } from '../shared/shell.js';
import { chooseJoints } from './pose-choice.js';
import { openFile, POSE_FLAGS } from './posed-file.js';

const SUFFIX = '-repaired';
/** Pairs of pictures in a sheet, at most. */
const MOST_PAIRS = 8;

interface RepairedClip {
  readonly clip: Clip;
  readonly repaired: RepairedPoses;
}

const FLAGS = {
  clip: text('repair only this clip; by default all clips'),
  time: number('repair one pose of that clip', { placeholder: 'seconds' }),
  pin: list('joints that stay where they are', 'joints'),
  strength: number('fraction of the repair to apply', {
    min: 0,
    max: 1,
    default: REPAIR_POSES_DEFAULTS.strength,
  }),
  bound: number('how far joints may move in the mean, % of the diameter', {
    min: 0,
    max: 100,
    default: 100 * REPAIR_POSES_DEFAULTS.bound,
    placeholder: 'percent',
  }),
  smoothing: count('neighbouring frames that a repair is blended into', {
    max: 1000,
    default: REPAIR_POSES_DEFAULTS.smoothing,
    placeholder: 'frames',
  }),
  limits: toggle('ignore joint limits, only resolve penetration', { default: true }),
  ...POSE_FLAGS,
};

export const poseRepairCommand = defineCommand({
  usage: 'pose repair <input>',
  summary: 'Resolve self-penetration and joint-limit violations, with the smallest possible change',
  output: 'the file to write (default: <input>-repaired.glb)',
  flags: FLAGS,
  examples: [
    ['posespace pose repair wolf.glb -o clean.glb', 'repaired copies of every clip that needs it'],
    [
      'posespace pose repair wolf.glb --clip sit --pin leftHindFoot,rightHindFoot --sheet sit.png',
      'one clip with pinned feet, and pictures of before and after',
    ],
  ],
  async run(context, input) {
    const { options, output, now } = context;
    const start = now();
    const { model, space } = await openFile(context, input);
    const work = async () => {
      const clips = chooseClips(model, options.clip, options.time);
      return repairClips(context, space, clips, chooseJoints(model, options.pin ?? []), model.clips);
    };
    const repaired = await work().finally(() => space.close());
    const changed = repaired.filter(({ repaired: { changes } }) => changes.some((change) => change > 0));
    const path = output ?? besideInput(input, `${SUFFIX}.glb`);
    const mended = changed.reduce<Model>((result, { clip, repaired: { poses } }) => {
      return addClip(result, { ...clip, name: `${clip.name}${SUFFIX}`, poses }, { source: 'model' });
    }, model);
    const written = await writeModelFile(path, mended);
    const { sheet } = options;
    if (sheet !== undefined) await writeBytesFile(sheet, await drawFramePairs(model, repaired));
    const files = [path, ...(sheet === undefined ? [] : [sheet])];
    const rows = repaired.map(describeClip);
    const left = repaired.flatMap(({ clip, repaired: { findings } }) =>
      findings.map((finding): Finding => ({ ...finding, message: `${clip.name}: ${finding.message}` })),
    );
    const findings = [...model.findings, ...space.anatomy.findings, ...left, ...written.findings];
    const seconds = (now() - start) / 1000;
    return {
      data: { input, files, clips: rows, findings, seconds },
      text: [
        ...formatTable(
          ['clip', 'frames', 'to repair', 'left', 'area %', 'after', 'change %', 'worst'],
          rows.map((row) => [
            row.clip,
            row.frames,
            row.toRepair,
            row.left,
            (100 * row.area).toFixed(2),
            (100 * row.areaAfter).toFixed(2),
            (100 * row.change).toFixed(2),
            (100 * row.worstChange).toFixed(2),
          ]),
        ),
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});

/** The clips to repair; a time makes a clip of one pose. */
function chooseClips({ clips }: Model, name: string | undefined, time: number | undefined): Clip[] {
  const filled = clips.filter(({ poses }) => poses.length > 0);
  if (name === undefined && time !== undefined) {
    throw new PosespaceError('bad-usage', '--time needs --clip with the name of the clip');
  }
  if (filled.length === 0) {
    throw new PosespaceError('bad-input', 'pose: the file has no clips to repair; give one that has');
  }
  if (name === undefined) return filled;
  const clip = filled.find((candidate) => candidate.name === name);
  if (!clip) {
    const names = filled.map((candidate) => candidate.name).join(', ');
    throw new PosespaceError('bad-usage', `there is no clip "${name}"; the file has ${names}`);
  }
  if (time === undefined) return [clip];
  return [{ name: clip.name, times: Float32Array.of(0), poses: [sampleClip(clip, time)] }];
}

async function repairClips(
  { options, signal, onProgress }: CommandContext<OptionsOf<typeof FLAGS>>,
  space: PoseSpace,
  clips: readonly Clip[],
  pinned: readonly number[],
  all: readonly Clip[],
): Promise<RepairedClip[]> {
  const { smoothing, strength } = options;
  const bound = options.bound / 100;
  const repaired: RepairedClip[] = [];
  for (const [i, clip] of clips.entries()) {
    const poses = await repairPoses(space, clip.poses, {
      smoothing,
      pinned,
      strength,
      bound,
      // A clip is no evidence of its own: only the others show which contacts are normal.
      examples: all.flatMap(({ name, source, poses: own }) =>
        name === clip.name || source === 'model' ? [] : own,
      ),
      limits: options.limits ? 'learned' : 'none',
      signal,
      onProgress:
        onProgress &&
        (({ stage, fraction }) => onProgress({ stage, fraction: (i + fraction) / clips.length })),
    });
    repaired.push({ clip, repaired: poses });
  }
  return repaired;
}

/** Whether a frame has what a repair is for; `pose check` finds other faults, too, such as balance and contacts. */
const isToRepair = ({ area, excess }: RepairedPoses['before'][number]): boolean => area > 0 || excess > 0.01;

/** Figures of a clip: means over its frames, shares of the surface and of the diameter. */
function describeClip({ clip, repaired: { before, after, changes, handleError } }: RepairedClip) {
  return {
    clip: clip.name,
    frames: before.length,
    toRepair: before.filter(isToRepair).length,
    left: after.filter(isToRepair).length,
    area: mean(before.map(({ area }) => area)),
    areaAfter: mean(after.map(({ area }) => area)),
    worstExcess: Math.max(...before.map(({ excess }) => excess)),
    worstExcessAfter: Math.max(...after.map(({ excess }) => excess)),
    change: mean(changes),
    worstChange: Math.max(...changes),
    handleError,
  };
}

/** The frames with most area, before and after, side by side, those that could not be repaired among them. */
async function drawFramePairs(model: Model, clips: readonly RepairedClip[]): Promise<Uint8Array> {
  const frames = clips
    .flatMap(({ clip, repaired }) => clip.poses.map((_, f) => ({ clip, repaired, f })))
    .filter(({ repaired, f }) => repaired.changes[f] > 0 || isToRepair(repaired.before[f]))
    .sort((a, b) => b.repaired.before[b.f].area - a.repaired.before[a.f].area || a.f - b.f);
  // Neighbouring frames look alike: one of them is drawn.
  const chosen: typeof frames = [];
  for (const frame of frames) {
    const apart = frame.clip.poses.length / MOST_PAIRS;
    const isNew = chosen.every(({ clip, f }) => clip !== frame.clip || Math.abs(f - frame.f) >= apart);
    if (isNew && chosen.length < MOST_PAIRS) chosen.push(frame);
  }
  const rig = modelRig(model);
  const colors = rig && (await readVertexColors(model));
  const size = { width: 320, height: 320 };
  const draw = (pose: Pose) =>
    rig ? renderRig(rig, pose, { ...size, colors }) : renderSkeleton(model.skeleton!, pose, size);
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  const tiles = chosen.flatMap(({ clip, repaired: { poses, before, after, changes }, f }) => [
    { image: draw(clip.poses[f]), label: `${clip.name} ${f}: ${percent(before[f].area)} intersects` },
    {
      image: draw(poses[f]),
      label:
        changes[f] > 0
          ? `${percent(after[f].area)} intersects, ${percent(changes[f])} moved`
          : 'not repaired',
    },
  ]);
  if (tiles.length === 0) tiles.push({ image: draw(restPose(model.skeleton!)), label: 'nothing to repair' });
  return encodePng(contactSheet(tiles, { title: model.name, columns: 4 }));
}
