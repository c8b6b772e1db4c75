/** @file `posespace animate track`: physics tracking of a clip. */

import { availableParallelism } from 'node:os';
import { TRACK_MOTION_DEFAULTS, type TrackedMotion, trackMotion } from '../../motion/physics/track-motion.js';
import { count, number, writtenPath } from '../shared/flags.js';
import { closingLines } from '../shared/outcome-text.js';
import { defineCommand } from '../shared/shell.js';
import { ANIMATE_FLAGS, pickClip, readAnimated } from './animated-file.js';
import { onThreads } from './track-threads.js';
import { describeMetrics, writeAnimation } from './write-animation.js';

/** Two are tried in each round of learning. */
const MOST_THREADS = 2;

export const animateTrackCommand = defineCommand({
  usage: 'animate track <input>',
  summary: 'Physics tracking: simulate a clip under gravity and ground contact, as close to it as possible',
  output: 'the file to write (default: <input>-track.glb)',
  flags: {
    ...ANIMATE_FLAGS,
    ground: number('height of the ground; by default where the clip stands', { placeholder: 'metres' }),
    tolerance: number('tracking error up to which the residual root force is reduced, in % of the height', {
      min: 0,
      default: TRACK_MOTION_DEFAULTS.tolerance,
      placeholder: 'percent',
    }),
    rounds: count('rounds of control learning per level of residual root force', {
      default: TRACK_MOTION_DEFAULTS.rounds,
    }),
    jobs: count('simulation threads; 0 simulates in the main thread'),
    plot: writtenPath('write an SVG of the height of the feet and the tracking error over time'),
  },
  examples: [
    ['posespace animate track wolf.glb --clip walk -o heavy.glb', 'the clip "walk", simulated'],
    ['posespace animate track wolf.glb --sheet strip.png --plot feet.svg', 'pictures of before and after'],
  ],
  async run(context, input) {
    const { options, signal, onProgress, now } = context;
    const start = now();
    const { model, body } = await readAnimated(context, input);
    const source = pickClip(model, options.clip);
    const jobs = options.jobs ?? Math.min(MOST_THREADS, availableParallelism());
    const tracked = await trackMotion(body, source, {
      ground: options.ground,
      tolerance: options.tolerance,
      rounds: options.rounds,
      ...(jobs >= 1 && { openSession: onThreads(jobs, signal) }),
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
        ...closingLines(findings, files, seconds),
      ].join('\n'),
    };
  },
});

function describeTracking(
  name: string,
  { trackingError, residualRootForce, fell, segmentCount }: TrackedMotion,
) {
  const { torque, force } = residualRootForce;
  const residual =
    torque === 0 && force === 0
      ? 'no residual root force'
      : `residual root force ${(100 * force).toFixed(1)} % of the weight, torque ${(100 * torque).toFixed(1)} % of the joints'`;
  return (
    `"${name}": ${segmentCount} segments, ${trackingError.toFixed(2)} % of the height off the clip, ` +
    (fell ? 'it fell: the root follows the clip' : residual)
  );
}
