/** @file `rigModel` from the terminal: flags become options, the result becomes the report. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PosespaceError } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import { parseRigText } from '../../io/formats/parse-rig-text.js';
import { READ_LIMITS } from '../../io/limits.js';
import type { Model } from '../../io/model.js';
import { readBytes, readModelFile } from '../../io/node.js';
import { readSequenceFolder } from '../../io/node-sequence-folder.js';
import { FramesDifferError, sequenceOfModel } from '../../io/read-sequence.js';
import type { MeshSequence } from '../../mesh/mesh-sequence.js';
import { type BodyDescription, describeBody } from '../../rig/body-plan/describe-body.js';
import type { Landmark } from '../../rig/find/find-skeleton.js';
import { DETAILS } from '../../rig/joint-set/detail-counts.js';
import { PRESETS } from '../../rig/joint-set/preset-table.js';
import { NAME_CONVENTIONS } from '../../rig/names/name-conventions.js';
import { type LimbReport, reportLimbs } from '../../rig/report/report-limbs.js';
import { RIG_MESH_DEFAULTS, RIG_METHODS, WEIGHT_METHODS } from '../../rig/rig-mesh.js';
import type { Rig } from '../../rig/rig-records.js';
import { measurePerFrame } from '../../verbs/measure-per-frame.js';
import {
  type ModelFrames,
  type RigModelOptions,
  type RigOrigin,
  rigModel,
  type SequenceFigures,
} from '../../verbs/rig-model.js';
import { BODY_FLAGS, readCorrections, readDirection } from '../shared/body-flags.js';
import { readJsonFile } from '../shared/command-files.js';
import { count, type OptionsOf, oneOf, path, text, toggle, writtenPath } from '../shared/flags.js';
import { readRigged } from '../shared/model-input.js';
import type { ReconstructionFacts } from '../shared/reconstruction-facts.js';
import type { CommandContext } from '../shared/shell.js';
import { rigReconstructions } from './rig-reconstructions.js';

/** A rigged model with what the report says of it. */
export interface Rigged {
  /** The model to write: its records are those of `rig`. */
  readonly model: Model;
  readonly rig: Rig;
  /** The rig of a simplified surface, where the mesh was too large. */
  readonly simplified?: Rig;
  /** Per joint, 0 to 1. */
  readonly confidence?: Float32Array;
  readonly body: BodyDescription;
  /** How sure each limb is, where confidences are known. */
  readonly limbs?: readonly LimbReport[];
  /** Where skeleton and weights come from, in words. */
  readonly how: { readonly skeleton: string; readonly weights: string };
  readonly findings: readonly Finding[];
  /** Further figures for the report. */
  readonly figures: {
    readonly sequence?: SequenceFacts;
    readonly perFrame?: Awaited<ReturnType<typeof measurePerFrame>>;
    readonly reconstructions?: ReconstructionFacts;
  };
}

export interface SequenceFacts {
  readonly frames: number;
  readonly anchor: number;
  /** Of the anchor's longest side. */
  readonly lbsRmse: number;
  readonly iterations: number;
}

export const RIG_FLAGS = {
  detail: oneOf(DETAILS, 'joints per limb, spine and tail', { default: RIG_MESH_DEFAULTS.detail }),
  preset: oneOf(PRESETS, 'exactly the joints that other tools expect; with --names those of that tool'),
  joints: count('number of joints to aim for, instead of a detail', { min: 2, max: 256 }),
  names: oneOf(NAME_CONVENTIONS, 'naming convention of the joints'),
  method: oneOf(RIG_METHODS, 'how to find the skeleton', { default: RIG_MESH_DEFAULTS.method }),
  network: path('folder of a skeleton network, as fine-tuning writes it; the shipped one by default', {
    placeholder: 'folder',
  }),
  landmarks: path('JSON with positions of joints: {"leftFoot": [x, y, z], …}'),
  skeletonFrom: path('take the skeleton of this file and fit it to the mesh; a RigNet text is used as it is'),
  keep: toggle('keep the rig of the file, as happens anyway where it has one'),
  weights: oneOf(
    WEIGHT_METHODS,
    'solve skin weights by this method; the weights of a file that has a rig are solved again, its skeleton is kept',
    { implied: RIG_MESH_DEFAULTS.weights, placeholder: 'method' },
  ),
  replace: toggle('discard the rig of the file and find a new one'),
  sequence: toggle('recover rig and clip from the animated vertices alone, whatever rig the file has'),
  clip: text('the animation to recover, where the file has several'),
  perFrame: toggle('rig frames of a sequence one by one as well, and report how much their rigs vary'),
  frameRate: count('frames per second of a sequence', { min: 1, max: 1000, default: 30, placeholder: 'fps' }),
  ...BODY_FLAGS,
  up: text('direction of the mesh that is up: +y, -z or x,y,z; the mesh is turned upright', {
    placeholder: 'axis',
  }),
  sheet: writtenPath('write a PNG with the skeleton, the weights, bent joints and frames'),
};

