/**
 * @file An FBX geometry as surfaces: polygons cut into triangles, one surface per material slot, each corner with
 * the control point it came from, so that weights and shapes can follow.
 */

import { requireInput } from '../../../base/errors.js';
import type { Finding } from '../../../base/finding.js';
import { linear } from '../../../math/srgb.js';
import type { Budget } from '../../read-budget.js';
import type { Surface } from '../add-surface.js';
import { bitsOf, gatherRows, indexRows } from '../index-rows.js';
import { triangulatePolygon } from '../triangulate-polygon.js';
import { type FbxLayer, type LayerSizes, layerOffset, readLayer } from './fbx-layer.js';
import { findChild, numbersOf } from './fbx-node.js';
import type { FbxObject } from './fbx-scene.js';

export interface FbxSurface extends Surface {
  /** Which of the model's materials. */
  readonly slot: number;
  /** The control point of each vertex. [V] */
  readonly points: Uint32Array;
}

export interface FbxGeometry {
  readonly pointCount: number;
  readonly surfaces: readonly FbxSurface[];
}

interface Layers {
  readonly normals?: FbxLayer;
  readonly uvs?: FbxLayer;
  readonly colors?: FbxLayer;
  readonly materials?: FbxLayer;
}

/** Triangle corners of one material slot: index in PolygonVertexIndex, control point, polygon. */
interface Slot {
  readonly corners: number[];
  readonly points: number[];
  readonly polygons: number[];
}

const MAX_SLOTS = 1000;

/** Reads a Mesh geometry; undefined where it has no faces. */
export function readGeometry(
  object: FbxObject,
  budget: Budget,
  findings: Finding[],
): FbxGeometry | undefined {
  const { node, name, id } = object;
  const raw = numbersOf(findChild(node, 'Vertices'));
  const polygons = new Int32Array(numbersOf(findChild(node, 'PolygonVertexIndex')));
  const pointCount = Math.floor(raw.length / 3);
  budget('face corners', polygons.length);
  budget('control points', pointCount);
  const positions = new Float32Array(raw);
  requireInput(
    positions.every(Number.isFinite),
    `io/readFbx: geometry "${name || id}" has coordinates that are not finite; repair the file`,
  );
  let polygonCount = 0;
  for (let i = 0; i < polygons.length; i++) {
    const point = polygons[i] < 0 ? ~polygons[i] : polygons[i];
    if (polygons[i] < 0) polygonCount++;
    requireInput(
      point < pointCount,
      `io/readFbx: geometry "${name || id}" refers to control point ${point} of ${pointCount}; the file is damaged`,
    );
  }
  const sizes = { corner: polygons.length, point: pointCount, polygon: polygonCount };
  const layers = readLayers(object, sizes, findings);
  const surfaces: FbxSurface[] = [];
  for (const [slot, corners] of cutPolygons(positions, polygons, layers.materials)) {
    surfaces.push(makeSurface(slot, corners, positions, layers));
  }
  return surfaces.length > 0 ? { pointCount, surfaces } : undefined;
}

function readLayers({ node, name, id }: FbxObject, sizes: LayerSizes, findings: Finding[]): Layers {
  const read = (what: string, element: string, data: string, indices: string[], width: number) => {
    const layer = readLayer(node, element, data, indices, width, sizes);
    if (layer !== 'damaged') return layer;
    findings.push({
      code: 'damaged-layer',
      severity: 'warning',
      message: `The ${what} of geometry "${name || id}" do not fit its polygons and were left out.`,
      fix: 'Export the file again.',
    });
    return undefined;
  };
  return {
    normals: read('normals', 'LayerElementNormal', 'Normals', ['NormalsIndex', 'NormalIndex'], 3),
    uvs: read('texture coordinates', 'LayerElementUV', 'UV', ['UVIndex'], 2),
    colors: read('colours', 'LayerElementColor', 'Colors', ['ColorIndex'], 4),
    // Material numbers are the values themselves; "IndexToDirect" means the model's list, so no index is read.
    materials: read('materials', 'LayerElementMaterial', 'Materials', [], 1),
  };
}

function cutPolygons(positions: Float32Array, polygons: Int32Array, materials?: FbxLayer): Map<number, Slot> {
  const slots = new Map<number, Slot>();
  const cut: number[] = [];
  let polygon: number[] = [];
  let start = 0;
  let number = 0;
  for (let i = 0; i < polygons.length; i++) {
    const last = polygons[i] < 0;
    polygon.push(last ? ~polygons[i] : polygons[i]);
    if (!last) continue;
    if (polygon.length >= 3) {
      const material = materials ? materials.values[layerOffset(materials, start, polygon[0], number)] : 0;
      const key = material > 0 && material < MAX_SLOTS ? Math.floor(material) : 0;
      let slot = slots.get(key);
      if (!slot) {
        slot = { corners: [], points: [], polygons: [] };
        slots.set(key, slot);
      }
      cut.length = 0;
      triangulatePolygon(cut, positions, polygon);
      for (const corner of cut) {
        slot.corners.push(start + corner);
        slot.points.push(polygon[corner]);
        slot.polygons.push(number);
      }
    }
    polygon = [];
    start = i + 1;
    number++;
  }
  return slots;
}

function makeSurface(slot: number, corners: Slot, positions: Float32Array, layers: Layers): FbxSurface {
  const count = corners.points.length;
  const gather = (layer: FbxLayer | undefined, convert: (value: number, k: number) => number) => {
    if (!layer) return undefined;
    const { width, values } = layer;
    const out = new Float32Array(count * width);
    for (let i = 0; i < count; i++) {
      const at = layerOffset(layer, corners.corners[i], corners.points[i], corners.polygons[i]);
      for (let k = 0; k < width; k++) out[i * width + k] = convert(values[at + k], k);
    }
    return out;
  };
  const normals = gather(layers.normals, (v) => v);
  const uvs = gather(layers.uvs, (v, k) => (k === 1 ? 1 - v : v));
  const colors = gather(layers.colors, (v, k) => (k === 3 ? Math.min(1, Math.max(0, v)) : linear(v)));
  // Corners of one control point become one vertex where all their attributes are equal.
  const columns: [Uint32Array, number][] = [[new Uint32Array(corners.points), 1]];
  if (normals) columns.push([bitsOf(normals), 3]);
  if (uvs) columns.push([bitsOf(uvs), 2]);
  if (colors) columns.push([bitsOf(colors), 4]);
  const width = columns.reduce((sum, [, w]) => sum + w, 0);
  const rows = new Uint32Array(count * width);
  for (let i = 0; i < count; i++) {
    let at = i * width;
    for (const [column, w] of columns) for (let k = 0; k < w; k++) rows[at++] = column[i * w + k];
  }
  const { indices, first } = indexRows(rows, width);
  const points = first.map((row) => corners.points[row]);
  return {
    slot,
    points,
    positions: gatherRows(positions, 3, points),
    triangles: indices,
    normals: normals && gatherRows(normals, 3, first),
    uvs: uvs && gatherRows(uvs, 2, first),
    colors: colors && gatherRows(colors, 4, first),
  };
}
