/**
 * @file Lets a body follow its reference once: servos towards where its joints should be, what inverse dynamics asks
 * for on top, a root that is brought back through the legs, and as much help from nowhere as is allowed.
 */

import { type DofLayout, layOutDofs } from './physics-body.js';
import { rotate, type SupportPlan, type SupportSolver, unrotate } from './plan-support.js';
import type { ReferenceMotion } from './reference-motion.js';
import type { Simulation } from './simulation.js';

export interface TrackingSettings {
  /** How fast the root is brought back to where it should be, radians a second. */
  readonly rootResponse: number;
  /** Share of the torque that the ground cannot give which is given from nowhere, 0 to 1. */
  readonly torqueHelp: number;
  /** The same of forces. */
  readonly forceHelp: number;
  /** Whether the root is held where it should be, whatever that takes, for bodies that cannot stand. */
  readonly hold?: boolean;
  /** Changes of the servos' targets by frame, radians and metres. [K, controls] */
  readonly offsets?: Float64Array;
  /** Force and torque that the root is to get through the legs on top, by frame. [K, 6] */
  readonly pulls?: Float64Array;
}

/** What came of it. */
export interface SimulatedMotion {
  /** Places of segments by frame, simulated metres. [K, S, 3] */
  readonly places: Float64Array;
  /** Their rotations, wxyz. [K, S, 4] */
  readonly turns: Float64Array;
  /** Rotations of joints from their reference by frame, radians in the joint's axes, and slides: what offsets could take out. [K, controls] */
  readonly lags: Float64Array;
  /** Force and torque by frame that would have brought the root back. [K, 6] */
  readonly pulls: Float64Array;
  /** Mean distance of segments from the reference by frame, over the height. [K] */
  readonly errors: Float64Array;
  /** Mean torque from nowhere over the mean sum of the joints' torques. */
  readonly torqueShare: number;
  /** Mean force from nowhere over the weight. */
  readonly forceShare: number;
  /** Frame at which it lay, or −1. */
  readonly fellAt: number;
}

/** A root that is off by more than this, over the height, or turned by more, has fallen. */
const FALLEN = 0.35;
const FALLEN_TURN = 1.1;
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
  const places = new Float64Array(frameCount * count * 3);
  const turns = new Float64Array(frameCount * count * 4);
  const errors = new Float64Array(frameCount);
  const lags = new Float64Array(frameCount * nu);
  const pulls = new Float64Array(frameCount * 6);
  const wrench = new Float64Array(6);
  const target = new Float64Array(3);
  const here = new Float64Array(3);
  const spin = new Float64Array(3);
  const inertia = trunkInertia(simulation, plan);
  let [helpTorque, jointTorque, helpForce, fellAt] = [0, 0, 0, -1];

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
    if (u === 0 || t === stepCount - 1) pulls.set(wrench, Math.round(frame) * 6);
    for (let k = 0; k < 6; k++) {
      wrench[k] += plan.wrenches[t * 6 + k];
      if (settings.pulls)
        wrench[k] += (1 - u) * settings.pulls[at * 6 + k] + u * settings.pulls[at * 6 + 6 + k];
    }
    if (settings.hold) solver.left.set(wrench);
    else solver.solve(t, wrench);
    // (2) Servos: target, what inverse dynamics asks for less what the ground gives, and no drag by the speed it should have.
    for (let s = 1; s < count; s++) {
      // Servos subtract rotation vectors, which is no way from one rotation to another when both are large.
      const [q, v, c] = [layout.turnAt[s], layout.spinAt[s], layout.turnControlAt[s]];
      logTurn(here, positions, q);
      relativeTurn(target, positions, q, reference.positions, t * nq + q);
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
    // (3) Help: what the ground cannot give.
    for (let k = 0; k < 3; k++) {
      applied[k] = settings.forceHelp * solver.left[k];
      applied[3 + k] = spin[k] = settings.torqueHelp * solver.left[3 + k];
    }
    unrotate(applied, 3, simulation.turns.subarray(4, 8), 0);
    if (t % stepsPerFrame === 0) {
      simulation.place();
      record(simulation, plan, t, t / stepsPerFrame, places, turns, errors);
      recordLags(simulation, layout, reference, t, lags, t / stepsPerFrame);
    }
    if (!(off < 1)) {
      fellAt = Math.floor(t / stepsPerFrame);
      break;
    }
    if (t === stepCount - 1) break;
    simulation.step();
    helpForce += Math.hypot(applied[0], applied[1], applied[2]);
    helpTorque += Math.hypot(applied[3], applied[4], applied[5]);
    for (let s = 1; s < count; s++) {
      const c = layout.turnControlAt[s];
      jointTorque += Math.hypot(servoForces[c], servoForces[c + 1], servoForces[c + 2]);
    }
  }
  if (fellAt >= 0) {
    // It stays as it lay.
    for (let f = fellAt + 1; f < frameCount; f++) {
      places.copyWithin(f * count * 3, fellAt * count * 3, (fellAt + 1) * count * 3);
      turns.copyWithin(f * count * 4, fellAt * count * 4, (fellAt + 1) * count * 4);
    }
    for (let f = fellAt; f < frameCount; f++) errors[f] = Math.max(errors[f], FALLEN);
  }
  return {
    places,
    turns,
    lags,
    pulls,
    errors,
    torqueShare: jointTorque > 0 ? helpTorque / jointTorque : 0,
    forceShare: helpForce / stepCount / (body.mass * GRAVITY),
    fellAt,
  };
}

