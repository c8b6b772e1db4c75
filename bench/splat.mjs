/**
 * @file Drawing and differentiating a film of Gaussian splats: the WASM kernel against the same in plain JavaScript, in
 * turn, and growth with splats, pixels and frames. `npm run build && node bench/splat.mjs`.
 */

import { modelRig } from 'posespace';
import { readSample } from 'posespace/io/node';
import { createSplats } from 'posespace/render';
import { createSplatter } from '../dist/kernels/splatter.js';
import { splatReference } from '../dist/kernels/splatter.reference.js';
import { frameCamera } from '../dist/render/camera.js';
import { toSplatArrays } from '../dist/render/splat/splat-cloud.js';
import { poseJoints, skinningMatricesInto } from '../dist/rig/kinematics/forward-kinematics.js';
import { line } from './measure.mjs';

const ROUNDS = 5;
const model = await readSample('dog');
const { clips } = model;
const rig = modelRig(model);
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];

/** Frames of a walk as skinning matrices, and a view of `side`² pixels. */
function film(count, side, frames) {
  const splats = toSplatArrays(createSplats(rig, { count }));
  const camera = frameCamera(rig.mesh.positions);
  const view = { ...camera, scale: side / 2 / camera.halfHeight, perspective: true, ground: -1 };
  const joints = rig.skeleton.parents.length;
  const matrices = Array.from({ length: frames }, (_, f) => {
    const out = new Float32Array(joints * 16);
    const pose = clips[1].poses[f % clips[1].poses.length];
    skinningMatricesInto(out, rig.skeleton, poseJoints(rig.skeleton, { ...pose, root: new Float32Array(3) }));
    return out;
  });
  const background = new Float32Array(side * side * 3).fill(1);
  const gradient = Float32Array.from({ length: side * side * 3 }, (_, i) => Math.sin(i));
  return { splats, joints, view, size: [side, side], matrices, background, gradient };
}

/** Milliseconds for all frames, drawn and differentiated. */
function kernelTime({ splats, joints, view, size, matrices, background, gradient }) {
  const splatter = createSplatter(splats, joints, size);
  const times = [];
  for (let round = 0; round < ROUNDS + 1; round++) {
    const start = performance.now();
    for (const frame of matrices) {
      splatter.forward(frame, view, background);
      splatter.backward(gradient);
    }
    times.push(performance.now() - start);
  }
  return median(times.slice(1));
}

function plainTime({ splats, view, size, matrices, background, gradient }) {
  const times = [];
  for (let round = 0; round < 3; round++) {
    const start = performance.now();
    for (const frame of matrices) splatReference(splats, frame, view, size, background).backward(gradient);
    times.push(performance.now() - start);
  }
  return median(times);
}

const standard = film(4000, 64, 16);
const [ours, plain] = [kernelTime(standard), plainTime(standard)];
line('4,000 splats, 64² pixels, 16 frames, forward and backward', `${ours.toFixed(1)} ms`);
line('the same in plain JavaScript', `${plain.toFixed(1)} ms, ${(plain / ours).toFixed(1)} times as long`);
for (const [name, ...size] of [
  ['16,000 splats', 16000, 64, 16],
  ['64,000 splats', 64000, 64, 16],
  ['128² pixels', 4000, 128, 16],
  ['256² pixels', 4000, 256, 16],
  ['64 frames', 4000, 64, 64],
]) {
  const time = kernelTime(film(...size));
  line(`${name}, else as above`, `${time.toFixed(1)} ms, ${(time / ours).toFixed(1)} times as long`);
}
