/**
 * @file Motion distilled from a video model's score (AKD, Li et al. 2025): film the posed body as splats from fixed
 * cameras, ask the score model what it would change in the pixels, carry that back through splats, skinning and forward
 * kinematics to rotation vectors of every joint and frame, take a step of Adam, and again.
 *
 * Beside the paper: the pixels' gradient is blurred at first, so that a limb finds its place from further away; an optional
 * pose space pulls frames towards natural poses. Runs are seeded and can be resumed to the same numbers.
 */

import { PosespaceError } from '../../base/errors.js';
import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import { createRng } from '../../base/rng.js';
import { sampleSurface } from '../../mesh/sample-surface.js';
import type { Clip } from '../../motion/clip.js';
import type { Camera } from '../../render/camera.js';
import { type CreateSplatsOptions, createSplats } from '../../render/splat/create-splats.js';
import { groundUnder } from '../../render/splat/splat-ground.js';
import { createSplatRenderer, type SplatRenderer } from '../../render/splat/splat-renderer.js';
import {
  backpropagateJoints,
  poseJoints,
  skinningMatricesInto,
} from '../../rig/kinematics/forward-kinematics.js';
import { jointCount, type Pose, type Rig, restPose } from '../../rig/rig-records.js';
import { type AdamState, adamStepInto, createAdam } from './adam.js';
import { blurFrameInto } from './blur-frame.js';
import { distilCameras } from './distil-cameras.js';
import { addSmoothnessInto, createGroundLoss, type GroundLoss, sampledVertices } from './motion-losses.js';
import {
  addVariableGradientInto,
  posesToVariables,
  variablesPerFrame,
  variablesToPose,
} from './motion-variables.js';
import type { ScoreModel } from './score-model.js';
import { noiseSeed, noiseTime, type TimeSchedule } from './time-schedule.js';

/** Options of `distilMotion`. */
export interface DistilOptions extends WorkOptions {
  /** What the body does: `a fox jumps`. */
  readonly prompt: string;
  /** Frames, 2 to 256. */
  readonly frameCount?: number;
  readonly frameRate?: number;
  /** Width and height of the pictures, pixels. */
  readonly size?: number;
  /** Splats of the body. */
  readonly splatCount?: number;
  /** Colours of the body. */
  readonly surface?: Pick<CreateSplatsOptions, 'colors' | 'paint'>;
  /** Cameras around the body, 1 to 8; each is filmed in every iteration. */
  readonly viewCount?: number;
  readonly iterations?: number;
  readonly schedule?: TimeSchedule;
  /** Classifier-free guidance. */
  readonly guidance?: number;
  /** Largest step of a rotation vector, radians; the root moves as many body heights, times `rootRate`. */
  readonly rate?: number;
  readonly rootRate?: number;
  /** Weight of the temporal Laplacian; 0 switches it off. */
  readonly smoothness?: number;
  /** Weight of depth below the ground; 0 switches it off. */
  readonly groundWeight?: number;
  /** Whether feet are filmed on a checkerboard. */
  readonly checkerboard?: boolean;
  /** Blur of the pixels' gradient at the start, fraction of the picture; falls to nothing. */
  readonly blur?: number;
  /** Whether the last frame is followed by the first. */
  readonly loop?: boolean;
  /** Where the motion starts from; absent: the rest pose. */
  readonly start?: readonly Pose[];
  /** Pulls poses towards natural ones, every few iterations; absent: not at all. */
  readonly project?: (poses: readonly Pose[]) => Promise<readonly Pose[]>;
  /** Iterations between projections. */
  readonly projectEvery?: number;
  readonly seed?: number;
  /** Goes on from here. */
  readonly checkpoint?: DistilCheckpoint;
  /** Called after every iteration. */
  readonly onIteration?: (state: DistilCheckpoint, films: readonly Float32Array[]) => void;
}

/** Defaults of `distilMotion`. */
export const DISTIL_DEFAULTS = Object.freeze({
  frameCount: 16,
  frameRate: 8,
  size: 64,
  splatCount: 4000,
  viewCount: 2,
  iterations: 300,
  schedule: 'annealed',
  guidance: 7.5,
  rate: 0.015,
  rootRate: 0.25,
  smoothness: 5e-4,
  groundWeight: 1,
  checkerboard: true,
  blur: 0.03,
  loop: false,
  projectEvery: 20,
  seed: 0,
} as const satisfies Omit<DistilOptions, 'prompt'>);

