/**
 * @file Reads Collada (DAE) 1.4 and 1.5: nodes, meshes, materials, pictures, skins and animations. Morphs, cameras and
 * lights are left out and named in a finding.
 *
 * Our own: three's ColladaLoader needs a DOM, keeps four influences and trusts every index. Unit and up axis become a scale
 * and a rotation on a root node, as in `readFbx`.
 */

import { requireInput } from '../../base/errors.js';
import { createGltfBuilder, type GltfBuilder } from '../gltf/builder.js';
import type { GltfSource } from '../gltf/container.js';
import type { GltfNode, GltfPrimitive } from '../gltf/gltf-json.js';
import { checkByteLimit } from '../limits.js';
import { addMaterial, addNode, addSurface, createPictureShelf, markJoints } from './add-surface.js';
import { addDaeAnimations } from './dae/dae-animation.js';
import { type DaeDocument, indexDae, numberIn } from './dae/dae-document.js';
import { type DaePrimitive, readDaeGeometry } from './dae/dae-geometry.js';
import { addDaeMaterials } from './dae/dae-material.js';
import { addDaeNodes, type DaeNode } from './dae/dae-scene.js';
import { type DaeSkin, readDaeSkin } from './dae/dae-skin.js';
import { childrenNamed, findElement, parseXml, type XmlElement } from './parse-xml.js';
import { type ReadContext, stemOf } from './read-context.js';
import { unzipFiles } from './unzip-files.js';

/** Reads a ZAE, a DAE and its pictures in a ZIP archive, as a glTF document. */
export async function readZae(bytes: Uint8Array, context: ReadContext): Promise<GltfSource> {
  checkByteLimit(bytes.length, context.limits);
  const files = await unzipFiles(bytes, context, () => true, 'readZae');
  const path = [...files.keys()].find((name) => /\.dae$/i.test(name));
  requireInput(path !== undefined, 'io/readZae: the archive has no .dae; pack one');
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const resolve = async (name: string): Promise<Uint8Array> => {
    const file = files.get(`${folder}${name}`) ?? files.get(name);
    requireInput(file, `io/readZae: the archive has no "${name.slice(0, 80)}"`);
    return file;
  };
  return readDae(files.get(path)!, { ...context, resolve, parentPaths: false });
}

/** Reads a DAE as a glTF document. */
export async function readDae(bytes: Uint8Array, context: ReadContext): Promise<GltfSource> {
  const { limits, findings } = context;
  checkByteLimit(bytes.length, limits);
  const root = parseXml(bytes, context.budget, 'readDae');
  requireInput(
    root.name === 'COLLADA',
    `io/readDae: not a Collada file; its root is "${root.name.slice(0, 40)}"`,
  );
  const document = indexDae(root, context.budget, findings);
  const builder = createGltfBuilder();
  const name = stemOf(context);
  const nodes = addDaeNodes(document, builder, limits, addRoot(builder, root, name));
  requireInput(nodes.length > 0, 'io/readDae: the file has no scene; export it again');
  const materials = await addDaeMaterials(document, builder, createPictureShelf(builder, context));
  const meshes = createMeshes(document, builder, materials);
  for (const node of nodes) {
    for (const instance of childrenNamed(node.element, 'instance_geometry')) {
      const geometry = document.byUrl(instance.attributes.get('url'));
      if (geometry) attach(builder, node, meshes(geometry, instance), undefined);
    }
    for (const instance of childrenNamed(node.element, 'instance_controller')) {
      const controller = document.byUrl(instance.attributes.get('url'));
      const skin = findElement(controller, 'skin');
      const geometry = baseGeometry(document, controller);
      if (!geometry) continue;
      const read = skin && readDaeSkin(document, skin, instance, nodes);
      attach(builder, node, meshes(geometry, instance, read), read);
    }
  }
  const joints = nodes.filter(({ element }) => element.attributes.get('type') === 'JOINT');
  markJoints(
    builder,
    joints.map(({ node }) => node),
  );
  addDaeAnimations(document, builder, nodes, name);
  return builder.finish();
}

/** A node that converts the file's units to metres and its up axis to +Y, where needed. */
function addRoot(builder: GltfBuilder, root: XmlElement, name: string): number | undefined {
  const asset = findElement(root, 'asset');
  const meter = numberIn(findElement(asset, 'unit')?.attributes.get('meter') ?? '1');
  const up = findElement(asset, 'up_axis')?.text.trim() ?? 'Y_UP';
  const node: GltfNode = { name };
  const half = Math.SQRT1_2;
  if (up === 'Z_UP') node.rotation = [-half, 0, 0, half];
  if (up === 'X_UP') node.rotation = [0, 0, half, half];
  if (meter > 1e-9 && meter < 1e9 && meter !== 1) node.scale = [meter, meter, meter];
  return node.rotation || node.scale ? addNode(builder, node) : undefined;
}

