/**
 * @file A rig for whatever a file holds, by one policy: the rig of the file is kept; a mesh that only morphs gets the
 * rig and the clip that its motion tells; any other mesh gets a skeleton, found in its shape or fitted from another
 * model, and weights. `mode` overrides the choice.
 */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import { pauseUnlessAborted } from '../base/progress.js';
import { withoutAbsent } from '../base/without-absent.js';
import { reshapeModel } from '../io/gltf/reshape-model.js';
import { type Model, modelRig } from '../io/model.js';
import { type ReadSequenceOptions, sequenceOfModel } from '../io/read-sequence.js';
import type { MeshSequence } from '../mesh/mesh-sequence.js';
import type { Clip } from '../motion/clip.js';
import { retargetMotion } from '../motion/retarget/retarget-motion.js';
import { collectSaid, keepSaid } from '../rig/anatomy/collect-said.js';
import { type AnatomyCorrections, editAnatomy } from '../rig/anatomy/edit-anatomy.js';
import { toAnatomy } from '../rig/anatomy/to-anatomy.js';
import { confidenceOf, kindOf } from '../rig/anatomy/views.js';
import { fitsBody, requireBodyKind } from '../rig/body-plan/known-body.js';
import { requireKnownBody } from '../rig/body-plan/unknown-body.js';
import { placeSkeleton } from '../rig/fit/place-skeleton.js';
import { type FoundUp, findUp } from '../rig/learned/find-up.js';
import type { SkeletonModel } from '../rig/learned/skeleton-model.js';
import { toldPlan } from '../rig/learned/told-plan.js';
import { nameForConvention } from '../rig/names/name-conventions.js';
import { type AnatomyReading, readAnatomy } from '../rig/reading/read-anatomy.js';
import { confidenceFindings } from '../rig/report/confidence-findings.js';
import { RIG_MESH_DEFAULTS, type RigMeshOptions, rigMesh } from '../rig/rig-mesh.js';
import type { Anatomy, PartialRig, Rig, Skin } from '../rig/rig-records.js';
import { FIT_SEQUENCE_DEFAULTS, fitSequence } from '../rig/sequence/fit-sequence.js';
import { bodyOfFit, isReadBody, type ReadBody, readMovingBody } from '../rig/sequence/read-moving-body.js';
import { type StartRig, tryRigAnchor } from '../rig/sequence/rig-anchor.js';
import { type SolvedWeights, solveWeights } from '../rig/weights/solve-weights.js';
import { findSkeletonNetwork, type SkeletonNetworkSource } from './open-skeleton-network.js';
import { openSkinningNetwork, type SkinningNetworkSource } from './open-skinning-network.js';
import { withAnatomy } from './with-anatomy.js';

/**
 * What is done with a model:
 * - `auto`: its rig is kept; without one, a morph animation is recovered as a sequence, another mesh gets a new rig
 * - `keep`: its rig is kept, and it is an error if it has none
 * - `weights`: its skeleton is kept and its weights are solved again
 * - `find`: its rig is replaced by a new one
 * - `sequence`: rig and clip are recovered from how its vertices move, whatever rig it has
 */
export const RIG_MODES = Object.freeze(['auto', 'keep', 'weights', 'find', 'sequence'] as const);

/** What `rigModel` does with a rig that is already there. */
export type RigMode = (typeof RIG_MODES)[number];

/** Options of `rigModel`. */
export interface RigModelOptions
  extends Omit<RigMeshOptions, 'network' | 'skinning' | 'skeleton' | 'anatomy' | 'skeletonFrom' | 'whole'>,
    Pick<AnatomyCorrections, 'labels'>,
    Pick<ReadSequenceOptions, 'clip' | 'frameRate' | 'limits'> {
  /** Which rig the model gets. */
  readonly mode?: RigMode;
  /**
   * A model or rig whose skeleton is fitted to the mesh; it replaces the skeleton of the model. A skeleton without a mesh,
   * as other riggers write, is used as it is, and so are its weights if they are those of this mesh.
   */
  readonly skeletonFrom?: Model | PartialRig;
  /** The skeleton network; absent: the one that ships with the package. */
  readonly network?: SkeletonNetworkSource;
  /** The skinning network, for weights that are `learned`; absent: the one that ships with the package. */
  readonly skinning?: SkinningNetworkSource;
  /** What becomes of clips when the skeleton is replaced: they are dropped, or retargeted to the new one. */
  readonly clips?: 'drop' | 'retarget';
}

