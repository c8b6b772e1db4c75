/**
 * @file Finds the control sequence with which a body follows its reference, with as little help as will do.
 *
 * Learning is by repetition (iterative learning control; Arimoto, Kawamura, Miyazaki, 1984): what joints lagged behind
 * is added to their targets, what would have brought the root back is asked of the legs beforehand, both a little
 * earlier than they were missed. In each round two are tried, one that learns from both and one that learns from the
 * root alone, and the better one is kept; where neither is better, the next round learns half as much. Help is annealed
 * from all to none, each amount starting from what was learned with the one before.
 *
 * Measured on a biped of 57 degrees of freedom that walks with a quarter of the torque it lacks (441 steps, 0.15 s of one
 * core a simulation, 10.8 % of the height off at first):
 * - learning by repetition: 5.5, 3.9, 3.4 % after 2, 4, 6 simulations, 3.2 % after 16 (2.8 s);
 * - sampling (an evolution strategy, eight smooth random changes a round, the best kept): 7.7, 7.0, 3.0 % after 8, 16,
 *   24 simulations, 2.8 % after 64 (9.0 s): as good in the end, three times the work;
 * - gradients by finite differences through the simulator (`mjd_transitionFD`, carried back in time and clipped as AKD
 *   does): one costs 12.6 s, as much as 80 simulations, since every step is taken again for each number of
 *   its state and its command; three of them, with a search along each, took 40 s and left 72 % of the error.
 */

import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import type { SimulatedMotion, TrackingSettings } from './follow-reference.js';
import type { TrackingSession } from './tracking-session.js';

export interface LearnControlSettings {
  /** Frames that only run in, whose errors do not count. */
  readonly lead: number;
  /** Mean error, over the height, that is good enough. */
  readonly enough: number;
  /** Rounds with each amount of help. */
  readonly rounds: number;
  /** Whether anything of the body comes down to the ground; what does not is held. */
  readonly stands: boolean;
}

export interface LearnedControl {
  readonly followed: SimulatedMotion;
  /** Mean distance of segments from the reference, over the height. */
  readonly error: number;
  readonly torqueHelp: number;
  readonly forceHelp: number;
  /** Whether the root had to be held. */
  readonly held: boolean;
  /** Simulations that were run. */
  readonly simulationCount: number;
}

/** Help from all to none: share of torque, share of force. */
const LADDER = [
  [1, 1],
  [1, 0.3],
  [1, 0],
  [0.5, 0],
  [0.25, 0],
  [0.1, 0],
  [0, 0],
] as const;
/** How fast the root is brought back, radians a second, and how fast where it is held. */
const ROOT_RESPONSE = 8;
const HELD_RESPONSE = 25;
/** Share of lags and of pulls that is learned in a round, by the two that are tried. */
const RATES = [
  [0.5, 0.3],
  [0, 0.5],
] as const;
/** Frames over which what is learned is spread, and by how many it comes earlier. */
const SPREAD = 2;
const EARLIER = 1;
/** Less help may cost this much more error than all help. */
const COST = 1.25;

/** One amount of help with the best control that is known for it. */
interface Attempt {
  readonly settings: TrackingSettings;
  readonly followed: SimulatedMotion;
  readonly error: number;
}

export async function learnControl(
  session: TrackingSession,
  { lead, enough, rounds, stands }: LearnControlSettings,
  { signal, onProgress }: WorkOptions = {},
): Promise<LearnedControl> {
  let simulationCount = 0;
  const follow = async (settings: readonly TrackingSettings[]): Promise<Attempt[]> => {
    await pauseUnlessAborted(signal);
    simulationCount += settings.length;
    const results = await session.follow(settings);
    return results.map((followed, i) => ({
      settings: settings[i],
      followed,
      error: followed.fellAt >= 0 ? Infinity : meanFrom(followed.errors, lead),
    }));
  };
  const finish = ({ settings, followed }: Attempt, held: boolean): LearnedControl => ({
    followed,
    error: meanFrom(followed.errors, lead),
    torqueHelp: settings.torqueHelp,
    forceHelp: settings.forceHelp,
    held,
    simulationCount,
  });

  const hold = async () => {
    const settings = { rootResponse: HELD_RESPONSE, torqueHelp: 1, forceHelp: 1, hold: true };
    return finish((await follow([settings]))[0], true);
  };
  if (!stands) return hold();

  // (1) Many legs need neither help nor learning.
  const [alone] = await follow([{ rootResponse: ROOT_RESPONSE, torqueHelp: 0, forceHelp: 0 }]);
  if (alone.error < enough) return finish(alone, false);

  // (2) Help goes from all to none as long as the body follows.
  let kept: Attempt | undefined;
  let limit = enough;
  for (const [i, [torqueHelp, forceHelp]] of LADDER.entries()) {
    const settings = { ...(kept?.settings ?? alone.settings), torqueHelp, forceHelp };
    let [best] = await follow([settings]);
    let rate = 1;
    for (let round = 0; round < rounds && !(best.error < limit); round++) {
      onProgress?.({ stage: 'learning', fraction: (i + round / rounds) / LADDER.length });
      const tries = await follow(RATES.map(([joints, root]) => learnFrom(best, rate * joints, rate * root)));
      const better = tries.reduce((a, b) => (isBetter(b, a) ? b : a));
      if (isBetter(better, best)) {
        best = better;
        rate = Math.min(1, rate * 1.3);
      } else rate /= 2;
    }
    if (i > 1 && kept && best.error > limit) break;
    if (!kept || best.error < kept.error || best.error < limit) kept = best;
    if (i < 2) limit = Math.max(enough, COST * kept.error);
  }
  // (3) What falls with all help is held.
  return kept && kept.error < Infinity ? finish(kept, false) : hold();
}

/** Whether an attempt went better than another; of two that fell, the one that fell later. */
function isBetter(a: Attempt, b: Attempt): boolean {
  if (a.error === Infinity && b.error === Infinity) return a.followed.fellAt > b.followed.fellAt;
  return a.error < b.error;
}

/** The settings of the next try. */
function learnFrom({ settings, followed }: Attempt, jointRate: number, rootRate: number): TrackingSettings {
  return {
    ...settings,
    offsets: learn(settings.offsets, followed.lags, followed, jointRate),
    pulls: learn(settings.pulls, followed.pulls, followed, rootRate),
  };
}

/** What was known plus a share of what was missing, smoothed and earlier; nothing is learned from lying on the ground. */
function learn(
  known: Float64Array | undefined,
  missing: Float64Array,
  { errors, fellAt }: SimulatedMotion,
  rate: number,
): Float64Array {
  const frameCount = errors.length;
  const width = missing.length / frameCount;
  const last = fellAt >= 0 ? fellAt : frameCount - 1;
  const out = known?.slice() ?? new Float64Array(missing.length);
  const share = rate / (SPREAD + 1) ** 2;
  for (let f = 0; f < frameCount; f++) {
    for (let d = -SPREAD; d <= SPREAD; d++) {
      const from = Math.max(0, Math.min(frameCount - 1, f + EARLIER + d));
      if (from > last) continue;
      const weight = share * (SPREAD + 1 - Math.abs(d));
      for (let i = 0; i < width; i++) out[f * width + i] += weight * missing[from * width + i];
    }
  }
  return out;
}

export function meanFrom(values: Float64Array, start: number): number {
  let sum = 0;
  for (let i = start; i < values.length; i++) sum += values[i];
  return values.length > start ? sum / (values.length - start) : 0;
}