/** The geometry below a chain of controllers; a morph shows its base. */
function baseGeometry(document: DaeDocument, controller: XmlElement | undefined): XmlElement | undefined {
  let at = controller;
  for (let depth = 0; at?.name === 'controller' && depth < 8; depth++) {
    const [skin, morph] = [findElement(at, 'skin'), findElement(at, 'morph')];
    if (morph) {
      document.findings.push({
        code: 'morph-not-read',
        severity: 'warning',
        message: 'a morph controller is left out: its base shape is read.',
        fix: 'Export FBX or glTF to keep morph targets.',
      });
    }
    at = document.byUrl((skin ?? morph)?.attributes.get('source'));
  }
  return at?.name === 'geometry' ? at : undefined;
}

type MeshFactory = (geometry: XmlElement, instance: XmlElement, skin?: DaeSkin) => number | undefined;

/** Meshes by geometry; one without a skin is shared by the nodes that show it with the same materials. */
function createMeshes(
  document: DaeDocument,
  builder: GltfBuilder,
  materials: ReadonlyMap<string, number>,
): MeshFactory {
  const geometries = new Map<XmlElement, DaePrimitive[]>();
  const shared = new Map<XmlElement, Map<string, number | undefined>>();
  const unknown = new Map<string, number>();
  return (geometry, instance, skin) => {
    const read = geometries.get(geometry) ?? readDaeGeometry(document, geometry);
    geometries.set(geometry, read);
    if (read.length === 0) return undefined;
    const bound = boundMaterials(instance);
    const key = [...bound].join('\n');
    const known = shared.get(geometry) ?? new Map<string, number | undefined>();
    shared.set(geometry, known);
    if (!skin && known.has(key)) return known.get(key);
    const primitives = read.map((primitive) => {
      const symbol = primitive.material;
      let material = materials.get(bound.get(symbol) ?? symbol);
      if (material === undefined && symbol !== '') {
        material = unknown.get(symbol) ?? addMaterial(builder, { name: symbol, diffuse: [0.8, 0.8, 0.8] });
        unknown.set(symbol, material);
      }
      document.budget('vertices', primitive.points.length);
      return addSkinned(builder, primitive, material, skin);
    });
    const label = geometry.attributes.get('name') ?? geometry.attributes.get('id');
    const mesh = builder.add('meshes', { ...(label && { name: label }), primitives });
    if (!skin) known.set(key, mesh);
    return mesh;
  };
}

/** Material ids by the symbols of the geometry. */
function boundMaterials(instance: XmlElement): Map<string, string> {
  const technique = findElement(instance, 'bind_material', 'technique_common');
  return new Map(
    childrenNamed(technique, 'instance_material').map(({ attributes }) => [
      attributes.get('symbol') ?? '',
      (attributes.get('target') ?? '').replace(/^#/, ''),
    ]),
  );
}

function addSkinned(
  builder: GltfBuilder,
  { surface, points }: DaePrimitive,
  material: number | undefined,
  skin: DaeSkin | undefined,
): GltfPrimitive {
  const primitive = addSurface(builder, surface, material);
  if (!skin) return primitive;
  const { influenceCount, slots, weights } = skin;
  const pointCount = weights.length / influenceCount;
  for (let set = 0; set * 4 < influenceCount; set++) {
    const joints = new Uint16Array(points.length * 4);
    const values = new Float32Array(points.length * 4);
    for (let v = 0; v < points.length; v++) {
      // A position beyond the list has no weights: it follows the first joint.
      if (points[v] >= pointCount) {
        if (set === 0) values[v * 4] = 1;
        continue;
      }
      for (let k = 0; k < 4; k++) {
        joints[v * 4 + k] = slots[points[v] * influenceCount + set * 4 + k];
        values[v * 4 + k] = weights[points[v] * influenceCount + set * 4 + k];
      }
    }
    primitive.attributes[`JOINTS_${set}`] = builder.addAccessor(joints, 'VEC4', { usage: 'vertex' });
    primitive.attributes[`WEIGHTS_${set}`] = builder.addAccessor(values, 'VEC4', { usage: 'vertex' });
  }
  return primitive;
}

/** Shows a mesh at a node; a second one needs a node of its own. */
function attach(
  builder: GltfBuilder,
  { node, element }: DaeNode,
  mesh: number | undefined,
  skin: DaeSkin | undefined,
): void {
  if (mesh === undefined) return;
  const taken = builder.json.nodes![node].mesh !== undefined;
  const label = element.attributes.get('name') ?? element.attributes.get('id') ?? 'mesh';
  const at = taken ? addNode(builder, { name: `${label}_mesh` }, node) : node;
  builder.json.nodes![at].mesh = mesh;
  if (!skin) return;
  const matrices = new Float32Array(skin.inverseBinds.length * 16);
  skin.inverseBinds.forEach((matrix, j) => {
    matrices.set(matrix, j * 16);
    for (let c = 0; c < 4; c++) matrices[j * 16 + c * 4 + 3] = c === 3 ? 1 : 0;
  });
  builder.json.nodes![at].skin = builder.add('skins', {
    joints: [...skin.joints],
    inverseBindMatrices: builder.addAccessor(matrices, 'MAT4'),
  });
}
