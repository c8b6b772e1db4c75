/**
 * @file Gaussian kernels as glTF, by the extension KHR_gaussian_splatting: points with rotation, scale, opacity and
 * spherical harmonics. Programs without the extension show the points in their colours.
 */

import { PosespaceError, requireInput } from '../../base/errors.js';
import { type Matrix4, transformPointsInto } from '../../math/matrix4.js';
import { multiplyQuaternionInto, normalizeQuaternion } from '../../math/quaternion.js';
import { linear } from '../../math/srgb.js';
import type { SplatCloud } from '../../render/splat/splat-cloud.js';
import { addNode } from '../formats/add-surface.js';
import { createGltfBuilder } from '../gltf/builder.js';
import { checkGltf } from '../gltf/check.js';
import { encodeGlb, type GltfSource } from '../gltf/container.js';
import { decodeGltf } from '../gltf/decode.js';
import { buildSceneGraph, decompose } from '../gltf/scene-graph.js';
import { checkElementLimit, type ReadLimits } from '../limits.js';
import { colorsToHarmonics, harmonicsToColors } from './splat-ply.js';

const EXTENSION = 'KHR_gaussian_splatting';
const ATTRIBUTES = {
  scales: `${EXTENSION}:SCALE`,
  rotations: `${EXTENSION}:ROTATION`,
  opacities: `${EXTENSION}:OPACITY`,
  harmonics: `${EXTENSION}:SH_DEGREE_0_COEF_0`,
};

/** Whether a glTF document holds kernels. */
export const isSplatGltf = ({ extensionsUsed }: GltfSource['json']): boolean =>
  extensionsUsed?.includes(EXTENSION) ?? false;

/** GLB bytes of kernels. */
export function writeSplatGlb(cloud: SplatCloud, name: string): Uint8Array {
  const builder = createGltfBuilder();
  const vertex = { usage: 'vertex' } as const;
  // Linear colours for programs that show points.
  const colors = Float32Array.from({ length: cloud.opacities.length * 4 }, (_, i) =>
    i % 4 === 3 ? cloud.opacities[i >> 2] : linear(cloud.colors[(i >> 2) * 3 + (i % 4)]),
  );
  const attributes = {
    POSITION: builder.addAccessor(cloud.positions, 'VEC3', { ...vertex, bounds: true }),
    COLOR_0: builder.addAccessor(colors, 'VEC4', vertex),
    [ATTRIBUTES.scales]: builder.addAccessor(cloud.scales, 'VEC3', vertex),
    [ATTRIBUTES.rotations]: builder.addAccessor(cloud.rotations, 'VEC4', vertex),
    [ATTRIBUTES.opacities]: builder.addAccessor(cloud.opacities, 'SCALAR', vertex),
    [ATTRIBUTES.harmonics]: builder.addAccessor(colorsToHarmonics(cloud.colors), 'VEC3', vertex),
  };
  const extensions = { [EXTENSION]: { kernel: 'ellipse', colorSpace: 'srgb_rec709_display' } };
  const mesh = builder.add('meshes', { name, primitives: [{ mode: 0, attributes, extensions }] });
  addNode(builder, { name, mesh });
  builder.json.extensionsUsed = [EXTENSION];
  return encodeGlb(builder.finish());
}

/** Reads the kernels of all nodes of a document. */
export async function readSplatGltf(source: GltfSource, limits: ReadLimits): Promise<SplatCloud> {
  checkGltf(source, limits);
  const { json } = source;
  const decoded = await decodeGltf(source);
  const graph = buildSceneGraph(json);
  const clouds: SplatCloud[] = [];
  let total = 0;
  for (const [index, node] of (json.nodes ?? []).entries()) {
    for (const primitive of node.mesh === undefined ? [] : json.meshes![node.mesh].primitives) {
      if (!primitive.extensions?.[EXTENSION]) continue;
      const read = (attribute: string, size: number): Float32Array => {
        const accessor = primitive.attributes[attribute];
        requireInput(
          accessor !== undefined && decoded.elementSize(accessor) === size,
          `io/readSplats: a primitive has no usable ${attribute}; it holds no kernels that can be read`,
        );
        return decoded.floats(accessor);
      };
      const cloud = {
        positions: read('POSITION', 3),
        scales: read(ATTRIBUTES.scales, 3),
        rotations: read(ATTRIBUTES.rotations, 4),
        opacities: read(ATTRIBUTES.opacities, 1),
        colors: harmonicsToColors(read(ATTRIBUTES.harmonics, 3)),
      };
      total += cloud.opacities.length;
      checkElementLimit('kernels', total, limits);
      clouds.push(placeCloud(cloud, graph.worlds[index]));
    }
  }
  if (clouds.length === 0) {
    throw new PosespaceError('bad-input', `io/readSplats: no primitive of the file uses ${EXTENSION}`);
  }
  return joinClouds(clouds);
}

/** The kernels moved by a matrix: rotated, moved, scaled evenly by its mean scale. */
function placeCloud(cloud: SplatCloud, matrix: Matrix4): SplatCloud {
  const count = cloud.opacities.length;
  if (cloud.positions.length !== count * 3 || cloud.rotations.length !== count * 4) {
    throw new PosespaceError('bad-input', 'io/readSplats: attributes of a primitive differ in length');
  }
  const { rotation, scale } = decompose(matrix);
  const even = Math.cbrt(Math.abs(scale[0] * scale[1] * scale[2]));
  const positions = new Float32Array(cloud.positions.length);
  transformPointsInto(positions, matrix, cloud.positions);
  const rotations = new Float32Array(cloud.rotations.length);
  for (let i = 0; i < rotations.length; i += 4) {
    multiplyQuaternionInto(rotations, i, rotation, 0, cloud.rotations, i);
    normalizeQuaternion(rotations, i);
  }
  return { ...cloud, positions, rotations, scales: cloud.scales.map((value) => value * even) };
}

function joinClouds(clouds: readonly SplatCloud[]): SplatCloud {
  const join = (key: keyof SplatCloud): Float32Array => {
    const out = new Float32Array(clouds.reduce((sum, cloud) => sum + cloud[key].length, 0));
    let at = 0;
    for (const cloud of clouds) {
      out.set(cloud[key], at);
      at += cloud[key].length;
    }
    return out;
  };
  return {
    positions: join('positions'),
    scales: join('scales'),
    rotations: join('rotations'),
    colors: join('colors'),
    opacities: join('opacities'),
  };
}
