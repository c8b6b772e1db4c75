/**
 * @file Gathers the surfaces of a glTF scene into one mesh in scene space at rest, with one skin over one
 * skeleton. A mesh parented to a node without a skin follows the nearest joint above it.
 *
 * Every vertex is transformed by v' = Σ w (rest · inverseBind) v. Where all its skin's joints agree on the placement,
 * which is nearly always, that is one matrix for the whole part.
 */

import { requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/finding.js';
import {
  determinantMatrix4,
  invertMatrix4,
  type Matrix4,
  multiplyMatrix4,
  transformPointInto,
  transformPointsInto,
} from '../../math/matrix4.js';
import { computeBox } from '../../mesh/box.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Skin } from '../../rig/rig-records.js';
import type { ModelPart } from '../model.js';
import type { Binding } from './bind-joints.js';
import type { DecodedGltf, RawArray } from './decode.js';
import type { JointTree } from './find-joints.js';
import type { GltfJson, GltfPrimitive } from './gltf-json.js';
import { pathToRoot, type SceneGraph } from './scene-graph.js';

export interface PartsContext {
  readonly json: GltfJson;
  readonly graph: SceneGraph;
  readonly decoded: DecodedGltf;
  readonly tree?: JointTree;
  readonly binding?: Binding;
  readonly findings: Finding[];
}

interface PartPlan {
  readonly node: number;
  readonly mesh: number;
  readonly primitive: number;
  readonly definition: GltfPrimitive;
  readonly skinIndex?: number;
  readonly vertexStart: number;
  readonly vertexCount: number;
  readonly setCount: number;
}

export interface ReadParts {
  readonly mesh: Mesh;
  readonly skin?: Skin;
  readonly parts: readonly ModelPart[];
  /** Whether the skin is another than the file's, which is not valid. */
  readonly mended: boolean;
}

export function readParts(context: PartsContext): ReadParts {
  const plans = planParts(context);
  const faults: WeightFaults = { unweighted: [], unnormalized: [], repeated: [] };
  const skins: Skin[] = [];
  const surfaces: Float32Array[] = [];
  const parts: ModelPart[] = [];
  for (const plan of plans) {
    const skin = context.tree && readWeights(context, plan, faults);
    const { positions, toScene } = placePart(context, plan, skin);
    const { node, mesh, primitive, vertexStart, vertexCount } = plan;
    checkFinite(positions, mesh);
    if (skin) skins.push(skin);
    surfaces.push(positions);
    parts.push({ node, mesh, primitive, vertexStart, vertexCount, toScene });
  }
  reportWeights(faults, context.findings);
  const triangles = plans.map((plan, i) => {
    const list = readTriangles(context, plan);
    const { toScene } = parts[i];
    return toScene && determinantMatrix4(toScene) < 0 ? turnRound(list) : list;
  });
  return {
    mesh: { positions: joinFloats(surfaces), triangles: joinTriangles(triangles) },
    skin: joinSkins(skins),
    parts,
    mended: Object.values(faults).some((vertices) => vertices.length > 0),
  };
}

function joinFloats(lists: readonly Float32Array[]): Float32Array {
  if (lists.length === 1) return lists[0];
  const out = new Float32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

/** Triangles seen from the other side: a mirrored part would be inside out. */
function turnRound(triangles: Uint32Array): Uint32Array {
  const out = triangles.slice();
  for (let i = 0; i < out.length; i += 3) [out[i + 1], out[i + 2]] = [triangles[i + 2], triangles[i + 1]];
  return out;
}

/** One skin behind the other, with as many slots as the widest has. */
function joinSkins(skins: readonly Skin[]): Skin | undefined {
  if (skins.length <= 1) return skins[0];
  const influenceCount = skins.reduce((most, skin) => Math.max(most, skin.influenceCount), 0);
  const total = skins.reduce((sum, skin) => sum + skin.joints.length / skin.influenceCount, 0);
  const joints = new Uint16Array(total * influenceCount);
  const weights = new Float32Array(total * influenceCount);
  let row = 0;
  for (const skin of skins) {
    for (let i = 0; i < skin.joints.length; i += skin.influenceCount, row += influenceCount) {
      for (let k = 0; k < skin.influenceCount; k++) {
        joints[row + k] = skin.joints[i + k];
        weights[row + k] = skin.weights[i + k];
      }
    }
  }
  return { joints, weights, influenceCount };
}

function joinTriangles(lists: readonly Uint32Array[]): Uint32Array {
  if (lists.length === 1) return lists[0];
  const out = new Uint32Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    out.set(list, at);
    at += list.length;
  }
  return out;
}

/** Which primitives become part of the mesh, and where their vertices go. */
function planParts({ json, graph, findings }: PartsContext): PartPlan[] {
  const plans: PartPlan[] = [];
  let vertexStart = 0;
  let left = 0;
  for (const [node, { mesh, skin }] of (json.nodes ?? []).entries()) {
    if (mesh === undefined || !graph.visible[node]) continue;
    for (const [primitive, definition] of json.meshes![mesh].primitives.entries()) {
      const { attributes, mode = 4 } = definition;
      if (attributes.POSITION === undefined || mode < 4 || mode > 6) {
        left++;
        continue;
      }
      const weighted =
        skin !== undefined && attributes.JOINTS_0 !== undefined && attributes.WEIGHTS_0 !== undefined;
      let setCount = 1;
      while (
        weighted &&
        attributes[`JOINTS_${setCount}`] !== undefined &&
        attributes[`WEIGHTS_${setCount}`] !== undefined
      )
        setCount++;
      const vertexCount = json.accessors![attributes.POSITION].count;
      plans.push({
        node,
        mesh,
        primitive,
        definition,
        skinIndex: weighted ? skin : undefined,
        vertexStart,
        vertexCount,
        setCount,
      });
      vertexStart += vertexCount;
    }
  }
  if (left > 0) {
    findings.push({
      code: 'not-a-surface',
      severity: 'info',
      message: `${left} primitives are points or lines and not part of the mesh`,
      fix: 'nothing to do: they stay in the file',
      count: left,
    });
  }
  return plans;
}

/** Triangle list of a part, strips and fans unrolled, indices checked and shifted. */
function readTriangles({ decoded }: PartsContext, plan: PartPlan): Uint32Array {
  const { definition, vertexStart, vertexCount } = plan;
  const { indices, mode = 4 } = definition;
  const list = indices === undefined ? new Uint32Array(vertexCount) : new Uint32Array(decoded.raw(indices));
  if (indices === undefined) for (let i = 0; i < vertexCount; i++) list[i] = i;
  const largest = maximum(list);
  requireInput(largest < vertexCount, `io/gltf: a triangle refers to vertex ${largest} of ${vertexCount}`);
  if (vertexStart > 0) for (let i = 0; i < list.length; i++) list[i] += vertexStart;
  if (mode === 4) return list.subarray(0, list.length - (list.length % 3));
  const count = Math.max(0, list.length - 2);
  const out = new Uint32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const odd = mode === 5 && i % 2 === 1;
    out[i * 3] = list[mode === 6 ? 0 : odd ? i + 1 : i];
    out[i * 3 + 1] = list[mode === 6 ? i + 1 : odd ? i : i + 1];
    out[i * 3 + 2] = list[i + 2];
  }
  return out;
}

