/** @file Reads a model from the bytes of a file, in any format; works in Node and in browsers. `node.ts` adds the disk. */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import { FORMATS, findFormat } from './file-formats.js';
import { readGltfModel } from './gltf/read-model.js';
import { checkByteLimit, READ_LIMITS, type ReadLimits } from './limits.js';
import type { Model } from './model.js';
import { createBudget } from './read-budget.js';

/** Options of `readModel`. */
export interface ReadOptions {
  /** Reads a file that this one refers to, by relative path. Without it such files count as missing. */
  readonly resolve?: (relativePath: string) => Promise<Uint8Array>;
  /** Hand paths that contain `..` to `resolve` too, which then has to guard them. Default false: they are refused. */
  readonly parentPaths?: boolean;
  /** Limits on the size of the file. */
  readonly limits?: Partial<ReadLimits>;
  /** Frames per second of the clips; by default the file's own keys are kept. */
  readonly frameRate?: number;
}

/** Cameras, lights, points and lines alone: converted all the same, as a document may hold what a later tool needs. */
const NOTHING_IN_IT: Finding = Object.freeze<Finding>({
  code: 'nothing-to-show',
  severity: 'warning',
  message: 'The file has neither a surface nor a skeleton.',
  fix: 'Export the mesh with it.',
});

/** Reads a file. `fileName` decides the format and names the model. */
export async function readModel(
  fileName: string,
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<Model> {
  const limits = { ...READ_LIMITS, ...options.limits };
  checkByteLimit(bytes.length, limits);
  const resolve =
    options.resolve ??
    (async (path: string) => {
      throw new PosespaceError('file', `io/read: "${fileName}" needs "${path}", which was not given`);
    });
  const findings: Finding[] = [];
  // The content decides where it can: a GLB by any other name is a GLB.
  const format = FORMATS.find(({ matches }) => matches?.(bytes, fileName)) ?? findFormat(fileName);
  const { parentPaths } = options;
  const budget = createBudget(limits);
  const gltf = await format.read(bytes, { name: fileName, resolve, limits, budget, findings, parentPaths });
  const name = fileName.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');
  const model = await readGltfModel(gltf, { name, limits, budget, frameRate: options.frameRate, findings });
  return model.mesh.triangles.length > 0 || model.skeleton
    ? model
    : { ...model, findings: [...model.findings, NOTHING_IN_IT] };
}
