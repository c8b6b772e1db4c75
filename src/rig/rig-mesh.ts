/**
 * @file A rig for any mesh: a skeleton (found in the shape, fitted from another rig, or given), names, weights.
 *
 * The recipe on one page; each step is a verb of its own. A method of finding a skeleton is an entry of `FINDERS`.
 * Finders are async, since some run a network.
 */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import { pauseUnlessAborted, type WorkOptions } from '../base/progress.js';
import type { Vec3 } from '../math/vector.js';
import { isFinitePoint } from '../mesh/box.js';
import { findSymmetryPlane } from '../mesh/find-symmetry-plane.js';
import { type Mesh, triangleCount, vertexCount } from '../mesh/mesh.js';
import { triangleArea } from '../mesh/triangle-normal.js';
import { windAlike } from '../mesh/wind-alike.js';
import { bodyOf } from './anatomy/body-of.js';
import { editAnatomy } from './anatomy/edit-anatomy.js';
import { toAnatomy } from './anatomy/to-anatomy.js';
import { confidenceOf } from './anatomy/views.js';
import type { BodyKind, FoundBodyPlan } from './body-plan/body-plan.js';
import { nameAxis } from './body-plan/describe-body.js';
import { findBodyPlan } from './body-plan/find-body-plan.js';
import {
  fitsBody,
  type KnownPart,
  type LimbNumbers,
  partOfName,
  requireBodyKind,
  showsParts,
} from './body-plan/known-body.js';
import { renumberBodyPlan, renumberFindings } from './body-plan/renumber-body-plan.js';
import { type RequiredBody, requireKnownBody, toUnknownBody } from './body-plan/unknown-body.js';
import { rerootSkeleton } from './edit/reroot-skeleton.js';
import { type FoundSkeleton, findSkeleton, type Landmark } from './find/find-skeleton.js';
import { orderMesh } from './find/order-mesh.js';
import { fitSkeleton } from './fit/fit-skeleton.js';
import { applyPreset } from './joint-set/apply-preset.js';
import type { Detail } from './joint-set/detail-counts.js';
import { updateFindings } from './joint-set/plan-draft.js';
import type { Preset } from './joint-set/preset-table.js';
import { resampleChains } from './joint-set/resample-chains.js';
import {
  type FinderOptions,
  findCombinedSkeleton,
  findNetworkSkeleton,
} from './learned/find-combined-skeleton.js';
import { settleJoints } from './learned/settle-joints.js';
import type { SkinningModel } from './learned/skinning-model.js';
import { solveLearnedWeights } from './learned/solve-learned-weights.js';
import { toldPlan } from './learned/told-plan.js';
import { type NameConvention, nameBody } from './names/name-conventions.js';
import { anatomyOf, readAnatomy } from './reading/read-anatomy.js';
import { confidenceFindings } from './report/confidence-findings.js';
import { type Anatomy, jointCount, type PartialRig, type Rig, type Skeleton } from './rig-records.js';
import { simplifyForRig } from './simplify-for-rig.js';
import { standUp } from './stand-up.js';
import { type SolvedWeights, solveWeights } from './weights/solve-weights.js';

/**
 * How a skeleton is found: `geometric` by the shape alone, `learned` by the network alone, `auto` by both: the network
 * says what the body is, the shape where its joints lie.
 */
export type RigMethod = 'auto' | 'geometric' | 'learned';

/**
 * How skin weights are solved: `heat` by diffusion over the surface, `learned` by the network that corrects those to what
 * artists paint, `auto` by whichever is better on bodies that neither has seen: `heat`.
 */
export type WeightMethod = 'auto' | 'heat' | 'learned';

/** Solves the weights of a mesh for a skeleton. */
export type WeightSolver = (
  mesh: Mesh,
  skeleton: Skeleton,
  options: WorkOptions & { readonly skinning?: SkinningModel },
) => Promise<SolvedWeights>;

