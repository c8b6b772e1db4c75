/**
 * @file Writes a model in any format that posespace knows, to bytes; works in Node and in browsers.
 */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import { resampleClip } from '../motion/edit/resample-clip.js';
import { formatOf } from './file-formats.js';
import { encodeGlb, type GltfSource } from './gltf/container.js';
import { type GltfWriteOptions, writeGltfModel } from './gltf/write-model.js';
import type { Model } from './model.js';
import { gatherSurface } from './surface-attributes.js';

export interface OutputFile {
  /** File name; the first of several is the one to open. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Written {
  readonly files: readonly OutputFile[];
  /** What the format cannot hold. */
  readonly findings: readonly Finding[];
}

export interface WriteOptions extends GltfWriteOptions {
  /** Which clip a format that holds one takes, by name; the first by default. */
  readonly clip?: string;
}

/** Encodes a model; the extension of `fileName` decides the format. */
export async function encodeModel(
  model: Model,
  fileName: string,
  options: WriteOptions = {},
): Promise<Written> {
  const name = fileName.replace(/^.*[\\/]/, '');
  switch (formatOf(fileName)) {
    case 'glb':
    case 'vrm':
      return { files: [{ name, bytes: encodeGlb(writeGltfModel(model, options)) }], findings: [] };
    case 'gltf':
      return { files: encodeGltfFiles(name, writeGltfModel(model, options)), findings: [] };
    case 'obj': {
      const { writeObj } = await import('./formats/write-obj.js');
      return surfaceOnly(model, name, writeObj(await surfaceOf(model, name), model.name));
    }
    case 'ply': {
      const { writePly } = await import('./formats/write-ply.js');
      return surfaceOnly(model, name, writePly(await surfaceOf(model, name)));
    }
    case 'stl': {
      const { writeStl } = await import('./formats/write-stl.js');
      return surfaceOnly(model, name, writeStl(await surfaceOf(model, name)));
    }
    case 'fbx':
      return encodeFbx(model, name);
    case 'bvh':
      return encodeBvh(model, name, options.clip);
  }
}

function encodeGltfFiles(name: string, source: GltfSource): OutputFile[] {
  const binName = name.replace(/\.[^.]*$/, '.bin');
  if (source.bin.length === 0) return [{ name, bytes: encodeJson(source.json) }];
  const [first, ...rest] = source.json.buffers!;
  const json = { ...source.json, buffers: [{ ...first, uri: encodeURIComponent(binName) }, ...rest] };
  return [
    { name, bytes: encodeJson(json) },
    { name: binName, bytes: source.bin },
  ];
}

const encodeJson = (json: unknown) => new TextEncoder().encode(`${JSON.stringify(json, null, 2)}\n`);

async function surfaceOf(model: Model, name: string) {
  if (model.mesh.triangles.length === 0) {
    throw new PosespaceError(
      'bad-input',
      `io/write: "${model.name}" has no surface to write to "${name}"; write BVH or GLB`,
    );
  }
  return gatherSurface(model);
}

function surfaceOnly(model: Model, name: string, bytes: Uint8Array): Written {
  const lost = [
    ...(model.skeleton ? [`a skeleton of ${model.skeleton.names.length} joints`] : []),
    ...(model.clips.length > 0 ? [`${model.clips.length} clips`] : []),
  ];
  const findings: Finding[] = lost.length === 0 ? [] : [lostIn(name, lost, 'write GLB to keep it')];
  return { files: [{ name, bytes }], findings };
}

async function encodeFbx(model: Model, name: string): Promise<Written> {
  const { skeleton, skin, clips, source } = model;
  const { writeFbx } = await import('./formats/write-fbx.js');
  const surface = model.mesh.triangles.length > 0 ? await gatherSurface(model) : undefined;
  const bytes = writeFbx({ surface, skeleton, skin: surface && skin, clips }, model.name);
  const lost = [
    ...(source.gltf.json.materials?.length ? ['materials and textures'] : []),
    ...(clips.some((clip) => clip.scales) ? ['animated scales'] : []),
  ];
  const findings = lost.length === 0 ? [] : [lostIn(name, lost, 'write GLB to keep everything')];
  return { files: [{ name, bytes }], findings };
}

async function encodeBvh(model: Model, name: string, clipName: string | undefined): Promise<Written> {
  const { skeleton, clips } = model;
  if (!skeleton) {
    throw new PosespaceError(
      'bad-input',
      `io/write: "${model.name}" has no skeleton to write to "${name}"; rig it first`,
    );
  }
  const clip = clipName === undefined ? clips[0] : clips.find((candidate) => candidate.name === clipName);
  if (!clip) {
    throw new PosespaceError(
      'bad-input',
      `io/write: "${model.name}" has no clip${clipName === undefined ? '' : ` "${clipName}"`}; it has ${clips.map((c) => c.name).join(', ') || 'none'}`,
    );
  }
  const { writeBvh } = await import('./formats/write-bvh.js');
  const others = clips.length - 1;
  const lost = [
    ...(model.mesh.triangles.length > 0 ? ['the mesh'] : []),
    ...(others > 0 ? [`${others} other clips (choose one with clip)`] : []),
  ];
  return {
    files: [{ name, bytes: writeBvh(skeleton, resampleClip(clip)) }],
    findings: lost.length === 0 ? [] : [lostIn(name, lost, 'write GLB to keep everything')],
  };
}

const lostIn = (name: string, lost: readonly string[], fix: string): Finding => ({
  code: 'not-in-format',
  severity: 'warning',
  message: `"${name}" is written without ${lost.join(' and ')}`,
  fix,
});
