/**
 * @file Samples without faults: no skin intersects beyond rest-pose overlaps and no joint is beyond its limits. A
 * faulty sample is repaired; if that fails or changes it too much, another is drawn. All draws are counted.
 */

import type { Finding } from '../../base/finding.js';
import { throwIfAborted } from '../../base/progress.js';
import type { Pose } from '../../rig/rig-records.js';
import { checkCount, SAMPLE_DEFAULTS, type SampleOptions } from '../model/sample-states.js';
import { findFaultsWith } from '../repair/find-pose-faults.js';
import { REPAIR_TOLERANCES } from '../repair/repair-body.js';
import { checkRepairOptions, repairWith } from '../repair/repair-pose.js';
import { createRepairTools, REPAIR_TOOL_DEFAULTS, type RepairToolOptions } from '../repair/repair-tools.js';
import type { PoseSpace } from '../solve/pose-space.js';

/** Options of `sampleCleanPoses`. */
export interface SampleCleanOptions extends SampleOptions, RepairToolOptions {
  /** Whether samples are repaired, or only clean ones kept. */
  readonly repair?: boolean;
  /** Mean distance of joints that a repair may change, as a share of the diameter. */
  readonly mostChange?: number;
  /** Share of the surface that may run through itself, 0 to 1. */
  readonly tolerance?: number;
  /** Samples per requested pose, at most. */
  readonly mostDraws?: number;
}

/** Defaults of `sampleCleanPoses`. */
export const SAMPLE_CLEAN_DEFAULTS = Object.freeze({
  ...SAMPLE_DEFAULTS,
  ...REPAIR_TOOL_DEFAULTS,
  repair: true,
  mostChange: 0.05,
  tolerance: 0,
  mostDraws: 8,
});

/** Samples without self-intersections. */
export interface CleanSamples {
  readonly poses: readonly Pose[];
  /** All samples: clean as drawn, repaired, and rejected. */
  readonly drawnCount: number;
  readonly soundCount: number;
  readonly repairedCount: number;
  readonly rejectedCount: number;
  /** Empty where as many poses were found as requested. */
  readonly findings: readonly Finding[];
}

/** Samples until `count` poses are clean, or too many were drawn. */
export async function sampleCleanPoses(
  space: PoseSpace,
  options: SampleCleanOptions = {},
): Promise<CleanSamples> {
  const settings = { ...SAMPLE_CLEAN_DEFAULTS, ...options };
  const { count, seed, signal, onProgress, mostChange, tolerance, mostDraws } = settings;
  checkRepairOptions({ tolerance, strength: mostChange });
  checkCount('mostDraws', mostDraws, 1);
  const tools = await createRepairTools(space, settings);
  const poses: Pose[] = [];
  const tally = { drawnCount: 0, soundCount: 0, repairedCount: 0, rejectedCount: 0 };
  for (let batch = 0; poses.length < count && tally.drawnCount < mostDraws * count; batch++) {
    const wanted = Math.min(count - poses.length, mostDraws * count - tally.drawnCount);
    const { steps, strength } = settings;
    // The first batch is what plain sampling of this seed gives.
    const draws = await space.sample({
      steps,
      strength,
      signal,
      count: wanted,
      seed: seed + batch * SEED_STRIDE,
    });
    for (const draw of draws) {
      throwIfAborted(signal);
      tally.drawnCount++;
      const repaired = settings.repair
        ? repairWith(space, tools, draw, { tolerance, signal })
        : { ...draw, before: findFaultsWith(space, tools, draw), change: Infinity };
      const { before, change } = repaired;
      const after = 'after' in repaired ? repaired.after : before;
      const isClean = (faults: typeof before) =>
        faults.area <= tolerance && faults.excess <= REPAIR_TOLERANCES.excess;
      if (isClean(before)) tally.soundCount++;
      else if (isClean(after) && change <= mostChange) tally.repairedCount++;
      else {
        tally.rejectedCount++;
        continue;
      }
      const { rotations, root, offsets } = repaired;
      poses.push({ rotations, root, ...(offsets && { offsets }) });
      onProgress?.({ stage: 'sampling clean poses', fraction: poses.length / count });
    }
  }
  return { poses, ...tally, findings: reportMissing(poses.length, count, tally.drawnCount) };
}

/** Batches draw from streams of their own. */
const SEED_STRIDE = 7919;

function reportMissing(found: number, wanted: number, drawn: number): Finding[] {
  if (found >= wanted) return [];
  return [
    {
      code: 'too-few-clean-poses',
      severity: 'warning',
      message: `${found} of ${wanted} poses are clean after ${drawn} samples`,
      fix: 'Allow a tolerance, more change or more samples; check the overlaps of the rest pose.',
    },
  ];
}