/** The methods of solving weights. To add one, add an entry and its name to `WeightMethod`. */
export const WEIGHT_SOLVERS: Readonly<Record<WeightMethod, WeightSolver>> = Object.freeze({
  auto: async (mesh: Mesh, skeleton: Skeleton, options: WorkOptions) => solveWeights(mesh, skeleton, options),
  heat: async (mesh: Mesh, skeleton: Skeleton, options: WorkOptions) => solveWeights(mesh, skeleton, options),
  learned: async (mesh: Mesh, skeleton: Skeleton, { skinning, ...options }: Parameters<WeightSolver>[2]) => {
    if (skinning) return solveLearnedWeights(mesh, skeleton, { ...options, network: skinning });
    throw new PosespaceError(
      'bad-usage',
      'rig/rigMesh: weights "learned" need a network; open one with openSkinningModel, or use rigModel',
    );
  },
});

/** Names of `WEIGHT_SOLVERS`. */
export const WEIGHT_METHODS = Object.freeze(Object.keys(WEIGHT_SOLVERS) as WeightMethod[]);

/** Finds a skeleton in a mesh. */
export type SkeletonFinder = (mesh: Mesh, options: FinderOptions) => Promise<FoundSkeleton>;

/** The methods of finding a skeleton. To add one, add an entry and its name to `RigMethod`. */
export const FINDERS: Readonly<Record<RigMethod, SkeletonFinder>> = Object.freeze({
  auto: async (mesh: Mesh, { network, ...options }: FinderOptions) =>
    network ? findCombinedSkeleton(mesh, { ...options, network }) : findSkeleton(mesh, options),
  geometric: async (mesh: Mesh, options: FinderOptions) => findSkeleton(mesh, options),
  learned: async (mesh: Mesh, { network, ...options }: FinderOptions) => {
    if (network) return findNetworkSkeleton(mesh, { ...options, network });
    throw new PosespaceError(
      'bad-usage',
      'rig/rigMesh: the method "learned" needs a network; open one with openSkeletonModel, or use rigModel',
    );
  },
});

/** Names of `FINDERS`. */
export const RIG_METHODS = Object.freeze(Object.keys(FINDERS) as RigMethod[]);

/** Options of `rigMesh`: those of the finders, of which `jointCount` goes before a detail, and what is done with the skeleton. */
export interface RigMeshOptions extends Omit<FinderOptions, 'plan' | 'resolution' | 'symmetry'> {
  readonly method?: RigMethod;
  /** How skin weights are solved. */
  readonly weights?: WeightMethod;
  /** The skinning network, open, for weights that are `learned`. */
  readonly skinning?: SkinningModel;
  /** How many joints each part of a found skeleton has. */
  readonly detail?: Detail;
  /** Exactly the joints that a kind of tool expects, under the names of `names`, instead of a detail. */
  readonly preset?: Preset;
  /** Naming convention; absent: a given or fitted skeleton keeps its names, a found one gets native names. */
  readonly names?: NameConvention;
  /** Use this skeleton: only weights are solved, and `names` renames it. */
  readonly skeleton?: Skeleton;
  /** What the joints of that skeleton are, where it is known. */
  readonly anatomy?: Anatomy;
  /** Fit the skeleton of this rig to the mesh. */
  readonly skeletonFrom?: Rig;
  /** What kind of body it is: decides over what is read; refused with the reason where the shape does not allow it. */
  readonly body?: BodyKind;
  /** How many legs, arms and wings it has: decides over what is read, and goes before those of the kind. */
  readonly limbs?: LimbNumbers;
  /** Which direction of the mesh is up: a new skeleton's mesh is turned so that it is +Y. */
  readonly up?: Vec3;
  /** Refuse what is not recognised as a body, or less surely than this level (true: likely), instead of rigging it. */
  readonly requireBody?: RequiredBody;
  /** Meshes of more triangles than this are rigged on a simplified surface. */
  readonly simplifyAbove?: number;
}

