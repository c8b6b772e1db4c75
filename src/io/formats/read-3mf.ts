/**
 * @file Reads the meshes of a 3MF file, the format of 3D printing: a ZIP archive with an XML model. Objects, components,
 * build items, base materials and their colours are read; colours per triangle, textures and lattices are left out.
 *
 * Source: 3MF Consortium, "3D Manufacturing Format, Core Specification", 1.3. Z is up, the unit is millimetres.
 */

import { requireInput } from '../../base/errors.js';
import { createGltfBuilder, type GltfBuilder } from '../gltf/builder.js';
import type { GltfSource } from '../gltf/container.js';
import type { GltfPrimitive } from '../gltf/gltf-json.js';
import { checkByteLimit } from '../limits.js';
import { addMaterial, addNode, addSurface } from './add-surface.js';
import { gatherRows } from './index-rows.js';
import { childrenNamed, findElement, parseXml, type XmlElement } from './parse-xml.js';
import { type ReadContext, stemOf } from './read-context.js';
import { unzipFiles } from './unzip-files.js';

const METRES: Readonly<Record<string, number>> = {
  micron: 1e-6,
  millimeter: 1e-3,
  centimeter: 1e-2,
  inch: 0.0254,
  foot: 0.3048,
  meter: 1,
};
const MAX_DEPTH = 32;

interface Package extends Pick<ReadContext, 'limits' | 'budget'> {
  readonly builder: GltfBuilder;
  readonly objects: ReadonlyMap<string, XmlElement>;
  /** Material of a property, by group and index. */
  readonly materials: ReadonlyMap<string, number>;
  readonly meshes: Map<XmlElement, number>;
  /** Nodes so far: components of components double with every level. */
  placed: number;
}

/** Reads a 3MF as a glTF document. */
export async function read3mf(bytes: Uint8Array, context: ReadContext): Promise<GltfSource> {
  const { limits } = context;
  checkByteLimit(bytes.length, limits);
  const files = await unzipFiles(bytes, context, (path) => /\.model$/i.test(path), 'read3mf');
  const [, content] = [...files].sort(([a], [b]) => +/3dmodel/i.test(b) - +/3dmodel/i.test(a))[0] ?? [];
  requireInput(content, 'io/read3mf: the archive has no model; it should hold 3D/3dmodel.model');
  const root = parseXml(content, context.budget, 'read3mf');
  const resources = findElement(root, 'resources');
  const builder = createGltfBuilder();
  const objects = new Map(
    childrenNamed(resources, 'object').map((object) => [object.attributes.get('id') ?? '', object]),
  );
  const unit = METRES[root.attributes.get('unit') ?? 'millimeter'] ?? METRES.millimeter;
  const half = Math.SQRT1_2;
  const top = addNode(builder, {
    name: stemOf(context),
    rotation: [-half, 0, 0, half],
    scale: [unit, unit, unit],
  });
  const materials = addMaterials(builder, resources);
  const made: Package = { ...context, builder, objects, materials, meshes: new Map(), placed: 0 };
  for (const item of findElement(root, 'build')?.children ?? []) addObject(made, item, top, 0);
  requireInput(made.meshes.size > 0, 'io/read3mf: the file builds no mesh; export it again');
  return builder.finish();
}

function addMaterials(builder: GltfBuilder, resources: XmlElement | undefined): Map<string, number> {
  const materials = new Map<string, number>();
  for (const group of childrenNamed(resources, 'basematerials')) {
    for (const [i, { attributes }] of childrenNamed(group, 'base').entries()) {
      const hex = /^#([0-9a-f]{6})([0-9a-f]{2})?$/i.exec(attributes.get('displaycolor') ?? '');
      const byte = (at: number): number => Number.parseInt(hex![1].slice(at, at + 2), 16) / 255;
      const material = addMaterial(builder, {
        name: attributes.get('name'),
        diffuse: hex ? [byte(0), byte(2), byte(4)] : [0.8, 0.8, 0.8],
        opacity: hex?.[2] ? Number.parseInt(hex[2], 16) / 255 : 1,
        roughness: 0.8,
      });
      materials.set(`${group.attributes.get('id')}/${i}`, material);
    }
  }
  return materials;
}

