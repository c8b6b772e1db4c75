/** @file The quality report on a model, as one plain record. */

import { type InspectReport, inspect, type WorkOptions } from 'posespace';
import { type Model, modelRig } from 'posespace/io';
import { type RigReport, reportRig } from 'posespace/rig';

export interface ModelReport {
  readonly name: string;
  readonly inspection: InspectReport;
  /** Null where there is no rig. */
  readonly rig: RigReport | null;
}

export function reportModel(
  work: Required<WorkOptions>,
  model: Model,
  confidence: Float32Array | undefined,
): ModelReport {
  const rig = modelRig(model);
  return {
    name: model.name,
    inspection: inspect(model),
    rig: rig ? reportRig(rig, confidence, work) : null,
  };
}