/** Defaults of `rigMesh`. */
export const RIG_MESH_DEFAULTS = Object.freeze({
  method: 'auto',
  weights: 'auto',
  detail: 'standard',
  requireBody: false,
  simplifyAbove: 100_000,
} as const satisfies RigMeshOptions);

/** Triangles of a simplified surface, as a fraction of those of the largest mesh that is not simplified. */
const SIMPLIFIED = 0.6;

/** A mesh with a rig, and how it came about. */
export interface RiggedMesh {
  readonly rig: Required<Rig>;
  /** Chance that an artist would place each joint there, 0 to 1; 1 for given joints. [J] */
  readonly confidence: Float32Array;
  /** How the weights were solved. */
  readonly weightMethod: SolvedWeights['method'];
  /** The rig of the simplified surface, where the mesh was too large: enough for measures. */
  readonly simplified?: Rig;
  readonly findings: readonly Finding[];
}

/**
 * Gives a mesh a skeleton and weights. The mesh of the rig is the given one, unless it was stood up. A large mesh is
 * rigged on a simplified surface, whose weights are transferred to all its vertices.
 */
export async function rigMesh(given: Mesh, requested: RigMeshOptions = {}): Promise<RiggedMesh> {
  const { mesh, options, findings: turned } = standMesh(given, requested);
  const { simplifyAbove } = { ...RIG_MESH_DEFAULTS, ...options };
  const rigged =
    triangleCount(mesh) > simplifyAbove
      ? await rigLargeMesh(mesh, SIMPLIFIED * simplifyAbove, options)
      : await rigSurface(mesh, options);
  return { ...rigged, findings: [...turned, ...rigged.findings] };
}

async function rigLargeMesh(mesh: Mesh, targetCount: number, options: RigMeshOptions): Promise<RiggedMesh> {
  checkMesh(mesh);
  options.onProgress?.({ stage: 'simplifying the surface', fraction: 0 });
  const surface = await simplifyForRig(mesh, targetCount);
  await pauseUnlessAborted(options.signal);
  const { rig, ...rigged } = await rigSurface(surface.mesh, { ...options, whole: mesh });
  return {
    ...rigged,
    rig: { ...rig, mesh, skin: surface.transfer(rig.skin) },
    simplified: rig,
    findings: [surface.finding, ...rigged.findings],
  };
}

async function rigSurface(mesh: Mesh, options: RigMeshOptions): Promise<RiggedMesh> {
  const { signal, onProgress, skinning } = options;
  const solve = findWeightSolver(options.weights);
  const { skeleton, anatomy, confidence, findings } = await findMeshSkeleton(mesh, options);
  await pauseUnlessAborted(signal);
  const solved = await solve(mesh, skeleton, {
    signal,
    skinning,
    onProgress: ({ stage, fraction }) => onProgress?.({ stage, fraction: 0.5 + fraction / 2 }),
  });
  return {
    rig: { mesh, skeleton, skin: solved.skin, anatomy },
    confidence,
    weightMethod: solved.method,
    findings: [...findings, ...solved.findings],
  };
}

function findWeightSolver(method: WeightMethod = RIG_MESH_DEFAULTS.weights): WeightSolver {
  const solve = WEIGHT_SOLVERS[method];
  if (solve) return solve;
  throw new PosespaceError(
    'bad-usage',
    `rig/rigMesh: there are no weights "${method}"; choose one of ${WEIGHT_METHODS.join(', ')}`,
  );
}

/** The mesh as the option `up` wants it, and the other options that are about directions or positions in it. */
function standMesh(
  mesh: Mesh,
  options: RigMeshOptions,
): { mesh: Mesh; options: RigMeshOptions; findings: readonly Finding[] } {
  const stood = options.up && standUp(mesh, options.up);
  if (!stood) return { mesh, options, findings: [] };
  if (options.skeleton) {
    throw new PosespaceError(
      'bad-usage',
      'rig/rigMesh: a mesh with a given skeleton cannot be stood up; find a new one, or leave out up',
    );
  }
  const { forward, landmarks } = options;
  const moved = {
    ...options,
    up: undefined,
    ...(forward && { forward: stood.turn(forward) }),
    ...(landmarks && {
      landmarks: landmarks.map((each) => ({ ...each, position: stood.movePoint(each.position) })),
    }),
  };
  return { mesh: stood.mesh, options: moved, findings: [stoodFinding(options.up as Vec3)] };
}

