/**
 * @file FBX skins and blend shapes: what moves the control points of a geometry.
 */

import { requireInput } from '../../../base/errors.js';
import type { Finding } from '../../../base/finding.js';
import { identityMatrix4, invertMatrix4, type Matrix4, multiplyMatrix4 } from '../../../math/matrix4.js';
import type { Budget } from '../../read-budget.js';
import { setInfluences } from '../vertex-influences.js';
import { type FbxNode, type FbxNumbers, findChild, numberOf, numbersOf } from './fbx-node.js';
import type { FbxObject, FbxScene } from './fbx-scene.js';

export interface FbxCluster {
  /** The Model that is the bone. */
  readonly bone: FbxObject;
  /** The bone's global transform when it was bound. */
  readonly link: Matrix4;
  /** From the mesh node to the bone when it was bound, where the file says. */
  readonly meshToBone?: Matrix4;
}

export interface FbxSkin {
  readonly clusters: readonly FbxCluster[];
  /** Slots per control point, 4 or 8. */
  readonly influenceCount: number;
  /** Cluster of each slot. [P, K] */
  readonly joints: Uint16Array;
  /** Rows sum to 1. [P, K] */
  readonly weights: Float32Array;
}

const MAX_INFLUENCES = 8;

/** The skin of a geometry, or undefined where it has none that works. */
export function readSkin(
  scene: FbxScene,
  geometry: FbxObject,
  pointCount: number,
  budget: Budget,
  findings: Finding[],
): FbxSkin | undefined {
  const clusters: FbxCluster[] = [];
  const numberOfBone = new Map<FbxObject, number>();
  const parts: { cluster: number; indices: Int32Array; weights: FbxNumbers }[] = [];
  const skins = scene.childrenOf(geometry, 'Deformer').filter(({ object }) => object.type === 'Skin');
  for (const { object: skin } of skins) {
    for (const { object } of scene.childrenOf(skin, 'Deformer')) {
      const bone = scene.childrenOf(object, 'Model')[0]?.object;
      const link = matrixOf(findChild(object.node, 'TransformLink'));
      if (!bone || !link) continue;
      let cluster = numberOfBone.get(bone);
      if (cluster === undefined) {
        cluster = clusters.length;
        numberOfBone.set(bone, cluster);
        clusters.push({ bone, link, meshToBone: matrixOf(findChild(object.node, 'Transform')) });
      }
      const indices = new Int32Array(numbersOf(findChild(object.node, 'Indexes')));
      budget('skin weights', indices.length);
      // Once per point is the rule; some exporters repeat themselves, none does so many times over.
      requireInput(
        indices.length <= 4 * pointCount + 64,
        `io/readFbx: a cluster lists ${indices.length} weights for ${pointCount} points; the file is damaged`,
      );
      parts.push({ cluster, indices, weights: numbersOf(findChild(object.node, 'Weights')) });
    }
  }
  if (clusters.length === 0) return undefined;
  const influences = collectInfluences(parts, pointCount);
  return { clusters, ...packInfluences(influences, geometry.name || geometry.id, findings) };
}

/** Per control point its clusters and weights: rows of different lengths, one behind the other. */
interface Influences {
  /** Where each point's row begins, and at the end where the last one stops. [P + 1] */
  readonly starts: Uint32Array;
  readonly clusters: Uint16Array;
  readonly weights: Float64Array;
}

function collectInfluences(
  parts: readonly { cluster: number; indices: Int32Array; weights: FbxNumbers }[],
  pointCount: number,
): Influences {
  const visit = (use: (point: number, cluster: number, weight: number) => void): void => {
    for (const { cluster, indices, weights } of parts) {
      for (let i = 0; i < indices.length; i++) {
        const point = indices[i];
        if (point >= 0 && point < pointCount && weights[i] > 0 && weights[i] < 1e6)
          use(point, cluster, weights[i]);
      }
    }
  };
  const starts = new Uint32Array(pointCount + 1);
  visit((point) => {
    starts[point + 1]++;
  });
  for (let i = 0; i < pointCount; i++) starts[i + 1] += starts[i];
  const next = starts.slice(0, pointCount);
  const clusters = new Uint16Array(starts[pointCount]);
  const weights = new Float64Array(starts[pointCount]);
  visit((point, cluster, weight) => {
    const at = next[point]++;
    clusters[at] = cluster;
    weights[at] = weight;
  });
  return { starts, clusters, weights };
}

