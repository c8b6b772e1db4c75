/** @file Gaussian kernels in files: 3DGS PLY and glTF with KHR_gaussian_splatting. */

import { PosespaceError } from '../../base/errors.js';
import type { SplatCloud } from '../../render/splat/splat-cloud.js';
import { checkShape } from '../gltf/check.js';
import { isGlb, packGltf, splitGlb } from '../gltf/container.js';
import { checkByteLimit, READ_LIMITS, type ReadLimits } from '../limits.js';
import { isSplatGltf, readSplatGltf, writeSplatGlb } from './splat-gltf.js';
import { isSplatPly, readSplatPly, writeSplatPly } from './splat-ply.js';

/** Whether a file holds Gaussian kernels. */
export function isSplatFile(bytes: Uint8Array): boolean {
  if (!isGlb(bytes)) return isSplatPly(bytes);
  try {
    return isSplatGltf(splitGlb(bytes).json);
  } catch {
    return false;
  }
}

/** Reads Gaussian kernels from PLY or GLB. Kernels with a number that is not finite are left out. */
export async function readSplats(bytes: Uint8Array, limits: Partial<ReadLimits> = {}): Promise<SplatCloud> {
  const all = { ...READ_LIMITS, ...limits };
  checkByteLimit(bytes.length, all);
  return dropBroken(await readAny(bytes, all));
}

async function readAny(bytes: Uint8Array, limits: ReadLimits): Promise<SplatCloud> {
  if (!isGlb(bytes)) return readSplatPly(bytes, limits);
  const { json, bin } = splitGlb(bytes);
  checkShape(json);
  const missing = async (uri: string) => {
    throw new PosespaceError('file', `io/readSplats: the file needs "${uri}"; pack it into one GLB`);
  };
  return readSplatGltf(await packGltf(json, bin, missing, limits), limits);
}

/** Bytes of Gaussian kernels; the extension of the name decides: `.ply` or `.glb`. */
export function writeSplats(fileName: string, cloud: SplatCloud): Uint8Array {
  const name = fileName.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  if (/\.ply$/i.test(fileName)) return writeSplatPly(cloud);
  if (/\.glb$/i.test(fileName)) return writeSplatGlb(cloud, name);
  throw new PosespaceError('bad-usage', `io/writeSplats: "${fileName}" should end in .ply or .glb`);
}

function dropBroken(cloud: SplatCloud): SplatCloud {
  const sizes = { positions: 3, scales: 3, rotations: 4, colors: 3, opacities: 1 } as const;
  const keys = Object.keys(sizes) as (keyof SplatCloud)[];
  const sound = Uint8Array.from(cloud.opacities, (_, i) => {
    const rows = keys.flatMap((key) => [...cloud[key].subarray(i * sizes[key], (i + 1) * sizes[key])]);
    return Number(rows.every(Number.isFinite));
  });
  if (sound.every(Boolean)) return cloud;
  const keep = (key: keyof SplatCloud) =>
    cloud[key].filter((_, i) => sound[Math.floor(i / sizes[key])] === 1);
  return {
    positions: keep('positions'),
    scales: keep('scales'),
    rotations: keep('rotations'),
    colors: keep('colors'),
    opacities: keep('opacities'),
  };
}
