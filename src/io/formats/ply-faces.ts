/**
 * @file The triangles of a PLY file: polygons, or the triangle strips that scanners write (Stanford's own models have
 * them), in which −1 begins a new strip.
 */

import { PosespaceError } from '../../base/errors.js';
import { checkElementLimit, type ReadLimits } from '../limits.js';
import type { PlyElement } from './ply-header.js';
import { type PlyValues, readPlyLength } from './ply-values.js';
import { triangulatePolygon } from './triangulate-polygon.js';

export interface PlyFaces {
  /** [T, 3] */
  readonly triangles: number[];
  /** Per triangle corner, where the faces have them. [3 T, 2] */
  readonly uvs: number[];
}

const isIndexList = (name: string): boolean => name === 'vertex_indices' || name === 'vertex_index';

export function readPlyFaces(
  element: PlyElement,
  values: PlyValues,
  positions: Float32Array,
  limits: ReadLimits,
): PlyFaces {
  const triangles: number[] = [];
  const uvs: number[] = [];
  const cut: number[] = [];
  for (let i = 0; i < element.count; i++) {
    const polygon: number[] = [];
    const cornerUvs: number[] = [];
    values.nextRow();
    for (const { name, type, countType } of element.properties) {
      if (!countType) {
        values.read(type);
        continue;
      }
      const list = isIndexList(name) ? polygon : name === 'texcoord' ? cornerUvs : [];
      const length = readPlyLength(countType, values);
      for (let k = 0; k < length; k++) list.push(values.read(type));
    }
    checkIndices(polygon, i, positions.length / 3);
    if (polygon.length < 3) continue;
    cut.length = 0;
    triangulatePolygon(cut, positions, polygon);
    const mapped = cornerUvs.length === polygon.length * 2 && cornerUvs.every(Number.isFinite);
    for (const corner of cut) {
      triangles.push(polygon[corner]);
      if (mapped) uvs.push(cornerUvs[corner * 2], 1 - cornerUvs[corner * 2 + 1]);
    }
    checkElementLimit('face corners', triangles.length, limits);
  }
  return { triangles, uvs };
}

/** Every second triangle of a strip has its first two corners swapped; those without area only turn the strip round. */
export function readPlyStrips(
  element: PlyElement,
  values: PlyValues,
  vertexCount: number,
  limits: ReadLimits,
): PlyFaces {
  const triangles: number[] = [];
  for (let i = 0; i < element.count; i++) {
    values.nextRow();
    for (const { name, type, countType } of element.properties) {
      const length = countType ? readPlyLength(countType, values) : 1;
      let before: number[] = [];
      let odd = false;
      for (let k = 0; k < length; k++) {
        const index = values.read(type);
        if (!countType || !isIndexList(name)) continue;
        if (index === -1) {
          before = [];
          odd = false;
          continue;
        }
        checkIndices([index], i, vertexCount);
        if (before.length === 2) {
          const [a, b] = odd ? [before[1], before[0]] : before;
          if (a !== b && b !== index && a !== index) triangles.push(a, b, index);
          odd = !odd;
        }
        before = before.length === 2 ? [before[1], index] : [...before, index];
      }
      checkElementLimit('face corners', triangles.length, limits);
    }
  }
  return { triangles, uvs: [] };
}

function checkIndices(indices: readonly number[], face: number, vertexCount: number): void {
  const wrong = indices.find((index) => !(Number.isInteger(index) && index >= 0 && index < vertexCount));
  if (wrong === undefined) return;
  throw new PosespaceError(
    'bad-input',
    `io/readPly: face ${face} refers to vertex ${wrong} of ${vertexCount}; the file is damaged`,
  );
}
