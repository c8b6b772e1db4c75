/**
 * @file Gathers the surfaces of a glTF scene into one mesh in scene space at rest, with one skin over one
 * skeleton. A mesh that hangs rigidly from a node follows the nearest joint above it.
 *
 * Every vertex is carried by v' = Σ w (rest · inverseBind) v. Where all its skin's joints agree on the placement,
 * which is nearly always, that is one matrix for the whole part.
 */

import type { GLTF } from '@gltf-transform/core';
import { requireInput } from '../../base/errors.js';
import type { Finding } from '../../base/report.js';
import { invertMatrix4, type Matrix4, multiplyMatrix4, transformPointInto } from '../../math/matrix4.js';
import type { Mesh } from '../../mesh/mesh.js';
import type { Skin } from '../../rig/rig.js';
import type { ModelPart } from '../model.js';
import type { Binding } from './bind-joints.js';
import type { DecodedGltf } from './decode.js';
import type { JointTree } from './find-joints.js';
import { pathToRoot, type SceneGraph } from './scene-graph.js';

export interface PartsContext {
  readonly json: GLTF.IGLTF;
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
  readonly definition: GLTF.IMeshPrimitive;
  readonly skinIndex?: number;
  readonly vertexStart: number;
  readonly vertexCount: number;
  readonly setCount: number;
}

export interface ReadParts {
  readonly mesh: Mesh;
  readonly skin?: Skin;
  readonly parts: readonly ModelPart[];
}

export function readParts(context: PartsContext): ReadParts {
  const plans = planParts(context);
  const total = plans.reduce((sum, plan) => sum + plan.vertexCount, 0);
  const positions = new Float32Array(total * 3);
  const influenceCount = 4 * Math.max(1, ...plans.map((plan) => plan.setCount));
  const skin = context.tree && {
    joints: new Uint16Array(total * influenceCount),
    weights: new Float32Array(total * influenceCount),
    influenceCount,
  };
  const indices = plans.map((plan) => readTriangles(context, plan));
  const triangles = new Uint32Array(indices.reduce((sum, list) => sum + list.length, 0));
  const faults: WeightFaults = { unweighted: [], unnormalized: [] };
  const parts: ModelPart[] = [];

  let at = 0;
  for (const [i, plan] of plans.entries()) {
    triangles.set(indices[i], at);
    at += indices[i].length;
    if (skin) readWeights(context, plan, skin, faults);
    const { node, mesh, primitive, vertexStart, vertexCount } = plan;
    const toScene = placePart(context, plan, skin, positions);
    parts.push({ node, mesh, primitive, vertexStart, vertexCount, toScene });
  }
  reportWeights(faults, context.findings);
  return { mesh: { positions, triangles }, skin: total > 0 ? skin : undefined, parts };
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
  const list =
    indices === undefined ? Uint32Array.from({ length: vertexCount }, (_, i) => i) : decoded.raw(indices);
  for (let i = 0; i < list.length; i++) {
    requireInput(list[i] < vertexCount, `io/gltf: a triangle refers to vertex ${list[i]} of ${vertexCount}`);
  }
  if (mode === 4) {
    const out = new Uint32Array(list.length - (list.length % 3));
    for (let i = 0; i < out.length; i++) out[i] = list[i] + vertexStart;
    return out;
  }
  const count = Math.max(0, list.length - 2);
  const out = new Uint32Array(count * 3);
  for (let i = 0; i < count; i++) {
    const odd = mode === 5 && i % 2 === 1;
    out[i * 3] = list[mode === 6 ? 0 : odd ? i + 1 : i] + vertexStart;
    out[i * 3 + 1] = list[mode === 6 ? i + 1 : odd ? i : i + 1] + vertexStart;
    out[i * 3 + 2] = list[i + 2] + vertexStart;
  }
  return out;
}

interface WeightFaults {
  readonly unweighted: number[];
  readonly unnormalized: number[];
}

function readWeights(context: PartsContext, plan: PartPlan, skin: Skin, faults: WeightFaults): void {
  const { vertexStart, vertexCount, skinIndex, definition, setCount } = plan;
  const slots = skin.influenceCount;
  if (skinIndex === undefined) {
    const joint = followedJoint(context, plan.node);
    for (let v = vertexStart; v < vertexStart + vertexCount; v++) {
      skin.joints[v * slots] = joint;
      skin.weights[v * slots] = 1;
    }
    return;
  }
  const jointNodes = context.json.skins![skinIndex].joints;
  const jointOfSlot = jointNodes.map((node) => context.tree!.jointOfNode[node]);
  for (let set = 0; set < setCount; set++) {
    const joints = context.decoded.raw(definition.attributes[`JOINTS_${set}`]);
    const weights = context.decoded.floats(definition.attributes[`WEIGHTS_${set}`]);
    requireInput(
      joints.length === vertexCount * 4 && weights.length === vertexCount * 4,
      'io/gltf: JOINTS and WEIGHTS must hold four values per vertex',
    );
    for (let i = 0; i < joints.length; i++) {
      const weight = weights[i];
      if (!(weight > 0)) continue; // zero, negative and NaN pull nowhere
      const joint = jointOfSlot[joints[i]];
      requireInput(
        joint !== undefined,
        `io/gltf: a vertex follows joint ${joints[i]}, its skin has ${jointNodes.length}`,
      );
      const slot = (vertexStart + (i >> 2)) * slots + set * 4 + (i & 3);
      skin.joints[slot] = joint;
      skin.weights[slot] = weight;
    }
  }
  normalizeRows(skin, vertexStart, vertexCount, faults);
}

