/** @file `--score embedded` of `animate distil`: the motion prior of this package instead of a score server. */

import { PosespaceError } from '../../base/errors.js';
import type { Model } from '../../io/model.js';
import { type DistilFromPriorOptions, distilFromPrior } from '../../verbs/distil-from-prior.js';
import { DISTIL_DEFAULTS, type DistilledMotion } from '../../video/distil/distil-options.js';

/** The word that stands for the motion prior. */
export const EMBEDDED = 'embedded';

/** The flags that the motion prior takes, and those that it cannot. */
interface EmbeddedFlags {
  readonly preset: string;
  readonly frames: number;
  readonly fps: number;
  readonly size: number;
  readonly splats: number;
  readonly views?: number;
  readonly iterations?: number;
  readonly guidance?: number;
  readonly smoothness?: number;
  readonly ground?: number;
  readonly loop: boolean;
}

/** Of every motion that the prior knows. */
const FRAMES = 16;
const FRAME_RATE = 12;

/** Distils from the motion prior; what is not given is as suits it, not as suits a server. */
export function distilEmbedded(
  model: Model,
  flags: EmbeddedFlags,
  options: Pick<
    DistilFromPriorOptions,
    'prompt' | 'seed' | 'signal' | 'onProgress' | 'onIteration' | 'checkpoint' | 'project'
  >,
): Promise<DistilledMotion> {
  checkFlags(flags);
  const { iterations, guidance, smoothness, ground, loop } = flags;
  return distilFromPrior(model, {
    ...options,
    loop,
    ...(iterations !== undefined && { iterations }),
    ...(guidance !== undefined && { guidance }),
    ...(smoothness !== undefined && { smoothness }),
    ...(ground !== undefined && { groundWeight: ground }),
  });
}

/** Refuses what would have no effect. */
function checkFlags({ preset, frames, fps, size, splats, views }: EmbeddedFlags): void {
  const { frameRate, size: side, splatCount } = DISTIL_DEFAULTS;
  if (frames !== FRAMES || (fps !== frameRate && fps !== FRAME_RATE)) {
    throw new PosespaceError(
      'bad-usage',
      `animate distil: the embedded score model knows motions of ${FRAMES} frames at ${FRAME_RATE} a second, got --frames ${frames} --fps ${fps}`,
    );
  }
  if (preset !== 'standard' || size !== side || splats !== splatCount || views !== undefined) {
    throw new PosespaceError(
      'bad-usage',
      'animate distil: the embedded score model sees trajectories, no pictures; --preset, --size, --splats and --views are for score servers',
    );
  }
}