/** Defaults of `rigModel`. */
export const RIG_MODEL_DEFAULTS = Object.freeze({
  ...RIG_MESH_DEFAULTS,
  mode: 'auto',
  clips: 'drop',
} as const satisfies RigModelOptions);

/** A mesh in many frames, each of which is a model of its own: a folder of OBJ or PLY files. */
export interface ModelFrames {
  readonly sequence: MeshSequence;
  /** Reads the model of a frame, for its materials and UVs; called for the frame that becomes the rest pose. */
  readonly readFrame: (frame: number) => Model | Promise<Model>;
}

/** A model with a rig, and how it came about. */
export interface RiggedModel {
  /** The model with its rig, ready to be written. */
  readonly model: Model;
  /** With what its joints are: legs, arms, spine, and which way the body faces. */
  readonly rig: Required<Rig>;
  /** How sure each joint is where a rigger would put it, 0 to 1; absent where the skeleton was kept or recovered. [J] */
  readonly confidence?: Float32Array;
  readonly how: RigOrigin;
  /** The rig of a simplified surface, where the mesh was too large to be rigged as it is: enough for measures. */
  readonly simplified?: Rig;
  /** How well the rig reproduces the frames, where it was recovered from some. */
  readonly sequence?: SequenceFigures;
  /** What was noticed while rigging; what was noticed while reading is in the model. */
  readonly findings: readonly Finding[];
}

/** Where skeleton and weights come from. */
export interface RigOrigin {
  readonly skeleton: 'kept' | 'found' | 'fitted' | 'given' | 'recovered';
  readonly weights: 'kept' | 'frames' | SolvedWeights['method'];
}

export interface SequenceFigures {
  /** Frames of the sequence. */
  readonly frames: number;
  /** The frame that is the rest pose. */
  readonly anchor: number;
  /** Root mean square distance of vertices from the frames, as a fraction of the anchor's longest side. */
  readonly rmse: number;
  readonly iterations: number;
  /** Joints that the motion showed and the shape did not. */
  readonly addedJoints: number;
}

/**
 * Gives a model a rig.
 *
 * @example
 * const { model } = await rigModel(await readModelFile('wolf.obj'));
 */
export async function rigModel(
  input: Model | ModelFrames,
  options: RigModelOptions = {},
): Promise<RiggedModel> {
  const { mode } = { ...RIG_MODEL_DEFAULTS, ...options };
  if (!RIG_MODES.includes(mode)) {
    throw new PosespaceError(
      'bad-usage',
      `rig/rigModel: there is no mode "${mode}"; choose one of ${RIG_MODES.join(', ')}`,
    );
  }
  if ('sequence' in input) return recoverRig(input, options);
  if (input.mesh.triangles.length === 0) throw noSurface(input);
  const replaces = mode === 'find' || options.skeletonFrom !== undefined;
  if (mode === 'sequence' || (!replaces && !input.skeleton && isMorphed(input))) {
    const sequence = await sequenceOfModel(input, { ...options, onProgress: undefined });
    const readFrame = (_: number, positions: Float32Array) => reshapeModel(input, positions);
    return recoverRig({ sequence, readFrame }, options);
  }
  const given = options.skeletonFrom && readGiven(options.skeletonFrom);
  if (given) return useGivenRig(input, given, options);
  const rig = replaces ? undefined : modelRig(input);
  if (rig && mode !== 'weights') return keepRig(input, rig, options);
  if (mode === 'keep') {
    throw new PosespaceError(
      'bad-input',
      `rig/rigModel: "${input.name}" has no rig to keep; leave the mode at auto to find one`,
    );
  }
  return createRig(input, replaces, options);
}

/** Whether a model has an animation that morphs its mesh. */
function isMorphed({ source }: Model): boolean {
  const animations = source.gltf.json.animations ?? [];
  return animations.some(({ channels }) => channels.some(({ target }) => target.path === 'weights'));
}

const requireReadBody = (anatomy: Anatomy, required: RigModelOptions['requireBody'] = false): void =>
  requireKnownBody({ kind: kindOf(anatomy), confidence: confidenceOf(anatomy) }, required);

/** What is said of a body, as corrections of its anatomy. */
const saidOf = ({ body: kind, limbs, labels, forward }: RigModelOptions): AnatomyCorrections => ({
  kind,
  limbs,
  labels,
  forward,
});

/** Throws where joints are labelled that are still to be found. */
function requireNoLabels({ labels }: RigModelOptions): void {
  if (!labels || labels.length === 0) return;
  throw new PosespaceError(
    'bad-usage',
    'rig/rigModel: labels are for the joints of a rig that is kept; rig the mesh first, or give landmarks or limbs',
  );
}

