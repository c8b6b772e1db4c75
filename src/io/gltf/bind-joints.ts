/**
 * @file Finds the rest pose of a joint tree: the bind pose, in scene space.
 *
 * A skin says where its joints were when the mesh was bound, in the mesh's own space; where that space lies in
 * the scene it does not say. If the default pose is the bind pose, `world · inverseBind` is the same matrix for
 * every joint, and that matrix is the answer: it holds unit scales, axis conversions and the dequantisation of
 * compressed meshes all at once. If the file opens in another pose the joints disagree; then the majority wins,
 * and without one the answer is the best of the 24 axis rotations with the scale of the bones.
 */

import type { GLTF } from '@gltf-transform/core';
import type { Finding } from '../../base/report.js';
import {
  invertMatrix4,
  linearPart,
  type Matrix4,
  multiplyMatrix4,
  transformPointInto,
} from '../../math/matrix4.js';
import { polarRotationInto } from '../../math/nearest-rotation.js';
import { quaternionToMatrixInto } from '../../math/quaternion.js';
import type { DecodedGltf } from './decode.js';
import type { JointTree } from './find-joints.js';
import type { SceneGraph } from './scene-graph.js';

export interface Binding {
  /** Scene matrix of each joint at rest. [J] */
  readonly rest: readonly Matrix4[];
  /** Per skin and slot: from the mesh's space to scene space at rest. */
  readonly toScene: readonly (readonly Matrix4[])[];
}

interface BoundSkin {
  readonly index: number;
  readonly joints: readonly number[];
  /** Inverse bind matrices; undefined where singular. */
  readonly inverse: readonly (Matrix4 | undefined)[];
  /** Bind matrices in mesh space. */
  readonly bind: readonly (Matrix4 | undefined)[];
}

/** Relative to the size of the skeleton: how far two placements may differ and still be called the same. */
const AGREEMENT = 1e-4;

export function bindJoints(
  json: GLTF.IGLTF,
  graph: SceneGraph,
  tree: JointTree,
  decoded: DecodedGltf,
  findings: Finding[],
): Binding {
  const used = new Set(
    (json.nodes ?? []).filter((n) => n.mesh !== undefined && n.skin !== undefined).map((n) => n.skin!),
  );
  const skins = [...used].sort((a, b) => a - b).map((index) => readSkin(json, index, tree, decoded));
  const rest = new Array<Matrix4 | undefined>(tree.nodes.length);

  // (1) The largest skin places the joints it knows; the others follow it where they share joints.
  const ordered = [...skins].sort((a, b) => b.joints.length - a.joints.length || a.index - b.index);
  for (const skin of ordered) {
    const shared = skin.joints.flatMap((joint, slot) =>
      rest[joint] && skin.inverse[slot] ? [multiplyMatrix4(rest[joint]!, skin.inverse[slot]!)] : [],
    );
    const place =
      shared.length > 0 ? mostCommon(shared, skin).matrix : placeSkin(graph, tree, skin, findings);
    for (const [slot, joint] of skin.joints.entries()) {
      if (!rest[joint] && skin.bind[slot] && place) rest[joint] = multiplyMatrix4(place, skin.bind[slot]!);
    }
  }

  // (2) Joints that no skin binds keep their default place relative to a neighbour that one does.
  fillRest(graph, tree, rest);

  const toScene: Matrix4[][] = [];
  for (const skin of skins) {
    toScene[skin.index] = skin.joints.map((joint, slot) => {
      const inverse = skin.inverse[slot];
      return inverse ? multiplyMatrix4(rest[joint]!, inverse) : graph.worlds[tree.nodes[joint]];
    });
  }
  return { rest: rest as Matrix4[], toScene };
}

