/**
 * @file The ideal denoiser of a finite set of films, in closed form: the mean of the films, weighted by how well each
 * explains the noisy one. Score distillation against it must recover a film of the set, so it tests the whole chain.
 *
 * x̂₀ = Σ w_i f_i, w = softmax(−‖z_t − a f_i‖² / 2b²) with z_t = a z + b ε.
 */

import { noiseShares, type VideoDenoiser } from './score-model.js';

/** A film of the set, as each camera of a run sees it. */
export interface KnownVideo {
  readonly caption: string;
  /** By view: sRGB, 0 to 1. [F, H, W, 3] each */
  readonly views: readonly Float32Array[];
}

/** The ideal denoiser of some films; a prompt selects those with that caption. */
export function createExactDenoiser(
  videos: readonly KnownVideo[],
  kind: VideoDenoiser['kind'] = 'v-prediction',
): VideoDenoiser {
  return {
    name: 'exact',
    kind,
    async predict(noisy, { time, view }, prompt) {
      const { keep, mix } = noiseShares(kind, time);
      const known = videos.filter(({ caption }) => prompt === undefined || caption === prompt);
      const films = (known.length > 0 ? known : videos).map(({ views }) => views[view]);
      const clean = meanFilm(films, weightsOf(films, noisy, keep, mix));
      // v of the clean film: ε̂ follows from z_t.
      return noisy.map((z, i) => {
        const noise = (z - keep * clean[i]) / mix;
        return kind === 'rectified-flow' ? noise - clean[i] : keep * noise - mix * clean[i];
      });
    },
  };
}

/** How likely each film is, given the noisy one. */
function weightsOf(films: readonly Float32Array[], noisy: Float32Array, keep: number, mix: number): number[] {
  const logs = films.map((film) => {
    let sum = 0;
    for (let i = 0; i < noisy.length; i++) sum += (noisy[i] - keep * (2 * film[i] - 1)) ** 2;
    return -sum / (2 * mix * mix);
  });
  const most = Math.max(...logs);
  const weights = logs.map((log) => Math.exp(log - most));
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / total);
}

function meanFilm(films: readonly Float32Array[], weights: readonly number[]): Float32Array {
  const out = new Float32Array(films[0].length);
  films.forEach((film, f) => {
    for (let i = 0; i < out.length; i++) out[i] += weights[f] * (2 * film[i] - 1);
  });
  return out;
}
