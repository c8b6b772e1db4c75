/**
 * @file The registry of file formats: reading, writing, what is lost. Adding a format is adding its facts and an entry.
 *
 * Every format is read into a glTF document, from which `readGltfModel` takes the records of a model. Parsers are
 * loaded when they are needed.
 */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import type { Clip } from '../motion/clip.js';
import { resampleClip } from '../motion/edit/resample-clip.js';
import type { Skeleton } from '../rig/rig-records.js';
import { readAppearance } from './appearance.js';
import { extensionOf, FORMAT_FACTS, type FormatFacts, type FormatName } from './format-facts.js';
import type { Surface } from './formats/add-surface.js';
import type { ReadContext } from './formats/read-context.js';
import { addNormals, type NormalMode } from './gltf/add-normals.js';
import { checkShape } from './gltf/check.js';
import { encodeGlb, type GltfSource, isGlb, packGltf, parseJson, splitGlb } from './gltf/container.js';
import { readMorphs } from './gltf/read-morphs.js';
import { type GltfWriteOptions, writeGltfModel } from './gltf/write-model.js';
import { lostAnatomy, lostInMotion, lostLooks, lostWithoutMaterials, lostWithoutRig } from './lost-parts.js';
import type { Model } from './model.js';
import { readSurface } from './surface-attributes.js';

