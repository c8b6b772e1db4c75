/**
 * @file Loads the physics engine: MuJoCo, its own WebAssembly build, one thread.
 *
 * Ten megabytes that most programs never need, so it is imported when the first body is simulated, and once. Bundlers
 * put the engine in a chunk of its own and its `.wasm` file beside it; where a page serves that file from elsewhere, the
 * address can be given. The build with threads was left aside: it wants cross-origin isolated pages, and one body is too
 * small to share; whole simulations are shared among workers instead, each with an engine of its own.
 */

import { PosespaceError } from '../../base/errors.js';

/** A compiled model of the engine, as far as it is used. */
export interface PhysicsModel {
  readonly opt: { disableflags: number };
  delete(): void;
}

/** The state of a model: views into the engine's memory. */
export interface PhysicsData {
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  readonly qacc: Float64Array;
  readonly ctrl: Float64Array;
  readonly actuator_force: Float64Array;
  readonly qfrc_applied: Float64Array;
  readonly qfrc_inverse: Float64Array;
  readonly xpos: Float64Array;
  readonly xquat: Float64Array;
  delete(): void;
}

/** The engine, as far as it is used: its own declarations do not compile without `skipLibCheck`. */
export interface Physics {
  readonly MjModel: { from_xml_string(xml: string): PhysicsModel };
  readonly MjData: new (model: PhysicsModel) => PhysicsData;
  readonly mjtDisableBit: { readonly mjDSBL_CONSTRAINT: { readonly value: number } };
  mj_resetData(model: PhysicsModel, data: PhysicsData): void;
  mj_step(model: PhysicsModel, data: PhysicsData): void;
  mj_kinematics(model: PhysicsModel, data: PhysicsData): void;
  mj_inverse(model: PhysicsModel, data: PhysicsData): void;
}

/** Options of `loadPhysics`. */
export interface LoadPhysicsOptions {
  /** Where `mujoco.wasm` lies; absent: beside the module that was imported. Only the first call is heard. */
  readonly wasmUrl?: string;
}

let loading: Promise<Physics> | undefined;

/** The engine, loaded once. */
export function loadPhysics({ wasmUrl }: LoadPhysicsOptions = {}): Promise<Physics> {
  loading ??= start(wasmUrl).catch((error: unknown) => {
    // A network may come back.
    loading = undefined;
    throw new PosespaceError(
      'unsupported',
      `motion/loadPhysics: the physics engine did not start (${error instanceof Error ? error.message : error}); ` +
        'install @mujoco/mujoco, or say where its mujoco.wasm is served with wasmUrl',
    );
  });
  return loading;
}

async function start(wasmUrl: string | undefined): Promise<Physics> {
  const { default: create } = await import('#mujoco');
  const engine: unknown = await create({
    // What the engine has to say comes back as errors; the console belongs to the program.
    print: () => {},
    printErr: () => {},
    ...(wasmUrl !== undefined && { locateFile: () => wasmUrl }),
  });
  return engine as Physics;
}
