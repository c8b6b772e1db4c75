/**
 * @file The reference by simulation step, in the engine's layout: positions, velocities and accelerations of the joints.
 *
 * Between frames a joint goes along a cubic (Hermite) with the speeds of central differences: straight pieces would jump
 * in speed at every frame, and a servo that follows them hums. Accelerations are differences of speeds a frame apart.
 */

import {
  expRotationInto,
  logRotationInto,
  multiplyQuaternionInto,
  normalizeQuaternion,
  relativeQuaternionInto,
} from '../../math/quaternion.js';
import { layOutDofs, type PhysicsBody } from './physics-body.js';

/** One frame: root position and world rotations of all segments, simulated units. */
export interface ReferenceFrame {
  readonly root: readonly number[];
  /** [S, 4] xyzw */
  readonly rotations: Float64Array;
  /** Where joints are slid to from where they hang, in their parents' axes. [S, 3] */
  readonly slides: Float64Array;
}

export interface ReferenceMotion {
  readonly stepCount: number;
  /** Steps from one frame to the next. */
  readonly stepsPerFrame: number;
  /** Seconds. */
  readonly timeStep: number;
  /** As the engine has them (`layOutDofs`): root place, quaternions wxyz from home, slides. [N, positions] */
  readonly positions: Float64Array;
  /** Root velocity in the world, turning in a segment's own axes, sliding in its parent's. [N, velocities] */
  readonly velocities: Float64Array;
  readonly accelerations: Float64Array;
}

/** Lays frames out as steps; the last frame is the last step. */
export function layOutReference(
  body: PhysicsBody,
  frames: readonly ReferenceFrame[],
  frameStep: number,
  stepsPerFrame: number,
): ReferenceMotion {
  const count = body.parents.length;
  const stepCount = (frames.length - 1) * stepsPerFrame + 1;
  const layout = layOutDofs(body);
  const { positionCount: nq, velocityCount: nv } = layout;
  const locals = frames.map((frame) => localRotations(body, frame));
  const positions = new Float64Array(stepCount * nq);
  const velocities = new Float64Array(stepCount * nv);
  for (let t = 0; t < stepCount; t++) {
    const k = Math.min(frames.length - 2, Math.floor(t / stepsPerFrame));
    const u = frames.length > 1 ? t / stepsPerFrame - k : 0;
    layLine(positions, t * nq, velocities, t * nv, frames, rootOf, 0, Math.max(0, k), u, frameStep);
    for (let s = 0; s < count; s++) {
      const [q, v] = [t * nq + layout.rotationAt[s], t * nv + layout.spinAt[s]];
      layRotation(positions, q, velocities, v, locals, s, Math.max(0, k), u, frameStep);
      if (!body.slides[s]) continue;
      const [p, w] = [t * nq + layout.slideAt[s], t * nv + layout.slideSpeedAt[s]];
      layLine(positions, p, velocities, w, frames, slidesOf, s * 3, Math.max(0, k), u, frameStep);
    }
  }
  const timeStep = frameStep / stepsPerFrame;
  return {
    stepCount,
    stepsPerFrame,
    timeStep,
    positions,
    velocities,
    accelerations: differentiate(velocities, nv, stepCount, Math.max(1, stepsPerFrame >> 1), timeStep),
  };
}

/** Rotations against parents, from home; of the root, in the world. [S, 4] */
function localRotations({ parents, homes }: PhysicsBody, { rotations }: ReferenceFrame): Float64Array {
  const out = new Float64Array(rotations.length);
  for (let s = 0; s < parents.length; s++) {
    const p = parents[s];
    if (p < 0) for (let k = 0; k < 4; k++) out[k] = rotations[k];
    else {
      relativeQuaternionInto(out, s * 4, rotations, p * 4, rotations, s * 4);
      relativeQuaternionInto(out, s * 4, homes, s * 4, out, s * 4);
    }
    normalizeQuaternion(out, s * 4);
  }
  return out;
}

