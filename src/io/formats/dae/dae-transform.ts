/**
 * @file The transform of a Collada node: a stack of elementary transforms, each of which an animation may change as a whole
 * or in one number.
 */

import { composeMatrix4, identityMatrix4, type Matrix4, multiplyMatrix4 } from '../../../math/matrix4.js';
import { axisAngleInto } from '../../../math/quaternion.js';
import type { XmlElement } from '../parse-xml.js';

export interface DaeStep {
  readonly kind: 'matrix' | 'translate' | 'rotate' | 'scale';
  readonly sid: string;
  readonly values: Float64Array;
}

const SIZES = { matrix: 16, translate: 3, rotate: 4, scale: 3 } as const;

/** The steps of a node, outermost first; `lookat` and `skew` are left out. */
export function readSteps(node: XmlElement): DaeStep[] {
  return node.children.flatMap(({ name, attributes, text }): DaeStep[] => {
    if (!(name in SIZES)) return [];
    const kind = name as DaeStep['kind'];
    const values = Float64Array.from(text.match(/\S+/g) ?? [], Number);
    if (values.length !== SIZES[kind] || !values.every(Number.isFinite)) return [];
    return [{ kind, sid: attributes.get('sid') ?? '', values }];
  });
}

/** The product of the steps. */
export function composeSteps(steps: readonly DaeStep[]): Matrix4 {
  return steps.reduce((matrix, step) => multiplyMatrix4(matrix, stepMatrix(step)), identityMatrix4());
}

function stepMatrix({ kind, values }: DaeStep): Matrix4 {
  if (kind === 'matrix') return transposed(values);
  if (kind === 'translate') return composeMatrix4(values, [0, 0, 0, 1], [1, 1, 1]);
  if (kind === 'scale') return composeMatrix4([0, 0, 0], [0, 0, 0, 1], values);
  const rotation = [0, 0, 0, 1];
  const length = Math.hypot(values[0], values[1], values[2]);
  const [x, y, z] = length > 0 ? [0, 1, 2].map((k) => values[k] / length) : [1, 0, 0];
  axisAngleInto(rotation, 0, x, y, z, length > 0 ? (values[3] * Math.PI) / 180 : 0);
  return composeMatrix4([0, 0, 0], rotation, [1, 1, 1]);
}

/** Collada writes matrices row by row, we hold them column by column. */
export function transposed(rows: ArrayLike<number>, at = 0): Matrix4 {
  return Float64Array.from({ length: 16 }, (_, i) => rows[at + (i % 4) * 4 + Math.floor(i / 4)]);
}