/** One file to write: a name and its bytes. */
export interface OutputFile {
  /** File name; the first of several is the one to open. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Options of `encodeModel`. */
export interface WriteOptions extends GltfWriteOptions {
  /** The clip to write, by name, where the format holds only one; the first by default. */
  readonly clip?: string;
  /** Normals of glTF output: those of the file, smooth or flat ones. Default: smooth where the file has none. */
  readonly normals?: NormalMode;
}

/** One file format: what is known of it, how it is read and written, what it cannot hold. */
export interface FileFormat extends FormatFacts {
  /** Recognises the content, whatever the file is called; absent where only the extension identifies it. */
  readonly matches?: (bytes: Uint8Array, fileName: string) => boolean;
  readonly read: (bytes: Uint8Array, context: ReadContext) => Promise<GltfSource>;
  /** Absent where the format is only read. */
  readonly write?: (model: Model, fileName: string, options: WriteOptions) => Promise<readonly OutputFile[]>;
  /** Whether writing it needs to know what the joints are. */
  readonly needsBody?: boolean;
  /** What a file cannot hold of a model, in words; absent where nothing is ever lost. */
  readonly lost?: (model: Model) => readonly string[];
  /** What else a user should know of a file that was written. */
  readonly findings?: (model: Model) => Promise<readonly Finding[]>;
}

const CODECS: Readonly<Record<FormatName, Omit<FileFormat, keyof FormatFacts>>> = {
  'glTF binary': {
    matches: (bytes, name) => isGlb(bytes) && !/\.vrma$/i.test(name),
    read: readGlb,
    write: async (model, name, options) => [{ name, bytes: encodeGlb(await encodeDocument(model, options)) }],
  },
  VRM: {
    needsBody: true,
    read: readGlb,
    write: async (model, name, options) => {
      const { declareVrm } = await import('./vrm/write-vrm.js');
      const document = await encodeDocument(model, options);
      return [{ name, bytes: encodeGlb(declareVrm(model, document, name)) }];
    },
    findings: async (model) => (await import('./vrm/write-vrm.js')).vrmFindings(model),
  },
  'VRM animation': {
    needsBody: true,
    read: async (bytes, context) => {
      const { nameVrmaNodes } = await import('./vrm/vrm-animation.js');
      const source = await readGlb(bytes, context);
      return { ...source, json: nameVrmaNodes(source.json) };
    },
    write: async (model, name, options) => {
      const { writeVrma } = await import('./vrm/vrm-animation.js');
      const { clip } = requireMotion(model, name, options.clip);
      return [{ name, bytes: encodeGlb(writeVrma(model, clip, name)) }];
    },
    lost: lostInMotion,
  },
  glTF: {
    read: (bytes, context) => packChecked(parseJson(bytes), undefined, context),
    write: async (model, name, options) => encodeGltfFiles(name, await encodeDocument(model, options)),
  },
  'Wavefront OBJ': {
    read: async (bytes, context) => (await import('./formats/read-obj.js')).readObj(bytes, context),
    write: async (model, name) => {
      const { writeObj } = await import('./formats/write-obj.js');
      const surface = await requireSurface(model, name);
      if (!model.source.gltf.json.materials?.length) return [{ name, bytes: writeObj(surface, model.name) }];
      const { writeMtl } = await import('./formats/write-mtl.js');
      const { looks, files } = writeMtl(await readAppearance(model), name);
      return [{ name, bytes: writeObj(surface, model.name, looks) }, ...files];
    },
    lost: (model) => [...lostWithoutRig(model), ...lostLooks(model, false)],
  },
  'Stanford PLY': {
    read: async (bytes, context) => (await import('./formats/read-ply.js')).readPly(bytes, context),
    write: async (model, name) => {
      const { writePly } = await import('./formats/write-ply.js');
      return [{ name, bytes: writePly(await requireSurface(model, name)) }];
    },
    lost: lostWithoutMaterials,
  },
  STL: {
    read: async (bytes, context) => (await import('./formats/read-stl.js')).readStl(bytes, context),
    write: async (model, name) => {
      const { writeStl } = await import('./formats/write-stl.js');
      return [{ name, bytes: writeStl(await requireSurface(model, name)) }];
    },
    lost: lostWithoutMaterials,
  },
  'Autodesk FBX': {
    read: async (bytes, context) => (await import('./formats/read-fbx.js')).readFbx(bytes, context),
    write: async (model, name) => {
      const { writeFbx } = await import('./formats/write-fbx.js');
      const { skeleton, skin, clips } = model;
      const surface = model.mesh.triangles.length > 0 ? await readSurface(model) : undefined;
      const looks =
        surface && model.source.gltf.json.materials?.length ? await readAppearance(model) : undefined;
      const { targets: morphs, curves } = surface
        ? await readMorphs(model)
        : { targets: [], curves: new Map<number, []>() };
      const morphClips = [...curves].map(([animation, list]) => ({
        name: model.source.gltf.json.animations![animation].name ?? `morph${animation + 1}`,
        clip: clipOfAnimation(model, animation),
        curves: list,
      }));
      const bytes = writeFbx(
        { surface, skeleton, skin: surface && skin, clips, looks, morphs, morphClips },
        model.name,
      );
      return [{ name, bytes }];
    },
    lost: (model) => [
      ...lostLooks(model, true),
      ...(model.clips.some((clip) => clip.scales) ? ['animated scales'] : []),
      ...lostAnatomy(model),
    ],
  },
  'Object File Format': {
    read: async (bytes, context) => (await import('./formats/read-off.js')).readOff(bytes, context),
  },
  Collada: {
    read: async (bytes, context) => {
      const { readDae, readZae } = await import('./formats/read-dae.js');
      return /\.zae$/i.test(context.name) ? readZae(bytes, context) : readDae(bytes, context);
    },
  },
  '3D Manufacturing Format': {
    read: async (bytes, context) => (await import('./formats/read-3mf.js')).read3mf(bytes, context),
  },
  'Biovision BVH': {
    read: async (bytes, context) => (await import('./formats/read-bvh.js')).readBvh(bytes, context),
    write: async (model, name, options) => {
      const { writeBvh } = await import('./formats/write-bvh.js');
      const { skeleton, clip } = requireMotion(model, name, options.clip);
      return [{ name, bytes: writeBvh(skeleton, resampleClip(clip)) }];
    },
    lost: lostInMotion,
  },
  'RigNet text': {
    read: async (bytes, context) => (await import('./formats/read-rig-text.js')).readRigText(bytes, context),
    write: async (model, name) => {
      const { writeRigText } = await import('./formats/write-rig-text.js');
      return [{ name, bytes: writeRigText(requireSkeleton(model, name), model.skin) }];
    },
    lost: (model) => [
      ...(model.mesh.triangles.length > 0 ? ['the mesh'] : []),
      ...(model.clips.length > 0 ? [`${model.clips.length} clips`] : []),
      ...lostAnatomy(model),
    ],
  },
};

/** All file formats: what is known of each (`FORMAT_FACTS`), and how it is read and written. */
export const FORMATS: readonly FileFormat[] = Object.freeze(
  FORMAT_FACTS.map((facts) => ({ ...facts, ...CODECS[facts.name] })),
);

/** Extensions of all formats. */
export const FILE_EXTENSIONS: readonly string[] = Object.freeze(
  FORMATS.flatMap(({ extensions }) => extensions),
);

const extensionsOf = (verb: 'read' | 'write'): readonly string[] =>
  FORMATS.filter(({ write }) => verb === 'read' || write).flatMap(({ extensions }) => extensions);

/** Universal Scene Description: refused, with the reason in docs/decisions.md. */
const USD_EXTENSIONS = ['usdz', 'usd', 'usda', 'usdc'];

/** The format of a file by the extension of its name; `verb` is what is to be done with it. */
export function findFormat(fileName: string, verb: 'read' | 'write' = 'read'): FileFormat {
  const extension = extensionOf(fileName);
  const format = FORMATS.find(({ extensions }) => extensions.includes(extension));
  if (format) return format;
  if (USD_EXTENSIONS.includes(extension)) {
    throw new PosespaceError(
      'unsupported',
      `io: "${fileName}" is a USD file, which posespace does not read or write; convert it to GLB first (Blender: File > Import > Universal Scene Description, then File > Export > glTF 2.0)`,
    );
  }
  throw new PosespaceError(
    'unsupported',
    `io: "${fileName}" has the unknown extension "${extension}"; posespace ${verb}s ${extensionsOf(verb).join(', ')}`,
  );
}

/** The clip of the model that an animation of its file is, where the model still has it. */
function clipOfAnimation({ clips, source }: Model, animation: number): Clip | undefined {
  const old = source.clips[source.clipAnimations.indexOf(animation)];
  return old && (clips.find((clip) => clip === old) ?? clips.find((clip) => clip.name === old.name));
}

async function readGlb(bytes: Uint8Array, context: ReadContext): Promise<GltfSource> {
  if (!isGlb(bytes)) {
    throw new PosespaceError(
      'bad-input',
      `io/read: "${context.name}" is not a GLB file; it should begin with "glTF"`,
    );
  }
  const { json, bin } = splitGlb(bytes, context.findings);
  return packChecked(json, bin, context);
}

function packChecked(
  json: GltfSource['json'],
  bin: Uint8Array | undefined,
  { resolve, limits, findings, parentPaths }: ReadContext,
): Promise<GltfSource> {
  checkShape(json);
  return packGltf(json, bin, resolve, limits, findings, parentPaths);
}

/** The document of a model, with normals and a material on every surface. */
const encodeDocument = (model: Model, options: WriteOptions): Promise<GltfSource> =>
  addNormals(writeGltfModel(model, options), options.normals);

function encodeGltfFiles(name: string, source: GltfSource): OutputFile[] {
  const encodeJson = (json: unknown) => new TextEncoder().encode(`${JSON.stringify(json, null, 2)}\n`);
  const binName = name.replace(/\.[^.]*$/, '.bin');
  if (source.bin.length === 0) return [{ name, bytes: encodeJson(source.json) }];
  const [first, ...rest] = source.json.buffers!;
  const json = { ...source.json, buffers: [{ ...first, uri: encodeURIComponent(binName) }, ...rest] };
  return [
    { name, bytes: encodeJson(json) },
    { name: binName, bytes: source.bin },
  ];
}

async function requireSurface(model: Model, name: string): Promise<Surface> {
  if (model.mesh.triangles.length > 0) return readSurface(model);
  throw new PosespaceError(
    'bad-input',
    `io/write: "${model.name}" has no surface to write to "${name}"; write BVH or GLB`,
  );
}

function requireSkeleton({ name: modelName, skeleton }: Model, name: string): Skeleton {
  if (skeleton) return skeleton;
  throw new PosespaceError(
    'bad-input',
    `io/write: "${modelName}" has no skeleton to write to "${name}"; rig it first`,
  );
}

function requireMotion(model: Model, name: string, wanted: string | undefined) {
  const { name: modelName, clips } = model;
  const skeleton = requireSkeleton(model, name);
  const clip = wanted === undefined ? clips[0] : clips.find((candidate) => candidate.name === wanted);
  if (clip) return { skeleton, clip };
  const names = clips.map((candidate) => candidate.name).join(', ');
  throw new PosespaceError(
    'bad-input',
    clips.length === 0
      ? `io/write: "${modelName}" has no clip that moves its joints; give it one (posespace animate generate)`
      : `io/write: "${modelName}" has no clip "${wanted}"; it has ${names}`,
  );
}
