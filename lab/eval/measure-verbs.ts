/** @file Measures what works on a pose space: its meter, walks, projections, repair and what it gains from examples. */

import { throwIfAborted } from '../../src/base/progress.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { type AdaptationFigures, measureAdaptation } from './measure-adaptation.js';
import { measureWalk, type WalkFigures } from './measure-interpolation.js';
import {
  type MeasureMeterOptions,
  type MeterFigures,
  measureMeter,
  NO_METER_FIGURES,
} from './measure-plausibility.js';
import { measureProjection, type ProjectionFigures } from './measure-projection.js';
import { measureRepair, type RepairMeasures } from './measure-repair.js';
import type { PoseTruth } from './pose-truth.js';

export const VERB_MEASURES = ['meter', 'walk', 'project', 'repair', 'adapt'] as const;
type VerbMeasure = (typeof VERB_MEASURES)[number];

/** Figures of what was asked for; null where there is no measure. */
export interface VerbFigures extends MeterFigures {
  readonly walk: WalkFigures | null;
  readonly project: ProjectionFigures | null;
  readonly repair: RepairMeasures | null;
  readonly adapt: AdaptationFigures | null;
}

/** Measures what is asked for; without a space nothing is. */
export async function measureVerbs(
  { rig, tests, real, subject }: PoseTruth,
  asked: ReadonlySet<string>,
  space: PoseSpace | undefined,
  options: MeasureMeterOptions,
): Promise<VerbFigures> {
  const ask = async <Value>(name: VerbMeasure, measure: (space: PoseSpace) => Promise<Value>) => {
    throwIfAborted(options.signal);
    return space && asked.has(name) ? measure(space) : null;
  };
  const meter = await ask('meter', (whole) => measureMeter(whole, rig, tests, real, options));
  return {
    ...(meter ?? NO_METER_FIGURES),
    walk: await ask('walk', (whole) => measureWalk(whole, real, subject.rig, options)),
    project: await ask('project', (whole) => measureProjection(whole, tests, options)),
    repair: await ask('repair', (whole) => measureRepair(whole, subject.clips, subject.rig, options)),
    adapt: await ask('adapt', (whole) => measureAdaptation(whole, subject.clips, rig, options)),
  };
}