/** A skeleton and weights for the mesh; the skeleton of the model stays unless it is replaced. */
async function createRig(model: Model, replaces: boolean, options: RigModelOptions): Promise<RiggedModel> {
  const { skeletonFrom, network: _, skinning, ...rest } = options;
  const settings = { ...RIG_MODEL_DEFAULTS, ...withoutAbsent(rest) };
  const kept = replaces ? undefined : model.skeleton;
  if (!kept) requireNoLabels(options);
  const learned =
    kept || skeletonFrom || settings.method === 'geometric'
      ? { findings: [] }
      : await findSkeletonNetwork(options.network);
  const network = 'network' in learned ? learned.network : undefined;
  const upright = await findUpOf(model, network, options);
  // What a person said of the body holds for its new skeleton too; one that is stood up has it elsewhere.
  const said = collectSaid(replaces && !skeletonFrom && !upright.up ? model : {});
  const { simplified, confidence, weightMethod, findings, ...made } = await rigMesh(model.mesh, {
    ...settings,
    ...(settings.weights === 'learned' && { skinning: await openSkinningNetwork(skinning) }),
    network,
    landmarks: [...said.landmarks, ...(settings.landmarks ?? [])],
    body: settings.body ?? said.kind,
    limbs: settings.limbs ?? (settings.body ? undefined : said.limbs),
    up: upright.up,
    skeleton: kept,
    ...(kept && { anatomy: withAnatomy(model, saidOf(options)).anatomy }),
    skeletonFrom: skeletonFrom && rigOf(skeletonFrom),
  });
  const rig = { ...made.rig, anatomy: keepSaid(made.rig, said) ?? made.rig.anatomy };
  // A mesh that was stood up is another shape; its clips would lie down again.
  const stood = rig.mesh !== model.mesh;
  const surface = stood ? reshapeModel(model, rig.mesh.positions) : model;
  const old = options.clips === 'retarget' && !stood ? modelRig(model) : undefined;
  const clips = kept ? model.clips : old ? retargetToRig(old, rig, model.clips) : [];
  return {
    model: { ...surface, skeleton: rig.skeleton, skin: rig.skin, anatomy: rig.anatomy, clips },
    rig,
    ...(simplified && { simplified }),
    confidence,
    how: { skeleton: kept ? 'kept' : skeletonFrom ? 'fitted' : 'found', weights: weightMethod },
    findings: [
      ...learned.findings,
      ...upright.findings,
      ...findings,
      ...(model.clips.length > 0 && clips.length === 0 ? [clipsDropped(model.clips)] : []),
    ],
  };
}

/** The up direction of a mesh: given, or found where nothing says how the mesh stands; a file with clips is believed. */
async function findUpOf(
  { mesh, skeleton, clips }: Model,
  network: SkeletonModel | undefined,
  { up, forward, landmarks, skeletonFrom }: RigModelOptions,
): Promise<FoundUp> {
  const given = up ?? forward ?? landmarks ?? skeletonFrom ?? skeleton;
  if (!network || given || clips.length > 0) return { ...(up && { up }), findings: [] };
  return findUp(network, mesh);
}

/** The rig of a source without a mesh. */
function readGiven(source: NonNullable<RigModelOptions['skeletonFrom']>): PartialRig | undefined {
  const { skeleton, mesh } = source;
  if (!mesh) return source as PartialRig;
  return skeleton && mesh.triangles.length === 0 ? { skeleton } : undefined;
}

/** The model with a skeleton that was made for it; its weights where they are of this mesh, else solved ones. */
async function useGivenRig(model: Model, given: PartialRig, options: RigModelOptions): Promise<RiggedModel> {
  const placed = placeSkeleton(given.skeleton, model.mesh);
  if (!placed) {
    throw new PosespaceError(
      'bad-input',
      `rig/rigModel: the joints of the given skeleton do not lie in "${model.name}"; give the mesh that it was made for`,
    );
  }
  const { skeleton } = placed;
  const skin = given.skin && orderSkin(given.skin, model);
  const findings: Finding[] = [
    ...(placed.moved ? [PLACED] : []),
    ...(given.skin && !skin ? [otherWeights(given.skin, model)] : []),
    ...(model.clips.length > 0 ? [clipsDropped(model.clips)] : []),
  ];
  const bare = { ...model, clips: [] };
  const rigged =
    skin && options.mode !== 'weights'
      ? keepRig({ ...bare, skeleton, skin }, { mesh: model.mesh, skeleton, skin }, options)
      : await createRig({ ...bare, skeleton }, false, { ...options, skeletonFrom: undefined });
  return {
    ...rigged,
    how: { skeleton: 'given', weights: rigged.how.weights },
    findings: [...findings, ...rigged.findings],
  };
}