/** Inertia of the whole body about its root, as a ball's. */
function trunkInertia({ body }: Simulation, plan: SupportPlan): number {
  let sum = 0;
  for (let s = 0; s < body.parents.length; s++) {
    let squared = 0;
    for (let k = 0; k < 3; k++) squared += (plan.places[s * 3 + k] - plan.places[k]) ** 2;
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
  relativeTurn(error, positions, 3, reference.positions, q + 3);
  for (let k = 0; k < 3; k++) spin[k] = reference.velocities[v + 3 + k] - velocities[3 + k];
  const angle = Math.hypot(error[0], error[1], error[2]);
  for (let k = 0; k < 3; k++) spin[k] = inertia * (stiff * error[k] + damp * spin[k]);
  rotate(wrench, 3, positions, 3, spin, 0);
  return Math.max(Math.sqrt(apart) / (FALLEN * body.height), angle / FALLEN_TURN);
}

/** out = log of a⁻¹ b, both wxyz. */
export function relativeTurn(
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

const NO_TURN = Float64Array.of(1, 0, 0, 0);
const logTurn = (out: Float64Array, q: Float64Array, i: number): void => relativeTurn(out, NO_TURN, 0, q, i);

function record(
  { body, places, turns }: Simulation,
  plan: SupportPlan,
  t: number,
  frame: number,
  outPlaces: Float64Array,
  outTurns: Float64Array,
  errors: Float64Array,
): void {
  const count = body.parents.length;
  let sum = 0;
  for (let s = 0; s < count; s++) {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const x = places[(s + 1) * 3 + k];
      outPlaces[(frame * count + s) * 3 + k] = x;
      squared += (x - plan.places[(t * count + s) * 3 + k]) ** 2;
    }
    sum += Math.sqrt(squared);
    for (let k = 0; k < 4; k++) outTurns[(frame * count + s) * 4 + k] = turns[(s + 1) * 4 + k];
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
  const { positionCount, controlCount, turnAt, turnControlAt, slideAt, slideControlAt } = layout;
  for (let s = 1; s < body.parents.length; s++) {
    relativeTurn(lag, positions, turnAt[s], reference.positions, t * positionCount + turnAt[s]);
    for (let k = 0; k < 3; k++) lags[frame * controlCount + turnControlAt[s] + k] = lag[k];
    if (!body.slides[s]) continue;
    for (let k = 0; k < 3; k++) {
      const i = slideAt[s] + k;
      lags[frame * controlCount + slideControlAt[s] + k] =
        reference.positions[t * positionCount + i] - positions[i];
    }
  }
}
