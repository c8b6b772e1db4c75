/** @file `posespace pose discover`: teaches the pose space of a creature by videos of it that a video model makes. */

import { PosespaceError } from '../../base/errors.js';
import { type PoseSource, readExamplePoses, withExamplePoses } from '../../io/example-poses.js';
import { findFormat } from '../../io/file-formats.js';
import type { Model } from '../../io/model.js';
import { writeBytesFile, writeModelFile } from '../../io/node.js';
import { readVideoFile } from '../../io/node-video-file.js';
import type { PoseSpace } from '../../pose/solve/pose-space.js';
import { ADAPT_POSE_SPACE_DEFAULTS, adaptPoseSpace } from '../../pose/space/adapt-pose-space.js';
import type { Pose } from '../../rig/rig-records.js';
import {
  DISCOVER_POSES_DEFAULTS,
  type DiscoveredVideo,
  type DiscoverVideo,
  discoverPoses,
} from '../../verbs/discover-poses.js';
import type { VideoPlan } from '../../video/models/generate-video.js';
import { videoModelName } from '../../video/models/video-model.js';
import { besideInput } from '../shared/command-files.js';
import { count, number, type OptionsOf, path, paths, text, toggle, writtenPath } from '../shared/flags.js';
import { formatTable } from '../shared/format-table.js';
import { readInput, readRigged } from '../shared/model-input.js';
import { closingLines, describeFindings } from '../shared/outcome-text.js';
import { type CommandContext, defineCommand } from '../shared/shell.js';
import { askVideoModel, describePlan, openModelOf, VIDEO_MODEL_FLAGS } from '../video/model-flags.js';
import { readOutputFrames } from '../video/output-files.js';
import { type StagedCreature, stageCreature, stageRequest } from '../video/stage-files.js';
import { drawPoses, openFile, SPACE_FLAGS } from './posed-file.js';

const FLAGS = {
  prompts: text('what the creature does, separated by semicolons: "walks; sits down; looks up"', {
    placeholder: 'list',
  }),
  videos: paths('learn from these videos of the stage as well, or instead'),
  seeds: count('videos for each prompt', { min: 1, max: 100, default: 1 }),
  ...VIDEO_MODEL_FLAGS,
  frames: count('frames of a video', { min: 2, max: 1000, default: 33 }),
  fps: number('frames per second', { min: 1, max: 60, default: 16 }),
  stage: path('the folder that "video stage" wrote; by default the camera is chosen'),
  count: count('number of poses to save, the most different ones', {
    min: 1,
    max: 512,
    default: ADAPT_POSE_SPACE_DEFAULTS.most,
  }),
  leastOverlap: number('least overlap of the fitted outline with the real one', {
    min: 0,
    max: 1,
    default: DISCOVER_POSES_DEFAULTS.leastOverlap,
  }),
  forget: toggle('remove the poses that came from videos instead; those of "pose adapt" stay'),
  poseModel: SPACE_FLAGS.model,
  threads: SPACE_FLAGS.threads,
  sheet: writtenPath('write a PNG with the saved poses'),
};

type DiscoverContext = CommandContext<OptionsOf<typeof FLAGS>>;

export const poseDiscoverCommand = defineCommand({
  usage: 'pose discover <input>',
  summary:
    'Teach the pose space of a creature by videos of it: a video model makes them, the rig is fitted to them',
  output: 'the GLB or glTF file to write (default: <input>-discovered.glb)',
  flags: FLAGS,
  examples: [
    [
      'posespace pose discover crab.glb --prompts "walks sideways; raises its claws" --seeds 3 --model comfyui -o crab.glb',
      'six videos, and the poses that can be believed',
    ],
    ['posespace pose discover crab.glb --videos a.mp4,b.mp4 --stage stage/', 'videos from a web page'],
    [
      'posespace pose discover crab.glb --prompts "walks" --model fal --seeds 4 --dry-run',
      'what it costs at most',
    ],
    ['posespace pose discover crab.glb --forget -o crab.glb', 'the pose space as it was before'],
  ],
  async run(context, input) {
    const { options, output } = context;
    const target = output ?? besideInput(input, '-discovered.glb');
    if (findFormat(target).lost) {
      throw new PosespaceError('bad-usage', `poses are saved in GLB and glTF files, not in "${target}"`);
    }
    return options.forget ? forget(context, input, target) : discover(context, input, target);
  },
});

async function discover(context: DiscoverContext, input: string, target: string) {
  const { options, now, signal, onProgress } = context;
  const start = now();
  const file = await readRigged(context, input);
  const staged = await stageCreature(file, options.stage);
  const asked = await collectVideos(context, staged);
  if ('plans' in asked) return describePlans(input, asked.plans);
  const { threads, poseModel, leastOverlap } = options;
  const spaceOptions = { threads, model: poseModel, adapt: true };
  const { model, space } = await openFile({ ...context, options: spaceOptions }, input);
  const work = async () => {
    const found = await discoverPoses(space, asked.videos, { leastOverlap, signal, onProgress });
    return { found, ...chooseExamples(model, space, found, options.count) };
  };
  const { found, poses, sources } = await work().finally(() => space.close());
  const written = await writeModelFile(target, withExamplePoses(model, poses, sources));
  const files = [target];
  if (options.sheet !== undefined && poses.length > 0) {
    files.push(options.sheet);
    await writeBytesFile(options.sheet, await drawPoses(model, poses, labelsOf(poses, sources)));
  }
  const findings = [...model.findings, ...written.findings];
  const seconds = (now() - start) / 1000;
  const videos = found.map(({ poses: kept, ...one }) => ({
    ...one,
    kept: kept.length,
    saved: savedOf(sources, one.label),
  }));
  return {
    ok: sources.length > 0,
    data: { input, files, poses: poses.length, videos, spent: asked.spent, findings, seconds },
    text: [
      ...describeVideos(videos),
      sources.length > 0
        ? `${poses.length} poses are saved with the rig, ${sumOf(sources)} of them from videos`
        : 'no pose can be believed: the file is written as it was; try other prompts, or a lower --least-overlap',
      ...closingLines(findings, files, seconds),
    ].join('\n'),
  };
}

