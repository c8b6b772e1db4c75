/** @file `posespace animate track`: a clip as a body with weight would do it. */

import { availableParallelism } from 'node:os';
import { type MotionMetrics, measureMotion } from '../eval/motion-metrics.js';
import { modelRig } from '../io/model.js';
import { writeBytesFile, writeModelFile } from '../io/node.js';
import type { Clip } from '../motion/clip.js';
import { traceContacts } from '../motion/contacts/trace-contacts.js';
import { TRACK_MOTION_DEFAULTS, type TrackedMotion, trackMotion } from '../motion/physics/track-motion.js';
import { retimeClip } from '../motion/resample-clip.js';
import type { BodyParts } from '../rig/find-anatomy.js';
import {
  ANIMATE_FLAGS,
  drawStrip,
  flagNumber,
  pickClip,
  readAnimated,
  readReduce,
  withClip,
} from './animate-shared.js';
import { plotContacts } from './contact-plot.js';
import { describeFindings } from './describe.js';
import { besideInput } from './pose-space.js';
import type { CommandDefinition } from './shell.js';
import { onThreads } from './track-threads.js';

/** Two are tried in each round of learning. */
const MOST_THREADS = 2;

export const animateTrackCommand: CommandDefinition = {
  usage: 'animate track <input>',
  summary: 'Simulate a clip under gravity on the ground, as near to it as a body with weight gets',
  output: 'the file to write (default: <input>-track.glb)',
  flags: [
    ...ANIMATE_FLAGS,
    ['--ground <metres>', 'height of the ground; without it, where the clip stands'],
    [
      '--tolerance <percent>',
      'error up to which help for the root is taken away, in % of the height',
      `${TRACK_MOTION_DEFAULTS.tolerance}`,
    ],
    ['--rounds <count>', 'rounds of learning with each amount of help', `${TRACK_MOTION_DEFAULTS.rounds}`],
    ['--jobs <count>', 'threads to simulate on; 0: in this one'],
    ['--plot <file>', 'an SVG of how high feet are and how far from the clip joints are over time'],
  ],
  examples: [
    ['posespace animate track wolf.glb --clip walk -o heavy.glb', 'the clip "walk", simulated'],
    ['posespace animate track wolf.glb --sheet strip.png --plot feet.svg', 'pictures of before and after'],
  ],
  async run(context, input) {
    const { options, output, signal, onProgress, now } = context;
    const start = now();
    const { model, body } = await readAnimated(context, input);
    const source = pickClip(model, options.clip);
    const jobs = flagNumber('--jobs', options.jobs, 0) ?? Math.min(MOST_THREADS, availableParallelism());
    const tracked = await trackMotion(body, source, {
      ground: flagNumber('--ground', options.ground),
      tolerance: flagNumber('--tolerance', options.tolerance, 0),
      rounds: flagNumber('--rounds', options.rounds, 0),
      ...(jobs >= 1 && { openSession: onThreads(Math.round(jobs), signal) }),
      signal,
      onProgress,
    });
    const { clip, contacts, errors: _, findings: trouble, ...figures } = tracked;
    const before = clip.times.length === source.times.length ? source : retimeClip(source, clip.times);
    const rig = modelRig(model);
    const metrics = rig && {
      before: measureMotion(rig, before, contacts),
      after: measureMotion(rig, clip, contacts),
    };
    const path = output ?? besideInput(input, '-track.glb');
    const clips = withClip(model.clips, clip);
    const written = await writeModelFile(path, { ...model, clips }, readReduce(options.reduce));
    const files = [path];
    if (options.sheet !== undefined) {
      files.push(options.sheet as string);
      const rows = [
        { model, clip: before, label: 'clip' },
        { model, clip, label: 'simulated' },
      ];
      await writeBytesFile(options.sheet as string, await drawStrip(rows, `${model.name}: ${source.name}`));
    }
    if (options.plot !== undefined) {
      files.push(options.plot as string);
      const plot = plotTracking(`${model.name}: ${source.name}`, body, before, tracked);
      await writeBytesFile(options.plot as string, new TextEncoder().encode(plot));
    }
    const findings = [...model.findings, ...trouble, ...written.findings];
    const seconds = (now() - start) / 1000;
    return {
      data: { input, files, clip: source.name, ...figures, ...(metrics && { metrics }), findings, seconds },
      text: [
        describeTracking(source.name, tracked),
        ...(metrics ? [describeMetrics(metrics)] : []),
        ...describeFindings(findings),
        ...files.map((file) => `wrote ${file}`),
        `${seconds.toFixed(1)} s`,
      ].join('\n'),
    };
  },
};

function describeTracking(name: string, { trackingError, rootAssist, fell, segmentCount }: TrackedMotion) {
  const help =
    rootAssist.torque === 0 && rootAssist.force === 0
      ? 'without help'
      : `with a torque of ${(100 * rootAssist.torque).toFixed(1)} % of the joints' and a force of ` +
        `${(100 * rootAssist.force).toFixed(1)} % of the weight from nowhere`;
  return (
    `"${name}": ${segmentCount} segments, ${trackingError.toFixed(2)} % of the height from the clip, ` +
    (fell ? 'held by its root' : help)
  );
}

const describeMetrics = ({ before, after }: { before: MotionMetrics; after: MotionMetrics }): string =>
  `skate ${before.skate.toFixed(3)} → ${after.skate.toFixed(3)} heights/s, ` +
  `penetration ${before.penetration.toFixed(2)} → ${after.penetration.toFixed(2)} %`;

/** Heights of feet before and after, and below them how far joints are from the clip. */
function plotTracking(
  title: string,
  body: BodyParts,
  before: Clip,
  { clip, contacts, errors }: TrackedMotion,
): string {
  const [was, is] = [before, clip].map((each) => traceContacts(body, each, contacts));
  const percent = (heights: Float64Array) => heights.map((value) => (100 * value) / contacts.height);
  const curves = contacts.tracks.map(({ name }, i) => ({
    name,
    before: percent(was[i]),
    after: percent(is[i]),
  }));
  const error = { name: 'tracking error', before: errors.map(() => 0), after: errors };
  return plotContacts(title, [...curves, error], contacts, clip.times);
}
