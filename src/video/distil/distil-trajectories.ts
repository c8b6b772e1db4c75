/**
 * @file Motion distilled without pictures: the trajectories of the cells that cameras see are noised, denoised by a
 * score model, and the difference goes back to the rig by Gauss–Newton on joint rotations and root, all frames at once.
 *
 * The score's gradient is z − ẑ as in score distillation; a linear least-squares step takes it to poses, where the pixels
 * of `distil-motion.ts` need hundreds of steps of Adam. Temporal Laplacian, ground, schedules, pose space, seeds and
 * checkpoints are the same.
 */

import { PosespaceError } from '../../base/errors.js';
import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import { createRng } from '../../base/rng.js';
import { type Rig, restPose } from '../../rig/rig-records.js';
import {
  createFitBody,
  type FitBody,
  type FitPose,
  fromFitPose,
  type PosedBody,
  poseBody,
  toFitPose,
} from '../fit/fit-body.js';
import { createFrameSystem } from '../fit/frame-system.js';
import { applyStep } from '../fit/rotation-steps.js';
import { addSpatialTerms } from '../fit/spatial-terms.js';
import { addTemporalForces, type Stiffness, solveCoupled } from '../fit/temporal-smoothing.js';
import { createAdam } from './adam.js';
import { distilledClip } from './distil-motion.js';
import type { DistilledMotion, DistilOptions, DistilStep } from './distil-options.js';
import { createGroundTerms, type GroundTerms } from './ground-terms.js';
import { measureTrajectories, trajectoryTargets } from './measure-trajectories.js';
import { posesToVariables, variablesToPose } from './motion-variables.js';
import { noiseShares } from './score-model.js';
import { noiseSeed, noiseTime } from './time-schedule.js';
import type { TrajectoryDenoiser } from './trajectory-denoiser.js';

/** Options of `distilTrajectories`: those of `distilMotion` that do not speak of pictures. */
export interface DistilTrajectoriesOptions
  extends WorkOptions,
    Pick<
      DistilOptions,
      | 'prompt'
      | 'frameRate'
      | 'iterations'
      | 'schedule'
      | 'guidance'
      | 'smoothness'
      | 'groundWeight'
      | 'loop'
      | 'start'
      | 'project'
      | 'projectEvery'
      | 'seed'
      | 'checkpoint'
    > {
  /** Share of the way to the denoised trajectories that a step goes, 0 to 1. */
  readonly share?: number;
  /** Resistance of rotations to a step, and how many times that of the root. */
  readonly damping?: number;
  readonly rootDamping?: number;
  /** Called after every iteration. */
  readonly onIteration?: (state: Parameters<NonNullable<DistilOptions['onIteration']>>[0]) => void;
}

/** Defaults of `distilTrajectories`. */
export const DISTIL_TRAJECTORIES_DEFAULTS = Object.freeze({
  frameRate: 8,
  iterations: 60,
  schedule: 'annealed',
  guidance: 3,
  smoothness: 1e-6,
  groundWeight: 1,
  loop: false,
  projectEvery: 10,
  seed: 0,
  share: 0.5,
  damping: 1e-5,
  rootDamping: 30,
} as const satisfies Omit<DistilTrajectoriesOptions, 'prompt'>);

type Settings = Omit<DistilTrajectoriesOptions, keyof typeof DISTIL_TRAJECTORIES_DEFAULTS> &
  Required<Pick<DistilTrajectoriesOptions, keyof typeof DISTIL_TRAJECTORIES_DEFAULTS>>;

/** Largest rotation of a joint in one step, radians. */
const MAX_STEP = 0.3;

/** Distils a motion of a rig from a denoiser of its trajectories. */
export async function distilTrajectories(
  rig: Rig,
  denoiser: TrajectoryDenoiser,
  options: DistilTrajectoriesOptions,
): Promise<DistilledMotion> {
  const settings: Settings = { ...DISTIL_TRAJECTORIES_DEFAULTS, ...options };
  checkSettings(settings, denoiser);
  const { iterations, seed, signal } = settings;
  const { frameCount } = denoiser;
  const body = createFitBody(rig);
  const ground = createGroundTerms(body, settings);
  let poses = startPoses(rig, settings, frameCount);
  const history: DistilStep[] = [];
  for (let n = settings.checkpoint?.iteration ?? 0; n < iterations; n++) {
    await pauseUnlessAborted(signal);
    settings.onProgress?.({ stage: 'distilling', fraction: n / iterations });
    // A stream of its own per iteration: a resumed run draws the same numbers.
    const rng = createRng(seed * 1_000_003 + n);
    const time = noiseTime(settings.schedule, n / iterations, rng);
    const posed = poses.map((pose) => poseBody(body, pose));
    const change = await scoreChange(
      body,
      denoiser,
      posed,
      time,
      noiseSeed(settings.schedule, seed, 0, rng),
      settings,
    );
    const depth = stepInto(poses, posed, change.wanted, body, denoiser, ground, settings);
    if (settings.project && (n + 1) % settings.projectEvery === 0) {
      poses = (await settings.project(poses.map(fromFitPose))).map(toFitPose);
    }
    const variables = posesToVariables(poses.map(fromFitPose));
    // What a checkpoint holds is what the next iteration starts from.
    poses = fitPoses(variables, frameCount);
    history.push({ time, score: change.size, smoothness: bend(variables, frameCount), ground: depth });
    settings.onIteration?.({ iteration: n + 1, variables, adam: createAdam(variables.length) });
  }
  const variables = posesToVariables(poses.map(fromFitPose));
  return { clip: distilledClip(variables, { ...settings, frameCount }), history };
}