/** Adds what an item of the build, or a component, places. */
function addObject(made: Package, item: XmlElement, parent: number, depth: number): void {
  requireInput(depth < MAX_DEPTH, `io/read3mf: components are nested deeper than ${MAX_DEPTH}; flatten them`);
  const object = made.objects.get(item.attributes.get('objectid') ?? '');
  if (!object) return;
  requireInput(
    ++made.placed <= made.limits.maxNodes,
    `io/read3mf: the file places more than ${made.limits.maxNodes} objects; raise maxNodes to read it`,
  );
  const node = addNode(made.builder, { name: object.attributes.get('name') ?? `object${parent}` }, parent);
  const transform = item.attributes.get('transform')?.trim().split(/\s+/).map(Number);
  if (transform?.length === 12 && transform.every(Number.isFinite)) {
    // Row vectors, four rows of three: the same order as columns of a matrix for column vectors.
    made.builder.json.nodes![node].matrix = [0, 1, 2, 3].flatMap((c) => [
      ...transform.slice(c * 3, c * 3 + 3),
      c === 3 ? 1 : 0,
    ]);
  }
  const mesh = findElement(object, 'mesh');
  if (mesh) made.builder.json.nodes![node].mesh = meshOf(made, object, mesh);
  for (const component of findElement(object, 'components')?.children ?? []) {
    addObject(made, component, node, depth + 1);
  }
}

function meshOf(made: Package, object: XmlElement, mesh: XmlElement): number {
  const known = made.meshes.get(object);
  if (known !== undefined) return known;
  const { builder, materials } = made;
  const common = object.attributes;
  const numbers = (attributes: XmlElement['attributes'], names: readonly string[]): number[] =>
    names.map((name) => Number(attributes.get(name) ?? Number.NaN));
  const vertices = findElement(mesh, 'vertices')?.children ?? [];
  const positions = Float32Array.from(
    vertices.flatMap(({ attributes }) => numbers(attributes, ['x', 'y', 'z'])),
  );
  requireInput(positions.every(Number.isFinite), 'io/read3mf: a vertex is not finite; export the file again');
  // One primitive per material.
  const pieces = new Map<number | undefined, number[]>();
  for (const { attributes } of findElement(mesh, 'triangles')?.children ?? []) {
    const corners = numbers(attributes, ['v1', 'v2', 'v3']);
    const wrong = corners.find((v) => !(Number.isInteger(v) && v >= 0 && v < vertices.length));
    requireInput(
      wrong === undefined,
      `io/read3mf: a triangle refers to vertex ${wrong} of ${vertices.length}; the file is damaged`,
    );
    const group = attributes.get('pid') ?? common.get('pid');
    const index = attributes.get('p1') ?? common.get('pindex') ?? '0';
    const material = materials.get(`${group}/${index}`);
    const piece = pieces.get(material) ?? [];
    piece.push(...corners);
    pieces.set(material, piece);
  }
  const primitives: GltfPrimitive[] = [...pieces].map(([material, corners]) => {
    made.budget('face corners', corners.length);
    const used = [...new Set(corners)].sort((a, b) => a - b);
    const place = new Map(used.map((vertex, i) => [vertex, i]));
    const triangles = Uint32Array.from(corners, (vertex) => place.get(vertex)!);
    return addSurface(builder, { positions: gatherRows(positions, 3, used), triangles }, material);
  });
  requireInput(primitives.length > 0, 'io/read3mf: an object has no triangles; export the file again');
  const index = builder.add('meshes', { name: object.attributes.get('name') ?? 'mesh', primitives });
  made.meshes.set(object, index);
  return index;
}