type RigContext = CommandContext<OptionsOf<typeof RIG_FLAGS>>;

/** Rigs a file, or a folder of frames, as the flags say. */
export async function rigFile(context: RigContext, input: string): Promise<Rigged> {
  const { options, runBlocking } = context;
  const folder = (await stat(input).catch(() => undefined))?.isDirectory() ?? false;
  const work = await readOptions(context);
  const source = folder ? await readFrames(input, work) : await readRigged(context, input);
  if (source instanceof FramesDifferError) return rigUnregistered(input, source, options, work);
  const frames = options.perFrame ? await framesToMeasure(source, work) : undefined;
  const { how, sequence, findings, ...rigged } = await runBlocking(() => rigModel(source, work));
  const perFrame = frames && (await measurePerFrame(frames, work));
  return {
    ...rigged,
    ...describeLimbs(rigged),
    how: describeOrigin(how, sequence, options.skeletonFrom),
    findings: [
      ...findings,
      ...(how.skeleton === 'kept' && how.weights === 'kept' ? [RIG_KEPT] : []),
      ...(options.joints === undefined ? [] : otherCount(options.joints, rigged.rig.skeleton.names.length)),
    ],
    figures: { ...(sequence && { sequence: sequenceFacts(sequence) }), ...(perFrame && { perFrame }) },
  };
}

/** What was asked for and could not be had. */
const otherCount = (asked: number, got: number): Finding[] =>
  asked === got
    ? []
    : [
        {
          code: 'other-joint-count',
          severity: 'warning',
          message: `--joints ${asked} was asked for, and the skeleton has ${got}: ${got > asked ? 'a body keeps the joints that its limbs need' : 'the body has no place for more'}.`,
        },
      ];

/** The body and its limbs, for reports. */
function describeLimbs({
  rig,
  confidence,
}: {
  readonly rig: Required<Rig>;
  readonly confidence?: Float32Array;
}): Pick<Rigged, 'body' | 'limbs'> {
  return { body: describeBody(rig.anatomy), limbs: reportLimbs(rig, rig.anatomy, confidence) };
}

/** A folder of meshes that share no vertices. */
async function rigUnregistered(
  input: string,
  { message }: FramesDifferError,
  { perFrame, skeletonFrom }: RigContext['options'],
  work: RigModelOptions,
): Promise<Rigged> {
  if (perFrame || work.mode === 'sequence') {
    throw new PosespaceError('bad-input', message);
  }
  const { rigged, facts } = await rigReconstructions(input, message, work);
  const { how, sequence, ...rest } = rigged;
  return {
    ...rest,
    ...describeLimbs(rest),
    how: describeOrigin(how, sequence, skeletonFrom),
    figures: { reconstructions: facts },
  };
}

/** The frames of a folder, of an animation that morphs the mesh, or of a clip. */
async function framesToMeasure(source: Model | ModelFrames, work: RigModelOptions): Promise<MeshSequence> {
  if ('sequence' in source) return source.sequence;
  const fail = (why: string): never => {
    throw new PosespaceError('bad-usage', `--per-frame is for frames, and ${why}`);
  };
  if (work.mode !== 'sequence' && source.skeleton) {
    fail('the rig of this file was kept; give --sequence to use the frames of its clip');
  }
  const sequence = await sequenceOfModel(source, work);
  if (sequence.frames.length < 2)
    fail('this is one mesh; give a folder of frames, or a file with an animation');
  return sequence;
}

