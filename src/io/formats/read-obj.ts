/**
 * @file Reads Wavefront OBJ with its materials.
 *
 * Our own: three's OBJLoader gives every triangle three vertices of its own, cuts polygons into fans whatever
 * their shape, reads an invalid face index as NaN, and loses groups of one name that return.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import { linear } from '../../math/srgb.js';
import { createGltfBuilder, type GltfBuilder } from '../gltf/builder.js';
import type { FileOrder, GltfSource } from '../gltf/container.js';
import type { GltfPrimitive } from '../gltf/gltf-json.js';
import { checkByteLimit, checkElementLimit } from '../limits.js';
import { addMaterial, addNode, addSurface, createPictureShelf } from './add-surface.js';
import { gatherRows, indexRows } from './index-rows.js';
import { type ReadContext, resolveBeside, stemOf } from './read-context.js';
import { readMtl } from './read-mtl.js';
import { scanText, type TextScanner } from './text-scanner.js';
import { toUtf8 } from './to-utf8.js';
import { triangulatePolygon } from './triangulate-polygon.js';

/** Faces of one object or group with one material. */
interface Piece {
  readonly material: string;
  /** Position, texture coordinate and normal of each triangle corner; 0 is none, otherwise from 1. */
  readonly corners: number[];
}

interface Part {
  readonly name: string;
  readonly pieces: Map<string, Piece>;
}

interface ObjContent {
  readonly positions: number[];
  /** Linear RGB per position, empty where no position has a colour. */
  readonly colors: number[];
  readonly uvs: number[];
  readonly normals: number[];
  readonly parts: Map<string, Part>;
  readonly libraries: Set<string>;
  /** Statements that were left out, and how often. */
  readonly skipped: Map<string, number>;
  /** Texture coordinates and normals that faces name and the file does not have. */
  missing: number;
}

const SLASH = 47;

/** Reads an OBJ as a glTF document: a node per object or group, a primitive per material. */
export async function readObj(bytes: Uint8Array, context: ReadContext): Promise<GltfSource> {
  checkByteLimit(bytes.length, context.limits);
  const content = parseObj(toUtf8(bytes), context);
  const parts = [...content.parts.values()].filter((part) => part.pieces.size > 0);
  requireInput(parts.length > 0, 'io/readObj: the file has no faces; export the object as a mesh');
  requireInput(
    parts.length <= context.limits.maxNodes,
    `io/readObj: the file has ${parts.length} groups, the limit is ${context.limits.maxNodes}; raise maxNodes to read it`,
  );
  for (const [statement, count] of content.skipped) {
    context.findings.push({
      code: 'statement-not-read',
      severity: 'info',
      message: `${count} "${statement}" statements are no triangles and were left out.`,
    });
  }
  if (content.missing > 0) {
    context.findings.push({
      code: 'missing-attributes',
      severity: 'warning',
      message: `faces name ${content.missing} texture coordinates or normals that the file does not have.`,
      fix: 'Nothing to do: normals are computed, texture coordinates are 0 there. Export the file again to have them.',
      count: content.missing,
    });
  }
  const builder = createGltfBuilder();
  const materials = await readLibraries(content, builder, context);
  const order: Uint32Array[] = [];
  for (const part of parts) {
    const primitives: GltfPrimitive[] = [];
    for (const piece of part.pieces.values()) {
      if (piece.material !== '' && !materials.has(piece.material)) {
        materials.set(
          piece.material,
          addMaterial(builder, { name: piece.material, diffuse: [0.8, 0.8, 0.8] }),
        );
      }
      const { primitive, vertices } = addPiece(builder, content, piece, materials.get(piece.material));
      primitives.push(primitive);
      order.push(vertices);
    }
    addNode(builder, { name: part.name, mesh: builder.add('meshes', { name: part.name, primitives }) });
  }
  return { ...builder.finish(), fileOrder: fileOrder(order, content.positions.length / 3) };
}