function readSkin(json: GLTF.IGLTF, index: number, tree: JointTree, decoded: DecodedGltf): BoundSkin {
  const skin = json.skins![index];
  const joints = skin.joints.map((node) => tree.jointOfNode[node]);
  const values =
    skin.inverseBindMatrices === undefined ? undefined : decoded.floats(skin.inverseBindMatrices);
  const inverse = joints.map((_, slot) => {
    const matrix = values && Float64Array.from(values.subarray(slot * 16, slot * 16 + 16));
    return matrix?.every(Number.isFinite) && invertMatrix4(matrix) ? matrix : undefined;
  });
  return { index, joints, inverse, bind: inverse.map((matrix) => matrix && invertMatrix4(matrix)) };
}

/** Where the mesh space of a skin lies in the scene; undefined where the skin binds nothing. */
function placeSkin(
  graph: SceneGraph,
  tree: JointTree,
  skin: BoundSkin,
  findings: Finding[],
): Matrix4 | undefined {
  const places = skin.joints.flatMap((joint, slot) =>
    skin.inverse[slot] ? [multiplyMatrix4(graph.worlds[tree.nodes[joint]], skin.inverse[slot]!)] : [],
  );
  if (places.length === 0) return undefined;
  const common = mostCommon(places, skin);
  if (common.share === 1) return common.matrix;
  findings.push({
    code: 'bind-differs-from-default',
    severity: 'info',
    message: `the file opens in a pose that is not the bind pose (${Math.round((1 - common.share) * 100)} % of the joints of skin ${skin.index} differ)`,
    fix: 'nothing to do: the bind pose is taken as rest',
  });
  return common.share >= 0.5 ? common.matrix : placeByAxes(graph, tree, skin, places);
}

/** The matrix that most others agree with, and the share that does. */
function mostCommon(places: readonly Matrix4[], skin: BoundSkin): { matrix: Matrix4; share: number } {
  const points = skin.bind.flatMap((m) => (m ? [m[12], m[13], m[14]] : []));
  const corners = boxCorners(points);
  const image = (m: Matrix4) => {
    const out = new Float64Array(24);
    for (let i = 0; i < 24; i += 3) transformPointInto(out, i, m, corners, i);
    return out;
  };
  const images = places.map(image);
  const candidateStep = Math.max(1, Math.floor(places.length / 64));
  let best = 0;
  let bestCount = -1;
  for (let i = 0; i < places.length; i += candidateStep) {
    const tolerance = AGREEMENT * diagonal(images[i]);
    let count = 0;
    for (const other of images) if (maxDifference(images[i], other) <= tolerance) count++;
    if (count > bestCount) [best, bestCount] = [i, count];
    if (count === places.length) break;
  }
  return { matrix: places[best], share: bestCount / places.length };
}

function placeByAxes(
  graph: SceneGraph,
  tree: JointTree,
  skin: BoundSkin,
  places: readonly Matrix4[],
): Matrix4 {
  // (1) Vote on the axes.
  const rotation = new Float64Array(4);
  const votes = places.flatMap((place) => {
    if (!polarRotationInto(rotation, 0, linearPart(place))) return [];
    const m = new Float64Array(9);
    quaternionToMatrixInto(m, 0, rotation, 0);
    return [m];
  });
  let axes = AXIS_ROTATIONS[0];
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const candidate of AXIS_ROTATIONS) {
    let score = 0;
    for (const vote of votes) for (let k = 0; k < 9; k++) score += vote[k] * candidate[k];
    if (score > bestScore + 1e-6) [axes, bestScore] = [candidate, score];
  }
  // (2) Scale by bone lengths, then the centre of the joints onto itself.
  const slotOf = new Map(skin.joints.map((joint, slot) => [joint, slot]));
  const ratios: number[] = [];
  const bindCentre = [0, 0, 0];
  const worldCentre = [0, 0, 0];
  let count = 0;
  for (const [slot, joint] of skin.joints.entries()) {
    const bind = skin.bind[slot];
    if (!bind) continue;
    const world = graph.worlds[tree.nodes[joint]];
    count++;
    for (let k = 0; k < 3; k++) {
      bindCentre[k] += bind[12 + k];
      worldCentre[k] += world[12 + k];
    }
    const parentSlot = slotOf.get(tree.parents[joint]);
    const parentBind = parentSlot === undefined ? undefined : skin.bind[parentSlot];
    if (!parentBind) continue;
    const parentWorld = graph.worlds[tree.nodes[tree.parents[joint]]];
    const bound = Math.hypot(bind[12] - parentBind[12], bind[13] - parentBind[13], bind[14] - parentBind[14]);
    const actual = Math.hypot(
      world[12] - parentWorld[12],
      world[13] - parentWorld[13],
      world[14] - parentWorld[14],
    );
    if (bound > 1e-9) ratios.push(actual / bound);
  }
  ratios.sort((a, b) => a - b);
  const median = ratios[ratios.length >> 1];
  const scale = median > 1e-9 ? median : 1;
  const out = new Float64Array(16);
  for (let c = 0; c < 3; c++) for (let r = 0; r < 3; r++) out[c * 4 + r] = axes[c * 3 + r] * scale;
  for (let r = 0; r < 3; r++) {
    const turned = out[r] * bindCentre[0] + out[4 + r] * bindCentre[1] + out[8 + r] * bindCentre[2];
    out[12 + r] = (worldCentre[r] - turned) / count;
  }
  out[15] = 1;
  return out;
}

