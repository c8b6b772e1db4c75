/**
 * @file One simulated body: the engine's model, its state and the arrays that are read and written at every step.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Physics, PhysicsModel } from './load-physics.js';
import type { PhysicsBody } from './physics-body.js';
import { type WriteMjcfOptions, writeMjcf } from './write-mjcf.js';

/** Views into the engine's memory, created once: creating one takes longer than using it. */
export interface Simulation {
  readonly body: PhysicsBody;
  /** As `layOutDofs` has them. */
  readonly positions: Float64Array;
  readonly velocities: Float64Array;
  readonly accelerations: Float64Array;
  /** Targets of the servos. */
  readonly controls: Float64Array;
  /** What the servos do, newton metres, or newtons where they slide. */
  readonly servoForces: Float64Array;
  /** Forces on degrees of freedom from outside. */
  readonly applied: Float64Array;
  /** The forces from inverse dynamics. */
  readonly needed: Float64Array;
  /** Positions of the world and the segments. [S + 1, 3] */
  readonly segmentPositions: Float64Array;
  /** Their rotations, wxyz. [S + 1, 4] */
  readonly segmentRotations: Float64Array;
  reset(): void;
  step(): void;
  /** Updates segment positions and rotations from the joint positions, without stepping. */
  place(): void;
  /** Forces that the set positions, velocities and accelerations need, the ground left out. */
  invert(): void;
  close(): void;
}

export function openSimulation(
  physics: Physics,
  body: PhysicsBody,
  options: WriteMjcfOptions = {},
): Simulation {
  const xml = writeMjcf(body, options);
  let model: PhysicsModel;
  try {
    model = physics.MjModel.from_xml_string(xml);
  } catch (error) {
    throw new PosespaceError(
      'bad-input',
      `motion/openSimulation: the rig cannot be simulated (${error instanceof Error ? error.message.trim() : error}); check its mesh and weights`,
    );
  }
  const data = new physics.MjData(model);
  const noContact = physics.mjtDisableBit.mjDSBL_CONSTRAINT.value;
  const option = model.opt;
  return {
    body,
    positions: data.qpos,
    velocities: data.qvel,
    accelerations: data.qacc,
    controls: data.ctrl,
    servoForces: data.actuator_force,
    applied: data.qfrc_applied,
    needed: data.qfrc_inverse,
    segmentPositions: data.xpos,
    segmentRotations: data.xquat,
    reset: () => physics.mj_resetData(model, data),
    step: () => physics.mj_step(model, data),
    place: () => physics.mj_kinematics(model, data),
    invert() {
      const flags = option.disableflags;
      option.disableflags = flags | noContact;
      physics.mj_inverse(model, data);
      option.disableflags = flags;
    },
    close() {
      data.delete();
      model.delete();
    },
  };
}