/** The vertices of all primitives, which the mesh of a model has one behind the other. */
function fileOrder(parts: readonly Uint32Array[], count: number): FileOrder {
  const vertices = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    vertices.set(part, at);
    at += part.length;
  }
  return { count, vertices };
}

async function readLibraries(
  content: ObjContent,
  builder: GltfBuilder,
  context: ReadContext,
): Promise<Map<string, number>> {
  const materials = new Map<string, number>();
  const pictures = createPictureShelf(builder, context);
  for (const library of content.libraries) {
    const bytes = await resolveBeside(context, library);
    if (!bytes) continue;
    for (const [name, material] of await readMtl(bytes, builder, pictures)) {
      if (!materials.has(name)) materials.set(name, material);
    }
  }
  return materials;
}

/** Most material libraries that one file may name. */
const MAX_LIBRARIES = 64;

function parseObj(bytes: Uint8Array, context: ReadContext): ObjContent {
  const content: ObjContent = {
    positions: [],
    colors: [],
    uvs: [],
    normals: [],
    parts: new Map(),
    libraries: new Set(),
    skipped: new Map(),
    missing: 0,
  };
  const scanner = scanText(bytes);
  const state = { object: '', group: '', material: '', piece: undefined as Piece | undefined };
  let cornerCount = 0;
  while (scanner.nextLine()) {
    const key = scanner.word();
    switch (key) {
      case 'v':
        readPosition(scanner, content);
        break;
      case 'vt':
        content.uvs.push(readFinite(scanner), 1 - (scanner.ended() ? 0 : readFinite(scanner)));
        break;
      case 'vn':
        for (let k = 0; k < 3; k++) content.normals.push(readFinite(scanner));
        break;
      case 'f':
        state.piece ??= openPiece(content, state, context);
        cornerCount += readFace(scanner, content, state.piece.corners);
        checkElementLimit('face corners', cornerCount, context.limits);
        break;
      case 'o':
        state.object = scanner.rest();
        state.group = '';
        state.piece = undefined;
        break;
      case 'g':
        state.group = scanner.rest();
        state.piece = undefined;
        break;
      case 'usemtl':
        state.material = scanner.rest();
        state.piece = undefined;
        break;
      case 'mtllib':
        if (content.libraries.size < MAX_LIBRARIES) content.libraries.add(scanner.rest());
        break;
      case 'l':
      case 'p':
      case 'curv':
      case 'curv2':
      case 'surf':
        content.skipped.set(key, (content.skipped.get(key) ?? 0) + 1);
        break;
    }
  }
  checkElementLimit('vertices', content.positions.length / 3, context.limits);
  return content;
}

function openPiece(
  content: ObjContent,
  state: { object: string; group: string; material: string },
  context: ReadContext,
): Piece {
  const { object, group, material } = state;
  const key = `${object}\n${group}`;
  let part = content.parts.get(key);
  if (!part) {
    const name = group === '' || group === 'default' ? object || group : group;
    part = { name: name || stemOf(context), pieces: new Map() };
    content.parts.set(key, part);
  }
  let piece = part.pieces.get(material);
  if (!piece) {
    piece = { material, corners: [] };
    part.pieces.set(material, piece);
  }
  return piece;
}

function readFinite(scanner: TextScanner): number {
  const value = Math.fround(scanner.number());
  requireInput(
    Number.isFinite(value),
    `io/readObj: line ${scanner.line} has a number missing, malformed or too large; export the file again`,
  );
  return value;
}

/** `v x y z [w]` or `v x y z r g b [a]`, the colour being what many tools write though the standard has none. */
function readPosition(scanner: TextScanner, content: ObjContent): void {
  const { positions, colors } = content;
  for (let k = 0; k < 3; k++) positions.push(readFinite(scanner));
  if (scanner.ended()) {
    if (colors.length > 0) colors.push(1, 1, 1);
    return;
  }
  const extra: number[] = [];
  while (extra.length < 4 && !scanner.ended()) extra.push(scanner.number());
  const coloured = extra.length >= 3 && extra.every(Number.isFinite);
  if (coloured && colors.length === 0) {
    for (let i = 3; i < positions.length; i++) colors.push(1);
  }
  if (coloured) colors.push(linear(extra[0]), linear(extra[1]), linear(extra[2]));
  else if (colors.length > 0) colors.push(1, 1, 1);
}

