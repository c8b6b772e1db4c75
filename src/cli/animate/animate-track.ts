/** @file `posespace animate track`: a clip as a body with weight would do it. */

import { availableParallelism } from 'node:os';
import { TRACK_MOTION_DEFAULTS, type TrackedMotion, trackMotion } from '../../motion/physics/track-motion.js';
import { describeFindings } from '../shared/describe-findings.js';
import type { CommandDefinition } from '../shared/shell.js';
import { ANIMATE_FLAGS, flagNumber, pickClip, readAnimated } from './animated-file.js';
import { onThreads } from './track-threads.js';
import { describeMetrics, writeAnimation } from './write-animation.js';

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
    const { options, signal, onProgress, now } = context;
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
    const { clip, contacts, errors, findings: trouble, ...figures } = tracked;
    const written = await writeAnimation(context, input, {
      model,
      body,
      source,
      clip,
      contacts,
      suffix: '-track.glb',
      labels: ['clip', 'simulated'],
      curves: [{ name: 'tracking error', before: errors.map(() => 0), after: errors }],
    });
    const { files, metrics } = written;
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

function describeTracking(
  name: string,
  { trackingError, residualRootForce, fell, segmentCount }: TrackedMotion,
) {
  const help =
    residualRootForce.torque === 0 && residualRootForce.force === 0
      ? 'without help'
      : `with a torque of ${(100 * residualRootForce.torque).toFixed(1)} % of the joints' and a force of ` +
        `${(100 * residualRootForce.force).toFixed(1)} % of the weight from nowhere`;
  return (
    `"${name}": ${segmentCount} segments, ${trackingError.toFixed(2)} % of the height from the clip, ` +
    (fell ? 'held by its root' : help)
  );
}
