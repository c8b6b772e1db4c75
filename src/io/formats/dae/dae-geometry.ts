/**
 * @file The meshes of a Collada document. Every kind of primitive becomes triangles; rows of indices become vertices, one
 * per distinct row. The position of each vertex is kept, because skins name positions.
 */

import { requireInput } from '../../../base/errors.js';
import { linear } from '../../../math/srgb.js';
import type { Surface } from '../add-surface.js';
import { gatherRows, indexRows } from '../index-rows.js';
import { childrenNamed, findElement, type XmlElement } from '../parse-xml.js';
import { triangulatePolygon } from '../triangulate-polygon.js';
import {
  type DaeDocument,
  type DaeInput,
  type DaeSource,
  inputsOf,
  numbersIn,
  readSource,
} from './dae-document.js';

export interface DaePrimitive {
  readonly surface: Surface;
  /** Symbol of the material. */
  readonly material: string;
  /** Position of each vertex. [V] */
  readonly points: Uint32Array;
}

const KINDS = ['triangles', 'polylist', 'polygons', 'tristrips', 'trifans'];

/** The primitives of a geometry; lines and points are left out. */
export function readDaeGeometry(document: DaeDocument, geometry: XmlElement): DaePrimitive[] {
  const mesh = findElement(geometry, 'mesh');
  if (!mesh) return [];
  const sources = new Map<string, DaeSource>();
  const sourceOf = (url: string): DaeSource => {
    const known = sources.get(url) ?? readSource(document, url);
    sources.set(url, known);
    return known;
  };
  return mesh.children
    .filter(({ name }) => KINDS.includes(name))
    .flatMap((element) => {
      const inputs = inputsOf(element).flatMap((input) => expandVertices(document, input));
      const position = inputs.find(({ semantic }) => semantic === 'POSITION');
      if (!position) return [];
      const width = Math.max(...inputsOf(element).map(({ offset }) => offset)) + 1;
      const rows = readRows(document, element, width, sourceOf(position.source), position.offset);
      if (rows.length === 0) return [];
      return [buildPrimitive(inputs, rows, width, sourceOf, element.attributes.get('material') ?? '')];
    });
}

/** VERTEX stands for the inputs of the mesh's `vertices`, all with its offset. */
function expandVertices(document: DaeDocument, input: DaeInput): DaeInput[] {
  if (input.semantic !== 'VERTEX') return [input];
  return inputsOf(document.byUrl(input.source)).map((inner) => ({ ...inner, offset: input.offset }));
}

/** Index rows of all triangle corners. [3 T, width] */
function readRows(
  document: DaeDocument,
  element: XmlElement,
  width: number,
  positions: DaeSource,
  offset: number,
): Uint32Array {
  const out: number[] = [];
  const lists = [
    ...childrenNamed(element, 'p'),
    ...childrenNamed(element, 'ph').flatMap((ph) => childrenNamed(ph, 'p')),
  ];
  const points = gatherPoints(positions);
  const sizes =
    element.name === 'polylist' ? numbersIn(findElement(element, 'vcount'), document.budget) : undefined;
  const cut: number[] = [];
  for (const list of lists) {
    const values = numbersIn(list, document.budget);
    const count = Math.floor(values.length / width);
    const polygons = sizes ?? defaultSizes(element.name, count);
    let start = 0;
    for (const size of polygons) {
      requireInput(
        Number.isInteger(size) && size >= 0 && start + size <= count,
        'io/readDae: a polygon has more corners than there are indices; the file is damaged',
      );
      const corners = Array.from({ length: size }, (_, k) => values[(start + k) * width + offset]);
      const wrong = corners.find(
        (index) => !(Number.isInteger(index) && index >= 0 && index < points.length / 3),
      );
      requireInput(
        wrong === undefined,
        `io/readDae: a polygon refers to position ${wrong} of ${points.length / 3}; the file is damaged`,
      );
      cut.length = 0;
      if (element.name === 'tristrips') cutStrip(cut, size);
      else if (element.name === 'trifans') for (let k = 2; k < size; k++) cut.push(0, k - 1, k);
      else if (size >= 3) triangulatePolygon(cut, points, corners);
      document.budget('face corners', cut.length);
      for (const corner of cut) {
        for (let k = 0; k < width; k++) out.push(values[(start + corner) * width + k]);
      }
      start += size;
    }
  }
  requireInput(
    out.every((value) => Number.isInteger(value) && value >= 0 && value < 2 ** 31),
    'io/readDae: an index of a mesh is no whole number; the file is damaged',
  );
  return Uint32Array.from(out);
}

/** Corners of each polygon where the element does not list them. */
function defaultSizes(kind: string, count: number): Float64Array {
  if (kind !== 'triangles') return Float64Array.of(count);
  return new Float64Array(Math.floor(count / 3)).fill(3);
}

function cutStrip(out: number[], size: number): void {
  for (let k = 2; k < size; k++) out.push(...(k % 2 === 0 ? [k - 2, k - 1, k] : [k - 1, k - 2, k]));
}

function gatherPoints({ numbers, stride, offset }: DaeSource): Float32Array {
  const count = Math.max(0, Math.floor((numbers.length - offset) / stride));
  const out = new Float32Array(count * 3);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) out[i * 3 + k] = numbers[offset + i * stride + k];
  requireInput(
    stride >= 3 && out.every(Number.isFinite),
    'io/readDae: the positions of a mesh are not finite triples; export the file again',
  );
  return out;
}

function buildPrimitive(
  inputs: readonly DaeInput[],
  rows: Uint32Array,
  width: number,
  sourceOf: (url: string) => DaeSource,
  material: string,
): DaePrimitive {
  const { indices, first } = indexRows(rows, width);
  const column = (offset: number): Uint32Array =>
    Uint32Array.from(first, (row) => rows[row * width + offset]);
  const find = (semantic: string) =>
    inputs.filter((input) => input.semantic === semantic).sort((a, b) => a.set - b.set)[0];
  const values = (semantic: string, size: number): Float32Array | undefined => {
    const input = find(semantic);
    if (!input) return undefined;
    const { numbers, stride, offset } = sourceOf(input.source);
    if (stride < size) return undefined;
    const out = new Float32Array(first.length * size);
    const list = column(input.offset);
    for (let i = 0; i < list.length; i++) {
      for (let k = 0; k < size; k++) out[i * size + k] = numbers[offset + list[i] * stride + k] ?? Number.NaN;
    }
    return out.every(Number.isFinite) ? out : undefined;
  };
  const position = find('POSITION');
  const points = column(position.offset);
  const uvs = values('TEXCOORD', 2);
  for (let i = 1; uvs && i < uvs.length; i += 2) uvs[i] = 1 - uvs[i];
  const rgba = values('COLOR', 4);
  const colors = rgba ?? withAlpha(values('COLOR', 3));
  colors?.forEach((value, i) => {
    if (i % 4 < 3) colors[i] = linear(Math.max(0, value));
  });
  return {
    surface: {
      positions: gatherRows(gatherPoints(sourceOf(position.source)), 3, points),
      triangles: indices,
      normals: values('NORMAL', 3),
      uvs,
      colors,
    },
    material,
    points,
  };
}

function withAlpha(rgb: Float32Array | undefined): Float32Array | undefined {
  if (!rgb) return undefined;
  const out = new Float32Array((rgb.length / 3) * 4).fill(1);
  for (let i = 0; i * 3 < rgb.length; i++) out.set(rgb.subarray(i * 3, i * 3 + 3), i * 4);
  return out;
}