interface WeightFaults {
  readonly unweighted: number[];
  readonly unnormalized: number[];
  readonly repeated: number[];
}

function readWeights(context: PartsContext, plan: PartPlan, faults: WeightFaults): Skin {
  const { vertexCount, skinIndex, definition, setCount } = plan;
  if (skinIndex === undefined) {
    const influenceCount = 4;
    const joints = new Uint16Array(vertexCount * influenceCount);
    const weights = new Float32Array(vertexCount * influenceCount);
    const joint = followedJoint(context, plan.node);
    for (let i = 0; i < joints.length; i += influenceCount) {
      joints[i] = joint;
      weights[i] = 1;
    }
    return { joints, weights, influenceCount };
  }
  const jointNodes = context.json.skins![skinIndex].joints;
  const jointOfSlot = Uint16Array.from(jointNodes, (node) => context.tree!.jointOfNode[node]);
  const sets = Array.from({ length: setCount }, (_, set) => ({
    joints: context.decoded.raw(definition.attributes[`JOINTS_${set}`]),
    weights: context.decoded.floats(definition.attributes[`WEIGHTS_${set}`]),
  }));
  requireInput(
    sets.every((set) => set.joints.length === vertexCount * 4 && set.weights.length === vertexCount * 4),
    'io/gltf: JOINTS and WEIGHTS must hold four values per vertex',
  );
  return gatherInfluences(sets, jointOfSlot, plan, faults);
}

