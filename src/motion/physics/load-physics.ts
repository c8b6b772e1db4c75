/**
 * @file Loads the physics engine: MuJoCo, its own WebAssembly build, one thread.
 *
 * Ten megabytes that most programs never need, so it is imported when the first body is simulated, and once. Bundlers
 * put the engine in a chunk of its own and its `.wasm` file beside it; where a page serves that file from elsewhere, the
 * address can be given. The build with threads was left aside: it wants cross-origin isolated pages, and one body is too
 * small to share; whole simulations are shared among workers instead, each with an engine of its own.
 */

import type { MainModule } from '@mujoco/mujoco';
import { PosespaceError } from '../../base/errors.js';

/** The engine. */
export type Physics = MainModule;

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
  return create({
    // What the engine has to say comes back as errors; the console belongs to the program.
    print: () => {},
    printErr: () => {},
    ...(wasmUrl !== undefined && { locateFile: () => wasmUrl }),
  });
}
