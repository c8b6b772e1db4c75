/**
 * @file Reads PLY, text or binary of either byte order, with normals, colours and texture coordinates.
 *
 * Our own: three's PLYLoader believes the counts of the header, fills what is missing with NaN, and cuts
 * polygons of more than four corners away.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import { linear } from '../../math/srgb.js';
import { createGltfBuilder } from '../gltf/builder.js';
import type { GltfSource } from '../gltf/container.js';
import { checkByteLimit, type ReadLimits } from '../limits.js';
import { addMaterial, addNode, addSurface, createPictureShelf, type Surface } from './add-surface.js';
import { bitsOf, gatherRows, indexRows } from './index-rows.js';
import { type PlyFaces, readPlyFaces, readPlyStrips } from './ply-faces.js';
import {
  PLY_SCALAR_BYTES,
  type PlyElement,
  type PlyHeader,
  type PlyScalar,
  parsePlyHeader,
} from './ply-header.js';
import { createPlyValues, type PlyValues, skipPlyElement, skipPlyList } from './ply-values.js';
import { type ReadContext, stemOf } from './read-context.js';

/** Reads a PLY as a glTF document with one mesh. */
export async function readPly(bytes: Uint8Array, context: ReadContext): Promise<GltfSource> {
  checkByteLimit(bytes.length, context.limits);
  const header = parsePlyHeader(bytes, context.limits);
  const values = createPlyValues(bytes, header);
  const surface = readSurface(header, values, context.limits);
  if (values.longRows() > 0) {
    context.findings.push({
      code: 'extra-columns',
      severity: 'warning',
      message: `${values.longRows()} lines have more values than the header names.`,
      fix: 'Nothing to do: the values at the end of a line are left out.',
      count: values.longRows(),
    });
  }
  const builder = createGltfBuilder();
  const pictureName = header.comments
    .find((comment) => /^TextureFile\s/i.test(comment))
    ?.slice(12)
    .trim();
  let material: number | undefined;
  if (pictureName && surface.uvs) {
    const diffuseTexture = await createPictureShelf(builder, context).fromFile(pictureName);
    if (diffuseTexture !== undefined)
      material = addMaterial(builder, { name: stemOf(context), diffuseTexture });
  }
  const name = stemOf(context);
  const mesh = builder.add('meshes', { name, primitives: [addSurface(builder, surface, material)] });
  addNode(builder, { name, mesh });
  return builder.finish();
}

/** Other names under which tools write a vertex property. */
const ALIASES: Readonly<Record<string, string>> = {
  r: 'red',
  g: 'green',
  b: 'blue',
  a: 'alpha',
  diffuse_red: 'red',
  diffuse_green: 'green',
  diffuse_blue: 'blue',
  diffuse_alpha: 'alpha',
  normal_x: 'nx',
  normal_y: 'ny',
  normal_z: 'nz',
  s: 'u',
  t: 'v',
  texture_u: 'u',
  texture_v: 'v',
  texture_s: 'u',
  texture_t: 'v',
};

interface PlyVertices {
  readonly positions: Float32Array;
  readonly normals?: Float32Array;
  readonly uvs?: Float32Array;
  readonly colors?: Float32Array;
}