function normalizeRows(skin: Skin, vertexStart: number, vertexCount: number, faults: WeightFaults): void {
  const slots = skin.influenceCount;
  for (let v = vertexStart; v < vertexStart + vertexCount; v++) {
    let sum = 0;
    for (let k = 0; k < slots; k++) sum += skin.weights[v * slots + k];
    if (!(sum > 1e-6 && Number.isFinite(sum))) {
      faults.unweighted.push(v);
      skin.joints.fill(0, v * slots, (v + 1) * slots);
      skin.weights.fill(0, v * slots, (v + 1) * slots);
      skin.weights[v * slots] = 1;
      continue;
    }
    // Eight-bit weights miss one by up to a few 255ths: that is rounding, not a fault.
    if (Math.abs(sum - 1) > 0.02) faults.unnormalized.push(v);
    for (let k = 0; k < slots; k++) skin.weights[v * slots + k] /= sum;
  }
}

/** The joint that a rigid part follows: the nearest one above it, else the root. */
function followedJoint({ graph, tree }: PartsContext, node: number): number {
  const joints = pathToRoot(graph, node).map((at) => tree!.jointOfNode[at]);
  return joints.find((joint) => joint >= 0) ?? 0;
}

/** Carries the part's vertices to scene space at rest; returns the matrix where one did. */
function placePart(
  context: PartsContext,
  plan: PartPlan,
  skin: Skin | undefined,
  positions: Float32Array,
): Matrix4 | undefined {
  const { decoded, graph, binding, tree } = context;
  const local = decoded.floats(plan.definition.attributes.POSITION);
  requireInput(local.length === plan.vertexCount * 3, 'io/gltf: POSITION must hold three numbers per vertex');
  const bad = local.findIndex((x) => !Number.isFinite(x));
  requireInput(
    bad < 0,
    `io/gltf: vertex ${Math.floor(bad / 3)} of mesh ${plan.mesh} has no finite position; export the mesh again`,
  );

  const place = (matrix: Matrix4): Matrix4 => {
    for (let i = 0; i < plan.vertexCount; i++)
      transformPointInto(positions, (plan.vertexStart + i) * 3, matrix, local, i * 3);
    return matrix;
  };
  if (plan.skinIndex === undefined || !skin) {
    const world = graph.worlds[plan.node];
    const joint = tree ? pathToRoot(graph, plan.node).find((at) => tree.jointOfNode[at] >= 0) : undefined;
    if (joint === undefined) return place(world);
    const inverse = invertMatrix4(graph.worlds[joint]);
    return place(
      inverse
        ? multiplyMatrix4(binding!.rest[tree!.jointOfNode[joint]], multiplyMatrix4(inverse, world))
        : world,
    );
  }

  const matrices = binding!.toScene[plan.skinIndex];
  if (agree(matrices, local)) return place(matrices[0]);
  const slotOfJoint = new Map(
    context.json.skins![plan.skinIndex].joints.map((node, slot) => [tree!.jointOfNode[node], slot]),
  );
  const point = [0, 0, 0];
  for (let i = 0; i < plan.vertexCount; i++) {
    const v = plan.vertexStart + i;
    for (let k = 0; k < skin.influenceCount; k++) {
      const weight = skin.weights[v * skin.influenceCount + k];
      if (weight === 0) continue;
      transformPointInto(
        point,
        0,
        matrices[slotOfJoint.get(skin.joints[v * skin.influenceCount + k]) ?? 0],
        local,
        i * 3,
      );
      for (let c = 0; c < 3; c++) positions[v * 3 + c] += weight * point[c];
    }
  }
  return undefined;
}

/** Whether all matrices put the part's box at the same place, to a hundred-thousandth of its size. */
function agree(matrices: readonly Matrix4[], local: Float32Array): boolean {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((x) => -x);
  for (let i = 0; i < local.length; i++) {
    const k = i % 3;
    if (local[i] < low[k]) low[k] = local[i];
    if (local[i] > high[k]) high[k] = local[i];
  }
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
      fix: 'solve the weights again; until then they follow the root',
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
      fix: 'nothing to do here: they are normalised on reading; write the file to store them so',
      kind: 'vertex',
      elements: faults.unnormalized.slice(0, 200),
      count: faults.unnormalized.length,
    });
  }
}
