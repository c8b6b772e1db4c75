/**
 * @file What a reference motion needs, step by step: the forces on its joints and on its root if nothing held it, and
 * which points of its soles could bear it.
 *
 * The root has no motor. What inverse dynamics requires there must come from the ground, through the legs: `shareWrench`
 * shares a force and a torque among the points that are down, each within its friction cone, and returns the rest.
 * The torques with which the legs pass it on follow from where the joints are.
 */

import { layOutDofs } from './physics-body.js';
import type { ReferenceMotion } from './reference-motion.js';
import type { Simulation } from './simulation.js';
import { SOLE_RADIUS } from './write-mjcf.js';

/** Points that are lower than this in the reference, over the height, are meant to bear; */
const LOW = 0.02;
/** of these, those do that are lower than this in the simulation. */
const NEAR = 0.004;
/** Friction that plans count on: less than there is, so that feet hold when something goes wrong. */
const FRICTION = 0.7;
/** Edges of a cone of friction. */
const EDGES = 4;
const SWEEPS = 24;
/** Seconds over which loads come and go: feet that lose touch for a step would otherwise kick the body up. */
const EASE = 0.02;
/** Against forces without need: share of what they act with. */
const THRIFT = 1e-3;

export interface SupportPlan {
  /** Force and torque about the root's joint, in the world, that the root needs. [N, 6] */
  readonly wrenches: Float64Array;
  /** Forces on joints without ground. [N, velocities] */
  readonly forces: Float64Array;
  /** Where segments are. [N, S, 3] */
  readonly segmentPositions: Float64Array;
  /** wxyz [N, S, 4] */
  readonly segmentRotations: Float64Array;
  /** Points that are meant to bear at each step. */
  readonly bearing: readonly Int16Array[];
}

export function planSupport(simulation: Simulation, reference: ReferenceMotion): SupportPlan {
  const { body, positions, velocities, accelerations, needed, segmentPositions, segmentRotations } =
    simulation;
  const { soles, height } = body;
  const count = body.parents.length;
  const { positionCount: nq, velocityCount: nv } = layOutDofs(body);
  const { stepCount } = reference;
  const plan = {
    wrenches: new Float64Array(stepCount * 6),
    forces: new Float64Array(stepCount * nv),
    segmentPositions: new Float64Array(stepCount * count * 3),
    segmentRotations: new Float64Array(stepCount * count * 4),
    bearing: [] as Int16Array[],
  };
  const point = new Float64Array(3);
  simulation.reset();
  for (let t = 0; t < stepCount; t++) {
    positions.set(reference.positions.subarray(t * nq, (t + 1) * nq));
    velocities.set(reference.velocities.subarray(t * nv, (t + 1) * nv));
    accelerations.set(reference.accelerations.subarray(t * nv, (t + 1) * nv));
    simulation.invert();
    plan.forces.set(needed, t * nv);
    plan.wrenches.set(needed.subarray(0, 3), t * 6);
    rotate(plan.wrenches, t * 6 + 3, segmentRotations, 4, needed, 3);
    plan.segmentPositions.set(segmentPositions.subarray(3), t * count * 3);
    plan.segmentRotations.set(segmentRotations.subarray(4), t * count * 4);
    const down: number[] = [];
    for (let i = 0; i < soles.segments.length; i++) {
      const s = soles.segments[i] + 1;
      rotate(point, 0, segmentRotations, s * 4, soles.points, i * 3);
      const above = (segmentPositions[s * 3 + 1] + point[1]) / height;
      if (above < LOW) down.push(i);
    }
    plan.bearing.push(Int16Array.from(down));
  }
  return plan;
}

/** Shares wrenches among soles, again and again without new memory. */
export interface SupportSolver {
  /** What of the last wrench the ground cannot give: force and torque about the root. [6] */
  readonly left: Float64Array;
  /** Torques that the last forces put on joints, in their segments' axes. [S, 3] */
  readonly torques: Float64Array;
  /** Forces that pass through them, in the axes of their parents. [S, 3] */
  readonly thrusts: Float64Array;
  /** Forgets the forces before, which new ones are eased into. */
  restart(): void;
  solve(t: number, wrench: Float64Array): void;
}

