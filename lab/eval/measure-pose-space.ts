/** @file Measures what is built on a pose space: plausibility score, interpolation, projection, repair, adaptation, dragging. */

import { throwIfAborted } from '../../src/base/progress.js';
import type { PoseSpace } from '../../src/pose/solve/pose-space.js';
import { type AdaptationFigures, measureAdaptation } from './measure-adaptation.js';
import { type ClipRepairFigures, measureClipRepair } from './measure-clip-repair.js';
import { type DragFigures, measureDrag } from './measure-drag.js';
import { type InterpolationFigures, measureInterpolation } from './measure-interpolation.js';
import {
  type MeasurePlausibilityOptions,
  measurePlausibility,
  NO_PLAUSIBILITY_FIGURES,
  type PlausibilityFigures,
} from './measure-plausibility.js';
import { measureProjection, type ProjectionFigures } from './measure-projection.js';
import { measureRepair, type RepairMeasures } from './measure-repair.js';
import type { PoseTruth } from './pose-truth.js';

export const POSE_SPACE_MEASURES = [
  'meter',
  'walk',
  'project',
  'repair',
  'clipRepair',
  'adapt',
  'drag',
] as const;
type PoseSpaceMeasure = (typeof POSE_SPACE_MEASURES)[number];

/** Null where something was not measured. */
export interface PoseSpaceFigures extends PlausibilityFigures {
  readonly walk: InterpolationFigures | null;
  readonly project: ProjectionFigures | null;
  readonly repair: RepairMeasures | null;
  readonly clipRepair: ClipRepairFigures | null;
  readonly adapt: AdaptationFigures | null;
  readonly drag: DragFigures | null;
}

/** Measures what `wanted` names; nothing without a space. */
export async function measurePoseSpace(
  { rig, tests, real, subject }: PoseTruth,
  wanted: ReadonlySet<string>,
  space: PoseSpace | undefined,
  options: MeasurePlausibilityOptions,
): Promise<PoseSpaceFigures> {
  const run = async <Value>(name: PoseSpaceMeasure, measure: (space: PoseSpace) => Promise<Value>) => {
    throwIfAborted(options.signal);
    return space && wanted.has(name) ? measure(space) : null;
  };
  const plausibility = await run('meter', (whole) => measurePlausibility(whole, rig, tests, real, options));
  return {
    ...(plausibility ?? NO_PLAUSIBILITY_FIGURES),
    walk: await run('walk', (whole) => measureInterpolation(whole, real, subject.rig, options)),
    project: await run('project', (whole) => measureProjection(whole, tests, options)),
    repair: await run('repair', (whole) => measureRepair(whole, subject.clips, subject.rig, options)),
    clipRepair: await run('clipRepair', (whole) =>
      measureClipRepair(whole, subject.clips, subject.rig, options),
    ),
    adapt: await run('adapt', (whole) => measureAdaptation(whole, subject.clips, rig, options)),
    drag: await run('drag', (whole) => measureDrag(whole, subject.rig ?? subject, options)),
  };
}