/** Appends the triangles of a face and returns how many corners they have. */
function readFace(scanner: TextScanner, content: ObjContent, out: number[]): number {
  const { positions, uvs, normals } = content;
  const face: number[] = [];
  while (!scanner.ended()) {
    const position = scanner.integer();
    let uv = 0;
    let normal = 0;
    // `1/1/` and `1//` end in a slash with nothing behind it.
    if (scanner.accept(SLASH)) {
      uv = scanner.integer() || 0;
      if (scanner.accept(SLASH)) normal = scanner.integer() || 0;
    }
    face.push(
      resolvePosition(scanner, position, positions.length / 3),
      resolveOptional(content, uv, uvs.length / 2),
      resolveOptional(content, normal, normals.length / 3),
    );
  }
  const n = face.length / 3;
  if (n < 3) return 0;
  if (n === 3) {
    for (const index of face) out.push(index);
    return 3;
  }
  const cut: number[] = [];
  const polygon = Array.from({ length: n }, (_, i) => face[i * 3] - 1);
  triangulatePolygon(cut, positions, polygon);
  for (const i of cut) out.push(face[i * 3], face[i * 3 + 1], face[i * 3 + 2]);
  return cut.length;
}

/** From 1; negative ones count from the end. */
function resolvePosition(scanner: TextScanner, given: number, count: number): number {
  const index = given < 0 ? count + given + 1 : given;
  if (index >= 1 && index <= count) return index;
  throw new PosespaceError(
    'bad-input',
    `io/readObj: line ${scanner.line} refers to element ${given} of ${count}; export the file again`,
  );
}

/** The same for what a face can do without: 0 is none, and so is what the file does not have. */
function resolveOptional(content: ObjContent, given: number, count: number): number {
  const index = given < 0 ? count + given + 1 : given;
  if (index >= 0 && index <= count && (given === 0 || index > 0)) return index;
  content.missing++;
  return 0;
}

function addPiece(
  builder: GltfBuilder,
  content: ObjContent,
  piece: Piece,
  material: number | undefined,
): { readonly primitive: GltfPrimitive; readonly vertices: Uint32Array } {
  const rows = new Uint32Array(piece.corners);
  const { indices, first } = indexRows(rows, 3);
  const column = (k: number): Uint32Array => Uint32Array.from(first, (row) => rows[row * 3 + k]);
  // A piece has normals only where all of its corners have: they can be computed, texture coordinates cannot.
  const complete = (list: Uint32Array): boolean => list.every((index) => index > 0);
  const some = (list: Uint32Array): boolean => list.some((index) => index > 0);
  const orZero = (value: number): number => (Number.isNaN(value) ? 0 : value);
  const zeroBased = (list: Uint32Array): Uint32Array => list.map((index) => index - 1);
  const [position, uv, normal] = [column(0), column(1), column(2)];
  const colors = content.colors.length > 0 ? gatherRows(content.colors, 3, zeroBased(position)) : undefined;
  const vertices = zeroBased(position);
  const primitive = addSurface(
    builder,
    {
      positions: gatherRows(content.positions, 3, vertices),
      triangles: indices,
      uvs: some(uv) ? gatherRows(content.uvs, 2, zeroBased(uv)).map(orZero) : undefined,
      normals: complete(normal) ? gatherRows(content.normals, 3, zeroBased(normal)) : undefined,
      colors: colors && withAlpha(colors),
    },
    material,
  );
  return { primitive, vertices };
}

function withAlpha(rgb: Float32Array): Float32Array {
  const out = new Float32Array((rgb.length / 3) * 4).fill(1);
  for (let i = 0; i * 3 < rgb.length; i++) out.set(rgb.subarray(i * 3, i * 3 + 3), i * 4);
  return out;
}
