/**
 * @file Simulates one pass over the reference: servos towards the joint targets, inverse dynamics as feed-forward, a root
 * that is corrected through the legs, and as much residual root force as is allowed.
 */

import { type DofLayout, layOutDofs } from './physics-body.js';
import { rotate, type SupportPlan, type SupportSolver, unrotate } from './plan-support.js';
import type { ReferenceMotion } from './reference-motion.js';
import type { Simulation } from './simulation.js';

export interface TrackingSettings {
  /** How fast the root is corrected, radians a second. */
  readonly rootResponse: number;
  /** Share of the torque that the ground cannot give which is applied to the root, 0 to 1. */
  readonly residualTorque: number;
  /** The same of the force. */
  readonly residualForce: number;
  /** Pins the root to the reference with any force, for bodies that cannot stand. */
  readonly pinRoot?: boolean;
  /** Corrections of the servo targets by frame, radians and metres. [K, controls] */
  readonly offsets?: Float64Array;
  /** Extra force and torque that the legs shall give the root, by frame. [K, 6] */
  readonly rootWrenches?: Float64Array;
}

/** The simulated motion and its errors. */
export interface SimulatedMotion {
  /** Positions of segments by frame, simulated metres. [K, S, 3] */
  readonly segmentPositions: Float64Array;
  /** Their rotations, wxyz. [K, S, 4] */
  readonly segmentRotations: Float64Array;
  /** Rotations of joints from their reference by frame, radians in the joint's axes, and slides: what offsets could take out. [K, controls] */
  readonly lags: Float64Array;
  /** Force and torque by frame that would have corrected the root. [K, 6] */
  readonly rootWrenches: Float64Array;
  /** Mean distance of segments from the reference by frame, over the height. [K] */
  readonly errors: Float64Array;
  /** Mean residual torque over the mean sum of the joint torques. */
  readonly torqueShare: number;
  /** Mean residual force over the weight. */
  readonly forceShare: number;
  /** Frame at which it had fallen, or −1. */
  readonly fellAt: number;
}

/** A root that is off by more than this, over the height, or rotated by more, has fallen. */
const FALLEN = 0.35;
const FALLEN_ANGLE = 1.1;
const GRAVITY = 9.81;