/** Flags as options of `rigModel`. */
async function readOptions({ limits, options, signal, onProgress }: RigContext): Promise<RigModelOptions> {
  const from = options.skeletonFrom;
  const { limbs, labels, forward } = readCorrections(options);
  return {
    limits,
    signal,
    onProgress,
    mode: options.sequence ? 'sequence' : options.replace ? 'find' : options.weights ? 'weights' : 'auto',
    weights: options.weights,
    method: options.method,
    network: options.network,
    names: options.names,
    detail: options.detail,
    preset: options.preset,
    jointCount: options.joints,
    clips: 'retarget',
    requireBody: options.requireBody,
    body: options.body,
    limbs,
    labels,
    up: readDirection('--up', options.up),
    forward,
    clip: options.clip,
    frameRate: options.frameRate,
    landmarks: await readLandmarks(options.landmarks),
    skeletonFrom: from === undefined ? undefined : await readSkeletonFile(from, limits),
  };
}

/** The file that a skeleton is taken from: a model, or a rig as text, which another tool made for this very mesh. */
async function readSkeletonFile(path: string, limits: RigContext['limits']) {
  if (!/\.txt$/i.test(path)) return readModelFile(path, { limits });
  return parseRigText(await readBytes(path), { ...READ_LIMITS, ...limits });
}

/** The frames of a folder; the file of one of them has its materials and UVs. Frames that differ are no sequence. */
async function readFrames(
  folder: string,
  options: RigModelOptions,
): Promise<Model | ModelFrames | FramesDifferError> {
  const { limits, signal, frameRate } = options;
  const sequence = await readSequenceFolder(folder, { limits, signal, frameRate }).catch((error) => {
    if (error instanceof FramesDifferError) return error;
    throw error;
  });
  if (sequence instanceof FramesDifferError) return sequence;
  const readFrame = (frame: number) => readModelFile(join(folder, sequence.labels![frame]), { limits });
  // One frame is no sequence: it is rigged like any mesh.
  return sequence.frames.length > 1 ? { sequence, readFrame } : readFrame(0);
}

/** Where skeleton and weights come from, in words. */
function describeOrigin(
  { skeleton, weights }: RigOrigin,
  sequence: SequenceFigures | undefined,
  from: string | undefined,
): Rigged['how'] {
  const added = sequence?.addedJoints ?? 0;
  return {
    skeleton: {
      kept: 'kept',
      found: 'found in the shape',
      fitted: `fitted from ${from}`,
      given: `from ${from}`,
      recovered: added > 0 ? `found, ${added} joints from the motion` : 'found in the shape',
    }[skeleton],
    weights: {
      kept: 'kept',
      heat: 'heat diffused over the surface',
      learned: 'heat diffused over the surface, corrected by the network',
      voxels: 'distances through the solid cells of the body',
      frames: 'fitted to all frames',
    }[weights],
  };
}

const sequenceFacts = ({ frames, anchor, rmse, iterations }: SequenceFigures): SequenceFacts => ({
  frames,
  anchor,
  lbsRmse: rmse,
  iterations,
});

const RIG_KEPT: Finding = {
  code: 'rig-kept',
  severity: 'info',
  message: 'the rig of the file was kept',
  fix: 'give --weights to solve its weights again, --replace to find a new skeleton',
};

/** Joint positions from a JSON file: an object of names, or a list of positions with or without names. */
async function readLandmarks(file: string | undefined): Promise<Landmark[] | undefined> {
  if (file === undefined) return undefined;
  const fail = (): never => {
    throw new PosespaceError(
      'bad-input',
      `rig: "${file}" must be JSON like {"leftFoot": [0.1, 0, 0.2]} with three finite numbers per position`,
    );
  };
  const json = await readJsonFile(file, fail);
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
