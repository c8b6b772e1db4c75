/** @file `--score embedded` of `animate distil`: the motion prior of this package instead of a score server. */

import { PosespaceError } from '../../base/errors.js';
import type { Model } from '../../io/model.js';
import { type DistilFromPriorOptions, distilFromPrior } from '../../verbs/distil-from-prior.js';
import type { DistilledMotion } from '../../video/distil/distil-options.js';

/** The word that stands for the motion prior. */
export const EMBEDDED = 'embedded';

/** The flags that the motion prior takes. */
interface EmbeddedFlags {
  readonly frames: number;
  readonly iterations?: number;
  readonly guidance?: number;
  readonly smoothness?: number;
  readonly ground?: number;
  readonly loop: boolean;
}

/** Frames of every motion that the prior knows. */
const FRAMES = 16;

/** Distils from the motion prior; what is not given is as suits it, not as suits a server. */
export function distilEmbedded(
  model: Model,
  { frames, iterations, guidance, smoothness, ground, loop }: EmbeddedFlags,
  options: Pick<
    DistilFromPriorOptions,
    'prompt' | 'seed' | 'signal' | 'onProgress' | 'onIteration' | 'checkpoint' | 'project'
  >,
): Promise<DistilledMotion> {
  if (frames !== FRAMES) {
    throw new PosespaceError(
      'bad-usage',
      `animate distil: the embedded score model knows motions of ${FRAMES} frames, got --frames ${frames}`,
    );
  }
  return distilFromPrior(model, {
    ...options,
    loop,
    ...(iterations !== undefined && { iterations }),
    ...(guidance !== undefined && { guidance }),
    ...(smoothness !== undefined && { smoothness }),
    ...(ground !== undefined && { groundWeight: ground }),
  });
}
