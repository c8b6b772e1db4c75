/** @file A file's mesh with a rig: its own, one that is found, or one that is fitted from another file. */

import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/report.js';
import { type Model, modelRig } from '../../io/model.js';
import { readBytes, readModelFile } from '../../io/node.js';
import { describeBodyPlan, type FoundBodyPlan, findBodyPlan } from '../../rig/body-plan/find-body-plan.js';
import type { Landmark } from '../../rig/find/find-skeleton.js';
import {
  NAME_CONVENTIONS,
  type NameConvention,
  nameForConvention,
} from '../../rig/names/name-conventions.js';
import { RIG_METHODS, type RigMethod, rigMesh } from '../../rig/rig-mesh.js';
import type { Rig, Skeleton } from '../../rig/rig-records.js';
import type { SolvedWeights } from '../../rig/weights/solve-weights.js';
import type { CommandContext } from '../shared/shell.js';
import { wholeNumber } from '../shared/whole-number.js';

/** What either way of rigging hands to the report. */
export interface Rigged {
  /** The model to write: its records are those of `rig`. */
  readonly model: Model;
  readonly rig: Rig;
  /** Per joint, 0 to 1. */
  readonly confidence?: Float32Array;
  readonly body: BodyFacts;
  /** In words: where skeleton and weights come from. */
  readonly how: { readonly skeleton: string; readonly weights: string };
  readonly findings: readonly Finding[];
  /** Further figures for the report. */
  readonly figures: { readonly sequence?: SequenceFacts };
}

export interface BodyFacts {
  readonly kind: string;
  readonly legs: number;
  readonly arms: number;
  readonly wings: number;
  readonly tail: boolean;
  readonly head: boolean;
  /** How sure the reading is, 0 to 1. */
  readonly confidence: number;
  readonly facing: string;
  readonly forward: readonly [number, number, number];
  readonly description: string;
}

export interface SequenceFacts {
  readonly frames: number;
  readonly anchor: number;
  /** Of the anchor's longest side. */
  readonly lbsRmse: number;
  readonly iterations: number;
}

const LARGEST_LANDMARK_FILE = 1 << 20;

/** Rigs the mesh of a model as the flags say. */
export async function rigFile(context: CommandContext, model: Model): Promise<Rigged> {
  const { limits, options, signal, onProgress, runBlocking } = context;
  const names = parseNames(options.names);
  const replace = options.replace === true || options.skeletonFrom !== undefined;
  const own = replace ? undefined : model.skeleton;
  const rig = modelRig(model);
  if (own && rig && options.weights !== true) return keepRig(model, rig, names);

  const from = options.skeletonFrom as string | undefined;
  const source = from === undefined ? undefined : modelRig(await readModelFile(from, { limits }));
  if (from !== undefined && !source) {
    throw new PosespaceError('bad-input', `rig: "${from}" holds no rig to take a skeleton from`);
  }
  const landmarks = await readLandmarks(options.landmarks as string | undefined);
  const rigged = await runBlocking(() =>
    rigMesh(model.mesh, {
      signal,
      onProgress,
      method: parseMethod(options.method),
      jointCount: wholeNumber('--joints', options.joints, 2, 256),
      landmarks,
      names,
      skeleton: own,
      skeletonFrom: source,
    }),
  );
  const kept = own !== undefined;
  return {
    model: {
      ...model,
      skeleton: rigged.rig.skeleton,
      skin: rigged.rig.skin,
      clips: kept ? model.clips : [],
    },
    rig: rigged.rig,
    confidence: rigged.confidence,
    body: bodyFacts(rigged.body, rigged.rig.skeleton),
    how: {
      skeleton: kept ? 'kept' : source ? `fitted from ${from}` : 'found in the shape',
      weights: describeWeights(rigged.weightMethod),
    },
    findings: rigged.findings,
    figures: {},
  };
}

/** How weights were solved, in words. */
const describeWeights = (method: SolvedWeights['method']): string =>
  method === 'heat' ? 'heat diffused over the surface' : 'distances through the solid cells of the body';

/** The rig of the file, under other names where that was asked. */
function keepRig(model: Model, rig: Rig, convention: NameConvention | undefined): Rigged {
  const body = findBodyPlan(rig.mesh, rig.skeleton, { skin: rig.skin });
  const named = convention && nameForConvention(body, rig.skeleton, convention);
  const skeleton = named ? { ...rig.skeleton, names: named.names } : rig.skeleton;
  return {
    model: { ...model, skeleton },
    rig: { ...rig, skeleton },
    body: bodyFacts(body, skeleton),
    how: { skeleton: 'kept', weights: 'kept' },
    findings: [
      ...body.findings,
      ...(named?.findings ?? []),
      {
        code: 'rig-kept',
        severity: 'info',
        message: 'the file has a rig, which was kept',
        fix: 'give --weights to solve its weights anew, --replace to find a new skeleton',
      },
    ],
    figures: {},
  };
}

/** What the report says of a body. */
export function bodyFacts(reading: FoundBodyPlan, skeleton: Skeleton): BodyFacts {
  const { plan, kind, confidence, forward } = reading;
  return {
    kind,
    legs: plan.legs.length,
    arms: plan.arms.length,
    wings: plan.wings.length,
    tail: plan.tail.length > 0,
    head: plan.head >= 0,
    confidence,
    facing: nameDirection(forward),
    forward,
    description: describeBodyPlan(reading, skeleton),
  };
}

/** The axis nearest to a direction, e.g. `+z`. */
function nameDirection(direction: readonly [number, number, number]): string {
  const k = [0, 1, 2].reduce((most, i) => (Math.abs(direction[i]) > Math.abs(direction[most]) ? i : most));
  return `${direction[k] < 0 ? '−' : '+'}${'xyz'[k]}`;
}

export function parseNames(text: unknown): NameConvention | undefined {
  if (text === undefined) return undefined;
  const known = NAME_CONVENTIONS.find((convention) => convention === text);
  if (known) return known;
  throw new PosespaceError('bad-usage', `--names must be one of ${NAME_CONVENTIONS.join(', ')}, got ${text}`);
}

function parseMethod(text: unknown): RigMethod {
  const known = RIG_METHODS.find((method) => method === text);
  if (known) return known;
  throw new PosespaceError('bad-usage', `--method must be one of ${RIG_METHODS.join(', ')}, got ${text}`);
}

/** Places of joints from a JSON file: an object of names, or a list of positions with or without names. */
async function readLandmarks(path: string | undefined): Promise<Landmark[] | undefined> {
  if (path === undefined) return undefined;
  const fail = (): never => {
    throw new PosespaceError(
      'bad-input',
      `rig: "${path}" must be JSON like {"leftFoot": [0.1, 0, 0.2]} with three finite numbers a place`,
    );
  };
  const bytes = await readBytes(path, LARGEST_LANDMARK_FILE);
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    fail();
  }
  if (typeof json !== 'object' || json === null) fail();
  const entries = Array.isArray(json)
    ? json.map((entry) => (Array.isArray(entry) ? { position: entry } : entry))
    : Object.entries(json as object).map(([name, position]) => ({ name, position }));
  return entries.map((entry: { name?: unknown; position?: unknown } | null) => {
    const { name, position } = entry ?? {};
    if (!Array.isArray(position) || position.length !== 3 || !position.every(Number.isFinite)) fail();
    if (name !== undefined && (typeof name !== 'string' || name === '')) fail();
    return {
      position: position as unknown as Landmark['position'],
      ...(name !== undefined && { name: name as string }),
    };
  });
}