/** Videos of every prompt and seed, and those that are given. */
async function collectVideos(
  context: DiscoverContext,
  staged: StagedCreature,
): Promise<{ plans: VideoPlan[] } | { videos: DiscoverVideo[]; spent: number }> {
  const { options, seed, signal } = context;
  const { frames, fps } = options;
  const prompts = (options.prompts ?? '')
    .split(';')
    .map((words) => words.trim())
    .filter(Boolean);
  if (prompts.length === 0 && !options.videos?.length) {
    throw new PosespaceError('bad-usage', 'pose discover needs --prompts <list> or --videos <files>');
  }
  const videos: DiscoverVideo[] = [];
  const plans: VideoPlan[] = [];
  let spent = 0;
  const { stage } = staged;
  for (const name of options.videos ?? []) {
    videos.push({ video: await readVideoFile(name, { signal }), label: name, stage });
  }
  const model = prompts.length > 0 ? await openModelOf(options.model, options, () => staged) : undefined;
  for (const action of model ? prompts : []) {
    for (let i = 0; i < options.seeds; i++) {
      const request = stageRequest(staged, { action, frames, fps, seed: seed + i });
      const made = await askVideoModel(context, model!, request, spent);
      if ('plan' in made) {
        plans.push(made.plan);
        continue;
      }
      if (made.origin === 'new') spent += made.job?.cost?.dollars ?? 0;
      const label = `"${action}", seed ${seed + i}, ${videoModelName(model!)}`;
      videos.push({ video: await readOutputFrames(made.output, fps, signal), label, stage });
    }
  }
  return plans.length > 0 ? { plans } : { videos, spent };
}

/** The user's own poses, then the most different ones of the videos with where they came from. */
function chooseExamples(model: Model, space: PoseSpace, found: readonly DiscoveredVideo[], most: number) {
  const { poses: saved, sources: old = [] } = readExamplePoses(model);
  const own = saved.slice(0, saved.length - sumOf(old));
  const origin = new Map<Pose, string>();
  // Videos of an earlier run, unless the same one was made again.
  let at = own.length;
  for (const { label, count: held } of old) {
    const again = found.some((one) => one.label === label);
    if (!again) for (const pose of saved.slice(at, at + held)) origin.set(pose, label);
    at += held;
  }
  for (const { label, poses } of found) for (const pose of poses) origin.set(pose, label);
  if (origin.size === 0) return { poses: own, sources: [] };
  const chosen = adaptPoseSpace({ ...(space.unadapted ?? space), examples: [] }, [...origin.keys()], {
    most,
  }).examples;
  const labels = [...new Set(origin.values())];
  const groups = labels.map((label) => chosen.filter((pose) => origin.get(pose) === label));
  const sources: PoseSource[] = labels.flatMap((label, i) =>
    groups[i].length > 0 ? [{ label: label.slice(0, 400), count: groups[i].length }] : [],
  );
  return { poses: [...own, ...groups.flat()], sources };
}

async function forget(context: DiscoverContext, input: string, target: string) {
  const model = await readInput(context, input);
  const { poses, sources = [] } = readExamplePoses(model);
  const own = poses.slice(0, poses.length - sumOf(sources));
  const { findings } = await writeModelFile(target, withExamplePoses(model, own));
  return {
    data: { input, files: [target], poses: own.length, removed: sumOf(sources), findings },
    text: [
      `removed ${sumOf(sources)} poses that came from videos; ${own.length} others stay`,
      ...describeFindings(findings),
      `wrote ${target}`,
    ].join('\n'),
  };
}

const sumOf = (sources: readonly PoseSource[]): number => sources.reduce((sum, one) => sum + one.count, 0);

const savedOf = (sources: readonly PoseSource[], label: string): number =>
  sources.find((one) => one.label === label)?.count ?? 0;

const labelsOf = (poses: readonly Pose[], sources: readonly PoseSource[]): string[] => [
  ...Array.from({ length: poses.length - sumOf(sources) }, () => 'own'),
  ...sources.flatMap(({ label, count: held }) => Array.from({ length: held }, () => label.slice(0, 24))),
];

function describePlans(input: string, plans: readonly VideoPlan[]) {
  const total = plans.reduce((sum, { cost }) => sum + (cost.dollars ?? Number.NaN), 0);
  const cost = Number.isNaN(total) ? 'the price of some is not known' : `$${total.toFixed(2)} at most`;
  return {
    data: { input, plans, dollars: Number.isNaN(total) ? null : total },
    text: [describePlan(plans[0]), `${plans.length} videos: ${cost}`].join('\n'),
  };
}

interface VideoRow extends Omit<DiscoveredVideo, 'poses'> {
  readonly kept: number;
  readonly saved: number;
}

const describeVideos = (videos: readonly VideoRow[]): string[] =>
  formatTable(
    ['video', 'frames', 'kept', 'saved', 'static', 'outline', 'jump', 'hidden', 'overlap'],
    videos.map(({ label, frames, kept, saved, dropped, overlap }) => [
      ...[label, frames, kept, saved, dropped.static, dropped.outline, dropped.jump, dropped.hidden],
      `${Math.round(overlap * 100)} %`,
    ]),
  );