export function createSupportSolver(
  simulation: Simulation,
  plan: SupportPlan,
  timeStep: number,
): SupportSolver {
  const { segmentPositions, segmentRotations } = simulation;
  const { soles, parents, height } = simulation.body;
  const count = parents.length;
  const most = soles.segments.length * EDGES;
  const arms = new Float64Array(soles.segments.length * 3);
  const down = new Int16Array(soles.segments.length);
  const columns = new Float64Array(most * 6);
  const sizes = new Float64Array(most);
  const amounts = new Float64Array(most);
  const left = new Float64Array(6);
  const missing = new Float64Array(6);
  const torques = new Float64Array(count * 3);
  const thrusts = new Float64Array(count * 3);
  const moment = new Float64Array(3);
  const push = new Float64Array(count * 3);
  const twist = new Float64Array(count * 3);
  // A torque counts as the force that makes it half a body away.
  const lever = 2 / height;
  const slow = timeStep / (timeStep + EASE);
  let fresh = true;

  /** Lays out the cones of points that may bear: those meant to, or those of them that are near the ground. */
  const gather = (t: number, most: number): number => {
    let downCount = 0;
    for (const i of plan.bearing[t]) {
      const s = soles.segments[i] + 1;
      const o = downCount * 3;
      rotate(arms, o, segmentRotations, s * 4, soles.points, i * 3);
      if ((segmentPositions[s * 3 + 1] + arms[o + 1]) / height - SOLE_RADIUS > most) continue;
      for (let k = 0; k < 3; k++) arms[o + k] += segmentPositions[s * 3 + k] - segmentPositions[3 + k];
      layCone(columns, downCount * EDGES * 6, arms, o, lever);
      down[downCount++] = i;
    }
    return downCount;
  };

  /** Shares a wrench among points: non-negative least squares, one edge after the other. */
  const share = (downCount: number, wrench: Float64Array): void => {
    const total = downCount * EDGES;
    for (let a = 0; a < total; a++) {
      let size = 0;
      for (let k = a * 6; k < a * 6 + 6; k++) size += columns[k] ** 2;
      sizes[a] = size;
    }
    for (let k = 0; k < 3; k++) {
      missing[k] = wrench[k];
      missing[3 + k] = lever * wrench[3 + k];
    }
    amounts.fill(0, 0, total);
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      for (let a = 0; a < total; a++) {
        const b = a * 6;
        let along = -THRIFT * sizes[a] * amounts[a];
        for (let k = 0; k < 6; k++) along += columns[b + k] * missing[k];
        const change = Math.max(-amounts[a], along / ((1 + THRIFT) * sizes[a]));
        if (change === 0) continue;
        amounts[a] += change;
        for (let k = 0; k < 6; k++) missing[k] -= change * columns[b + k];
      }
    }
    for (let k = 3; k < 6; k++) missing[k] /= lever;
  };

  /** Forces up the tree: what passes through each joint, and its moment about the root. */
  const passOn = (downCount: number, ease: number): void => {
    push.fill(0);
    twist.fill(0);
    for (let c = 0; c < downCount; c++) {
      const s = soles.segments[down[c]];
      const [ax, ay, az] = [arms[c * 3], arms[c * 3 + 1], arms[c * 3 + 2]];
      let [fx, fy, fz] = [0, 0, 0];
      for (let a = c * EDGES; a < (c + 1) * EDGES; a++) {
        fx += amounts[a] * columns[a * 6];
        fy += amounts[a];
        fz += amounts[a] * columns[a * 6 + 2];
      }
      push[s * 3] += fx;
      push[s * 3 + 1] += fy;
      push[s * 3 + 2] += fz;
      twist[s * 3] += ay * fz - az * fy;
      twist[s * 3 + 1] += az * fx - ax * fz;
      twist[s * 3 + 2] += ax * fy - ay * fx;
    }
    for (let s = count - 1; s > 0; s--) {
      const p = parents[s];
      for (let k = 0; k < 3; k++) {
        push[p * 3 + k] += push[s * 3 + k];
        twist[p * 3 + k] += twist[s * 3 + k];
      }
      const x = segmentPositions[s * 3 + 3] - segmentPositions[3];
      const y = segmentPositions[s * 3 + 4] - segmentPositions[4];
      const z = segmentPositions[s * 3 + 5] - segmentPositions[5];
      const [fx, fy, fz] = [push[s * 3], push[s * 3 + 1], push[s * 3 + 2]];
      moment[0] = twist[s * 3] - (y * fz - z * fy);
      moment[1] = twist[s * 3 + 1] - (z * fx - x * fz);
      moment[2] = twist[s * 3 + 2] - (x * fy - y * fx);
      unrotate(moment, 0, segmentRotations, s * 4 + 4);
      for (let k = 0; k < 3; k++) torques[s * 3 + k] += ease * (moment[k] - torques[s * 3 + k]);
      for (let k = 0; k < 3; k++) moment[k] = push[s * 3 + k];
      unrotate(moment, 0, segmentRotations, p * 4 + 4);
      for (let k = 0; k < 3; k++) thrusts[s * 3 + k] += ease * (moment[k] - thrusts[s * 3 + k]);
    }
  };

  return {
    left,
    torques,
    thrusts,
    restart() {
      torques.fill(0);
      thrusts.fill(0);
      fresh = true;
    },
    solve(t, wrench) {
      // The residual force covers what no ground contact could give, not feet that are late: a body that is
      // held up while its feet are in the air would hover.
      share(gather(t, Infinity), wrench);
      left.set(missing);
      const touching = gather(t, NEAR);
      share(touching, wrench);
      passOn(touching, fresh ? 1 : slow);
      fresh = false;
    },
  };
}