/** AKD's settings, as far as its text gives them. */
export const DISTIL_PAPER = Object.freeze({
  ...DISTIL_DEFAULTS,
  iterations: 10_000,
  viewCount: 1,
  schedule: 'paper',
  guidance: 100,
  rate: 0.01,
  blur: 0,
} as const satisfies Omit<DistilOptions, 'prompt'>);

/** The state of a run; plain data. */
export interface DistilCheckpoint {
  /** Iterations done. */
  readonly iteration: number;
  /** [F, J × 3 + 3] */
  readonly variables: Float64Array;
  readonly adam: AdamState;
}

/** A distilled motion. */
export interface DistilledMotion {
  readonly clip: Clip;
  /** Size of the score's gradient, smoothness and ground loss of every iteration. */
  readonly history: readonly DistilStep[];
}

/** One iteration. */
export interface DistilStep {
  readonly time: number;
  /** Root mean square of the pixels' gradient. */
  readonly score: number;
  readonly smoothness: number;
  readonly ground: number;
}

/** Points of the surface whose depth below the ground counts. */
const GROUND_POINTS = 400;

/** Distils a motion of a rig from a score model. */
export async function distilMotion(
  rig: Rig,
  score: ScoreModel,
  options: DistilOptions,
): Promise<DistilledMotion> {
  const settings: Settings = { ...DISTIL_DEFAULTS, ...options };
  checkOptions(settings);
  const { frameCount, iterations, seed, loop, signal } = settings;
  const scene = openScene(rig, settings);
  const size = variablesPerFrame(jointCount(rig.skeleton));
  const start = settings.start ?? Array.from({ length: frameCount }, () => restPose(rig.skeleton));
  const variables = settings.checkpoint?.variables.slice() ?? posesToVariables(start);
  const adam = copyAdam(settings.checkpoint?.adam ?? createAdam(variables.length));
  const rate = (i: number) => settings.rate * (i % size >= size - 3 ? settings.rootRate * scene.height : 1);
  const history: DistilStep[] = [];
  for (let n = settings.checkpoint?.iteration ?? 0; n < iterations; n++) {
    await pauseUnlessAborted(signal);
    settings.onProgress?.({ stage: 'distilling', fraction: n / iterations });
    // A stream of its own per iteration: a resumed run draws the same numbers.
    const rng = createRng(seed * 1_000_003 + n);
    const progress = n / iterations;
    const gradient = new Float64Array(variables.length);
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
      scene.backwardInto(gradient, variables, view, asked, settings.blur * settings.size * (1 - progress));
    }
    const smoothness = addSmoothnessInto(gradient, variables, size, settings.smoothness, loop);
    const ground = scene.addGroundInto(gradient, variables);
    adamStepInto(variables, adam, gradient, (i) => rate(i) * (1 - 0.8 * progress));
    if (settings.project && (n + 1) % settings.projectEvery === 0) {
      variables.set(posesToVariables(await settings.project(posesOf(variables, size))));
    }
    history.push({ time, score: Math.sqrt(power), smoothness, ground });
    settings.onIteration?.({ iteration: n + 1, variables: variables.slice(), adam: copyAdam(adam) }, films);
  }
  return { clip: distilledClip(variables, settings), history };
}

