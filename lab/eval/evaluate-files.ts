/**
 * @file Tries the files of a folder, whoever made them: which are read, which are refused and why, and what a round trip
 * through GLB, FBX and OBJ loses. Loss is counted in triangles, joints, clips, materials, images and morph targets; what a
 * format is said to lose (`lost` of FORMATS) is not counted as lost without a word. A GLB made of another format has to
 * pass the Khronos validator; the faults of a glTF file stay in it.
 */

import { PosespaceError } from '../../src/base/errors.js';
import { throwIfAborted, type WorkOptions } from '../../src/base/progress.js';
import { FORMATS } from '../../src/io/file-formats.js';
import { countMorphs } from '../../src/io/gltf/read-morphs.js';
import { texturesOf, usedMaterials } from '../../src/io/lost-parts.js';
import type { Model } from '../../src/io/model.js';
import { readModel } from '../../src/io/read.js';
import { encodeModel } from '../../src/io/write.js';
import type { ValidateGlb } from './evaluate-io.js';

/** Formats that a model is written to and read back from. */
export const ROUND_TRIPS = ['glb', 'fbx', 'obj'] as const;

const PARTS = ['triangles', 'joints', 'clips', 'materials', 'images', 'morphs'] as const;
type Counts = Readonly<Record<(typeof PARTS)[number], number>>;

/** Words under which a format says what it loses of each part. */
const SAID: Readonly<Record<keyof Counts, RegExp>> = {
  triangles: /mesh/,
  joints: /skeleton/,
  clips: /clip|scales/,
  materials: /material/,
  images: /texture/,
  morphs: /morph/,
};

export interface FileRow {
  readonly file: string;
  /** What is in it; absent where it was refused. */
  readonly counts?: Counts;
  /** Why it was refused. */
  readonly refused?: string;
  /** An exception that is no answer in words. */
  readonly crashed?: string;
  readonly warnings: readonly string[];
  /** What a round trip lost without saying so, by format. */
  readonly lost: readonly string[];
  /** Errors of the GLB, where the file is no glTF itself. */
  readonly invalid: readonly string[];
}

export interface FilesEvaluation {
  readonly rows: readonly FileRow[];
  readonly read: number;
  readonly refused: number;
  readonly crashed: number;
  readonly withLoss: number;
  readonly invalid: number;
}

/** Tries files by name; `open` gives a file's bytes and those of files beside it. */
export async function evaluateFiles(
  files: readonly string[],
  open: (file: string) => Promise<{ bytes: Uint8Array; resolve: (path: string) => Promise<Uint8Array> }>,
  validate: ValidateGlb,
  options: WorkOptions = {},
): Promise<FilesEvaluation> {
  const rows: FileRow[] = [];
  for (const [i, file] of files.entries()) {
    throwIfAborted(options.signal);
    options.onProgress?.({ stage: file, fraction: i / files.length });
    rows.push(await tryFile(file, open, validate));
  }
  return {
    rows,
    read: rows.filter(({ counts }) => counts).length,
    refused: rows.filter(({ refused }) => refused).length,
    crashed: rows.filter(({ crashed }) => crashed).length,
    withLoss: rows.filter(({ lost }) => lost.length > 0).length,
    invalid: rows.filter(({ invalid }) => invalid.length > 0).length,
  };
}

async function tryFile(
  file: string,
  open: Parameters<typeof evaluateFiles>[1],
  validate: ValidateGlb,
): Promise<FileRow> {
  try {
    const { bytes, resolve } = await open(file);
    const model = await readModel(file, bytes, { resolve });
    const warnings = model.findings.flatMap(({ severity, code }) => (severity === 'info' ? [] : [code]));
    const [glb] = (await encodeModel(model, 'trip.glb')).files;
    const invalid = /\.(glb|gltf|vrma?)$/i.test(file) ? [] : await validate(glb.bytes);
    return { file, counts: countParts(model), warnings, lost: await findLosses(model), invalid };
  } catch (error) {
    const message = (error as Error).message.slice(0, 200);
    const known = error instanceof PosespaceError;
    return {
      file,
      warnings: [],
      lost: [],
      invalid: [],
      ...(known ? { refused: message } : { crashed: message }),
    };
  }
}

/** Materials and images count where the surface has them: exporters leave others behind. */
function countParts(model: Model): Counts {
  const { mesh, skeleton, clips, source } = model;
  const { textures = [], images = [] } = source.gltf.json;
  const materials = usedMaterials(model);
  const used = materials.flatMap(texturesOf).map(({ index }) => images[textures[index]?.source ?? -1]);
  return {
    triangles: mesh.triangles.length / 3,
    joints: skeleton?.names.length ?? 0,
    clips: clips.length,
    materials: materials.length,
    images: new Set(used.filter((image) => image?.bufferView !== undefined)).size,
    morphs: countMorphs(source.gltf.json).targets,
  };
}

async function findLosses(model: Model): Promise<string[]> {
  const before = countParts(model);
  const losses: string[] = [];
  for (const extension of ROUND_TRIPS) {
    if (model.mesh.triangles.length === 0 && (extension === 'obj' || !model.skeleton)) continue;
    try {
      const { files, findings } = await encodeModel(model, `trip.${extension}`);
      const beside = new Map(files.map(({ name, bytes }) => [name, bytes]));
      const resolve = async (path: string) => {
        const bytes = beside.get(path);
        if (!bytes) throw new Error('not written');
        return bytes;
      };
      const after = countParts(await readModel(files[0].name, files[0].bytes, { resolve }));
      const said = findings.map(({ message }) => message).join(' ');
      const gone = PARTS.filter((part) => after[part] < before[part] && !SAID[part].test(said));
      if (gone.length > 0)
        losses.push(`${extension}: ${gone.map((p) => `${p} ${before[p]} → ${after[p]}`).join(', ')}`);
    } catch (error) {
      losses.push(`${extension}: ${(error as Error).message.slice(0, 120)}`);
    }
  }
  return losses;
}

/** Extensions of files that are tried. */
export const TRIED_EXTENSIONS: readonly string[] = FORMATS.flatMap(({ extensions }) => extensions).filter(
  (extension) => extension !== 'txt',
);
