/**
 * @file FBX geometries as glTF meshes: surfaces with materials, joints and shapes. A geometry that several models
 * share is converted once, and so is its mesh where they share materials too.
 */

import { PosespaceError } from '../../../base/errors.js';
import type { Finding } from '../../../base/finding.js';
import type { GltfBuilder } from '../../gltf/builder.js';
import type { GltfMesh, GltfPrimitive } from '../../gltf/gltf-json.js';
import type { ReadLimits } from '../../limits.js';
import type { Budget } from '../../read-budget.js';
import { addSurface, withMaterial } from '../add-surface.js';
import { gatherRows } from '../index-rows.js';
import { type FbxSurface, readGeometry } from './fbx-geometry.js';
import type { FbxObject, FbxScene } from './fbx-scene.js';
import { type FbxShape, type FbxSkin, readShapes, readSkin } from './fbx-skin.js';

/** What is shared between the meshes of a file. */
export interface MeshCache {
  readonly scene: FbxScene;
  readonly builder: GltfBuilder;
  readonly budget: Budget;
  readonly limits: ReadLimits;
  readonly findings: Finding[];
  readonly geometries: Map<FbxObject, ConvertedGeometry | undefined>;
  /** By geometry and materials. */
  readonly meshes: Map<string, number>;
}

interface ConvertedGeometry {
  readonly primitives: readonly { readonly slot: number; readonly json: GltfPrimitive }[];
  readonly skin?: FbxSkin;
  readonly shapes: readonly FbxShape[];
}

export interface AddedMesh {
  readonly mesh: number;
  readonly skin?: FbxSkin;
  readonly shapes: readonly FbxShape[];
}

/** Appends the mesh of a geometry with a model's materials; undefined where there is nothing to draw. */
export function addFbxMesh(
  cache: MeshCache,
  geometry: FbxObject,
  slots: readonly number[],
): AddedMesh | undefined {
  const { builder, geometries, meshes, limits, budget } = cache;
  if (!geometries.has(geometry)) geometries.set(geometry, convertGeometry(cache, geometry));
  const converted = geometries.get(geometry);
  if (!converted) return undefined;
  budget('primitives', converted.primitives.length);
  const used = converted.primitives.map(({ slot }) => slots[slot] ?? slots[0]);
  const key = `${geometry.id} ${used.join(' ')}`;
  let mesh = meshes.get(key);
  if (mesh === undefined) {
    const primitives = converted.primitives.map(({ json }, i) =>
      used[i] === undefined ? json : withMaterial(builder, json, used[i]),
    );
    const json: GltfMesh = { name: geometry.name || 'mesh', primitives };
    if (converted.shapes.length > 0) {
      json.weights = converted.shapes.map(({ weight }) => weight);
      json.extras = { targetNames: converted.shapes.map(({ name }) => name) };
    }
    mesh = builder.add('meshes', json);
    if (mesh > limits.maxNodes) {
      throw new PosespaceError(
        'bad-input',
        `io/readFbx: more than ${limits.maxNodes} meshes; raise maxNodes to read the file`,
      );
    }
    meshes.set(key, mesh);
  }
  return { mesh, skin: converted.skin, shapes: converted.shapes };
}

function convertGeometry(cache: MeshCache, object: FbxObject): ConvertedGeometry | undefined {
  const { scene, builder, budget, findings } = cache;
  if (object.type !== 'Mesh') {
    if (object.type !== 'Shape') {
      findings.push({
        code: 'geometry-not-read',
        severity: 'warning',
        message: `"${object.name}" is a ${object.type || 'nameless'} geometry, which has no polygons and was left out.`,
        fix: 'Convert it to a polygon mesh before exporting.',
      });
    }
    return undefined;
  }
  const geometry = readGeometry(object, budget, findings);
  if (!geometry) return undefined;
  const skin = readSkin(scene, object, geometry.pointCount, budget, findings);
  const shapes = readShapes(scene, object, geometry.pointCount, budget, findings);
  const primitives = geometry.surfaces.map((surface) => {
    const json = addSurface(builder, surface);
    if (skin) addInfluences(builder, json, skin, surface);
    for (const shape of shapes) {
      budget('shape vertices', surface.points.length);
      const positions = gatherRows(shape.positions, 3, surface.points);
      json.targets ??= [];
      json.targets.push({
        POSITION: builder.addAccessor(positions, 'VEC3', { usage: 'vertex', bounds: true }),
      });
    }
    return { slot: surface.slot, json };
  });
  return { primitives, skin, shapes };
}

function addInfluences(
  builder: GltfBuilder,
  json: GltfPrimitive,
  skin: FbxSkin,
  { points }: FbxSurface,
): void {
  const { influenceCount, clusters } = skin;
  for (let set = 0; set * 4 < influenceCount; set++) {
    const joints = new Uint16Array(points.length * 4);
    const weights = new Float32Array(points.length * 4);
    for (let i = 0; i < points.length; i++) {
      const at = points[i] * influenceCount + set * 4;
      for (let k = 0; k < 4; k++) {
        joints[i * 4 + k] = skin.joints[at + k];
        weights[i * 4 + k] = skin.weights[at + k];
      }
    }
    const narrow = clusters.length <= 256 ? new Uint8Array(joints) : joints;
    json.attributes[`JOINTS_${set}`] = builder.addAccessor(narrow, 'VEC4', { usage: 'vertex' });
    json.attributes[`WEIGHTS_${set}`] = builder.addAccessor(weights, 'VEC4', { usage: 'vertex' });
  }
}