/** The clip of a run's variables, finished or not. */
export function distilledClip(
  variables: Float64Array,
  { prompt, frameCount, frameRate }: Pick<Settings, 'prompt' | 'frameCount' | 'frameRate'>,
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

/** Options with every default filled in. */
type Settings = Omit<DistilOptions, keyof typeof DISTIL_DEFAULTS> &
  Required<Pick<DistilOptions, keyof typeof DISTIL_DEFAULTS>>;

/** The body on its stage: films of the variables, and the way back. */
interface DistilScene {
  /** Height of the body, metres. */
  readonly height: number;
  /** One film per view. [F, H, W, 3] */
  film(variables: Float64Array): Float32Array[];
  /** Adds the gradient of the variables of a view's last film. */
  backwardInto(
    out: Float64Array,
    variables: Float64Array,
    view: number,
    gradient: Float32Array,
    blur: number,
  ): void;
  /** Adds the gradient of the ground's penalty; returns the loss. */
  addGroundInto(out: Float64Array, variables: Float64Array): number;
}

function openScene(rig: Rig, settings: Settings): DistilScene {
  const { frameCount, size: side, splatCount, seed, surface } = settings;
  const splats = createSplats(rig, { count: splatCount, seed, ...surface });
  const { cameras, low, height } = distilCameras(rig, settings.viewCount);
  const ground = settings.checkerboard ? groundUnder(low - 0.005 * height, height) : undefined;
  // A renderer per frame and view: each remembers its last picture for the way back.
  const renderers: SplatRenderer[][] = cameras.map((camera: Camera) =>
    Array.from({ length: frameCount }, () =>
      createSplatRenderer(splats, rig.skeleton, { camera, width: side, height: side, ground }),
    ),
  );
  const vertices = sampledVertices(
    sampleSurface(rig.mesh, GROUND_POINTS, createRng(seed)),
    rig.mesh.triangles,
  );
  const weight = settings.groundWeight / (vertices.length * height * height);
  const floor = createGroundLoss(rig, vertices, low, weight);
  const size = variablesPerFrame(jointCount(rig.skeleton));
  const frameOf = (array: Float64Array, f: number) => array.subarray(f * size, (f + 1) * size);
  const pixels = side * side * 3;
  return {
    height,
    film: (variables) =>
      renderers.map((frames) => {
        const film = new Float32Array(frameCount * pixels);
        frames.forEach((renderer, f) => {
          film.set(renderer.render(variablesToPose(frameOf(variables, f))), f * pixels);
        });
        return film;
      }),
    backwardInto(out, variables, view, gradient, blur) {
      const frame = new Float32Array(pixels);
      renderers[view].forEach((renderer, f) => {
        blurFrameInto(frame, gradient.subarray(f * pixels, (f + 1) * pixels), side, blur);
        for (let i = 0; i < pixels; i++) frame[i] /= pixels * renderers.length;
        addVariableGradientInto(frameOf(out, f), frameOf(variables, f), renderer.backward(frame));
      });
    },
    addGroundInto: (out, variables) =>
      sumFrames(frameCount, (f) => groundInto(frameOf(out, f), frameOf(variables, f), rig, floor)),
  };
}

const sumFrames = (count: number, measure: (f: number) => number): number =>
  Array.from({ length: count }, (_, f) => measure(f)).reduce((a, b) => a + b, 0);

function groundInto(out: Float64Array, variables: Float64Array, rig: Rig, floor: GroundLoss): number {
  const pose = variablesToPose(variables);
  const globals = poseJoints(rig.skeleton, pose);
  const matrices = new Float32Array(jointCount(rig.skeleton) * 16);
  skinningMatricesInto(matrices, rig.skeleton, globals);
  const { loss, matrices: given } = floor.measure(matrices);
  if (loss > 0) {
    addVariableGradientInto(
      out,
      variables,
      backpropagateJoints(rig.skeleton, pose, globals, { matrices: given }),
    );
  }
  return loss;
}

function checkGradient(gradient: Float32Array, length: number, name: string): void {
  if (gradient.length === length && gradient.every(Number.isFinite)) return;
  throw new PosespaceError(
    'bad-input',
    `video/distilMotion: the score model "${name}" should give ${length} finite numbers, got ${gradient.length}` +
      `${gradient.length === length ? ', some not finite' : ''}`,
  );
}

function checkOptions({ frameCount, size, viewCount, iterations, start }: Settings): void {
  const whole = (value: number, low: number, high: number) =>
    Number.isInteger(value) && value >= low && value <= high;
  const wrong = [
    whole(frameCount, 2, 256) || `frameCount is 2 to 256, got ${frameCount}`,
    whole(size, 16, 512) || `size is 16 to 512, got ${size}`,
    whole(viewCount, 1, 8) || `viewCount is 1 to 8, got ${viewCount}`,
    whole(iterations, 1, 1e6) || `iterations is 1 to 1,000,000, got ${iterations}`,
    !start || start.length === frameCount || `start needs ${frameCount} poses, got ${start.length}`,
  ].find((one) => one !== true);
  if (wrong) throw new PosespaceError('bad-usage', `video/distilMotion: ${wrong}`);
}
