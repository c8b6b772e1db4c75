/**
 * @file How much rigs vary where every frame of a mesh sequence is rigged for itself: by the shape alone, by the network
 * that ships (SPRig's teacher) and by one that was adapted to the sequence (its student).
 */

import type { WorkOptions } from '../base/progress.js';
import type { MeshSequence } from '../mesh/mesh-sequence.js';
import type { SkeletonModel } from '../rig/learned/skeleton-model.js';
import {
  type FrameConsistency,
  type FrameRigger,
  MEASURE_FRAME_RIGS_DEFAULTS,
  measureFrameRigs,
} from '../rig/sequence/measure-frame-rigs.js';
import { rigAnchor } from '../rig/sequence/rig-anchor.js';
import { rigFrame } from '../rig/sequence/rig-frame.js';
import {
  findSkeletonNetwork,
  openSkeletonNetwork,
  type SkeletonNetworkSource,
} from './open-skeleton-network.js';

/** Options of `measurePerFrame`. */
export interface MeasurePerFrameOptions extends WorkOptions {
  /** Most frames to rig, 2 or more. */
  readonly frames?: number;
  /** An adapted skeleton network: it is measured beside the one that ships with the package. */
  readonly network?: SkeletonNetworkSource;
}

/** Defaults of `measurePerFrame`. */
export const MEASURE_PER_FRAME_DEFAULTS = Object.freeze({ frames: MEASURE_FRAME_RIGS_DEFAULTS.frames });

/** Rigs frames of a sequence one by one with every rigger. Riggers that fail on a frame are left out. */
export async function measurePerFrame(
  sequence: MeshSequence,
  options: MeasurePerFrameOptions = {},
): Promise<Readonly<Partial<Record<'geometric' | 'learned' | 'student', FrameConsistency>>>> {
  const { signal, onProgress, frames } = { ...MEASURE_PER_FRAME_DEFAULTS, ...options };
  const { network } = await findSkeletonNetwork(undefined);
  const student = options.network === undefined ? undefined : await openSkeletonNetwork(options.network);
  const byNetwork = (name: string, model: SkeletonModel | undefined): [string, FrameRigger][] =>
    model ? [[name, (mesh) => rigFrame(mesh, model, { signal })]] : [];
  const riggers: [string, FrameRigger][] = [
    ['geometric', (mesh) => rigAnchor(mesh, { signal })],
    ...byNetwork('learned', network),
    ...byNetwork('student', student),
  ];
  const measured: [string, FrameConsistency][] = [];
  for (const [i, [name, rigger]] of riggers.entries()) {
    const work: WorkOptions = {
      signal,
      onProgress: ({ stage, fraction }) => onProgress?.({ stage, fraction: (i + fraction) / riggers.length }),
    };
    const one = await measureFrameRigs(sequence, rigger, { ...work, frames }).catch((error) => {
      if (signal?.aborted) throw error;
      return undefined;
    });
    if (one) measured.push([name, one]);
  }
  return Object.fromEntries(measured);
}
