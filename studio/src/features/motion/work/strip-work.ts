/**
 * @file Strips: the frames of a clip side by side in one small picture, for thumbnails that move. They are drawn in the
 * worker, without a GPU, from a copy of the body with few triangles: 3 ms a frame whatever the size of the mesh, while the
 * page stays free. On a page of its own WebGL context the first strip took 12 s of shader compilation in software.
 */

import type { WorkOptions } from 'posespace';
import { type Mesh, simplifyMesh } from 'posespace/mesh';
import { type Clip, sampleClip } from 'posespace/motion';
import { createImage, encodePng, frameCamera, pasteImageInto, renderMesh } from 'posespace/render';
import { type Rig, skinMesh } from 'posespace/rig';
import { CLAY, isBare } from '../../../stage/clay.js';
import type { BoundBody, ClipStrip, Coat } from '../../../workers/worker-protocol.js';
import { boundBody } from '../../pose/work/pose-work.js';

/** A copy of the bound body with few triangles. */
interface Puppet {
  readonly bound: BoundBody;
  readonly rig: Rig;
  /** sRGB. [V, 4] */
  readonly colors: Uint8Array | undefined;
}

/** Triangles of the copy, frames of a strip, and size of a frame, pixels. */
const TRIANGLES = 3000;
const FRAMES = 12;
const SIZE = 88;
/** Side of a texture that colours are read from, pixels. */
const TEXTURE_SIZE = 256;
/** How far from the front the body is seen, degrees: gaits show from the side. */
const VIEW = { azimuth: 60, elevation: 14, margin: 0.03 };

let coat: Coat | undefined;
let puppet: Promise<Puppet> | undefined;

/** Sets the colours of the body, before its first strip. */
export function dress(_: WorkOptions, next: Coat): void {
  coat = next;
  puppet = undefined;
}

/** The copy of the bound body. */
export async function currentPuppet(): Promise<Puppet> {
  const bound = boundBody();
  if ((await puppet)?.bound !== bound) puppet = createPuppet(bound);
  return puppet!;
}

export async function drawStrip(_: WorkOptions, clip: Clip): Promise<ClipStrip> {
  const { rig, colors, bound } = await currentPuppet();
  const [first, span] = [clip.times[0], clip.times[clip.times.length - 1] - clip.times[0]];
  const frames = Array.from({ length: FRAMES }, (__, i) =>
    skinMesh(rig, sampleClip(clip, first + (span * i) / FRAMES)),
  );
  const [x, , z] = bound.anatomy.forward;
  const facing = (Math.atan2(x, z) * 180) / Math.PI;
  const camera = frameCamera(frames, { ...VIEW, azimuth: facing + VIEW.azimuth });
  const strip = createImage(SIZE * FRAMES, SIZE);
  for (const [i, positions] of frames.entries()) {
    const frame = renderMesh(rig.mesh, {
      positions,
      camera,
      colors,
      width: SIZE,
      height: SIZE,
      background: 'transparent',
      ground: false,
      shadows: false,
    });
    pasteImageInto(strip, frame, i * SIZE, 0);
  }
  const bytes = encodePng(strip) as Uint8Array<ArrayBuffer>;
  return { picture: new Blob([bytes], { type: 'image/png' }), count: FRAMES };
}

async function createPuppet(bound: BoundBody): Promise<Puppet> {
  const { mesh, skin, skeleton, anatomy } = bound;
  const { mesh: small, sources } = await simplifyMesh(mesh!, TRIANGLES);
  const { influenceCount } = skin!;
  const joints = pickRows(
    skin!.joints,
    influenceCount,
    sources,
    new Uint16Array(sources.length * influenceCount),
  );
  const weights = pickRows(
    skin!.weights,
    influenceCount,
    sources,
    new Float32Array(sources.length * influenceCount),
  );
  const colors = coat && (await paint(coat, mesh!, sources));
  return { bound, rig: { mesh: small, skeleton, anatomy, skin: { ...skin!, joints, weights } }, colors };
}

function pickRows<Values extends Uint16Array | Float32Array>(
  from: ArrayLike<number>,
  size: number,
  rows: Uint32Array,
  out: Values,
): Values {
  for (const [i, row] of rows.entries())
    for (let k = 0; k < size; k++) out[i * size + k] = from[row * size + k];
  return out;
}

/** The colours of some vertices: of the material, times its texture there, times the vertex colour. */
async function paint(
  { uvs, colors, groups, materials, images }: Coat,
  { triangles, positions }: Mesh,
  vertices: Uint32Array,
): Promise<Uint8Array> {
  const textures = await Promise.all(
    materials.map(({ colorTexture }) =>
      colorTexture === undefined || !uvs ? undefined : readTexture(images[colorTexture]),
    ),
  );
  const materialOf = new Uint16Array(positions.length / 3);
  for (const { triangleStart, triangleCount, material } of groups)
    for (let i = triangleStart * 3; i < (triangleStart + triangleCount) * 3; i++)
      materialOf[triangles[i]] = material;
  const out = new Uint8Array(vertices.length * 4).fill(255);
  for (const [i, v] of vertices.entries()) {
    const base = isBare(materials, materialOf[v], colors !== undefined)
      ? CLAY
      : materials[materialOf[v]]?.color;
    const texture = textures[materialOf[v]];
    const at = texture && texelAt(uvs![v * 2], uvs![v * 2 + 1]);
    for (let k = 0; k < 3; k++) {
      const linear = (base?.[k] ?? 1) * (colors?.[v * 4 + k] ?? 1);
      out[i * 4 + k] = Math.round(toSrgb(linear) * (texture ? texture[at! + k] : 255));
    }
  }
  return out;
}

const toSrgb = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * Math.min(1, linear) ** (1 / 2.4) - 0.055;

function texelAt(u: number, v: number): number {
  const pixel = (share: number) => Math.floor((share - Math.floor(share)) * TEXTURE_SIZE) % TEXTURE_SIZE || 0;
  return (pixel(v) * TEXTURE_SIZE + pixel(u)) * 4;
}

/** The pixels of a texture; undefined where it cannot be read. */
async function readTexture({ bytes, type }: Coat['images'][number]): Promise<Uint8ClampedArray | undefined> {
  try {
    const image = await createImageBitmap(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    const canvas = new OffscreenCanvas(TEXTURE_SIZE, TEXTURE_SIZE);
    // Not on the GPU, which may be busy with the stage for seconds.
    const context = canvas.getContext('2d', { willReadFrequently: true })!;
    context.drawImage(image, 0, 0, TEXTURE_SIZE, TEXTURE_SIZE);
    return context.getImageData(0, 0, TEXTURE_SIZE, TEXTURE_SIZE).data;
  } catch {
    return undefined;
  }
}
