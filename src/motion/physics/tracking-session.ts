/**
 * @file Where simulations run: a body and its reference, prepared once, simulated as often as needed. Here it is
 * done in the caller's thread; workers with an engine of their own offer the same and do several at a time.
 */

import { followReference, type SimulatedMotion, type TrackingSettings } from './follow-reference.js';
import { type LoadPhysicsOptions, loadPhysics } from './load-physics.js';
import type { PhysicsBody } from './physics-body.js';
import { createSupportSolver, planSupport } from './plan-support.js';
import type { ReferenceMotion } from './reference-motion.js';
import { openSimulation } from './simulation.js';

/** Plain data: it can be sent to a worker. */
export interface TrackingTask {
  readonly body: PhysicsBody;
  readonly reference: ReferenceMotion;
}

/** A simulated body that tracks clips. */
export interface TrackingSession {
  /** Follows the reference once for each of the settings; results in their order. */
  follow(settings: readonly TrackingSettings[]): Promise<SimulatedMotion[]>;
  close(): Promise<void>;
}

/** Opens a tracking session. */
export type OpenTrackingSession = (task: TrackingTask) => Promise<TrackingSession>;

/** A session in this thread. */
export async function openTrackingSession(
  { body, reference }: TrackingTask,
  options: LoadPhysicsOptions = {},
): Promise<TrackingSession> {
  const physics = await loadPhysics(options);
  const simulation = openSimulation(physics, body, { timeStep: reference.timeStep });
  const plan = planSupport(simulation, reference);
  const solver = createSupportSolver(simulation, plan, reference.timeStep);
  return {
    follow: async (settings) =>
      settings.map((each) => followReference(simulation, reference, plan, solver, each)),
    close: async () => simulation.close(),
  };
}