export function followReference(
  simulation: Simulation,
  reference: ReferenceMotion,
  plan: SupportPlan,
  solver: SupportSolver,
  settings: TrackingSettings,
): SimulatedMotion {
  const { body, positions, velocities, controls, applied, servoForces } = simulation;
  const count = body.parents.length;
  const layout = layOutDofs(body);
  const { positionCount: nq, velocityCount: nv, controlCount: nu } = layout;
  const { stepCount, stepsPerFrame } = reference;
  const frameCount = (stepCount - 1) / stepsPerFrame + 1;
  const segmentPositions = new Float64Array(frameCount * count * 3);
  const segmentRotations = new Float64Array(frameCount * count * 4);
  const errors = new Float64Array(frameCount);
  const lags = new Float64Array(frameCount * nu);
  const rootWrenches = new Float64Array(frameCount * 6);
  const wrench = new Float64Array(6);
  const target = new Float64Array(3);
  const here = new Float64Array(3);
  const spin = new Float64Array(3);
  const inertia = trunkInertia(simulation, plan);
  let [residualTorque, jointTorque, residualForce, fellAt] = [0, 0, 0, -1];

  simulation.reset();
  positions.set(reference.positions.subarray(0, nq));
  velocities.set(reference.velocities.subarray(0, nv));
  simulation.place();
  solver.restart();
  for (let t = 0; t < stepCount; t++) {
    // (1) What the root needs: what the reference does, and to come back to it.
    const off = rootError(simulation, reference, t, wrench, target, spin, settings.rootResponse, inertia);
    const frame = t / stepsPerFrame;
    const at = Math.max(0, Math.min(frameCount - 2, Math.floor(frame)));
    const u = frame - at;
    if (u === 0 || t === stepCount - 1) rootWrenches.set(wrench, Math.round(frame) * 6);
    for (let k = 0; k < 6; k++) {
      wrench[k] += plan.wrenches[t * 6 + k];
      if (settings.rootWrenches)
        wrench[k] += (1 - u) * settings.rootWrenches[at * 6 + k] + u * settings.rootWrenches[at * 6 + 6 + k];
    }
    if (settings.pinRoot) solver.left.set(wrench);
    else solver.solve(t, wrench);
    // (2) Servos: target, what inverse dynamics requires less what the ground gives, and no drag by the speed it should have.
    for (let s = 1; s < count; s++) {
      // Servos subtract rotation vectors, which is not the path from one rotation to another when both are large.
      const [q, v, c] = [layout.rotationAt[s], layout.spinAt[s], layout.rotationControlAt[s]];
      logOfRotation(here, positions, q);
      relativeRotation(target, positions, q, reference.positions, t * nq + q);
      for (let k = 0; k < 3; k++) {
        const force = plan.forces[t * nv + v + k] - solver.torques[s * 3 + k];
        const speed = body.damping[s] * reference.velocities[t * nv + v + k];
        controls[c + k] = here[k] + target[k] + (force + speed) / body.stiffness[s];
      }
      if (!body.slides[s]) continue;
      const [p, w, d] = [layout.slideAt[s], layout.slideSpeedAt[s], layout.slideControlAt[s]];
      for (let k = 0; k < 3; k++) {
        const force = plan.forces[t * nv + w + k] - solver.thrusts[s * 3 + k];
        const speed = body.slideDamping[s] * reference.velocities[t * nv + w + k];
        controls[d + k] = reference.positions[t * nq + p + k] + (force + speed) / body.slideStiffness[s];
      }
    }
    if (settings.offsets) {
      for (let i = 0; i < nu; i++) {
        controls[i] += (1 - u) * settings.offsets[at * nu + i] + u * settings.offsets[(at + 1) * nu + i];
      }
    }
    // (3) The residual root force: what the ground cannot give.
    for (let k = 0; k < 3; k++) {
      applied[k] = settings.residualForce * solver.left[k];
      applied[3 + k] = spin[k] = settings.residualTorque * solver.left[3 + k];
    }
    unrotate(applied, 3, simulation.segmentRotations.subarray(4, 8), 0);
    if (t % stepsPerFrame === 0) {
      simulation.place();
      record(simulation, plan, t, t / stepsPerFrame, segmentPositions, segmentRotations, errors);
      recordLags(simulation, layout, reference, t, lags, t / stepsPerFrame);
    }
    if (!(off < 1)) {
      fellAt = Math.floor(t / stepsPerFrame);
      break;
    }
    if (t === stepCount - 1) break;
    simulation.step();
    residualForce += Math.hypot(applied[0], applied[1], applied[2]);
    residualTorque += Math.hypot(applied[3], applied[4], applied[5]);
    for (let s = 1; s < count; s++) {
      const c = layout.rotationControlAt[s];
      jointTorque += Math.hypot(servoForces[c], servoForces[c + 1], servoForces[c + 2]);
    }
  }
  if (fellAt >= 0) {
    // It stays lying.
    for (let f = fellAt + 1; f < frameCount; f++) {
      segmentPositions.copyWithin(f * count * 3, fellAt * count * 3, (fellAt + 1) * count * 3);
      segmentRotations.copyWithin(f * count * 4, fellAt * count * 4, (fellAt + 1) * count * 4);
    }
    for (let f = fellAt; f < frameCount; f++) errors[f] = Math.max(errors[f], FALLEN);
  }
  return {
    segmentPositions,
    segmentRotations,
    lags,
    rootWrenches,
    errors,
    torqueShare: jointTorque > 0 ? residualTorque / jointTorque : 0,
    forceShare: residualForce / stepCount / (body.mass * GRAVITY),
    fellAt,
  };
}

/** Inertia of the whole body about its root, as a ball's. */
function trunkInertia({ body }: Simulation, plan: SupportPlan): number {
  let sum = 0;
  for (let s = 0; s < body.parents.length; s++) {
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += (plan.segmentPositions[s * 3 + k] - plan.segmentPositions[k]) ** 2;
    sum +=
      body.masses[s] * squared +
      (body.inertias[s * 6] + body.inertias[s * 6 + 1] + body.inertias[s * 6 + 2]) / 2;
  }
  return (2 / 3) * sum;
}

