/**
 * @file The ideal denoiser of a finite set of films or motions, in closed form: the mean of the set, weighted by how well
 * each member explains the noisy one. Score distillation against it must recover a member, so it tests the whole chain.
 *
 * x̂₀ = Σ w_i f_i, w = softmax(−‖z_t − a f_i‖² / 2b²) with z_t = a z + b ε.
 */

import { noiseShares, type VideoDenoiser } from './score-model.js';
import type { TrajectoryCells } from './trajectory-cells.js';
import type { TrajectoryDenoiser } from './trajectory-denoiser.js';

/** A film of the set, as each camera of a run sees it. */
export interface KnownVideo {
  readonly caption: string;
  /** By view: sRGB, 0 to 1. [F, H, W, 3] each */
  readonly views: readonly Float32Array[];
}

/** A motion of the set. */
export interface KnownMotion {
  readonly caption: string;
  /** As `measureTrajectories` gives them. [N, K, 3] */
  readonly trajectories: Float32Array;
}

/** The ideal denoiser of some films; a prompt selects those with that caption. */
export function createExactDenoiser(
  videos: readonly KnownVideo[],
  kind: VideoDenoiser['kind'] = 'v-prediction',
): VideoDenoiser {
  const known = videos.map(({ caption, views }) => ({
    caption,
    views: views.map((film) => film.map((x) => 2 * x - 1)),
  }));
  return {
    name: 'exact',
    kind,
    async predict(noisy, { time, view }, prompt) {
      const { keep, mix } = noiseShares(kind, time);
      const films = select(known, prompt).map(({ views }) => views[view]);
      const clean = idealMean(films, noisy, keep, mix);
      // v of the clean film: ε̂ follows from z_t.
      return noisy.map((z, i) => {
        const noise = (z - keep * clean[i]) / mix;
        return kind === 'rectified-flow' ? noise - clean[i] : keep * noise - mix * clean[i];
      });
    },
  };
}

/** The ideal denoiser of some motions of one body. */
export function createExactTrajectoryDenoiser(
  cells: TrajectoryCells,
  motions: readonly KnownMotion[],
  { frameCount, deviations }: Pick<TrajectoryDenoiser, 'frameCount' | 'deviations'>,
): TrajectoryDenoiser {
  const frequencyCount = deviations.length;
  const known = motions.map(({ caption, trajectories }) => ({
    caption,
    z: trajectories.map((c, i) => c / deviations[Math.floor(i / 3) % frequencyCount]),
  }));
  return {
    name: 'exact',
    cells,
    frameCount,
    frequencyCount,
    deviations,
    async denoise(noisy, { time, prompt }) {
      const { keep, mix } = noiseShares('v-prediction', time);
      return idealMean(
        select(known, prompt).map(({ z }) => z),
        noisy,
        keep,
        mix,
      );
    },
  };
}

/** Members with that caption; all where none has it, or for no prompt. */
function select<T extends { readonly caption: string }>(
  known: readonly T[],
  prompt: string | undefined,
): readonly T[] {
  const named = known.filter(({ caption }) => caption === prompt);
  return named.length > 0 ? named : known;
}

/** The mean of a set, weighted by how likely each member is, given the noisy one. */
function idealMean(
  members: readonly Float32Array[],
  noisy: Float32Array,
  keep: number,
  mix: number,
): Float32Array {
  const logs = members.map((member) => {
    let sum = 0;
    for (let i = 0; i < noisy.length; i++) sum += (noisy[i] - keep * member[i]) ** 2;
    return -sum / (2 * mix * mix);
  });
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const total = weights.reduce((a, b) => a + b, 0);
  const out = new Float32Array(noisy.length);
  members.forEach((member, m) => {
    for (let i = 0; i < out.length; i++) out[i] += (weights[m] / total) * member[i];
  });
  return out;
}
