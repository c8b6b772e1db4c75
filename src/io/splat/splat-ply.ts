/**
 * @file Gaussian kernels as PLY, in the layout of the 3D Gaussian Splatting trainer (Kerbl et al. 2023): colours as
 * zeroth spherical harmonics, logits of opacities, logarithms of scales, quaternions wxyz. Higher harmonics are left out:
 * a kernel here has one colour from all sides.
 */

import { requireInput } from '../../base/errors.js';
import { normalizeQuaternion } from '../../math/quaternion.js';
import type { SplatCloud } from '../../render/splat/splat-cloud.js';
import { PLY_SCALAR_BYTES, type PlyScalar, parsePlyHeader } from '../formats/ply-header.js';
import type { ReadLimits } from '../limits.js';

/** Y₀₀, the constant harmonic. */
const HARMONIC = 0.28209479177387814;
const COLUMNS = [
  ...['x', 'y', 'z', 'nx', 'ny', 'nz', 'f_dc_0', 'f_dc_1', 'f_dc_2', 'opacity'],
  ...['scale_0', 'scale_1', 'scale_2', 'rot_0', 'rot_1', 'rot_2', 'rot_3'],
];

/** Colours, 0 to 1, of zeroth harmonics. */
export const harmonicsToColors = (harmonics: Float32Array): Float32Array =>
  harmonics.map((value) => Math.min(1, Math.max(0, 0.5 + HARMONIC * value)));

/** Zeroth harmonics of colours, 0 to 1. */
export const colorsToHarmonics = (colors: Float32Array): Float32Array =>
  colors.map((value) => (value - 0.5) / HARMONIC);

/** Whether a PLY holds kernels rather than a surface. */
export const isSplatPly = (bytes: Uint8Array): boolean =>
  /^ply\s[\s\S]*property \w+ scale_0\s[\s\S]*end_header/.test(
    new TextDecoder().decode(bytes.subarray(0, 8192)),
  );

/** Reads kernels from a binary PLY. */
export function readSplatPly(bytes: Uint8Array, limits: ReadLimits): SplatCloud {
  const header = parsePlyHeader(bytes, limits);
  const [element] = header.elements;
  requireInput(
    header.encoding === 'little' &&
      element?.name === 'vertex' &&
      element.properties.every((p) => !p.countType),
    'io/readSplats: kernels are read from binary little-endian PLY with the vertices first; write it so',
  );
  const { count } = element;
  const stride = element.properties.reduce((sum, { type }) => sum + PLY_SCALAR_BYTES[type], 0);
  const view = new DataView(bytes.buffer, bytes.byteOffset + header.dataOffset);
  requireInput(
    view.byteLength >= count * stride,
    'io/readSplats: the data ends too early; the file is truncated, fetch it again',
  );
  const offsets = new Map<string, { readonly offset: number; readonly type: PlyScalar }>();
  let offset = 0;
  for (const { name, type } of element.properties) {
    offsets.set(name, { offset, type });
    offset += PLY_SCALAR_BYTES[type];
  }
  const column = (name: string): ((row: number) => number) => {
    const found = offsets.get(name);
    requireInput(found, `io/readSplats: the file has no "${name}"; it holds no Gaussian kernels`);
    return (row) => scalarAt(view, row * stride + found.offset, found.type);
  };
  const gather = (names: readonly string[]): Float32Array => {
    const columns = names.map(column);
    return Float32Array.from({ length: count * names.length }, (_, i) =>
      columns[i % names.length](Math.floor(i / names.length)),
    );
  };
  const rotations = gather(['rot_1', 'rot_2', 'rot_3', 'rot_0']);
  for (let i = 0; i < rotations.length; i += 4) normalizeQuaternion(rotations, i);
  return {
    positions: gather(['x', 'y', 'z']),
    scales: gather(['scale_0', 'scale_1', 'scale_2']).map(Math.exp),
    rotations,
    colors: harmonicsToColors(gather(['f_dc_0', 'f_dc_1', 'f_dc_2'])),
    opacities: gather(['opacity']).map((value) => 1 / (1 + Math.exp(-value))),
  };
}

function scalarAt(view: DataView, at: number, type: PlyScalar): number {
  switch (type) {
    case 'float32':
      return view.getFloat32(at, true);
    case 'float64':
      return view.getFloat64(at, true);
    case 'uint8':
      return view.getUint8(at);
    case 'int8':
      return view.getInt8(at);
    case 'uint16':
      return view.getUint16(at, true);
    case 'int16':
      return view.getInt16(at, true);
    case 'uint32':
      return view.getUint32(at, true);
    default:
      return view.getInt32(at, true);
  }
}

/** PLY bytes of kernels. */
export function writeSplatPly(cloud: SplatCloud): Uint8Array {
  const count = cloud.opacities.length;
  const lines = ['ply', 'format binary_little_endian 1.0', 'comment posespace', `element vertex ${count}`];
  const header = [...lines, ...COLUMNS.map((name) => `property float ${name}`), 'end_header', ''].join('\n');
  const head = new TextEncoder().encode(header);
  const bytes = new Uint8Array(head.length + count * COLUMNS.length * 4);
  bytes.set(head);
  const view = new DataView(bytes.buffer, head.length);
  const harmonics = colorsToHarmonics(cloud.colors);
  for (let i = 0; i < count; i++) {
    const [x, y, z, w] = cloud.rotations.subarray(i * 4, i * 4 + 4);
    // A logit of 0 or 1 is not a number.
    const opacity = Math.min(1 - 1e-6, Math.max(1e-6, cloud.opacities[i]));
    const row = [
      ...cloud.positions.subarray(i * 3, i * 3 + 3),
      ...[0, 0, 0],
      ...harmonics.subarray(i * 3, i * 3 + 3),
      Math.log(opacity / (1 - opacity)),
      ...cloud.scales.subarray(i * 3, i * 3 + 3).map((scale) => Math.log(Math.max(1e-12, scale))),
      ...[w, x, y, z],
    ];
    for (const [k, value] of row.entries()) view.setFloat32((i * COLUMNS.length + k) * 4, value, true);
  }
  return bytes;
}
