/**
 * @file A model that knows one pose, rest. A pose space over it is plain inverse kinematics near rest (and near the
 * poses of clips, where there are some), with everything that handles can callWorker for: what a hand gets within
 * milliseconds, while the networks are still on their way.
 */

import type { PoseModel } from 'posespace/pose';

type Network = PoseModel['encoder'];

const answering = (
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
  encoder: answering(() => ({ context: EMPTY, bias: EMPTY })),
  // A state of zeros is rest, whatever was asked.
  step: answering(({ state }) => ({
    clean: { data: new Float32Array(state.data.length), dims: state.dims },
  })),
  close: async () => undefined,
};
