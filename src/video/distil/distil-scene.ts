/** @file The body of a distillation on its stage: films of the variables from fixed cameras, and the way back. */

import { createRng } from '../../base/rng.js';
import { sampleSurface } from '../../mesh/sample-surface.js';
import type { Camera } from '../../render/camera.js';
import { createSplats } from '../../render/splat/create-splats.js';
import { groundUnder } from '../../render/splat/splat-ground.js';
import { createSplatRenderer, type SplatRenderer } from '../../render/splat/splat-renderer.js';
import {
  backpropagateJoints,
  poseJoints,
  skinningMatricesInto,
} from '../../rig/kinematics/forward-kinematics.js';
import { jointCount, type Pose, type Rig } from '../../rig/rig-records.js';
import { blurFrameInto } from './blur-frame.js';
import { distilCameras } from './distil-cameras.js';
import type { DistilSettings } from './distil-options.js';
import { createGroundLoss, type GroundLoss, sampledVertices } from './motion-losses.js';
import { addVariableGradientInto, variablesPerFrame, variablesToPose } from './motion-variables.js';

/** Points of the surface whose depth below the ground counts. */
const GROUND_POINTS = 400;

/** The body on its stage: films of the variables, and the way back. */
export interface DistilScene {
  /** Height of the body, metres. */
  readonly height: number;
  readonly frameCount: number;
  readonly viewCount: number;
  /** Width and height of the pictures, pixels. */
  readonly size: number;
  /** One film per view. [F, H, W, 3] */
  film(variables: Float64Array): Float32Array[];
  /** Another pose in a frame of a view's last film. [H, W, 3] */
  redraw(view: number, frame: number, pose: Pose): Float32Array;
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

/** Puts a body on its stage. */
export function openDistilScene(rig: Rig, settings: DistilSettings): DistilScene {
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
    frameCount,
    viewCount: cameras.length,
    size: side,
    redraw: (view, frame, pose) => renderers[view][frame].redraw(pose),
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
