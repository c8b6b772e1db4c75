/**
 * @file Finds the rest pose of a joint tree: the bind pose, in scene space.
 *
 * A skin says where its joints were when the mesh was bound, in the mesh's own space; where that space lies in
 * the scene it does not say. If the default pose is the bind pose, `world · inverseBind` is the same matrix for
 * every joint, and that matrix is the answer: it holds unit scales, axis conversions and the dequantisation of
 * compressed meshes all at once. If the file opens in another pose the joints disagree, each by the rotation Q_j
 * of its pose: world · inverseBind = Q_j R S. The stretch S is the same for all. The rotation R is the mesh node's
 * own where that lies along the axes and the joints do not contradict it (of 146 rigs that agree on a placement it
 * was right for 146); else what most joints say; else the best of the 24 axis rotations.
 */

import type { Finding } from '../../base/finding.js';
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
import type { GltfJson } from './gltf-json.js';
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
  json: GltfJson,
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
      shared.length > 0 ? mostCommon(shared, skin).matrix : placeSkin(json, graph, tree, skin, findings);
    for (const [slot, joint] of skin.joints.entries()) {
      if (!rest[joint] && skin.bind[slot] && place) rest[joint] = multiplyMatrix4(place, skin.bind[slot]!);
    }
  }

  // (2) Joints that no skin binds keep their default position relative to a neighbour that one does.
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

function readSkin(json: GltfJson, index: number, tree: JointTree, decoded: DecodedGltf): BoundSkin {
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
  json: GltfJson,
  graph: SceneGraph,
  tree: JointTree,
  skin: BoundSkin,
  findings: Finding[],
): Matrix4 | undefined {
  const placements = skin.joints.flatMap((joint, slot) =>
    skin.inverse[slot] ? [multiplyMatrix4(graph.worlds[tree.nodes[joint]], skin.inverse[slot]!)] : [],
  );
  if (placements.length === 0) return undefined;
  const common = mostCommon(placements, skin);
  if (common.share === 1) return common.matrix;
  findings.push({
    code: 'bind-differs-from-default',
    severity: 'info',
    message: `the file opens in a pose that is not the bind pose (${Math.round((1 - common.share) * 100)} % of the joints of skin ${skin.index} differ)`,
    fix: 'nothing to do: the bind pose is taken as rest',
  });

  // (1) Each joint's rotation, and the stretch that all share.
  const votes = placements.flatMap((placement) => {
    const rotation = rotationOf(placement);
    return rotation ? [rotation] : [];
  });
  if (votes.length === 0) return common.matrix;
  const meshNode = (json.nodes ?? []).findIndex(
    (node) => node.mesh !== undefined && node.skin === skin.index,
  );
  const own = rotationOf(graph.worlds[meshNode]);
  const aligned = own && AXIS_ROTATIONS.some((axes) => angleBetween(axes, own) < 0.02);
  const turns = own ? votes.map((vote) => angleBetween(vote, own)).sort((a, b) => a - b) : [];
  const trusted = aligned && turns[turns.length >> 1] < Math.PI / 3 ? own : undefined;
  if (!trusted && common.share >= 0.5) return common.matrix;
  const place = new Float64Array(16);
  const rotation = trusted ?? bestAxes(votes);
  const stretch = stretchOf(common.matrix) ?? stretchOf(placements.find(rotationOf)!)!;
  for (let c = 0; c < 3; c++)
    for (let r = 0; r < 3; r++) {
      for (let k = 0; k < 3; k++) place[c * 4 + r] += rotation[k * 3 + r] * stretch[c * 3 + k];
    }
  place[15] = 1;

  // (2) Position: the mesh node's if it fits, else the centre of the joints onto itself.
  const world = graph.worlds[meshNode];
  const size = Math.hypot(...place.subarray(0, 11));
  const fits = [0, 1, 2, 4, 5, 6, 8, 9, 10].every((k) => Math.abs(place[k] - world[k]) < 1e-3 * size);
  if (fits) for (let r = 12; r < 15; r++) place[r] = world[r];
  else centreOnJoints(place, graph, tree, skin);
  return place;
}

/** The rotation of a matrix, 3 × 3 column-major; undefined where it is singular. */
function rotationOf(matrix: Matrix4): Float64Array | undefined {
  const quaternion = new Float64Array(4);
  if (!polarRotationInto(quaternion, 0, linearPart(matrix))) return undefined;
  const out = new Float64Array(9);
  quaternionToMatrixInto(out, 0, quaternion, 0);
  return out;
}

/** What is left of a matrix without its rotation: Rᵀ M, 3 × 3 column-major. */
function stretchOf(matrix: Matrix4): Float64Array | undefined {
  const rotation = rotationOf(matrix);
  if (!rotation) return undefined;
  const out = new Float64Array(9);
  for (let c = 0; c < 3; c++)
    for (let r = 0; r < 3; r++) {
      for (let k = 0; k < 3; k++) out[c * 3 + r] += rotation[r * 3 + k] * matrix[c * 4 + k];
    }
  return out;
}

function angleBetween(a: Float64Array, b: Float64Array): number {
  let trace = 0;
  for (let k = 0; k < 9; k++) trace += a[k] * b[k];
  return Math.acos(Math.min(1, Math.max(-1, (trace - 1) / 2)));
}

function bestAxes(votes: readonly Float64Array[]): Float64Array {
  let best = AXIS_ROTATIONS[0];
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const candidate of AXIS_ROTATIONS) {
    let score = 0;
    for (const vote of votes) for (let k = 0; k < 9; k++) score += vote[k] * candidate[k];
    if (score > bestScore + 1e-6) [best, bestScore] = [candidate, score];
  }
  return best;
}

function centreOnJoints(place: Matrix4, graph: SceneGraph, tree: JointTree, skin: BoundSkin): void {
  const sum = [0, 0, 0];
  const image = [0, 0, 0];
  let count = 0;
  for (const [slot, joint] of skin.joints.entries()) {
    const bind = skin.bind[slot];
    if (!bind) continue;
    count++;
    transformPointInto(image, 0, place, bind, 12);
    for (let k = 0; k < 3; k++) sum[k] += graph.worlds[tree.nodes[joint]][12 + k] - image[k];
  }
  for (let k = 0; k < 3; k++) place[12 + k] = sum[k] / count;
}

/** The matrix that most others agree with, and the share that does. */
function mostCommon(placements: readonly Matrix4[], skin: BoundSkin): { matrix: Matrix4; share: number } {
  const points = skin.bind.flatMap((m) => (m ? [m[12], m[13], m[14]] : []));
  const corners = boxCorners(points);
  const image = (m: Matrix4) => {
    const out = new Float64Array(24);
    for (let i = 0; i < 24; i += 3) transformPointInto(out, i, m, corners, i);
    return out;
  };
  const images = placements.map(image);
  const candidateStep = Math.max(1, Math.floor(placements.length / 64));
  let best = 0;
  let bestCount = -1;
  for (let i = 0; i < placements.length; i += candidateStep) {
    const tolerance = AGREEMENT * diagonal(images[i]);
    let count = 0;
    for (const other of images) if (maxDifference(images[i], other) <= tolerance) count++;
    if (count > bestCount) [best, bestCount] = [i, count];
    if (count === placements.length) break;
  }
  return { matrix: placements[best], share: bestCount / placements.length };
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