function readSurface(header: PlyHeader, values: PlyValues, limits: ReadLimits): Surface {
  let vertices: PlyVertices | undefined;
  let faces: PlyFaces | undefined;
  for (const element of header.elements) {
    if (element.name === 'vertex' && !vertices) vertices = readVertices(element, values);
    else if (element.name === 'face' && vertices && !faces)
      faces = readPlyFaces(element, values, vertices.positions, limits);
    else if (element.name === 'tristrips' && vertices && !faces)
      faces = readPlyStrips(element, values, vertices.positions.length / 3, limits);
    else skipPlyElement(element, values);
  }
  requireInput(vertices, 'io/readPly: the file has no vertices before its faces; write it again');
  const splats = header.elements[0].properties.some(({ name }) => name === 'f_dc_0');
  requireInput(
    faces && faces.triangles.length > 0,
    splats
      ? 'io/readPly: the file has Gaussian splats and no faces; bind them to a rigged mesh, as in "posespace render hero.glb --splats hero.ply"'
      : 'io/readPly: the file has no faces, it is a point cloud; make a mesh of it first',
  );
  const triangles = new Uint32Array(faces.triangles);
  if (faces.uvs.length !== triangles.length * 2) return { ...vertices, triangles };

  // Texture coordinates per corner: a vertex on a seam becomes several.
  const cornerUvs = new Float32Array(faces.uvs);
  const bits = bitsOf(cornerUvs);
  const rows = new Uint32Array(triangles.length * 3);
  for (let i = 0; i < triangles.length; i++) rows.set([triangles[i], bits[i * 2], bits[i * 2 + 1]], i * 3);
  const { indices, first } = indexRows(rows, 3);
  const source = first.map((row) => triangles[row]);
  return {
    positions: gatherRows(vertices.positions, 3, source),
    normals: vertices.normals && gatherRows(vertices.normals, 3, source),
    colors: vertices.colors && gatherRows(vertices.colors, 4, source),
    uvs: gatherRows(cornerUvs, 2, first),
    triangles: indices,
  };
}

function readVertices(element: PlyElement, values: PlyValues): PlyVertices {
  const { count, properties } = element;
  const names = properties.map(({ name, countType }) => (countType ? '' : (ALIASES[name] ?? name)));
  const has = (...wanted: string[]): boolean => wanted.every((name) => names.includes(name));
  requireInput(has('x', 'y', 'z'), 'io/readPly: the vertices have no x, y and z; write the file again');
  const positions = new Float32Array(count * 3);
  const normals = has('nx', 'ny', 'nz') ? new Float32Array(count * 3) : undefined;
  const uvs = has('u', 'v') ? new Float32Array(count * 2) : undefined;
  const colors = has('red', 'green', 'blue') ? new Float32Array(count * 4).fill(1) : undefined;

  // Where each property goes: an array, the index in its row, and how to convert.
  const place = (name: string, type: PlyScalar) => {
    const at = (
      array: Float32Array | undefined,
      width: number,
      list: string[],
      convert = (v: number) => v,
    ) => {
      const k = list.indexOf(name);
      return array && k >= 0 ? { array, width, k, convert } : undefined;
    };
    const full = type.startsWith('float') ? 1 : 2 ** (8 * PLY_SCALAR_BYTES[type]) - 1;
    return (
      at(positions, 3, ['x', 'y', 'z']) ??
      at(normals, 3, ['nx', 'ny', 'nz']) ??
      at(uvs, 2, ['u']) ??
      at(uvs, 2, ['', 'v'], (v) => 1 - v) ??
      at(colors, 4, ['red', 'green', 'blue'], (v) => linear(v / full)) ??
      at(colors, 4, ['', '', '', 'alpha'], (v) => Math.min(1, Math.max(0, v / full)))
    );
  };
  const destinations = properties.map((property, i) =>
    names[i] === '' ? undefined : place(names[i], property.type),
  );
  for (let i = 0; i < count; i++) {
    values.nextRow();
    for (const [p, property] of properties.entries()) {
      if (property.countType) {
        skipPlyList(property.countType, property.type, values);
        continue;
      }
      const value = values.read(property.type);
      const target = destinations[p];
      if (!target) continue;
      const number = Math.fround(target.convert(value));
      if (!Number.isFinite(number)) {
        throw new PosespaceError(
          'bad-input',
          `io/readPly: vertex ${i} has ${property.name.slice(0, 40)} = ${value}; repair the file, coordinates must be finite`,
        );
      }
      target.array[i * target.width + target.k] = number;
    }
  }
  return { positions, normals, uvs, colors };
}
