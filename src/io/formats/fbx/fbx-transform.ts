/**
 * @file Where an FBX node is, relative to its parent:
 *
 *     T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹
 *
 * (Autodesk FBX SDK, "Computing transformation matrices".) Everything but R and S is a translation or a fixed
 * rotation, so the product is always one translation, one rotation and one scale.
 */

import { composeMatrix4, type Matrix4 } from '../../../math/matrix4.js';
import {
  axisAngleInto,
  invertQuaternionInto,
  multiplyQuaternionInto,
  rotateVectorInto,
} from '../../../math/quaternion.js';
import { numberOf } from './fbx-node.js';
import { type FbxObject, vectorOf } from './fbx-scene.js';

const ZERO = Object.freeze([0, 0, 0]);
const ONE = Object.freeze([1, 1, 1]);

/** The axes of each rotation order, first to last, about fixed axes. */
const ROTATION_ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 2, 0],
  [1, 0, 2],
  [2, 0, 1],
  [2, 1, 0],
];

export interface NodeTransform {
  readonly translation: readonly number[];
  /** Degrees. */
  readonly rotation: readonly number[];
  readonly scaling: readonly number[];
  readonly order: readonly number[];
  readonly before: readonly number[];
  readonly after: readonly number[];
  readonly rotationOffset: readonly number[];
  readonly rotationPivot: readonly number[];
  readonly scalingOffset: readonly number[];
  readonly scalingPivot: readonly number[];
  /** Whether rotation or scale moves the node's origin, so that they cannot be animated apart. */
  readonly hasPivots: boolean;
  /** Whether the node leaves out its parent's own scale (FBX inherit type Rrs). */
  readonly ignoresParentScale: boolean;
}

export interface LocalTransform {
  readonly translation: readonly number[];
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

/** The transform of a Model as its properties say. */
export function readTransform({ properties }: FbxObject): NodeTransform {
  const pivots = ['RotationPivot', 'ScalingOffset', 'ScalingPivot'].map((name) =>
    vectorOf(properties, name, ZERO),
  );
  const post = [0, 0, 0, 1];
  invertQuaternionInto(post, 0, eulerRotation(vectorOf(properties, 'PostRotation', ZERO)), 0);
  return {
    translation: vectorOf(properties, 'Lcl Translation', ZERO),
    rotation: vectorOf(properties, 'Lcl Rotation', ZERO),
    scaling: vectorOf(properties, 'Lcl Scaling', ONE),
    order: ROTATION_ORDERS[numberOf(properties.get('RotationOrder'), 0)] ?? ROTATION_ORDERS[0],
    before: eulerRotation(vectorOf(properties, 'PreRotation', ZERO)),
    after: post,
    rotationOffset: vectorOf(properties, 'RotationOffset', ZERO),
    rotationPivot: pivots[0],
    scalingOffset: pivots[1],
    scalingPivot: pivots[2],
    hasPivots: pivots.some((pivot) => pivot.some((v) => v !== 0)),
    ignoresParentScale: numberOf(properties.get('InheritType'), 0) === 2,
  };
}

/** The transform of a node with other values for what can be animated. */
export function localTransform(
  node: NodeTransform,
  translation = node.translation,
  rotation = node.rotation,
  scaling = node.scaling,
): LocalTransform {
  const q = eulerRotation(rotation, node.order);
  multiplyQuaternionInto(q, 0, node.before, 0, q, 0);
  multiplyQuaternionInto(q, 0, q, 0, node.after, 0);
  const { rotationOffset, rotationPivot, scalingOffset, scalingPivot } = node;
  // What stands right of the rotation, applied to the origin.
  const inner = [0, 1, 2].map(
    (k) => -rotationPivot[k] + scalingOffset[k] + scalingPivot[k] - scaling[k] * scalingPivot[k],
  );
  rotateVectorInto(inner, 0, q, 0, inner, 0);
  return {
    translation: inner.map((v, k) => v + translation[k] + rotationOffset[k] + rotationPivot[k]),
    rotation: q,
    scale: scaling,
  };
}

/** Degrees about x, y and z, in the given order about fixed axes, as a quaternion. */
export function eulerRotation(degrees: readonly number[], order: readonly number[] = [0, 1, 2]): number[] {
  const q = [0, 0, 0, 1];
  const turn = [0, 0, 0, 1];
  for (const axis of order) {
    axisAngleInto(
      turn,
      0,
      axis === 0 ? 1 : 0,
      axis === 1 ? 1 : 0,
      axis === 2 ? 1 : 0,
      (degrees[axis] * Math.PI) / 180,
    );
    multiplyQuaternionInto(q, 0, turn, 0, q, 0);
  }
  return q;
}

/** The transform that a Model applies to its geometry but not to its children; undefined where it is none. */
export function geometricTransform({ properties }: FbxObject): Matrix4 | undefined {
  const names = ['GeometricTranslation', 'GeometricRotation', 'GeometricScaling'];
  const [t, r, s] = names.map((name, i) => vectorOf(properties, name, i === 2 ? ONE : ZERO));
  if ([...t, ...r].every((v) => v === 0) && s.every((v) => v === 1)) return undefined;
  return composeMatrix4(t, eulerRotation(r), s);
}
