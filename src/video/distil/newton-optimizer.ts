/**
 * @file Gauss–Newton on the pixels of a distillation: where a score model says which film it expects, x̂ = x − g / w, all
 * poses take a least-squares step towards it. The derivatives of a picture are differences of redrawn pictures; both
 * sides are blurred alike, so that a limb finds its place from further away.
 *
 * Of the whole step and parts of it each frame takes what looks most like the film that is expected. A frame that stays far
 * from it starts anew: from a neighbouring frame, or with limbs turned one by one.
 */

import { PosespaceError } from '../../base/errors.js';
import { type Pose, type Rig, restPose } from '../../rig/rig-records.js';
import {
  createFitBody,
  type FitBody,
  type FitPose,
  fromFitPose,
  poseBody,
  toFitPose,
} from '../fit/fit-body.js';
import { createFrameSystem, type FrameSystem } from '../fit/frame-system.js';
import { applyStep } from '../fit/rotation-steps.js';
import { addTemporalForces, type Stiffness, solveCoupled } from '../fit/temporal-smoothing.js';
import { largestJoints, turnJoint } from '../fit/turn-joint.js';
import { blurFrameInto } from './blur-frame.js';
import type { DistilSettings } from './distil-options.js';
import type { DistilScene } from './distil-scene.js';
import type { FilmOptimizer } from './film-optimizer.js';
import { createGroundTerms } from './ground-terms.js';
import { addSmoothnessInto } from './motion-losses.js';
import { posesToVariables, variablesToPose } from './motion-variables.js';
import type { ScoreModel } from './score-model.js';

/** Step of the differences: radians, and half diameters of the root. */
const DIFFERENCE = 2e-3;
/** Largest rotation of a joint in one step, radians. */
const MAX_STEP = 0.3;
/** Resistance to a step: share of the mean diagonal. */
const DAMPING = 0.003;
/** Parts of a step that are tried. */
const PARTS = [1, 0.4, 0.15];
/** Iterations between searches, the share of a run that has them, and of the error at rest that calls for one. */
const SEARCH_EVERY = 6;
const SEARCH_UNTIL = 0.6;
const LOST = 0.3;
/** Rounds over the joints in a search. */
const SWEEPS = 2;

/** What one view expects. */
interface ViewTarget {
  readonly view: number;
  /** x̂ − x, [F, H, W, 3] */
  readonly wanted: Float32Array;
  readonly weight: number;
}

/** Gauss–Newton for score models that know their weight. */
export function createNewtonOptimizer(
  rig: Rig,
  variables: Float64Array,
  size: number,
  scene: DistilScene,
  score: ScoreModel,
  settings: DistilSettings,
): FilmOptimizer {
  const { weight } = score;
  if (!weight) {
    throw new PosespaceError(
      'bad-usage',
      `video/distilMotion: Gauss–Newton needs a score model that knows its weight, "${score.name}" does not; use adam`,
    );
  }
  const body = createFitBody(rig);
  const frames = variables.length / size;
  const ground = createGroundTerms(body, settings);
  const rest = toFitPose(restPose(rig.skeleton)).rotations;
  const starts = (settings.start ?? new Array(frames).fill(restPose(rig.skeleton))).map(toFitPose);
  let [targets, blur]: [ViewTarget[], number] = [[], 0];
  return {
    addView(view, gradient, time, pixels) {
      const w = weight(time);
      blur = pixels;
      targets.push({ view, wanted: gradient.map((g) => -g / w), weight: w });
    },
    step(progress, iteration) {
      const poses = Array.from({ length: frames }, (_, f) =>
        toFitPose(variablesToPose(variables.subarray(f * size, (f + 1) * size))),
      );
      let depth = 0;
      const errors: ((pose: FitPose) => number)[] = [];
      const systems = poses.map((pose, f) => {
        const system = createFrameSystem(body);
        const compare = targets.map((target) => addPictureTerms(system, body, pose, f, target, blur, scene));
        errors.push((other) => compare.reduce((sum, one) => sum + one(other), 0));
        depth += ground.addTerms(system, poseBody(body, pose)) / frames;
        damp(system);
        return system;
      });
      const stiffness: Stiffness = {
        rotations: 2 * settings.smoothness,
        root: Float64Array.from({ length: 9 }, (_, i) => (i % 4 === 0 ? 2 * settings.smoothness : 0)),
        loop: settings.loop,
      };
      addTemporalForces(systems, body, poses, rest, stiffness);
      const moved = solveCoupled(systems, stiffness)
        .map(limitSteps)
        .map((step, f) =>
          best(
            [
              ...PARTS.map((part) =>
                applyStep(
                  body,
                  poses[f],
                  step.map((v) => v * part),
                  MAX_STEP,
                ),
              ),
              poses[f],
            ],
            errors[f],
          ),
        );
      const found = moved.map((pose, f) => {
        const searches = iteration % SEARCH_EVERY === 0 && progress < SEARCH_UNTIL;
        const lost = searches && errors[f](pose) > LOST * errors[f](starts[f]);
        return lost
          ? searchLimbs(body, best([pose, ...beside(moved, f, settings)], errors[f]), errors[f])
          : pose;
      });
      variables.set(posesToVariables(found.map(fromFitPose)));
      targets = [];
      const unused = new Float64Array(variables.length);
      return {
        smoothness: addSmoothnessInto(unused, variables, size, settings.smoothness, settings.loop),
        ground: depth,
      };
    },
  };
}