/** wrench = what brings the root back; returns how near it is to having fallen, 1 when it has. */
function rootError(
  { body, positions, velocities }: Simulation,
  reference: ReferenceMotion,
  t: number,
  wrench: Float64Array,
  error: Float64Array,
  spin: Float64Array,
  response: number,
  inertia: number,
): number {
  const [q, v] = [t * positions.length, t * velocities.length];
  const [stiff, damp] = [response * response, 2 * response];
  let apart = 0;
  for (let k = 0; k < 3; k++) {
    const away = reference.positions[q + k] - positions[k];
    const speed = reference.velocities[v + k] - velocities[k];
    apart += away * away;
    const most = 1.5 * GRAVITY;
    wrench[k] = body.mass * Math.max(-most, Math.min(most, stiff * away + damp * speed));
  }
  // From where it is to where it should be, in its own axes.
  relativeRotation(error, positions, 3, reference.positions, q + 3);
  for (let k = 0; k < 3; k++) spin[k] = reference.velocities[v + 3 + k] - velocities[3 + k];
  const angle = Math.hypot(error[0], error[1], error[2]);
  for (let k = 0; k < 3; k++) spin[k] = inertia * (stiff * error[k] + damp * spin[k]);
  rotate(wrench, 3, positions, 3, spin, 0);
  return Math.max(Math.sqrt(apart) / (FALLEN * body.height), angle / FALLEN_ANGLE);
}

/** out = log of a⁻¹ b, both wxyz. */
export function relativeRotation(
  out: Float64Array,
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
): void {
  const [aw, ax, ay, az] = [a[i], -a[i + 1], -a[i + 2], -a[i + 3]];
  const [bw, bx, by, bz] = [b[j], b[j + 1], b[j + 2], b[j + 3]];
  let w = aw * bw - ax * bx - ay * by - az * bz;
  let x = aw * bx + ax * bw + ay * bz - az * by;
  let y = aw * by - ax * bz + ay * bw + az * bx;
  let z = aw * bz + ax * by - ay * bx + az * bw;
  if (w < 0) [w, x, y, z] = [-w, -x, -y, -z];
  const sine = Math.sqrt(x * x + y * y + z * z);
  const scale = sine < 1e-9 ? 2 : (2 * Math.atan2(sine, w)) / sine;
  out[0] = x * scale;
  out[1] = y * scale;
  out[2] = z * scale;
}

const IDENTITY = Float64Array.of(1, 0, 0, 0);
const logOfRotation = (out: Float64Array, q: Float64Array, i: number): void =>
  relativeRotation(out, IDENTITY, 0, q, i);

function record(
  { body, segmentPositions, segmentRotations }: Simulation,
  plan: SupportPlan,
  t: number,
  frame: number,
  outPositions: Float64Array,
  outRotations: Float64Array,
  errors: Float64Array,
): void {
  const count = body.parents.length;
  let sum = 0;
  for (let s = 0; s < count; s++) {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const x = segmentPositions[(s + 1) * 3 + k];
      outPositions[(frame * count + s) * 3 + k] = x;
      squared += (x - plan.segmentPositions[(t * count + s) * 3 + k]) ** 2;
    }
    sum += Math.sqrt(squared);
    for (let k = 0; k < 4; k++) outRotations[(frame * count + s) * 4 + k] = segmentRotations[(s + 1) * 4 + k];
  }
  errors[frame] = sum / count / body.height;
}

const lag = new Float64Array(3);

function recordLags(
  { body, positions }: Simulation,
  layout: DofLayout,
  reference: ReferenceMotion,
  t: number,
  lags: Float64Array,
  frame: number,
): void {
  const { positionCount, controlCount, rotationAt, rotationControlAt, slideAt, slideControlAt } = layout;
  for (let s = 1; s < body.parents.length; s++) {
    relativeRotation(lag, positions, rotationAt[s], reference.positions, t * positionCount + rotationAt[s]);
    for (let k = 0; k < 3; k++) lags[frame * controlCount + rotationControlAt[s] + k] = lag[k];
    if (!body.slides[s]) continue;
    for (let k = 0; k < 3; k++) {
      const i = slideAt[s] + k;
      lags[frame * controlCount + slideControlAt[s] + k] =
        reference.positions[t * positionCount + i] - positions[i];
    }
  }
}
