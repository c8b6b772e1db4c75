/** @file Body plans read from meshes against what is known of them (METRICS.md, `eval body`): what became of each file, summed up. */

import type { BodyDescription } from '../../src/rig/body-plan/describe-body.js';
import { type BodyLabel, judgeBody } from './body-label.js';
import { meanOf } from './means.js';
import type { FailedFile, FileOutcome } from './outcome.js';
import { sortOutcomes } from './outcome.js';
import { PERTURBATION_NAMES, type Perturbation } from './perturb-mesh.js';
import { countWords, groupRows } from './summary.js';

/** What was read from one mesh. */
export interface BodyReading {
  readonly body: BodyDescription;
  readonly joints: number;
}

export interface BodyMeasure extends BodyReading {
  readonly file: string;
  readonly label: BodyLabel;
  readonly seconds: number;
  /** What was read after each change of the mesh. */
  readonly perturbed?: Readonly<Partial<Record<Perturbation, BodyReading>>>;
}

export interface MeshRow extends Omit<BodyMeasure, 'perturbed'> {
  readonly right: boolean;
  /** What is wrong, in words. */
  readonly wrong: readonly string[];
  /** Which changes alter the plan, and which only the number of joints. */
  readonly unstable?: { readonly plan: readonly Perturbation[]; readonly joints: readonly Perturbation[] };
}

export interface Score {
  readonly right: number;
  readonly all: number;
}

export interface ReliabilityBin {
  /** Confidences from this one on, up to the next bin. */
  readonly from: number;
  readonly meshes: number;
  readonly confidence: number | null;
  /** Share of them that is right. */
  readonly right: number | null;
}

export interface BodyEvaluation {
  readonly meshes: number;
  readonly right: number;
  readonly bodies: Score;
  readonly nonBodies: Score;
  readonly byKind: Readonly<Record<string, Score>>;
  readonly reliability: readonly ReliabilityBin[];
  /** Share of meshes whose plan and number of joints survive each change; empty where that was not measured. */
  readonly stability: Readonly<Partial<Record<Perturbation, number>>>;
  /** The same for the plan alone. */
  readonly planStability: Readonly<Partial<Record<Perturbation, number>>>;
  readonly failed: readonly FailedFile[];
  /** Files left out, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly perMesh: readonly MeshRow[];
}

const BIN = 0.2;

/** Sums up what became of each file; a file that failed counts as wrong nowhere but is listed. */
export function summarizeBodies(outcomes: readonly FileOutcome<BodyMeasure>[]): BodyEvaluation {
  const { rows, failed, skipped } = sortOutcomes(outcomes);
  const perMesh = rows.map(judgeMesh);
  const scoreOf = (some: readonly MeshRow[]): Score => ({
    right: some.filter(({ right }) => right).length,
    all: some.length,
  });
  return {
    meshes: perMesh.length,
    right: scoreOf(perMesh).right,
    bodies: scoreOf(perMesh.filter(({ label }) => label.body)),
    nonBodies: scoreOf(perMesh.filter(({ label }) => !label.body)),
    byKind: Object.fromEntries(
      [...groupRows(perMesh, ({ label }) => label.kind)].map(([kind, some]) => [kind, scoreOf(some)]),
    ),
    reliability: binConfidences(perMesh),
    stability: shareOf(perMesh, ({ plan, joints }, name) => !plan.includes(name) && !joints.includes(name)),
    planStability: shareOf(perMesh, ({ plan }, name) => !plan.includes(name)),
    failed,
    skipped: countWords(skipped),
    perMesh,
  };
}

function judgeMesh({ perturbed, ...measure }: BodyMeasure): MeshRow {
  const wrong = judgeBody(measure.label, measure.body);
  if (!perturbed) return { ...measure, right: wrong.length === 0, wrong };
  const changed = (differs: (reading: BodyReading) => boolean) =>
    PERTURBATION_NAMES.filter((name) => perturbed[name] && differs(perturbed[name]));
  return {
    ...measure,
    right: wrong.length === 0,
    wrong,
    unstable: {
      plan: changed(({ body }) => planOf(body) !== planOf(measure.body)),
      joints: changed(({ joints }) => joints !== measure.joints),
    },
  };
}

/** What must not change. */
const planOf = ({ kind, legs, arms, wings, fins, tail }: BodyDescription): string =>
  [kind, legs, arms, wings, fins, tail].join();

function binConfidences(rows: readonly MeshRow[]): ReliabilityBin[] {
  const count = Math.round(1 / BIN);
  return Array.from({ length: count }, (_, i) => {
    const some = rows.filter(
      ({ body }) => Math.min(count - 1, Math.floor(body.confidence / BIN + 1e-9)) === i,
    );
    return {
      from: Number((i * BIN).toFixed(1)),
      meshes: some.length,
      confidence: meanOf(some.map(({ body }) => body.confidence)),
      right: meanOf(some.map(({ right }) => Number(right))),
    };
  });
}

function shareOf(
  rows: readonly MeshRow[],
  survives: (unstable: NonNullable<MeshRow['unstable']>, name: Perturbation) => boolean,
): Partial<Record<Perturbation, number>> {
  const measured = rows.flatMap(({ unstable }) => unstable ?? []);
  if (measured.length === 0) return {};
  return Object.fromEntries(
    PERTURBATION_NAMES.map((name) => [
      name,
      measured.filter((unstable) => survives(unstable, name)).length / measured.length,
    ]),
  );
}