interface InfluenceSet {
  /** [V, 4] */
  readonly joints: RawArray;
  /** [V, 4] */
  readonly weights: Float32Array;
}

/** Closer to one than this a sum of weights needs no mending; further than that it is a fault, not rounding. */
const SUM_ROUNDING = 1e-6;
const SUM_FAULT = 0.02;

/** The influences of a part. Weights that are clean in the file are not copied: allocating costs more than checking. */
function gatherInfluences(
  sets: readonly InfluenceSet[],
  jointOfSlot: Uint16Array,
  { vertexStart, vertexCount }: PartPlan,
  faults: WeightFaults,
): Skin {
  const influenceCount = sets.length * 4;
  if (sets.length === 1) {
    const { joints, weights } = sets[0];
    const mapped = mapJoints(joints, weights, jointOfSlot);
    if (isClean(mapped, weights)) return { joints: mapped, weights, influenceCount };
  }
  const joints = new Uint16Array(vertexCount * influenceCount);
  const weights = new Float32Array(vertexCount * influenceCount);
  for (const [s, set] of sets.entries()) {
    const mapped = mapJoints(set.joints, set.weights, jointOfSlot);
    for (let i = 0; i < mapped.length; i++) {
      const slot = (i >> 2) * influenceCount + s * 4 + (i & 3);
      joints[slot] = mapped[i];
      // Negative weights and NaN pull nowhere.
      weights[slot] = set.weights[i] > 0 ? set.weights[i] : 0;
    }
  }
  normalizeRows({ joints, weights, influenceCount }, vertexStart, faults);
  return { joints, weights, influenceCount };
}

/** Joints of the skeleton for slots of a skin. What a slot without weight names means nothing and may be anything. */
function mapJoints(slots: RawArray, weights: Float32Array, jointOfSlot: Uint16Array): Uint16Array {
  if (jointOfSlot.every((joint, slot) => joint === slot)) {
    const copy = new Uint16Array(slots);
    let most = 0;
    for (let i = 0, count = copy.length; i < count; i++) most = copy[i] > most ? copy[i] : most;
    if (most < jointOfSlot.length) return copy;
  }
  const out = new Uint16Array(slots.length);
  let largest = -1;
  for (let i = 0; i < out.length; i++) {
    const slot = weights[i] > 0 ? slots[i] : 0;
    out[i] = weights[i] > 0 ? jointOfSlot[slot] : 0;
    largest = slot > largest ? slot : largest;
  }
  requireInput(
    largest < jointOfSlot.length,
    `io/gltf: a vertex follows joint ${largest}, its skin has ${jointOfSlot.length}`,
  );
  return out;
}

/** Whether every row of four is non-negative, sums to one and names no joint twice. */
function isClean(joints: Uint16Array, weights: Float32Array): boolean {
  for (let i = 0; i + 3 < weights.length; i += 4) {
    const a = weights[i];
    const b = weights[i + 1];
    const c = weights[i + 2];
    const d = weights[i + 3];
    if (!(a >= 0 && b >= 0 && c >= 0 && d >= 0 && Math.abs(a + b + c + d - 1) < SUM_ROUNDING)) return false;
    // Most rows have one joint, or end in zeros.
    if (b > 0 && joints[i + 1] === joints[i] && a > 0) return false;
    if (c > 0 && hasEarlier(joints, weights, i, i + 2)) return false;
    if (d > 0 && hasEarlier(joints, weights, i, i + 3)) return false;
  }
  return true;
}

