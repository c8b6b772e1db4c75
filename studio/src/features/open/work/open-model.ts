/** @file Reads and rigs dropped files: a model with its companion files, a folder of frames, a morphing mesh. */

import { type Finding, labelModel, PosespaceError, rigModel, type WorkOptions } from 'posespace';
import {
  compareNaturally,
  extensionOf,
  FRAME_EXTENSIONS,
  findFormat,
  findFormatFacts,
  type Model,
  readAppearance,
  readModel,
  readSequence,
} from 'posespace/io';
import { MODEL_FORMATS, MODEL_NAMES } from '../../../store/model-formats.js';
import { networkAddress } from '../../../workers/network-address.js';
import type { NamedBytes, OpenedModel } from '../../../workers/worker-protocol.js';

/** Which of several models to open: containers before bare meshes, shallow paths before deep ones. */
const rankOf = (name: string): number => MODEL_FORMATS.indexOf(findFormatFacts(name)!);
const isModel = ({ name }: NamedBytes): boolean => rankOf(name) >= 0 && !/(^|\/)(\.|__MACOSX\/)/.test(name);

const depthOf = (name: string): number => name.split('/').length;

/** The models among files, the one to open first. */
export const modelsOf = (files: readonly NamedBytes[]): NamedBytes[] =>
  files
    .filter(isModel)
    .sort(
      (a, b) =>
        rankOf(a.name) - rankOf(b.name) ||
        depthOf(a.name) - depthOf(b.name) ||
        compareNaturally(a.name, b.name),
    );

export async function openModel(
  work: Required<WorkOptions>,
  files: readonly NamedBytes[],
): Promise<OpenedModel> {
  const models = modelsOf(files);
  if (models.length === 0) throw nothingToOpen(files);
  work.onProgress({ stage: 'reading', fraction: 0 });
  const frames = models.filter(({ name }) => FRAME_EXTENSIONS.includes(extensionOf(name)));
  if (frames.length > 1 && frames.length === models.length) return openFrames(work, files, frames);
  const opened = await openOne(work, files, models[0].name);
  return models.length === 1 ? opened : noteOtherModels(opened, models);
}

async function openOne(
  work: Required<WorkOptions>,
  files: readonly NamedBytes[],
  name: string,
): Promise<OpenedModel> {
  const model = await readModelFile(files, name);
  // Motion without a surface is shown as it is.
  if (model.mesh.triangles.length === 0 && model.skeleton) return presentModel(model);
  if (model.mesh.triangles.length === 0) throw noSurface(model);
  const rigged = await rigModel(model, { ...work, network: networkAddress('skeleton') });
  return presentModel(rigged.model, rigged);
}

async function openFrames(
  work: Required<WorkOptions>,
  files: readonly NamedBytes[],
  frames: readonly NamedBytes[],
): Promise<OpenedModel> {
  const sequence = await readSequence(
    frames.map(({ name, bytes }) => ({ name, read: async () => bytes })),
    work,
  );
  const readFrame = (frame: number) => readModelFile(files, sequence.labels![frame]);
  const rigged = await rigModel({ sequence, readFrame }, { ...work, network: networkAddress('skeleton') });
  return presentModel(rigged.model, rigged);
}

function nothingToOpen(files: readonly NamedBytes[]): PosespaceError {
  const scene = files.find(({ name }) => /^usd[acz]?$/.test(extensionOf(name)));
  // Says how to convert it.
  if (scene) findFormat(scene.name);
  const names = files.slice(0, 3).map(({ name }) => `"${name}"`);
  const companions = files.some(({ name }) => /^(bin|mtl|png|jpe?g)$/.test(extensionOf(name)));
  const advice = companions
    ? 'drop it together with its model'
    : `drop a file of one of these kinds: ${MODEL_NAMES}`;
  return new PosespaceError('bad-input', `${names.join(', ') || 'Nothing'} cannot be opened; ${advice}`);
}

function noSurface({ name, mesh }: Model): PosespaceError {
  const points = mesh.positions.length / 3;
  const what = points > 0 ? `only points (${points}) and no faces` : 'neither a mesh nor a skeleton';
  return new PosespaceError('bad-input', `"${name}" has ${what}; export the mesh with its faces`);
}

/** Reports which of several models was opened. */
function noteOtherModels(opened: OpenedModel, models: readonly NamedBytes[]): OpenedModel {
  const others: Finding = {
    code: 'other-models',
    severity: 'info',
    message: `There are ${models.length} models; "${models[0].name}" was opened.`,
    fix: 'Drop another one alone to open it.',
  };
  return { ...opened, model: { ...opened.model, findings: [...opened.model.findings, others] } };
}

/** Reads one of the files. Referenced files are searched beside it, then anywhere, ignoring case. */
export async function readModelFile(files: readonly NamedBytes[], name: string): Promise<Model> {
  const folder = name.replace(/[^/]*$/, '');
  const { bytes } = files.find((file) => file.name === name)!;
  const model = readModel(name, bytes, {
    async resolve(path) {
      const found = findBeside(files, folder, path);
      if (found) return found.bytes;
      throw new PosespaceError(
        'file',
        `"${name}" needs "${path}", which was not dropped with it; drop both together`,
      );
    },
  });
  return model.catch((error) => {
    throw nameFile(error, name);
  });
}

/** The error with the name of the file, where it says a line or a record alone. */
function nameFile(error: unknown, name: string): unknown {
  if (!(error instanceof PosespaceError) || error.message.includes(`"${name}"`)) return error;
  return new PosespaceError(error.code, error.message.replace(/^[a-zA-Z/]+: /, `io/read: "${name}": `));
}

function findBeside(files: readonly NamedBytes[], folder: string, path: string): NamedBytes | undefined {
  const plain = (text: string) =>
    text
      .replaceAll('\\', '/')
      .replace(/^(\.\/)+/, '')
      .toLowerCase();
  const base = (text: string) => plain(text).replace(/^.*\//, '');
  const wanted = plain(folder + path);
  return (
    files.find((file) => plain(file.name) === wanted) ?? files.find((file) => base(file.name) === base(path))
  );
}

/** A model with everything else that the page needs. */
export async function presentModel(
  model: Model,
  known: {
    readonly confidence?: Float32Array;
    readonly findings?: readonly Finding[];
  } = {},
): Promise<OpenedModel> {
  const read = await labelModel(model, { network: networkAddress('label') });
  return {
    model: { ...read, findings: model.findings },
    appearance: await readAppearance(model),
    confidence: known.confidence,
    findings: [...read.findings.slice(model.findings.length), ...(known.findings ?? [])],
  };
}

/** Stands a model up whose +z is up, and rigs it again: files do not say which axis is up. */
export async function rotateUpright(work: Required<WorkOptions>, model: Model): Promise<OpenedModel> {
  const rigged = await rigModel(model, {
    ...work,
    mode: 'find',
    up: [0, 0, 1],
    network: networkAddress('skeleton'),
  });
  return presentModel(rigged.model, rigged);
}