const PLACED: Finding = {
  code: 'skeleton-placed',
  severity: 'info',
  message: 'The given joints were in the units of a normalised mesh; they were scaled and moved to this one.',
};

/** The weights of a mesh in the order of its vertices: other riggers count as the file does. Undefined where they are of another mesh. */
function orderSkin(skin: Skin, { mesh, source }: Model): Skin | undefined {
  const { influenceCount } = skin;
  const rows = skin.weights.length / influenceCount;
  const count = mesh.positions.length / 3;
  const order = source.gltf.fileOrder;
  if (!order || order.count !== rows || order.vertices.length !== count) {
    return rows === count ? skin : undefined;
  }
  const joints = new Uint16Array(count * influenceCount);
  const weights = new Float32Array(count * influenceCount);
  for (const [v, row] of order.vertices.entries()) {
    const from = row * influenceCount;
    joints.set(skin.joints.subarray(from, from + influenceCount), v * influenceCount);
    weights.set(skin.weights.subarray(from, from + influenceCount), v * influenceCount);
  }
  return { joints, weights, influenceCount };
}

const clipsDropped = (clips: readonly Clip[]): Finding => ({
  code: 'clips-dropped',
  severity: 'warning',
  message: `The ${clips.length} clips of the file moved its own skeleton and are left out (first: "${clips[0].name}").`,
  fix: 'Take them over: posespace animate retarget --from the file',
});

const otherWeights = ({ weights, influenceCount }: Skin, { mesh }: Model): Finding => ({
  code: 'other-weights',
  severity: 'warning',
  message: `The given weights are of ${weights.length / influenceCount} vertices and the mesh has ${mesh.positions.length / 3}, so weights were solved.`,
  fix: 'Give the mesh that the rig was made for, without normals or UVs that split its vertices.',
});

function rigOf(source: NonNullable<RigModelOptions['skeletonFrom']>): Rig {
  const rig = 'source' in source ? modelRig(source) : source.mesh && source.skin && (source as Rig);
  if (rig) return rig;
  throw new PosespaceError(
    'bad-input',
    `rig/rigModel: ${'name' in source ? `"${source.name}"` : 'what was given'} has no rig to fit a skeleton from; give a rigged model`,
  );
}

/**
 * Clips of a rig on another rig of the same mesh in the same rest pose: joints at the same position are the same joint,
 * and feet stay where they were.
 */
const retargetToRig = (from: Rig, to: Rig, clips: readonly Clip[]): Clip[] =>
  clips.map((clip) =>
    clip.poses.length === 0
      ? clip
      : { ...retargetMotion(from, to, clip, { by: 'position', contacts: false }).clip, name: clip.name },
  );

/** The rig of the model, under other names where a convention is given. */
function keepRig(model: Model, rig: Rig, options: RigModelOptions): RiggedModel {
  const { names: convention, requireBody } = options;
  requireNewSkeleton(options.preset, options.up);
  const known = withAnatomy(model, saidOf(options));
  const anatomy = known.anatomy as Anatomy;
  requireReadBody(anatomy, requireBody);
  const named = convention && nameForConvention(rig, anatomy, convention);
  const skeleton = named ? { ...rig.skeleton, names: named.names } : rig.skeleton;
  return {
    model: { ...model, skeleton, anatomy },
    rig: { ...rig, skeleton, anatomy },
    how: { skeleton: 'kept', weights: 'kept' },
    findings: [
      ...known.findings.slice(model.findings.length),
      ...confidenceFindings({ ...rig, skeleton }, anatomy),
      ...(named?.findings ?? []),
    ],
  };
}

/** Throws where something is wanted that only a new skeleton can have. */
function requireNewSkeleton(preset: string | undefined, up: RigMeshOptions['up']): void {
  if (preset === undefined && up === undefined) return;
  const what = preset === undefined ? 'another up direction' : 'a preset';
  throw new PosespaceError(
    'bad-usage',
    `rig/rigModel: ${what} is for a new skeleton, and this one is kept or recovered; set the mode to find (--replace)`,
  );
}

