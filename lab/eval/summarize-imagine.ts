/** @file The judgement over all rigs: means of prior, control and real clips, and intervals of the difference by bootstrap. */

import { createRng } from '../../src/base/rng.js';
import { MOTION_ACTIONS, type MotionAction } from '../../src/video/distil/motion-actions.js';
import { fitLogistic, logisticOdds } from '../fit/fit-logistic.js';
import type { ImaginedFigures, ImaginedRow, ImagineOutcome, RealMotion } from './evaluate-imagine.js';

/** What is judged, and whether more is better. */
export const IMAGINE_MEASURES = {
  moves: { title: 'joints that move, rank correlation', sign: 1 },
  turns: { title: 'joints that turn, rank correlation', sign: 1 },
  period: { title: 'periodicity of gaits', sign: 1 },
  sides: { title: 'left and right of gaits, away from real', sign: -1 },
  action: { title: 'action recognised, share', sign: 1 },
} as const;

export type ImagineMeasure = keyof typeof IMAGINE_MEASURES;

/** One measure over all rigs. */
export interface ImagineFigure {
  readonly imagined: number;
  readonly control: number;
  readonly real: number | null;
  /** By how much the prior is better, and its 95 % interval over rig families. */
  readonly better: number;
  readonly interval: readonly [low: number, high: number];
  readonly rows: number;
  readonly families: number;
}

export interface ImagineEvaluation {
  readonly rigs: number;
  readonly families: number;
  /** Real windows that the classifier was trained on, and of how many families. */
  readonly trainedOn: { readonly motions: number; readonly families: number };
  readonly measures: Readonly<Record<ImagineMeasure, ImagineFigure | null>>;
  /** By action: share recognised of imagined, control and real. */
  readonly byAction: Readonly<Record<string, readonly [number, number, number, number]>>;
}

const ROUNDS = 2000;

/** Summarises; `training` are real motions of other families. */
export function summarizeImagine(
  outcomes: readonly ImagineOutcome[],
  training: readonly ImagineOutcome[],
): ImagineEvaluation {
  const classify = trainClassifier(training);
  const rows = outcomes.flatMap((outcome) => outcome.rows);
  const figure = (measure: ImagineMeasure) => summarize(rows, measure, classify);
  const measures = Object.fromEntries(
    (Object.keys(IMAGINE_MEASURES) as ImagineMeasure[]).map((measure) => [measure, figure(measure)]),
  ) as Record<ImagineMeasure, ImagineFigure | null>;
  const byAction = Object.fromEntries(
    MOTION_ACTIONS.filter((action) => rows.some((row) => row.action === action)).map((action) => {
      const own = rows.filter((row) => row.action === action);
      const share = (key: 'imagined' | 'control' | 'real') =>
        mean(own.map((row) => Number(classify(row[key].features) === action)));
      return [action, [own.length, share('imagined'), share('control'), share('real')]];
    }),
  ) as Record<string, [number, number, number, number]>;
  return {
    rigs: outcomes.filter(({ rows: own }) => own.length > 0).length,
    families: new Set(rows.map(({ family }) => family)).size,
    trainedOn: {
      motions: training.reduce((sum, { real }) => sum + real.length, 0),
      families: new Set(training.map(({ family }) => family)).size,
    },
    measures,
    byAction,
  };
}

type Classify = (features: readonly number[]) => MotionAction | undefined;

/** One logistic regression per action on standardised features; every action weighs the same. */
function trainClassifier(training: readonly ImagineOutcome[]): Classify {
  const real = training.flatMap((outcome) => outcome.real).filter(({ action }) => action !== 'other');
  if (real.length === 0) return () => undefined;
  const width = real[0].description.features.length;
  const column = (k: number) => real.map(({ description }) => description.features[k]);
  const means = Array.from({ length: width }, (_, k) => mean(column(k)));
  const spreads = means.map((m, k) => Math.sqrt(mean(column(k).map((value) => (value - m) ** 2))) || 1);
  const standard = (features: readonly number[]) =>
    features.map((value, k) => Math.max(-4, Math.min(4, (value - means[k]) / spreads[k])));
  const rows = real.map(({ action, description }) => ({ action, features: standard(description.features) }));
  const actions = MOTION_ACTIONS.filter((action) => rows.filter((row) => row.action === action).length >= 8);
  const models = actions.map((action) => ({ action, coefficients: fitAction(rows, action) }));
  return (features) => {
    const x = standard(features);
    const odds = models.map(({ coefficients }) => logisticOdds(coefficients, x));
    return models[odds.indexOf(Math.max(...odds))]?.action;
  };
}

function fitAction(
  rows: readonly { readonly action: RealMotion['action']; readonly features: number[] }[],
  action: MotionAction,
): number[] {
  const positive = rows.filter((row) => row.action === action).length;
  return fitLogistic(
    rows.map(({ action: own, features }) => ({
      features,
      positive: own === action,
      weight: rows.length / 2 / (own === action ? positive : rows.length - positive),
    })),
    10,
  );
}

function summarize(
  rows: readonly ImaginedRow[],
  measure: ImagineMeasure,
  classify: Classify,
): ImagineFigure | null {
  const value = (figures: ImaginedFigures, action: MotionAction) =>
    measure === 'action' ? Number(classify(figures.features) === action) : figures[measure];
  const pairs = rows.flatMap(({ family, action, imagined, control, real }) => {
    const [a, b, c] = [imagined, control, real].map((figures) => value(figures, action));
    return a === undefined || b === undefined ? [] : [{ family, a, b, c }];
  });
  if (pairs.length === 0) return null;
  const { sign } = IMAGINE_MEASURES[measure];
  // Each family counts once, however many rigs, actions and seeds it has.
  const families = [...new Set(pairs.map(({ family }) => family))];
  const of = families.map((family) => {
    const own = pairs.filter((pair) => pair.family === family);
    return {
      a: mean(own.map(({ a }) => a)),
      b: mean(own.map(({ b }) => b)),
      c: own.flatMap(({ c }) => c ?? []),
    };
  });
  const gains = of.map(({ a, b }) => sign * (a - b));
  const reals = of.filter(({ c }) => c.length > 0).map(({ c }) => mean(c));
  return {
    imagined: mean(of.map(({ a }) => a)),
    control: mean(of.map(({ b }) => b)),
    real: reals.length > 0 ? mean(reals) : null,
    better: mean(gains),
    interval: bootstrap(gains),
    rows: pairs.length,
    families: families.length,
  };
}

/** The middle 95 % of the mean of resampled values. */
function bootstrap(values: readonly number[]): [number, number] {
  const rng = createRng(0);
  const means = Array.from({ length: ROUNDS }, () =>
    mean(values.map(() => values[rng.integer(values.length)])),
  ).sort((a, b) => a - b);
  return [means[Math.floor(0.025 * ROUNDS)], means[Math.ceil(0.975 * ROUNDS) - 1]];
}

const mean = (list: readonly number[]): number =>
  list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);