/** A step in which no joint rotates further than the limit; the others keep theirs. */
function limitSteps(step: Float64Array): Float64Array {
  const out = step.slice();
  for (let i = 0; i < step.length; i += 3) {
    const length = Math.hypot(step[i], step[i + 1], step[i + 2]);
    for (let k = 0; k < 3; k++) out[i + k] *= Math.min(1, MAX_STEP / (length || 1));
  }
  return out;
}

/** A pose with joints turned one by one, as long as it looks more like what is expected. */
function searchLimbs(body: FitBody, start: FitPose, error: (pose: FitPose) => number): FitPose {
  const partners = new Int16Array(body.jointCount).fill(-1);
  let [found, lowest] = [start, error(start)];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const joint of largestJoints(body)) {
      for (const turned of turnJoint(found, joint, { partners, mirrorAxis: 0 })) {
        const value = error(turned);
        if (value < lowest) [found, lowest] = [turned, value];
      }
    }
  }
  return found;
}

/** Poses of the neighbouring frames, and any that were given to try. */
function beside(poses: readonly FitPose[], frame: number, { candidates = [] }: DistilSettings): FitPose[] {
  return [poses[frame - 1], poses[frame + 1], ...candidates.map(toFitPose)].filter(
    (pose) => pose !== undefined,
  );
}

/** The pose of the smallest error, the first of equals. */
function best(poses: readonly FitPose[], error: (pose: FitPose) => number): FitPose {
  const errors = poses.map(error);
  return poses[errors.indexOf(Math.min(...errors))];
}

/** A little of every unknown's own stiffness, and of the mean where a picture says nothing of it. */
function damp({ matrix, size }: FrameSystem): void {
  let mean = 0;
  for (let i = 0; i < size; i++) mean += matrix[i * size + i] / size;
  for (let i = 0; i < size; i++) matrix[i * size + i] += DAMPING * (matrix[i * size + i] + mean);
}

/** Adds the pixels of one frame in one view; returns how far another pose is from what is expected. */
function addPictureTerms(
  system: FrameSystem,
  body: FitBody,
  pose: FitPose,
  frame: number,
  { view, wanted, weight }: ViewTarget,
  blur: number,
  scene: DistilScene,
): (pose: FitPose) => number {
  const pixels = wanted.length / scene.frameCount;
  const redraw = (other: Pose) => scene.redraw(view, frame, other);
  const sampled = createBlurredSamples(scene.size, blur);
  const base = redraw(fromFitPose(pose)).slice();
  const residual = sampled(wanted.subarray(frame * pixels, (frame + 1) * pixels));
  const scale = weight / residual.length / scene.viewCount;
  const step = new Float64Array(system.size);
  const difference = new Float32Array(pixels);
  const columns: Float32Array[] = [];
  for (let i = 0; i < system.size; i++) {
    step.fill(0);
    step[i] = DIFFERENCE;
    const picture = redraw(fromFitPose(applyStep(body, pose, step, MAX_STEP)));
    for (let p = 0; p < pixels; p++) difference[p] = (picture[p] - base[p]) / DIFFERENCE;
    columns.push(sampled(difference));
  }
  for (let i = 0; i < system.size; i++) {
    const column = columns[i];
    system.vector[i] += scale * product(column, residual);
    for (let k = 0; k <= i; k++) system.matrix[i * system.size + k] += scale * product(column, columns[k]);
  }
  const expected = base.map((value, p) => value + wanted[frame * pixels + p]);
  return (other) => {
    const picture = redraw(fromFitPose(other));
    for (let p = 0; p < pixels; p++) difference[p] = expected[p] - picture[p];
    const left = sampled(difference);
    return product(left, left) * scale;
  };
}

function product(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Shrinks pictures as far as the blur makes pixels alike, then blurs them. */
function createBlurredSamples(side: number, blur: number): (picture: Float32Array) => Float32Array {
  let every = 1;
  while (every * 4 <= blur && side % (every * 2) === 0) every *= 2;
  const kept = side / every;
  const small = new Float32Array(kept * kept * 3);
  return (picture) => {
    small.fill(0);
    for (let y = 0, i = 0; y < side; y++) {
      const row = Math.floor(y / every) * kept;
      for (let x = 0; x < side; x++) {
        const o = (row + Math.floor(x / every)) * 3;
        for (let k = 0; k < 3; k++) small[o + k] += picture[i++];
      }
    }
    const out = new Float32Array(small.length);
    blurFrameInto(out, small, kept, blur / every);
    for (let i = 0; i < out.length; i++) out[i] /= every * every;
    return out;
  };
}