function hasEarlier(joints: Uint16Array, weights: Float32Array, row: number, slot: number): boolean {
  for (let k = row; k < slot; k++) if (joints[k] === joints[slot] && weights[k] > 0) return true;
  return false;
}

/** Adds up what a row says of one joint twice; whether it did. */
function mergeJoints({ joints, weights }: Skin, row: number, end: number): boolean {
  let merged = false;
  for (let slot = row + 1; slot < end; slot++) {
    for (let k = row; k < slot && weights[slot] > 0; k++) {
      if (joints[k] !== joints[slot] || !(weights[k] > 0)) continue;
      weights[k] += weights[slot];
      weights[slot] = 0;
      joints[slot] = 0;
      merged = true;
    }
  }
  return merged;
}

function normalizeRows(skin: Skin, vertexStart: number, faults: WeightFaults): void {
  const { joints, weights, influenceCount } = skin;
  for (let row = 0, v = vertexStart; row < weights.length; row += influenceCount, v++) {
    if (mergeJoints(skin, row, row + influenceCount)) faults.repeated.push(v);
    let sum = 0;
    for (let k = row; k < row + influenceCount; k++) sum += weights[k];
    if (!(sum > 1e-6 && sum < Number.POSITIVE_INFINITY)) {
      faults.unweighted.push(v);
      joints.fill(0, row, row + influenceCount);
      weights.fill(0, row, row + influenceCount);
      weights[row] = 1;
      continue;
    }
    if (Math.abs(sum - 1) > SUM_FAULT) faults.unnormalized.push(v);
    if (Math.abs(sum - 1) > SUM_ROUNDING) for (let k = row; k < row + influenceCount; k++) weights[k] /= sum;
  }
}

/** The largest index; what is beyond signed integers counts as the largest of them, which keeps the loop fast. */
function maximum(values: Uint32Array): number {
  const signed = new Int32Array(values.buffer, values.byteOffset, values.length);
  let largest = -1;
  let negative = 0;
  for (let i = 0, count = signed.length; i < count; i++) {
    const value = signed[i];
    negative |= value;
    largest = value > largest ? value : largest;
  }
  return negative < 0 ? 0x7fffffff : largest;
}

/** The joint that a rigid part follows: the nearest one above it, else the root. */
function followedJoint({ graph, tree }: PartsContext, node: number): number {
  const joints = pathToRoot(graph, node).map((at) => tree!.jointOfNode[at]);
  return joints.find((joint) => joint >= 0) ?? 0;
}

interface PlacedPart {
  readonly positions: Float32Array;
  /** The matrix that transformed all vertices, where it was one. */
  readonly toScene?: Matrix4;
}

/** Carries the part's vertices to scene space at rest. */
function placePart(context: PartsContext, plan: PartPlan, skin: Skin | undefined): PlacedPart {
  const { decoded, graph, binding, tree } = context;
  const local = decoded.floats(plan.definition.attributes.POSITION);
  requireInput(local.length === plan.vertexCount * 3, 'io/gltf: POSITION must hold three numbers per vertex');

  if (plan.skinIndex === undefined || !skin) {
    const world = graph.worlds[plan.node];
    const joint = tree ? pathToRoot(graph, plan.node).find((at) => tree.jointOfNode[at] >= 0) : undefined;
    const inverse = joint === undefined ? undefined : invertMatrix4(graph.worlds[joint]);
    if (joint === undefined || !inverse) return place(local, world);
    const rest = binding!.rest[tree!.jointOfNode[joint]];
    return place(local, multiplyMatrix4(rest, multiplyMatrix4(inverse, world)));
  }
  const matrices = binding!.toScene[plan.skinIndex];
  if (agree(matrices, local)) return place(local, matrices[0]);

  const jointNodes = context.json.skins![plan.skinIndex].joints;
  const slotOfJoint = new Map(jointNodes.map((node, slot) => [tree!.jointOfNode[node], slot]));
  const positions = new Float32Array(local.length);
  const point = [0, 0, 0];
  for (let v = 0; v < plan.vertexCount; v++) {
    for (let k = v * skin.influenceCount; k < (v + 1) * skin.influenceCount; k++) {
      const weight = skin.weights[k];
      if (weight === 0) continue;
      transformPointInto(point, 0, matrices[slotOfJoint.get(skin.joints[k]) ?? 0], local, v * 3);
      for (let c = 0; c < 3; c++) positions[v * 3 + c] += weight * point[c];
    }
  }
  return { positions };
}

