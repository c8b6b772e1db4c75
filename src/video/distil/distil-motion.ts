/**
 * @file Motion distilled from a video model's score (AKD, Li et al. 2025): film the posed body as splats from fixed
 * cameras, ask the score model what it would change in the pixels, carry that back through splats, skinning and forward
 * kinematics to rotation vectors of every joint and frame, take a step of Adam, and again.
 *
 * Beside the paper: the pixels' gradient is blurred at first, so that a limb finds its place from further away; an optional
 * pose space pulls frames towards natural poses. Runs are seeded and can be resumed to the same numbers.
 */

import { PosespaceError } from '../../base/errors.js';
import { pauseUnlessAborted } from '../../base/progress.js';
import { createRng } from '../../base/rng.js';
import type { Clip } from '../../motion/clip.js';
import { jointCount, type Pose, type Rig, restPose } from '../../rig/rig-records.js';
import { type AdamState, createAdam } from './adam.js';
import {
  checkOptions,
  DISTIL_DEFAULTS,
  type DistilledMotion,
  type DistilOptions,
  type DistilSettings,
  type DistilStep,
} from './distil-options.js';
import { openDistilScene } from './distil-scene.js';
import { createAdamOptimizer } from './film-optimizer.js';
import { posesToVariables, variablesPerFrame, variablesToPose } from './motion-variables.js';
import { createNewtonOptimizer } from './newton-optimizer.js';
import type { ScoreModel } from './score-model.js';
import { noiseSeed, noiseTime } from './time-schedule.js';

/** Distils a motion of a rig from a score model. */
export async function distilMotion(
  rig: Rig,
  score: ScoreModel,
  options: DistilOptions,
): Promise<DistilledMotion> {
  const settings: DistilSettings = { ...DISTIL_DEFAULTS, ...options };
  checkOptions(settings);
  const { frameCount, iterations, seed, signal } = settings;
  const scene = openDistilScene(rig, settings);
  const size = variablesPerFrame(jointCount(rig.skeleton));
  const start = settings.start ?? Array.from({ length: frameCount }, () => restPose(rig.skeleton));
  const variables = settings.checkpoint?.variables.slice() ?? posesToVariables(start);
  const adam = copyAdam(settings.checkpoint?.adam ?? createAdam(variables.length));
  const optimizer =
    settings.optimizer === 'adam'
      ? createAdamOptimizer(variables, size, scene, adam, settings)
      : createNewtonOptimizer(rig, variables, size, scene, score, settings);
  const history: DistilStep[] = [];
  for (let n = settings.checkpoint?.iteration ?? 0; n < iterations; n++) {
    await pauseUnlessAborted(signal);
    settings.onProgress?.({ stage: 'distilling', fraction: n / iterations });
    // A stream of its own per iteration: a resumed run draws the same numbers.
    const rng = createRng(seed * 1_000_003 + n);
    const progress = n / iterations;
    const time = noiseTime(settings.schedule, progress, rng);
    const films = scene.film(variables);
    let power = 0;
    for (const [view, frames] of films.entries()) {
      const asked = await score.gradient({
        frames,
        shape: [frameCount, settings.size, settings.size],
        view,
        prompt: settings.prompt,
        time,
        seed: noiseSeed(settings.schedule, seed, view, rng),
        guidance: settings.guidance,
        signal,
      });
      checkGradient(asked, frames.length, score.name);
      power += asked.reduce((sum, g) => sum + g * g, 0) / asked.length / films.length;
      optimizer.addView(view, asked, time, settings.blur * settings.size * (1 - progress));
    }
    const losses = optimizer.step(progress, n);
    if (settings.project && (n + 1) % settings.projectEvery === 0) {
      variables.set(posesToVariables(await settings.project(posesOf(variables, size))));
    }
    history.push({ time, score: Math.sqrt(power), ...losses });
    settings.onIteration?.({ iteration: n + 1, variables: variables.slice(), adam: copyAdam(adam) }, films);
  }
  return { clip: distilledClip(variables, settings), history };
}

/** The clip of a run's variables, finished or not. */
export function distilledClip(
  variables: Float64Array,
  { prompt, frameCount, frameRate }: Pick<DistilSettings, 'prompt' | 'frameCount' | 'frameRate'>,
): Clip {
  const poses = posesOf(variables, variables.length / frameCount);
  return { name: prompt, times: Float32Array.from(poses, (_, f) => f / frameRate), poses, source: 'video' };
}

const copyAdam = ({ step, mean, square }: AdamState): AdamState => ({
  step,
  mean: mean.slice(),
  square: square.slice(),
});

const posesOf = (variables: Float64Array, size: number): Pose[] =>
  Array.from({ length: variables.length / size }, (_, f) =>
    variablesToPose(variables.subarray(f * size, (f + 1) * size)),
  );

function checkGradient(gradient: Float32Array, length: number, name: string): void {
  if (gradient.length === length && gradient.every(Number.isFinite)) return;
  throw new PosespaceError(
    'bad-input',
    `video/distilMotion: the score model "${name}" should give ${length} finite numbers, got ${gradient.length}` +
      `${gradient.length === length ? ', some not finite' : ''}`,
  );
}
