/** @file What commands say of motion that was fitted to one mesh per frame. */

import type { FittedReconstructions } from '../../video/fit/fit-reconstructions.js';

/** Figures of a fit to meshes of single frames. */
export interface ReconstructionFacts {
  readonly frames: number;
  readonly kept: number;
  /** Frames that were left out, by reason. */
  readonly dropped: Readonly<Record<'far' | 'jump' | 'empty' | 'facing', number>>;
  /** Mean distance of the surfaces of kept frames, over the diagonal. */
  readonly chamfer: number;
}

export function reconstructionFacts({ frames }: FittedReconstructions): ReconstructionFacts {
  const count = (reason: string) => frames.filter(({ dropped }) => dropped === reason).length;
  const kept = frames.filter(({ dropped }) => dropped === undefined);
  return {
    frames: frames.length,
    kept: kept.length,
    dropped: { far: count('far'), jump: count('jump'), empty: count('empty'), facing: count('facing') },
    chamfer: kept.reduce((sum, { chamfer }) => sum + chamfer, 0) / kept.length,
  };
}

/** The figures in a line. */
export function describeReconstructions({ frames, kept, dropped, chamfer }: ReconstructionFacts): string {
  const { far, jump, empty, facing } = dropped;
  const reasons = `${far} far, ${jump} jumps, ${empty} empty, ${facing} facing other ways`;
  const left = kept === frames ? 'none left out' : `left out: ${reasons}`;
  return `${kept} of ${frames} meshes fitted (${left}); surfaces ${(chamfer * 100).toFixed(2)} % of the diagonal apart`;
}