/** What is fitted to the frames of a sequence cannot be chosen. */
function requireFitted({ weights, landmarks, skeletonFrom }: RigModelOptions): void {
  const given = { weights, landmarks, skeletonFrom };
  const name = Object.keys(given).find((key) => given[key as keyof typeof given] !== undefined);
  if (name === undefined) return;
  throw new PosespaceError(
    'bad-usage',
    `rig/rigModel: the rig of a mesh sequence is fitted to its frames, so ${name} cannot be chosen; leave it out, or rig one frame`,
  );
}

interface RestFrames {
  readonly sequence: MeshSequence;
  readonly readFrame: (frame: number, positions: Float32Array) => Model | Promise<Model>;
}

/** Rig and clip of a mesh that moves. */
async function recoverRig(
  { sequence, readFrame }: RestFrames,
  options: RigModelOptions,
): Promise<RiggedModel> {
  const { signal, onProgress, jointCount = FIT_SEQUENCE_DEFAULTS.maxJoints, names = 'native' } = options;
  requireNewSkeleton(options.preset, options.up);
  requireFitted(options);
  requireNoLabels(options);
  await pauseUnlessAborted(signal);
  const chosen = options.method ?? RIG_MODEL_DEFAULTS.method;
  const learned = chosen === 'geometric' ? { findings: [] } : await findSkeletonNetwork(options.network);
  const start =
    'network' in learned && learned.network ? await startRig(learned.network, sequence, options) : undefined;
  const fit = fitSequence(sequence, {
    signal,
    onProgress,
    maxJoints: jointCount,
    // A frame that exploded is never the anchor of the fit; then the shape of the other one tells.
    ...(start && {
      startRig: (mesh) =>
        mesh.positions === sequence.frames[start.found.anchor] ? start.rig : tryRigAnchor(mesh, { signal }),
    }),
  });
  const { anatomy, findings } = readFitBody(fit.rig, start?.found, options);
  requireReadBody(anatomy, options.requireBody);
  const named = nameForConvention(fit.rig, anatomy, names);
  const skeleton = { ...fit.rig.skeleton, names: named.names };
  const rest = await readFrame(fit.anchor, fit.rig.mesh.positions);
  return {
    model: { ...rest, name: sequence.name, skeleton, skin: fit.rig.skin, anatomy, clips: [fit.clip] },
    rig: { ...fit.rig, skeleton, anatomy },
    how: { skeleton: 'recovered', weights: 'frames' },
    sequence: {
      frames: sequence.frames.length,
      anchor: fit.anchor,
      rmse: fit.rmse,
      iterations: fit.iterations,
      addedJoints: fit.addedJoints.length,
    },
    findings: [
      ...learned.findings,
      ...fit.findings,
      ...findings,
      ...confidenceFindings({ ...fit.rig, skeleton }, anatomy),
      ...named.findings,
    ],
  };
}

/** The body of a recovered rig: what the user says, what several frames show, or what the shape shows. */
function readFitBody(rig: Rig, shown: ReadBody | undefined, options: RigModelOptions): AnatomyReading {
  const { body: kind, limbs, forward } = options;
  const body = shown && bodyOfFit(shown, rig.skeleton, rig.mesh.positions);
  const fits = body && fitsBody({ kind, limbs }, body);
  const read = fits ? { anatomy: toAnatomy(rig, body), findings: body.findings } : readAnatomy(rig);
  const { anatomy } = read;
  if (!kind && !limbs && !forward) return read;
  return { ...read, anatomy: editAnatomy({ ...rig, anatomy }, { kind, limbs, forward }) };
}

/** The start of a fit: the body that several frames show, in the anchor frame; undefined where they show none. */
async function startRig(
  network: SkeletonModel,
  sequence: MeshSequence,
  { body: kind, limbs, forward, signal }: RigModelOptions,
): Promise<{ rig: StartRig; found: ReadBody & { readonly anchor: number } } | undefined> {
  if (kind !== undefined) requireBodyKind(kind);
  const plan = toldPlan({ kind, limbs });
  const found = await readMovingBody(network, sequence, { signal, plan, forward });
  if (!isReadBody(found)) return undefined;
  const mesh = { positions: sequence.frames[found.anchor], triangles: sequence.triangles };
  const { skin, findings } = solveWeights(mesh, found.skeleton, { signal });
  return { rig: { skeleton: found.skeleton, skin, findings: [...found.findings, ...findings] }, found };
}

function noSurface({ name, mesh }: Model): PosespaceError {
  const points = mesh.positions.length / 3;
  const what = points > 0 ? `only points (${points}) and no surface` : 'no surface';
  return new PosespaceError('bad-input', `rig/rigModel: "${name}" has ${what}; give a mesh with faces`);
}