function startPoses(rig: Rig, { checkpoint, start }: Settings, frameCount: number): FitPose[] {
  if (checkpoint) return fitPoses(checkpoint.variables, frameCount);
  const poses = start ?? Array.from({ length: frameCount }, () => restPose(rig.skeleton));
  return fitPoses(posesToVariables(poses), frameCount);
}

function fitPoses(variables: Float64Array, frameCount: number): FitPose[] {
  const size = variables.length / frameCount;
  return Array.from({ length: frameCount }, (_, f) =>
    toFitPose(variablesToPose(variables.subarray(f * size, (f + 1) * size))),
  );
}

/** How the denoiser would change the trajectories, half diameters [N, K, 3], and the size of the score, ‖ẑ − z‖ RMS. */
async function scoreChange(
  body: FitBody,
  denoiser: TrajectoryDenoiser,
  posed: readonly PosedBody[],
  time: number,
  seed: number,
  { guidance, prompt, share, signal }: Settings,
): Promise<{ wanted: Float32Array; size: number }> {
  const { cells, frequencyCount, deviations } = denoiser;
  const scale = (i: number) => deviations[Math.floor(i / 3) % frequencyCount];
  const current = measureTrajectories(body, cells, posed, frequencyCount).map((c, i) => c / scale(i));
  const { keep, mix } = noiseShares('v-prediction', time);
  const rng = createRng(seed);
  const noisy = current.map((z) => keep * z + mix * rng.normal());
  const request = { time, current, signal };
  const told = await denoiser.denoise(noisy, { ...request, prompt });
  const free = guidance === 1 ? told : await denoiser.denoise(noisy, request);
  checkAnswer(told, free, current.length, denoiser.name);
  const wanted = new Float32Array(current.length);
  let squares = 0;
  for (let i = 0; i < wanted.length; i++) {
    const change = free[i] + guidance * (told[i] - free[i]) - current[i];
    squares += change * change;
    wanted[i] = share * change * scale(i);
  }
  return { wanted, size: Math.sqrt(squares / wanted.length) };
}

/** Moves all poses by one step of Gauss–Newton; returns the mean squared depth below the ground, half diameters². */
function stepInto(
  poses: FitPose[],
  posed: readonly PosedBody[],
  wanted: Float32Array,
  body: FitBody,
  { cells, frameCount }: TrajectoryDenoiser,
  ground: GroundTerms,
  { damping, rootDamping, smoothness, loop }: Settings,
): number {
  let depth = 0;
  const systems = posed.map((frame, f) => {
    const system = createFrameSystem(body);
    const targets = trajectoryTargets(body, cells, frame, wanted, f, frameCount);
    addSpatialTerms(system, body, frame, targets, Infinity, 1);
    depth += ground.addTerms(system, frame) / frameCount;
    const { matrix, size } = system;
    for (let i = 0; i < size; i++) matrix[i * size + i] += damping * (i < size - 3 ? 1 : rootDamping);
    return system;
  });
  const stiffness: Stiffness = {
    rotations: smoothness,
    root: Float64Array.from({ length: 9 }, (_, i) => (i % 4 === 0 ? smoothness : 0)),
    loop,
  };
  const rest = toFitPose(restPose(body.rig.skeleton)).rotations;
  addTemporalForces(systems, body, poses, rest, stiffness);
  solveCoupled(systems, stiffness).forEach((step, f) => {
    poses[f] = applyStep(body, poses[f], step, MAX_STEP);
  });
  return depth;
}

/** Mean square of the second difference of rotation vectors. */
function bend(variables: Float64Array, frameCount: number): number {
  const size = variables.length / frameCount;
  let sum = 0;
  for (let i = size; i < variables.length - size; i++) {
    sum += (variables[i - size] - 2 * variables[i] + variables[i + size]) ** 2;
  }
  return sum / Math.max(1, variables.length - 2 * size);
}

function checkAnswer(told: Float32Array, free: Float32Array, length: number, name: string): void {
  if ([told, free].every((answer) => answer.length === length && answer.every(Number.isFinite))) return;
  throw new PosespaceError(
    'bad-input',
    `video/distilTrajectories: the score model "${name}" should give ${length} finite numbers, got ${told.length} and ${free.length}`,
  );
}

function checkSettings(
  { iterations, start, checkpoint, share }: Settings,
  denoiser: TrajectoryDenoiser,
): void {
  const { frameCount, frequencyCount, deviations, cells } = denoiser;
  const wrong = [
    (Number.isInteger(iterations) && iterations >= 1 && iterations <= 1e6) ||
      `iterations is 1 to 1,000,000, got ${iterations}`,
    (share > 0 && share <= 1) || `share is above 0 and at most 1, got ${share}`,
    cells.count > 0 || 'no surface is in sight of the cameras',
    (deviations.length === frequencyCount && frequencyCount <= frameCount) ||
      `the score model's ${frequencyCount} frequencies need as many deviations and frames`,
    !start || start.length === frameCount || `start needs ${frameCount} poses, got ${start.length}`,
    !checkpoint || checkpoint.variables.length % frameCount === 0 || 'the checkpoint is of another rig',
  ].find((one) => one !== true);
  if (wrong) throw new PosespaceError('bad-usage', `video/distilTrajectories: ${wrong}`);
}
