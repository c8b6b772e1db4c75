/**
 * @file A pose model that predicts the rest pose. A pose space over it is plain inverse kinematics near rest (and
 * near the poses of clips) with all kinds of handles, available within milliseconds while the networks load.
 */

import type { PoseModel } from 'posespace/pose';

type Network = PoseModel['encoder'];

const constantNetwork = (
  answer: (inputs: Parameters<Network['run']>[0]) => Awaited<ReturnType<Network['run']>>,
): Network => ({
  run: async (inputs) => answer(inputs),
  close: async () => undefined,
});

const EMPTY = { data: new Float32Array(0), dims: [0] };
const NO_FILE = { path: 'none', bytes: 0, sha256: '' };

export const REST_MODEL: PoseModel = {
  card: {
    name: 'rest',
    version: 0,
    files: { encoder: NO_FILE, step: NO_FILE },
    features: 0,
    state: 0,
    handles: 0,
    scales: { rotation: 1, height: 1, position: 1 },
  },
  encoder: constantNetwork(() => ({ context: EMPTY, bias: EMPTY })),
  // A state of zeros is the rest pose.
  step: constantNetwork(({ state }) => ({
    clean: { data: new Float32Array(state.data.length), dims: state.dims },
  })),
  close: async () => undefined,
};
