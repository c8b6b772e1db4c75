/**
 * @file Lighting of a mesh and of the ground below it: normals, shadow map of the key light, ambient occlusion.
 */

import { computeBox, longestSide } from '../mesh/box.js';
import { smoothNormals } from '../mesh/smooth-normals.js';
import { weld } from '../mesh/weld.js';
import { createOcclusionMaps, occlusionStrength, vertexVisibility } from './ambient-occlusion.js';
import type { Camera } from './camera.js';
import { createGroundShadow, type GroundShadow } from './ground-shadow.js';
import { type Lights, placeLights } from './shade.js';
import { createShadowMap, type ShadowMap, surround } from './shadow-map.js';

export interface SceneLighting {
  readonly lights: Lights;
  /** Unit normals of the triangle corners. [T, 3, 3] */
  readonly cornerNormals: Float32Array;
  /** Shadow map of the key light; absent without shadows. */
  readonly keyShadow?: ShadowMap;
  /** Ambient occlusion of each vertex, 1 where open; absent without shadows. [V] */
  readonly visibility?: Float32Array;
  /** Absent without ground. */
  readonly ground?: GroundShadow;
  /** Of a sphere around the mesh, metres. */
  readonly radius: number;
}

export interface SceneLightingOptions {
  readonly creaseAngle: number;
  readonly shadows: boolean;
  readonly ground: boolean | number;
}

const KEY_MAP_SIZE = 576;

/** Computes the lighting of a mesh for a camera. */
export function createSceneLighting(
  positions: Float32Array,
  triangles: Uint32Array,
  camera: Camera,
  { creaseAngle, shadows, ground }: SceneLightingOptions,
): SceneLighting {
  const around = surround(positions, triangles);
  // Against the size of what is drawn, not of the box: a stray vertex would stretch that.
  const tolerance = (2e-6 * around.radius) / (longestSide(computeBox(positions)) || 1);
  const { vertexMap } = weld({ positions, triangles }, { tolerance });
  const normals = smoothNormals({ positions, triangles }, creaseAngle, vertexMap);
  const lights = placeLights(camera);
  const plain = { lights, cornerNormals: normals.corners, radius: around.radius };
  if (triangles.length === 0 || !(shadows || ground !== false)) return plain;

  const key = createShadowMap(positions, triangles, around, lights.key, KEY_MAP_SIZE);
  const maps = createOcclusionMaps(positions, triangles, around);
  const height = typeof ground === 'number' ? ground : around.lowest;
  const representative = firstAtPosition(vertexMap);
  const strength = occlusionStrength(positions, triangles, representative, around.radius);
  return {
    ...plain,
    keyShadow: shadows ? key : undefined,
    visibility: shadows
      ? vertexVisibility(maps, positions, normals.vertices, representative, strength)
      : undefined,
    ground:
      ground === false ? undefined : createGroundShadow(maps, key, positions, triangles, around, height),
  };
}

/** The first vertex at the position of each. [V] */
function firstAtPosition(vertexMap: Uint32Array): Uint32Array {
  const first = new Map<number, number>();
  return vertexMap.map((welded, v) => {
    if (!first.has(welded)) first.set(welded, v);
    return first.get(welded)!;
  });
}
