/**
 * @file Finds the control sequence with which a body follows its reference, with the least residual root force.
 *
 * Iterative learning control (Arimoto, Kawamura, Miyazaki, 1984): the lag of each joint is added to its target, the force
 * that would have corrected the root is requested from the legs, both one frame early. The residual root force is
 * annealed from all to none, each level starting from the control learned with the one before. A biped of 57 degrees
 * of freedom: from 10.8 % to 3.4 % error in six simulations, a third of the work of sampling, and a small part of that
 * of finite-difference gradients (lab/notes/motion-physics.md).
 */

import { pauseUnlessAborted, type WorkOptions } from '../../base/progress.js';
import type { SimulatedMotion, TrackingSettings } from './follow-reference.js';
import type { TrackingSession } from './tracking-session.js';

export interface LearnControlSettings {
  /** Run-in frames, whose errors do not count. */
  readonly lead: number;
  /** Mean error, over the height, that is good enough. */
  readonly enough: number;
  /** Rounds at each level of residual force. */
  readonly rounds: number;
  /** Whether anything of the body touches the ground; if not, its root is pinned. */
  readonly stands: boolean;
}

export interface LearnedControl {
  readonly followed: SimulatedMotion;
  /** Mean distance of segments from the reference, over the height. */
  readonly error: number;
  readonly residualTorque: number;
  readonly residualForce: number;
  /** Whether the root had to be pinned. */
  readonly held: boolean;
  /** Simulations that were run. */
  readonly simulationCount: number;
}

/** Residual root force from all to none: share of torque, share of force. */
const RESIDUAL_LEVELS = [
  [1, 1],
  [1, 0.3],
  [1, 0],
  [0.5, 0],
  [0.25, 0],
  [0.1, 0],
  [0, 0],
] as const;
/** How fast the root is corrected, radians a second, and how fast where it is pinned. */
const ROOT_RESPONSE = 8;
const PINNED_RESPONSE = 25;
/** Share of lags and of rootWrenches that is learned in a round, by the two that are tried. */
const RATES = [
  [0.5, 0.3],
  [0, 0.5],
] as const;
/** Frames over which what is learned is spread, and by how many it comes earlier. */
const SPREAD = 2;
const EARLIER = 1;
/** Less residual force may cost this much more error than all of it. */
const COST = 1.25;

/** One level of residual force with the best control known for it. */
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
    residualTorque: settings.residualTorque,
    residualForce: settings.residualForce,
    held,
    simulationCount,
  });

  const pinRoot = async () => {
    const settings = { rootResponse: PINNED_RESPONSE, residualTorque: 1, residualForce: 1, pinRoot: true };
    return finish((await follow([settings]))[0], true);
  };
  if (!stands) return pinRoot();

  // (1) Many legs need neither residual force nor learning.
  const [alone] = await follow([{ rootResponse: ROOT_RESPONSE, residualTorque: 0, residualForce: 0 }]);
  if (alone.error < enough) return finish(alone, false);

  // (2) The residual force goes from all to none as long as the body follows.
  let kept: Attempt | undefined;
  let limit = enough;
  for (const [i, [residualTorque, residualForce]] of RESIDUAL_LEVELS.entries()) {
    const settings = { ...(kept?.settings ?? alone.settings), residualTorque, residualForce };
    let [best] = await follow([settings]);
    let rate = 1;
    for (let round = 0; round < rounds && !(best.error < limit); round++) {
      onProgress?.({ stage: 'learning', fraction: (i + round / rounds) / RESIDUAL_LEVELS.length });
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
  // (3) What falls with all of it is pinned by its root.
  return kept && kept.error < Infinity ? finish(kept, false) : pinRoot();
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
    rootWrenches: learn(settings.rootWrenches, followed.rootWrenches, followed, rootRate),
  };
}

/** What was known plus a share of what was missing, smoothed and earlier; nothing is learned after a fall. */
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