function fillRest(graph: SceneGraph, tree: JointTree, rest: (Matrix4 | undefined)[]): void {
  const { nodes, parents } = tree;
  if (!rest.some(Boolean)) {
    for (const [joint, node] of nodes.entries()) rest[joint] = node < 0 ? undefined : graph.worlds[node];
  }
  // Upwards: an unbound ancestor from its first bound child. Then downwards: the rest from their parents.
  for (let j = nodes.length - 1; j > 0; j--) {
    const p = parents[j];
    const inverse = rest[j] && invertMatrix4(graph.locals[nodes[j]]);
    if (inverse && !rest[p] && nodes[p] >= 0) rest[p] = multiplyMatrix4(rest[j]!, inverse);
  }
  for (let j = 0; j < nodes.length; j++) {
    const p = parents[j];
    if (nodes[j] < 0) rest[j] = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    else if (!rest[j]) {
      rest[j] =
        p >= 0 && nodes[p] >= 0 ? multiplyMatrix4(rest[p]!, graph.locals[nodes[j]]) : graph.worlds[nodes[j]];
    }
  }
}

/** The 24 rotations that map axes to axes, the identity first. [9] column-major each */
const AXIS_ROTATIONS: readonly Float64Array[] = (() => {
  const out: Float64Array[] = [];
  for (const p of [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
  ]) {
    const even = (p[1] - p[0] + 3) % 3 === 1;
    for (let signs = 0; signs < 8; signs++) {
      const s = [0, 1, 2].map((k) => ((signs >> k) & 1 ? -1 : 1));
      if (s[0] * s[1] * s[2] > 0 !== even) continue;
      const m = new Float64Array(9);
      for (let c = 0; c < 3; c++) m[c * 3 + p[c]] = s[c];
      out.push(m);
    }
  }
  return out;
})();

function boxCorners(points: readonly number[]): Float64Array {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((x) => -x);
  for (const [i, x] of points.entries()) {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  }
  // A single joint has a box without size, which would agree with any rotation.
  const size = Math.max(...high.map((x, k) => x - low[k]), 1e-9) * 0.05;
  const out = new Float64Array(24);
  for (let i = 0; i < 24; i++) {
    const k = i % 3;
    out[i] = (Math.floor(i / 3) >> k) & 1 ? high[k] + size : low[k] - size;
  }
  return out;
}

function diagonal(corners: Float64Array): number {
  return Math.hypot(corners[21] - corners[0], corners[22] - corners[1], corners[23] - corners[2]);
}

function maxDifference(a: Float64Array, b: Float64Array): number {
  let max = 0;
  for (let i = 0; i < a.length; i++) max = Math.max(max, Math.abs(a[i] - b[i]));
  return max;
}
