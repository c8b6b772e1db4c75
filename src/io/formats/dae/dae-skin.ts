/** @file The skins of a Collada document: weights of positions, inverse bind matrices, and which nodes the joints are. */

import { requireInput } from '../../../base/errors.js';
import { identityMatrix4, type Matrix4, multiplyMatrix4 } from '../../../math/matrix4.js';
import { childrenNamed, findElement, type XmlElement } from '../parse-xml.js';
import { setInfluences } from '../vertex-influences.js';
import { type DaeDocument, inputsOf, numbersIn, readSource } from './dae-document.js';
import type { DaeNode } from './dae-scene.js';
import { transposed } from './dae-transform.js';

const MAX_INFLUENCES = 8;

export interface DaeSkin {
  /** Nodes of the glTF document. [J] */
  readonly joints: readonly number[];
  /** With the bind shape in them. [J] */
  readonly inverseBinds: readonly Matrix4[];
  /** Slots per position, 4 or 8. */
  readonly influenceCount: number;
  /** [P, K] */
  readonly slots: Uint16Array;
  /** [P, K] */
  readonly weights: Float32Array;
}

/** The skin of a controller instance, or undefined where its joints are not in the scene. */
export function readDaeSkin(
  document: DaeDocument,
  skin: XmlElement,
  instance: XmlElement,
  nodes: readonly DaeNode[],
): DaeSkin | undefined {
  const joints = inputsOf(findElement(skin, 'joints'));
  const sourceOf = (semantic: string) => {
    const input = joints.find((candidate) => candidate.semantic === semantic);
    return input && readSource(document, input.source);
  };
  const names = sourceOf('JOINT')?.names ?? [];
  const binds = sourceOf('INV_BIND_MATRIX');
  const found = findSkinJoints(document, names, instance, nodes);
  if (names.length === 0 || !found || !binds || binds.numbers.length < names.length * 16) {
    document.findings.push({
      code: 'skin-not-read',
      severity: 'warning',
      message: `a skin of ${names.length} joints names nodes or matrices that the file does not have; it is left out.`,
      fix: 'Export the file again with the armature selected.',
    });
    return undefined;
  }
  const shape = numbersIn(findElement(skin, 'bind_shape_matrix'), document.budget);
  const bindShape = shape.length === 16 ? transposed(shape) : identityMatrix4();
  const inverseBinds = names.map((_, j) => multiplyMatrix4(transposed(binds.numbers, j * 16), bindShape));
  requireInput(
    inverseBinds.every((matrix) => matrix.every(Number.isFinite)),
    'io/readDae: a bind matrix is not finite; export the file again',
  );
  return { joints: found, inverseBinds, ...readWeights(document, skin, names.length) };
}

/** Joints are named by sid below the skeleton's roots, by id in files that refer to them so. */
function findSkinJoints(
  document: DaeDocument,
  names: readonly string[],
  instance: XmlElement,
  nodes: readonly DaeNode[],
): number[] | undefined {
  const roots = childrenNamed(instance, 'skeleton').flatMap(({ text }) => document.byUrl(text.trim()) ?? []);
  const isBelow = (node: DaeNode): boolean => {
    for (let at: DaeNode | undefined = node; at; at = at.parent) if (roots.includes(at.element)) return true;
    return false;
  };
  // Nodes below the skeleton's roots win over others of the same name, sids over ids over names.
  const byName = new Map<string, number>();
  for (const list of [nodes.filter(isBelow), nodes]) {
    for (const key of ['sid', 'id', 'name']) {
      for (const { element, node } of list) {
        const name = element.attributes.get(key);
        if (name !== undefined && !byName.has(name)) byName.set(name, node);
      }
    }
  }
  const found = names.map((name) => byName.get(name));
  return found.every((node) => node !== undefined) ? (found as number[]) : undefined;
}

function readWeights(document: DaeDocument, skin: XmlElement, jointCount: number) {
  const element = findElement(skin, 'vertex_weights');
  const inputs = inputsOf(element);
  const joint = inputs.find(({ semantic }) => semantic === 'JOINT');
  const weight = inputs.find(({ semantic }) => semantic === 'WEIGHT');
  requireInput(joint && weight, 'io/readDae: a skin has no joints or weights; the file is damaged');
  const width = Math.max(...inputs.map(({ offset }) => offset)) + 1;
  const counts = numbersIn(findElement(element, 'vcount'), document.budget);
  const values = numbersIn(findElement(element, 'v'), document.budget);
  const { numbers, offset } = readSource(document, weight.source);
  const most = counts.reduce((largest, count) => Math.max(largest, count), 0);
  const influenceCount = most > 4 ? MAX_INFLUENCES : 4;
  const slots = new Uint16Array(counts.length * influenceCount);
  const weights = new Float32Array(counts.length * influenceCount);
  let at = 0;
  for (let p = 0; p < counts.length; p++) {
    requireInput(
      Number.isInteger(counts[p]) && counts[p] >= 0 && (at + counts[p]) * width <= values.length,
      'io/readDae: a skin has fewer weights than it promises; the file is damaged',
    );
    const row: [number, number][] = [];
    for (let k = 0; k < counts[p]; k++, at++) {
      const slot = values[at * width + joint.offset];
      // −1 is the bind shape itself: a position that follows no joint.
      if (slot >= 0 && slot < jointCount && Number.isInteger(slot))
        row.push([slot, numbers[offset + values[at * width + weight.offset]]]);
    }
    setInfluences({ joints: slots, weights, influenceCount }, p, row);
  }
  return { influenceCount, slots, weights };
}