/** Cubic from 0 to `end` with speeds `from` and `to` per unit of u: value and speed. */
const cubic = (u: number, end: number, from: number, to: number): number =>
  u * (from + u * (3 * end - 2 * from - to + u * (from + to - 2 * end)));
const cubicSpeed = (u: number, end: number, from: number, to: number): number =>
  from + u * (2 * (3 * end - 2 * from - to) + 3 * u * (from + to - 2 * end));

const rootOf = (frame: ReferenceFrame): ArrayLike<number> => frame.root;
const slidesOf = (frame: ReferenceFrame): ArrayLike<number> => frame.slides;

function layLine(
  positions: Float64Array,
  q: number,
  velocities: Float64Array,
  v: number,
  frames: readonly ReferenceFrame[],
  read: (frame: ReferenceFrame) => ArrayLike<number>,
  o: number,
  k: number,
  u: number,
  frameStep: number,
): void {
  const last = frames.length - 1;
  const at = (i: number) => read(frames[Math.min(last, Math.max(0, i))]);
  const slope = (i: number, c: number) => {
    const [a, b] = [Math.max(0, i - 1), Math.min(last, i + 1)];
    return b > a ? (at(b)[o + c] - at(a)[o + c]) / (b - a) : 0;
  };
  for (let c = 0; c < 3; c++) {
    const end = at(k + 1)[o + c] - at(k)[o + c];
    const [from, to] = [slope(k, c), slope(k + 1, c)];
    positions[q + c] = at(k)[o + c] + cubic(u, end, from, to);
    velocities[v + c] = cubicSpeed(u, end, from, to) / frameStep;
  }
}

const step = new Float64Array(3);
const before = new Float64Array(3);
const after = new Float64Array(3);
const turn = new Float64Array(4);

function layRotation(
  positions: Float64Array,
  q: number,
  velocities: Float64Array,
  v: number,
  locals: readonly Float64Array[],
  s: number,
  k: number,
  u: number,
  frameStep: number,
): void {
  const last = locals.length - 1;
  const next = Math.min(last, k + 1);
  slopeInto(before, locals, s, k);
  slopeInto(after, locals, s, next);
  relativeQuaternionInto(turn, 0, locals[k], s * 4, locals[next], s * 4);
  logRotationInto(step, 0, turn, 0);
  for (let c = 0; c < 3; c++) {
    velocities[v + c] = cubicSpeed(u, step[c], before[c], after[c]) / frameStep;
    step[c] = cubic(u, step[c], before[c], after[c]);
  }
  expRotationInto(turn, 0, step, 0);
  multiplyQuaternionInto(turn, 0, locals[k], s * 4, turn, 0);
  normalizeQuaternion(turn, 0);
  positions[q] = turn[3];
  for (let c = 0; c < 3; c++) positions[q + 1 + c] = turn[c];
}

/** out = turn per frame about a frame, by central difference. */
function slopeInto(out: Float64Array, locals: readonly Float64Array[], s: number, i: number): void {
  const [a, b] = [Math.max(0, i - 1), Math.min(locals.length - 1, i + 1)];
  relativeQuaternionInto(turn, 0, locals[a], s * 4, locals[b], s * 4);
  logRotationInto(out, 0, turn, 0);
  for (let c = 0; c < 3; c++) out[c] /= Math.max(1, b - a);
}

/** Differences over `reach` steps to both sides. [N, width] */
function differentiate(
  values: Float64Array,
  width: number,
  count: number,
  reach: number,
  timeStep: number,
): Float64Array {
  const out = new Float64Array(values.length);
  for (let t = 0; t < count; t++) {
    const [a, b] = [Math.max(0, t - reach), Math.min(count - 1, t + reach)];
    if (b === a) continue;
    for (let i = 0; i < width; i++)
      out[t * width + i] = (values[b * width + i] - values[a * width + i]) / ((b - a) * timeStep);
  }
  return out;
}