/** The strongest influences of each point, normalised. */
function packInfluences(
  influences: Influences,
  name: string,
  findings: Finding[],
): Omit<FbxSkin, 'clusters'> {
  const { starts } = influences;
  const pointCount = starts.length - 1;
  let most = 0;
  let loose = 0;
  for (let point = 0; point < pointCount; point++) {
    const count = starts[point + 1] - starts[point];
    most = Math.max(most, count);
    if (count === 0) loose++;
  }
  if (most > MAX_INFLUENCES) {
    findings.push({
      code: 'many-influences',
      severity: 'info',
      message: `Vertices of "${name}" follow up to ${most} joints; the ${MAX_INFLUENCES} strongest were kept.`,
    });
  }
  if (loose > 0) {
    findings.push({
      code: 'unweighted-vertices',
      severity: 'warning',
      message: `${loose} control points of "${name}" follow no joint and were given to the first one of the skin.`,
      fix: 'Weight them, or let posespace solve the weights.',
      count: loose,
    });
  }
  const influenceCount = most > 4 ? 8 : 4;
  const joints = new Uint16Array(pointCount * influenceCount);
  const weights = new Float32Array(pointCount * influenceCount);
  const skin = { joints, weights, influenceCount };
  for (let point = 0; point < pointCount; point++) setInfluences(skin, point, rowOf(influences, point));
  return skin;
}

function* rowOf({ starts, clusters, weights }: Influences, point: number): Iterable<[number, number]> {
  for (let at = starts[point]; at < starts[point + 1]; at++) yield [clusters[at], weights[at]];
}

/**
 * Inverse bind matrices in glTF's sense, from the geometry's own space to each bone's, loose ones last.
 *
 * A cluster says where its bone was (`TransformLink`) and usually where the mesh was relative to it
 * (`Transform`), but exporters fill the latter in differently. It is believed where all clusters agree on where
 * the mesh was; otherwise the mesh is taken to be where it is now, as three does.
 */
export function inverseBindMatrices(
  skin: FbxSkin,
  loose: readonly { readonly link: Matrix4 }[],
  meshGlobal: Matrix4,
  geometric: Matrix4 | undefined,
): Float32Array {
  const bound = skin.clusters.map(({ link, meshToBone }) => meshToBone && multiplyMatrix4(link, meshToBone));
  const first = bound[0];
  const agreed =
    first !== undefined && bound.every((matrix) => matrix?.every((v, i) => near(v, first[i])))
      ? first
      : meshGlobal;
  const geometryToWorld = geometric ? multiplyMatrix4(agreed, geometric) : agreed;
  const links = [...skin.clusters, ...loose].map(({ link }) => link);
  const out = new Float32Array(links.length * 16);
  for (const [i, link] of links.entries()) {
    // A loose bone may be scaled to nothing; it moves no vertex, so any matrix will do.
    const inverse = invertMatrix4(link) ?? identityMatrix4();
    out.set(multiplyMatrix4(inverse, geometryToWorld), i * 16);
  }
  return out;
}

const near = (a: number, b: number): boolean =>
  Math.abs(a - b) <= 1e-4 * Math.max(1, Math.abs(a), Math.abs(b));

/** An affine matrix that can be inverted, or undefined. */
function matrixOf(node: FbxNode | undefined): Matrix4 | undefined {
  const numbers = new Float64Array(numbersOf(node));
  if (numbers.length !== 16 || !numbers.every((v) => Math.abs(v) < 1e18)) return undefined;
  return invertMatrix4(numbers) ? numbers : undefined;
}

export interface FbxShape {
  /** The BlendShapeChannel that drives it. */
  readonly channel: FbxObject;
  readonly name: string;
  /** 0 to 1 at rest. */
  readonly weight: number;
  /** Displacement of each control point. [P, 3] */
  readonly positions: Float32Array;
}

/** The blend shapes of a geometry. Of in-between shapes only the last is kept. */
export function readShapes(
  scene: FbxScene,
  geometry: FbxObject,
  pointCount: number,
  budget: Budget,
  findings: Finding[],
): FbxShape[] {
  const shapes: FbxShape[] = [];
  for (const { object: blend } of scene.childrenOf(geometry, 'Deformer')) {
    if (blend.type !== 'BlendShape') continue;
    for (const { object: channel } of scene.childrenOf(blend, 'Deformer')) {
      const targets = scene.childrenOf(channel, 'Geometry');
      const shape = targets[targets.length - 1]?.object;
      if (!shape) continue;
      if (targets.length > 1) {
        findings.push({
          code: 'shape-in-between',
          severity: 'info',
          message: `Shape "${channel.name}" has ${targets.length - 1} shapes on the way, which were left out.`,
        });
      }
      const indices = new Int32Array(numbersOf(findChild(shape.node, 'Indexes')));
      budget('shape vertices', pointCount + indices.length);
      const deltas = numbersOf(findChild(shape.node, 'Vertices'));
      const positions = new Float32Array(pointCount * 3);
      for (let i = 0; i < indices.length && i * 3 + 2 < deltas.length; i++) {
        if (!(indices[i] >= 0 && indices[i] < pointCount)) continue;
        for (let k = 0; k < 3; k++) {
          const delta = Math.fround(deltas[i * 3 + k]);
          positions[indices[i] * 3 + k] = Number.isFinite(delta) ? delta : 0;
        }
      }
      const percent =
        numberOf(findChild(channel.node, 'DeformPercent')?.values, 0) ||
        numberOf(channel.properties.get('DeformPercent'), 0);
      shapes.push({ channel, name: channel.name || shape.name, weight: percent / 100, positions });
    }
  }
  return shapes;
}