/** All points by one matrix; by none where it is the identity, which spares the copy. */
function place(local: Float32Array, toScene: Matrix4): PlacedPart {
  const still = toScene.every((x, k) => Math.abs(x - +(k % 5 === 0)) < 1e-12);
  if (still) return { positions: local, toScene };
  const positions = new Float32Array(local.length);
  transformPointsInto(positions, toScene, local);
  return { positions, toScene };
}

/** What is not finite in the file is not finite in the scene either, so checking the result is enough. */
function checkFinite(positions: Float32Array, mesh: number): void {
  // A sum is finite only if all its terms are, bar an overflow, which the search then clears up.
  let sum = 0;
  for (let i = 0; i < positions.length; i++) sum += positions[i];
  if (Number.isFinite(sum)) return;
  const bad = positions.findIndex((x) => !Number.isFinite(x));
  requireInput(
    bad < 0,
    `io/gltf: vertex ${Math.floor(bad / 3)} of mesh ${mesh} has no finite position; export the mesh again`,
  );
}

/** Whether all matrices put the part's box at the same position, to a hundred-thousandth of its size. */
function agree(matrices: readonly Matrix4[], local: Float32Array): boolean {
  if (matrices.every((matrix) => matrix.every((x, k) => Math.abs(x - matrices[0][k]) <= 1e-12 * Math.abs(x))))
    return true;
  const { min: low, max: high } = computeBox(local);
  const corner = [0, 0, 0];
  const [a, b] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let c = 0; c < 8; c++) {
    for (let k = 0; k < 3; k++) corner[k] = (c >> k) & 1 ? high[k] : low[k];
    transformPointInto(a, 0, matrices[0], corner, 0);
    const size = Math.hypot(a[0] - matrices[0][12], a[1] - matrices[0][13], a[2] - matrices[0][14]);
    for (const matrix of matrices) {
      transformPointInto(b, 0, matrix, corner, 0);
      if (Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) > 1e-5 * size) return false;
    }
  }
  return true;
}

function reportWeights(faults: WeightFaults, findings: Finding[]): void {
  if (faults.unweighted.length > 0) {
    findings.push({
      code: 'unweighted-vertices',
      severity: 'error',
      message: `${faults.unweighted.length} vertices follow no joint`,
      fix: 'solve the weights again; until then they follow the root, and are written so',
      kind: 'vertex',
      elements: faults.unweighted.slice(0, 200),
      count: faults.unweighted.length,
    });
  }
  if (faults.unnormalized.length > 0) {
    findings.push({
      code: 'weights-not-normalised',
      severity: 'warning',
      message: `the weights of ${faults.unnormalized.length} vertices do not sum to one`,
      fix: 'nothing to do: they are normalised on reading and written so',
      kind: 'vertex',
      elements: faults.unnormalized.slice(0, 200),
      count: faults.unnormalized.length,
    });
  }
  if (faults.repeated.length > 0) {
    findings.push({
      code: 'joint-twice',
      severity: 'warning',
      message: `${faults.repeated.length} vertices follow a joint twice`,
      fix: 'nothing to do: both weights are added on reading and written so',
      kind: 'vertex',
      elements: faults.repeated.slice(0, 200),
      count: faults.repeated.length,
    });
  }
}
