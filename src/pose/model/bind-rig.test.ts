import { expect, it } from 'vitest';
import { sampleCreature } from '../../../test/support/creatures.js';
import { floats, type Tensors } from '../../nets/network.js';
import { normaliseRig } from '../records/normalise-rig.js';
import { FEATURE_COUNT, rigFeatures } from '../records/rig-features.js';
import { bindRig } from './bind-rig.js';
import type { PoseModel } from './pose-model.js';

it('samples conditioned on the surface, completes conditioned on the bare skeleton and its mirror image', async () => {
  const { rig } = sampleCreature('cat');
  const body = normaliseRig(rig);
  // A network that returns its inputs.
  const model = {
    encoder: {
      run: async ({ features }: Tensors) => ({
        context: features,
        bias: floats(new Float32Array(1), 1),
      }),
    },
    step: { run: async ({ context }: Tensors) => ({ clean: context }) },
  } as unknown as PoseModel;
  const { denoiser, completer } = await bindRig(model, body);
  const conditionOf = async (network: typeof denoiser | undefined) =>
    network!.predict(new Float32Array(0), 1, 0.5);
  const bare = normaliseRig({ skeleton: rig.skeleton });
  expect(await conditionOf(denoiser)).toEqual(rigFeatures(body).features);
  expect(await conditionOf(completer)).toEqual(rigFeatures(bare).features);
  expect(await conditionOf(completer)).not.toEqual(await conditionOf(denoiser));
  const mirrored = await conditionOf(completer.mirrored);
  const acrossX = new Set([0, 3, 6, 9]);
  (await conditionOf(completer)).forEach((value, i) => {
    expect(mirrored[i]).toBeCloseTo(acrossX.has(i % FEATURE_COUNT) ? -value : value, 6);
  });
});