const stoodFinding = (up: Vec3): Finding => ({
  code: 'stood-up',
  severity: 'info',
  message: `The mesh was stood up: its ${nameAxis(up)} is +y now. Its size is the same.`,
  fix: 'Give another up direction if that is wrong (option up, --up); +y leaves the mesh as it is.',
});

/** What `rigMesh` gives a mesh before it solves weights: a skeleton with its names, and what the body is. */
export async function findMeshSkeleton(
  mesh: Mesh,
  options: RigMeshOptions = {},
): Promise<Pick<RiggedMesh, 'confidence' | 'findings'> & Pick<Required<Rig>, 'skeleton' | 'anatomy'>> {
  checkMesh(mesh);
  // A skeleton that is found must not depend on how vertices and triangles are numbered, or wound.
  const isFound = !options.skeleton && !options.skeletonFrom && !options.whole;
  const planned = await planSkeleton(isFound ? orderMesh(windAlike(mesh)) : mesh, options);
  const { skeleton, confidence, findings } = planned;
  const { anatomy, body } = correctBody({ skeleton, mesh }, planned, options);
  requireKnownBody({ ...body, confidence: confidenceOf(anatomy) }, options.requireBody ?? false);
  const named = nameSkeleton(skeleton, body, options);
  return {
    skeleton: named.skeleton,
    anatomy,
    confidence,
    findings: [
      ...findings,
      ...planned.body.findings,
      ...confidenceFindings({ skeleton: named.skeleton, mesh }, anatomy),
      ...named.findings,
    ],
  };
}

/** What the joints of a skeleton are: as given, or as found, with what is known of the body as it was said. */
function correctBody(
  rig: PartialRig,
  { body, anatomy: given }: Pick<RigSkeleton, 'body' | 'anatomy'>,
  { body: kind, limbs }: RigMeshOptions,
): { readonly anatomy: Anatomy; readonly body: FoundBodyPlan } {
  const anatomy = given ?? toAnatomy(rig, body);
  if (given || (!kind && !limbs)) return { anatomy, body };
  const corrected = editAnatomy({ ...rig, anatomy }, { kind, limbs });
  return { anatomy: corrected, body: bodyOf(rig, corrected) };
}

/** A skeleton with its body plan. */
interface RigSkeleton {
  readonly skeleton: Skeleton;
  readonly confidence: Float32Array;
  readonly body: FoundBodyPlan;
  /** Of a given skeleton. */
  readonly anatomy?: Anatomy;
  /** What was noticed, less what the body plan says itself. */
  readonly findings: readonly Finding[];
}

