/**
 * @file Measures locomotion over a folder (METRICS.md, "Motion and physics", `eval motion`): foot skate and ground
 * penetration before and after foot-skate cleanup, and after physics tracking.
 *
 * A clip has failed where it could not be measured, where cleanup leaves more than a fifth of the visible error, or
 * where the simulated body fell or did not follow; each is listed with its reason.
 */

import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';
import {
  type MeasureMotionClipOptions,
  type MotionRow,
  type MotionSubject,
  measureMotionClip,
  VISIBLE,
} from './measure-motion-clip.js';
import { groupRows, mediansOf } from './summary.js';

export interface FailedMotion {
  readonly clip: string;
  readonly stage: 'read' | 'clean' | 'track';
  readonly reason: string;
}

const STANDING = ['skate', 'penetration', 'float', 'jerk', 'step', 'jolt'] as const;
const TRACKED = [...STANDING, 'trackingError', 'referenceError', 'torque', 'force', 'seconds'] as const;
type Medians<Key extends string> = Record<Key, number | null>;

export interface MotionMedians {
  readonly before: Medians<(typeof STANDING)[number]>;
  readonly cleaned: Medians<(typeof STANDING)[number] | 'demand' | 'pop' | 'seconds'> & {
    readonly less: Medians<'skate' | 'penetration'>;
  };
  readonly tracked: Medians<(typeof TRACKED)[number]>;
}

export interface MotionEvaluation {
  /** Clips that were measured. */
  readonly clips: number;
  readonly failed: readonly FailedMotion[];
  readonly median: MotionMedians;
  /** Clips that met the targets. */
  readonly reached: {
    /** At least 80 % less skate and penetration, or nothing left to see. */
    readonly cleaned: number;
    /** Penetration below 0.3 % and tracking error below 6 % of the height, on its feet; null where nothing is tracked. */
    readonly tracked: number | null;
  };
  readonly byPlan: Readonly<Record<string, MotionMedians & { readonly clips: number }>>;
  readonly perClip: readonly MotionRow[];
}

/** What a measurement of one clip came to. */
export type MotionOutcome = { readonly row: MotionRow } | { readonly clip: string; readonly error: string };

/** At least this much less, %. */
const LESS = 80;
/** Limits of physics tracking, % of the height. */
const FOLLOWED = { penetration: 0.3, trackingError: 6 } as const;

/** Measures subjects one after the other; one that cannot be read is a failure, not the end. */
export async function evaluateMotion(
  subjects: readonly { readonly name: string; readonly read: () => Promise<MotionSubject> }[],
  options: MeasureMotionClipOptions & WorkOptions = {},
): Promise<MotionEvaluation> {
  const outcomes: MotionOutcome[] = [];
  for (const [i, { name, read }] of subjects.entries()) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: name, fraction: i / subjects.length });
    try {
      outcomes.push({
        row: await measureMotionClip(await read(), { ...options, onProgress: undefined }),
      });
    } catch (error) {
      throwIfAborted(options.signal);
      outcomes.push({ clip: name, error: (error as Error).message });
    }
  }
  return summarizeMotion(outcomes);
}

export function summarizeMotion(outcomes: readonly MotionOutcome[]): MotionEvaluation {
  const rows = outcomes.flatMap((outcome) => ('row' in outcome ? [outcome.row] : []));
  const failed = outcomes.flatMap((outcome): FailedMotion[] =>
    'row' in outcome
      ? [...tellCleaning(outcome.row), ...tellTracking(outcome.row)]
      : [{ clip: outcome.clip, stage: 'read', reason: outcome.error }],
  );
  const reached = (stage: FailedMotion['stage'], of: readonly MotionRow[]) =>
    of.length - failed.filter((failure) => failure.stage === stage).length;
  const tracked = rows.filter((row) => row.tracked);
  return {
    clips: rows.length,
    failed,
    median: medians(rows),
    reached: {
      cleaned: reached('clean', rows),
      tracked: tracked.length > 0 ? reached('track', tracked) : null,
    },
    byPlan: Object.fromEntries(
      [...groupRows(rows, ({ plan }) => plan)].map(([plan, group]) => [
        plan,
        { clips: group.length, ...medians(group) },
      ]),
    ),
    perClip: rows,
  };
}

const medians = (rows: readonly MotionRow[]): MotionMedians => ({
  before: mediansOf(
    rows.map(({ before }) => before),
    STANDING,
  ),
  cleaned: {
    ...mediansOf(
      rows.map(({ cleaned }) => cleaned),
      [...STANDING, 'demand', 'pop', 'seconds'],
    ),
    less: mediansOf(
      // Where there was nothing to see there is nothing to save.
      rows.map(({ cleaned: { less } }) => ({
        ...(less.skate !== null && { skate: less.skate }),
        ...(less.penetration !== null && { penetration: less.penetration }),
      })),
      ['skate', 'penetration'],
    ),
  },
  tracked: mediansOf(
    rows.flatMap(({ tracked }) => (tracked ? { ...tracked, ...tracked.residualRootForce } : [])),
    TRACKED,
  ),
});

function tellCleaning({ clip, before, cleaned, findings }: MotionRow): FailedMotion[] {
  const reasons = (['skate', 'penetration'] as const).flatMap((figure) => {
    const less = cleaned.less[figure];
    if (less === null || less >= LESS || cleaned[figure] <= VISIBLE[figure]) return [];
    const unit = figure === 'skate' ? 'heights/s' : '%';
    return [`${figure} ${before[figure].toFixed(2)} → ${cleaned[figure].toFixed(2)} ${unit}`];
  });
  if (reasons.length === 0) return [];
  const why = findings.includes('contact-missed') ? ': its legs cannot reach what they should hold' : '';
  return [{ clip, stage: 'clean', reason: `${reasons.join(', ')}${why}` }];
}

function tellTracking({ clip, tracked }: MotionRow): FailedMotion[] {
  if (!tracked) return [];
  const { penetration, trackingError, referenceError } = tracked;
  const reasons: string[] = [];
  if (tracked.fell) reasons.push('it fell');
  if (penetration >= FOLLOWED.penetration) reasons.push(`penetration ${penetration.toFixed(2)} %`);
  if (trackingError >= FOLLOWED.trackingError) {
    reasons.push(
      `tracking error ${trackingError.toFixed(1)} %, ${referenceError.toFixed(1)} % of it from cleaning contacts`,
    );
  }
  return reasons.length > 0 ? [{ clip, stage: 'track', reason: reasons.join(', ') }] : [];
}
