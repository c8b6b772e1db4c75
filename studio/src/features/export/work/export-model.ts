/** @file Encodes a model for export: joint names, clip reduction, pose, format. */

import type { Finding, WorkOptions } from 'posespace';
import { encodeModel, type Model, modelRig, type OutputFile, reshapeModel } from 'posespace/io';
import { reduceClip } from 'posespace/motion';
import { type NameConvention, nameForConvention, type Pose, skinMesh } from 'posespace/rig';

export interface ExportOptions {
  /** Joint naming convention; unchanged where absent. */
  readonly names?: NameConvention;
  /** Removes redundant frames. */
  readonly reduced?: boolean;
  /** The exported pose; rest where absent. */
  readonly pose?: Pose;
}

export interface ExportedFile extends OutputFile {
  /** Warnings, and what the format cannot hold. */
  readonly findings: readonly Finding[];
}

/** Formats without a rig. */
const SURFACES = /\.(obj|ply|stl)$/;

/** Encodes a model as one file; the extension of `fileName` decides the format. */
export async function exportModel(
  work: Required<WorkOptions>,
  model: Model,
  fileName: string,
  { names, reduced = false, pose }: ExportOptions,
): Promise<ExportedFile> {
  work.onProgress({ stage: 'preparing', fraction: 0 });
  const named = names ? nameJoints(model, names) : { model, findings: [] };
  const lean = reduced ? reduceClips(named.model) : named.model;
  const isSurface = SURFACES.test(fileName);
  const posed = isSurface && pose ? poseSurface(lean, pose) : lean;
  work.onProgress({ stage: 'writing', fraction: 0.5 });
  const { files, findings } = await encodeModel(posed, fileName, isSurface ? {} : { pose });
  const [file, buffer] = files;
  const bytes = buffer ? await embedBuffer(file.bytes, buffer.bytes) : file.bytes;
  return { name: file.name, bytes, findings: [...named.findings, ...findings] };
}

function nameJoints(
  model: Model,
  convention: NameConvention,
): { model: Model; findings: readonly Finding[] } {
  const { skeleton, mesh, anatomy } = model;
  if (!skeleton || !anatomy) return { model, findings: [] };
  const { names, findings } = nameForConvention({ skeleton, mesh }, anatomy, convention);
  return { model: { ...model, skeleton: { ...skeleton, names } }, findings };
}

function reduceClips(model: Model): Model {
  const { skeleton, clips } = model;
  if (!skeleton) return model;
  return { ...model, clips: clips.map((clip) => reduceClip(clip, skeleton).clip) };
}

/** The mesh deformed by the pose. */
function poseSurface(model: Model, pose: Pose): Model {
  const rig = modelRig(model);
  return rig ? reshapeModel(model, skinMesh(rig, pose)) : model;
}

/** A glTF with its buffer embedded, so that the download is one file. */
async function embedBuffer(json: Uint8Array, buffer: Uint8Array): Promise<Uint8Array> {
  const gltf = JSON.parse(new TextDecoder().decode(json));
  gltf.buffers[0].uri = await dataAddress(buffer);
  return new TextEncoder().encode(JSON.stringify(gltf));
}

function dataAddress(bytes: Uint8Array): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' }));
  });
}