/** The skeleton with its body plan, and as many joints as wanted. */
async function planSkeleton(mesh: Mesh, options: RigMeshOptions): Promise<RigSkeleton> {
  const {
    detail,
    jointCount: wanted,
    landmarks = [],
    signal,
    onProgress,
  } = {
    ...RIG_MESH_DEFAULTS,
    ...options,
  };
  // (1) A skeleton.
  onProgress?.({ stage: 'finding the skeleton', fraction: 0 });
  const found = await obtainSkeleton(mesh, options);
  await pauseUnlessAborted(signal);

  // (2) Its body plan.
  onProgress?.({ stage: 'finding the body plan', fraction: 0.45 });
  const read = readBody(mesh, found, options);

  // (3) As many joints as an artist would place.
  const isGiven = options.skeleton !== undefined || options.skeletonFrom !== undefined;
  if (options.preset !== undefined) return givePreset(mesh, read, options, isGiven);
  if (isGiven || wanted !== undefined) return read;
  const fixed = new Set(landmarks.map(({ position }) => nearestJoint(read.skeleton, position)));
  const { absent } = found;
  const isCoarse = found.isBoxes || vertexCount(options.whole ?? mesh) < COARSE;
  const isDoubtful = !absent && !options.body;
  const { source, ...resampled } = resampleChains(read, detail, { fixed, isCoarse, isDoubtful, absent });
  const rest = settleJoints(mesh, resampled.skeleton, {
    ...(!isCoarse && { estimate: found.estimate }),
    bones: { parents: found.skeleton.parents, positions: found.skeleton.rest },
    size: read.body.axes.size,
    fixed: new Set(Array.from(source.keys()).filter((j) => fixed.has(source[j]))),
  });
  return {
    ...resampled,
    skeleton: { ...resampled.skeleton, rest },
    findings: updateFindings(read.findings, source),
  };
}

/** Vertices below which a figure has few joints on purpose. */
const COARSE = 128;

/** The joints of a preset; a given skeleton has its own. */
function givePreset(
  mesh: Mesh,
  read: RigSkeleton,
  { preset, names, jointCount: wanted }: RigMeshOptions,
  isGiven: boolean,
): RigSkeleton {
  if (isGiven || wanted !== undefined) {
    const other = isGiven ? 'a given skeleton' : 'a joint count';
    throw new PosespaceError(
      'bad-usage',
      `rig/rigMesh: a preset decides which joints there are, and so does ${other}; give one of them`,
    );
  }
  const { source, findings, ...planned } = applyPreset(read, mesh, preset as Preset, names);
  return { ...planned, findings: [...updateFindings(read.findings, source), ...findings] };
}

/** A skeleton, found, fitted or given. */
type Obtained = Pick<
  FoundSkeleton,
  'skeleton' | 'confidence' | 'symmetry' | 'body' | 'isBoxes' | 'absent' | 'estimate' | 'findings'
> &
  Pick<Rig, 'anatomy'>;

async function obtainSkeleton(mesh: Mesh, options: RigMeshOptions): Promise<Obtained> {
  const {
    skeleton,
    skeletonFrom,
    method,
    body: kind,
    limbs,
    signal,
    onProgress,
  } = {
    ...RIG_MESH_DEFAULTS,
    ...options,
  };
  if (kind !== undefined) requireBodyKind(kind);
  if (skeleton) {
    const anatomy = options.anatomy ?? readAnatomy({ skeleton, mesh }).anatomy;
    return { skeleton, confidence: new Float32Array(jointCount(skeleton)).fill(1), anatomy, findings: [] };
  }
  const work: WorkOptions = {
    signal,
    onProgress: ({ stage, fraction }) => onProgress?.({ stage, fraction: fraction * 0.45 }),
  };
  if (skeletonFrom) return fitSkeleton(mesh, { ...skeletonFrom, anatomy: anatomyOf(skeletonFrom) }, work);
  const find = FINDERS[method];
  if (!find) {
    throw new PosespaceError(
      'bad-usage',
      `rig/rigMesh: there is no method "${method}"; choose one of ${RIG_METHODS.join(', ')}`,
    );
  }
  const plan = toldPlan({ kind, limbs });
  const { whole } = options;
  return find(mesh, { ...options, ...work, plan, ...(whole && { symmetry: findSymmetryPlane(whole) }) });
}

/**
 * The body plan. A found skeleton has its root in the middle of the trunk; artists and importers expect it at the
 * hips. A given or fitted one keeps its root.
 */
