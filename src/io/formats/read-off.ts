/**
 * @file Reads OFF, the text format of Geomview and of most mesh libraries in research: a keyword with optional prefixes
 * (ST texture coordinates, C colours, N normals), counts, vertices, polygons with optional colours, which are left out.
 *
 * Source: Geomview manual, "OFF files".
 */

import { requireInput } from '../../base/errors.js';
import { linear } from '../../math/srgb.js';
import { createGltfBuilder } from '../gltf/builder.js';
import type { GltfSource } from '../gltf/container.js';
import { checkByteLimit, checkElementLimit } from '../limits.js';
import { addNode, addSurface } from './add-surface.js';
import { type ReadContext, stemOf } from './read-context.js';
import { scanText } from './text-scanner.js';
import { toUtf8 } from './to-utf8.js';
import { triangulatePolygon } from './triangulate-polygon.js';

/** Reads an OFF as a glTF document with one mesh. */
export async function readOff(bytes: Uint8Array, context: ReadContext): Promise<GltfSource> {
  const { limits } = context;
  checkByteLimit(bytes.length, limits);
  const read = createWords(toUtf8(bytes));
  const keyword = /^(ST)?(C)?(N)?(4)?(n)?OFF(BINARY)?$/.exec(read.word());
  requireInput(
    keyword && !keyword[4] && !keyword[5] && read.rest() !== 'BINARY' && !keyword[6],
    'io/readOff: not a text OFF file of three dimensions; it should begin with "OFF"',
  );
  const [, st, colored, normal] = keyword;
  const vertexCount = read.count('vertices');
  const faceCount = read.count('faces');
  read.count('edges');
  checkElementLimit('vertices', vertexCount, limits);
  checkElementLimit('faces', faceCount, limits);
  // A value is a digit and a blank at least: what the counts promise must be there.
  requireInput(
    vertexCount * 6 + faceCount * 8 <= bytes.length,
    `io/readOff: ${vertexCount} vertices and ${faceCount} faces do not fit in ${bytes.length} bytes; the file is truncated`,
  );
  const positions = new Float32Array(vertexCount * 3);
  const normals = normal ? new Float32Array(vertexCount * 3) : undefined;
  const colors = colored ? new Float32Array(vertexCount * 4).fill(1) : undefined;
  const uvs = st ? new Float32Array(vertexCount * 2) : undefined;
  for (let v = 0; v < vertexCount; v++) {
    read.row();
    for (let k = 0; k < 3; k++) positions[v * 3 + k] = read.number();
    for (let k = 0; normals && k < 3; k++) normals[v * 3 + k] = read.number();
    const last = uvs ? 2 : 0;
    for (let k = 0; colors && k < 4 && read.left() > last; k++) colors[v * 4 + k] = read.number();
    if (uvs) uvs.set([read.number(), 1 - read.number()], v * 2);
  }
  if (colors) toLinear(colors);
  const triangles = readFaces(read, positions, faceCount, context);
  requireInput(triangles.length > 0, 'io/readOff: the file has no faces; export the object as a mesh');
  const builder = createGltfBuilder();
  const name = stemOf(context);
  const surface = { positions, triangles, normals, colors, uvs };
  addNode(builder, {
    name,
    mesh: builder.add('meshes', { name, primitives: [addSurface(builder, surface)] }),
  });
  return builder.finish();
}

function readFaces(
  read: OffWords,
  positions: Float32Array,
  faceCount: number,
  { limits }: ReadContext,
): Uint32Array {
  const triangles: number[] = [];
  const cut: number[] = [];
  for (let f = 0; f < faceCount; f++) {
    read.row();
    const size = read.count('corners');
    requireInput(size <= read.left(), `io/readOff: face ${f} ends too early; the file is truncated`);
    const polygon = Array.from({ length: size }, () => read.count('index'));
    const wrong = polygon.find((index) => index >= positions.length / 3);
    requireInput(
      wrong === undefined,
      `io/readOff: face ${f} refers to vertex ${wrong} of ${positions.length / 3}; the file is damaged`,
    );
    if (size < 3) continue;
    cut.length = 0;
    triangulatePolygon(cut, positions, polygon);
    for (const corner of cut) triangles.push(polygon[corner]);
    checkElementLimit('face corners', triangles.length, limits);
  }
  return Uint32Array.from(triangles);
}

/** Colours are 0 to 255 where one of them is above 1. */
function toLinear(colors: Float32Array): void {
  let largest = 0;
  for (let i = 0; i < colors.length; i++) if (i % 4 < 3) largest = Math.max(largest, colors[i]);
  const full = largest > 1 ? 255 : 1;
  for (let i = 0; i < colors.length; i++) {
    if (i % 4 < 3) colors[i] = linear(Math.max(0, colors[i] / full));
    else colors[i] = Math.min(1, Math.max(0, colors[i] > 1 ? colors[i] / 255 : colors[i]));
  }
}

type OffWords = ReturnType<typeof createWords>;

/** Words of the file line by line, without comments. */
function createWords(bytes: Uint8Array) {
  const scanner = scanText(bytes);
  let words: string[] = [];
  let at = 0;
  const row = (): void => {
    words = [];
    at = 0;
    while (words.length === 0 && scanner.nextLine()) {
      const line = scanner.rest().split('#', 1)[0].trim();
      if (line !== '') words = line.split(/\s+/);
    }
  };
  const word = (): string => {
    if (at >= words.length) row();
    return words[at++] ?? '';
  };
  const number = (): number => {
    const text = word();
    const value = Math.fround(text === '' ? Number.NaN : Number(text));
    requireInput(
      Number.isFinite(value),
      `io/readOff: line ${scanner.line} has a number missing, malformed or too large; export the file again`,
    );
    return value;
  };
  return {
    row,
    word,
    number,
    /** What remains on the line, without reading it. */
    rest: () => words.slice(at).join(' '),
    left: () => words.length - at,
    count(what: string): number {
      const value = Number(word() || 'x');
      requireInput(
        Number.isInteger(value) && value >= 0,
        `io/readOff: line ${scanner.line} should hold a number of ${what}; the file is damaged`,
      );
      return value;
    },
  };
}