/** The edges of a point's cone of friction as wrenches about the root. [EDGES, 6] */
function layCone(columns: Float64Array, b: number, arms: Float64Array, o: number, lever: number): void {
  const [ax, ay, az] = [arms[o], arms[o + 1], arms[o + 2]];
  for (let e = 0; e < EDGES; e++) {
    const x = FRICTION * Math.cos((2 * Math.PI * e) / EDGES);
    const z = FRICTION * Math.sin((2 * Math.PI * e) / EDGES);
    const c = b + e * 6;
    columns[c] = x;
    columns[c + 1] = 1;
    columns[c + 2] = z;
    columns[c + 3] = lever * (ay * z - az);
    columns[c + 4] = lever * (az * x - ax * z);
    columns[c + 5] = lever * (ax - ay * x);
  }
}

/** out = v rotated by q (wxyz). */
export function rotate(
  out: Float64Array,
  o: number,
  q: Float64Array,
  i: number,
  v: Float64Array,
  j: number,
): void {
  const [w, x, y, z] = [q[i], q[i + 1], q[i + 2], q[i + 3]];
  const [a, b, c] = [v[j], v[j + 1], v[j + 2]];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  out[o] = a + w * tx + y * tz - z * ty;
  out[o + 1] = b + w * ty + z * tx - x * tz;
  out[o + 2] = c + w * tz + x * ty - y * tx;
}

/** Turns a vector back by q (wxyz), in place. */
export function unrotate(v: Float64Array, j: number, q: Float64Array, i: number): void {
  const [w, x, y, z] = [q[i], -q[i + 1], -q[i + 2], -q[i + 3]];
  const [a, b, c] = [v[j], v[j + 1], v[j + 2]];
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  v[j] = a + w * tx + y * tz - z * ty;
  v[j + 1] = b + w * ty + z * tx - x * tz;
  v[j + 2] = c + w * tz + x * ty - y * tx;
}