function readBody(mesh: Mesh, found: Obtained, options: RigMeshOptions): RigSkeleton {
  const { skeleton, confidence, symmetry, findings } = found;
  if (found.anatomy) {
    const rig = { skeleton, mesh, anatomy: found.anatomy };
    const anatomy = editAnatomy(rig, { kind: options.body, limbs: options.limbs, forward: options.forward });
    return { skeleton, confidence, body: bodyOf(rig, anatomy), anatomy, findings };
  }
  const { body: kind, limbs, forward } = options;
  const parts = namedParts(skeleton, options.landmarks);
  // What the user knows decides over what was found.
  const fits = found.body && fitsBody({ kind, limbs }, found.body) && showsParts(found.body, parts);
  const read =
    found.body && fits
      ? { ...found.body, ...(kind && { kind }) }
      : findBodyPlan(mesh, skeleton, { symmetry, kind, limbs, parts, forward });
  // The shape alone does not tell a slime from a stone.
  const body = read.kind === 'blob' && !found.body && !kind ? toUnknownBody(read, NO_LIMBS) : read;
  const hips = body.plan.spine[0] ?? 0;
  if (hips === 0) return { skeleton, confidence, body, findings };
  const rerooted = rerootSkeleton(skeleton, hips);
  return {
    skeleton: rerooted.skeleton,
    confidence: Float32Array.from(rerooted.source, (joint) => confidence[joint]),
    body: renumberBodyPlan(body, rerooted.source),
    findings: renumberFindings(findings, rerooted.source),
  };
}

/** Parts that landmarks say, by the joints that lie there. */
function namedParts(skeleton: Skeleton, landmarks: readonly Landmark[] = []): Map<number, KnownPart> {
  const parts = new Map<number, KnownPart>();
  for (const { name = '', part = partOfName(name), position } of landmarks) {
    if (part) parts.set(nearestJoint(skeleton, position), part);
  }
  return parts;
}

const NO_LIMBS = 'no head, limbs or tail were found in the shape';

/** The skeleton with its names. Names of landmarks take precedence. */
function nameSkeleton(
  skeleton: Skeleton,
  body: FoundBodyPlan,
  { names: convention, landmarks = [], preset, skeleton: given, skeletonFrom }: RigMeshOptions,
): { skeleton: Skeleton; findings: readonly Finding[] } {
  if (!convention && (given || skeletonFrom)) return { skeleton, findings: [] };
  const named = nameBody(body, skeleton, convention ?? 'native');
  const names = [...named.names];
  for (const { name, position } of landmarks) {
    // The names of a preset are what other tools look for.
    if (name === undefined || preset !== undefined) continue;
    const joint = nearestJoint(skeleton, position);
    // A joint that already has the name swaps names with the landmark: names stay unique.
    const holder = names.indexOf(name);
    if (holder >= 0) names[holder] = names[joint];
    names[joint] = name;
  }
  return { skeleton: { ...skeleton, names }, findings: named.findings };
}

function nearestJoint({ rest }: Skeleton, [x, y, z]: readonly [number, number, number]): number {
  let nearest = 0;
  let least = Infinity;
  for (let j = 0; j < rest.length / 3; j++) {
    const distance = Math.hypot(rest[j * 3] - x, rest[j * 3 + 1] - y, rest[j * 3 + 2] - z);
    if (distance < least) [nearest, least] = [j, distance];
  }
  return nearest;
}

/** Throws unless there is a finite surface with an area. */
function checkMesh(mesh: Mesh): void {
  const fail = (text: string): never => {
    throw new PosespaceError('bad-input', `rig/rigMesh: ${text}`);
  };
  const { positions, triangles } = mesh;
  const vertices = vertexCount(mesh);
  for (let i = 0; i < triangles.length; i++) {
    if (triangles[i] >= vertices) {
      fail(`a triangle refers to vertex ${triangles[i]} of ${vertices}; repair the mesh`);
    }
    if (!isFinitePoint(positions, triangles[i])) {
      fail(`vertex ${triangles[i]} is not finite; repair the mesh`);
    }
  }
  for (let t = 0; t < triangleCount(mesh); t++) if (triangleArea(mesh, t) > 0) return;
  fail(`the mesh has no surface: ${triangleCount(mesh)} triangles, none with an area; give one that has`);
}
