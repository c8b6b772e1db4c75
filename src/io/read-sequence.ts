/**
 * @file Reads a mesh sequence: numbered OBJ or PLY files of one topology, or one file whose morph targets or rig are
 * animated. Works on bytes; `node-sequence-folder.ts` adds the disk.
 */

import { PosespaceError } from '../base/errors.js';
import { throwIfAborted, type WorkOptions } from '../base/progress.js';
import type { MeshSequence } from '../mesh/mesh-sequence.js';
import { bakeClip } from '../motion/bake-clip.js';
import { bakeMorphs, hasMorphAnimation } from './gltf/bake-morphs.js';
import { READ_LIMITS, type ReadLimits } from './limits.js';
import { type Model, modelRig } from './model.js';
import { readModel } from './read.js';

/** Frames that do not share vertices and triangles: no sequence, but perhaps one reconstruction per frame. */
export class FramesDifferError extends PosespaceError {
  constructor(message: string) {
    super('bad-input', message);
    this.name = 'FramesDifferError';
  }
}

/** A file of a sequence, read when it is needed. */
export interface SequenceFile {
  readonly name: string;
  readonly read: () => Promise<Uint8Array>;
}

/** Options of `readSequence`. */
export interface ReadSequenceOptions extends WorkOptions {
  /** Frames per second: of numbered files, and at which an animation is sampled. */
  readonly frameRate?: number;
  /** Name of the animation to use, where the file has several; by default the first that moves the mesh. */
  readonly clip?: string;
  /** Limits on the files; frames × vertices of the sequence count against `maxElements`. */
  readonly limits?: Partial<ReadLimits>;
}

/** Defaults of `readSequence`. */
export const READ_SEQUENCE_DEFAULTS = Object.freeze({ frameRate: 30 });

/** The animation of a model as meshes: its morph animation, else its rig animation; one frame if it has neither. */
export async function sequenceOfModel(
  model: Model,
  options: ReadSequenceOptions = {},
): Promise<MeshSequence> {
  return animationOf(model, checkOptions(options));
}

/** Reads a sequence: from several files one frame each, by the natural order of their names; from one its animation. */
export async function readSequence(
  files: readonly SequenceFile[],
  options: ReadSequenceOptions = {},
): Promise<MeshSequence> {
  const settings = checkOptions(options);
  if (files.length === 0) {
    throw new PosespaceError(
      'bad-input',
      'io/readSequence: there are no files; give OBJ or PLY frames, or a GLB',
    );
  }
  if (files.length > 1) return readFrames(files, settings);
  const sequence = await animationOf(await readFile(files[0], settings), settings);
  return sequence.frames.length > 1 ? sequence : { ...sequence, labels: [files[0].name] };
}

interface Settings extends WorkOptions {
  readonly frameRate: number;
  readonly clip?: string;
  readonly limits: ReadLimits;
}

function checkOptions(options: ReadSequenceOptions): Settings {
  const frameRate = options.frameRate ?? READ_SEQUENCE_DEFAULTS.frameRate;
  if (!(frameRate > 0 && frameRate <= 1000)) {
    throw new PosespaceError(
      'bad-usage',
      `io/readSequence: frameRate must lie in (0, 1000], got ${frameRate}`,
    );
  }
  return { ...options, frameRate, limits: { ...READ_LIMITS, ...options.limits } };
}

async function readFile(file: SequenceFile, { limits }: Settings): Promise<Model> {
  return readModel(file.name, await file.read(), { limits });
}

async function readFrames(files: readonly SequenceFile[], settings: Settings): Promise<MeshSequence> {
  const sorted = [...files].sort((a, b) => compareNaturally(a.name, b.name));
  const frames: Float32Array[] = [];
  let triangles = new Uint32Array(0);
  for (const [f, file] of sorted.entries()) {
    throwIfAborted(settings.signal);
    settings.onProgress?.({ stage: `reading ${file.name}`, fraction: f / sorted.length });
    const { mesh } = await readFile(file, settings);
    if (f === 0) {
      triangles = Uint32Array.from(mesh.triangles);
      checkFrameLimit(sorted.length, mesh.positions.length / 3, settings.limits);
    } else checkSameTopology(sorted[0].name, frames[0], triangles, file.name, mesh);
    frames.push(mesh.positions);
  }
  if (frames[0].length === 0) {
    throw new PosespaceError('bad-input', `io/readSequence: "${sorted[0].name}" has no vertices`);
  }
  const times = Float32Array.from(frames, (_, f) => f / settings.frameRate);
  return {
    name: stem(sorted[0].name).replace(/[\s._-]*\d+$/, '') || 'sequence',
    triangles,
    frames,
    times,
    labels: sorted.map(({ name }) => name),
  };
}

function checkSameTopology(
  firstName: string,
  first: Float32Array,
  triangles: Uint32Array,
  name: string,
  mesh: Model['mesh'],
): void {
  const fail = (what: string): never => {
    throw new FramesDifferError(
      `io/readSequence: "${name}" has ${what} "${firstName}"; all frames need the same vertices and triangles`,
    );
  };
  if (mesh.positions.length !== first.length) {
    fail(`${mesh.positions.length / 3} vertices, not the ${first.length / 3} of`);
  }
  if (mesh.triangles.length !== triangles.length) {
    fail(`${mesh.triangles.length / 3} triangles, not the ${triangles.length / 3} of`);
  }
  for (let i = 0; i < triangles.length; i++) {
    if (mesh.triangles[i] !== triangles[i]) fail(`another triangle ${Math.floor(i / 3)} than`);
  }
}

/** Throws before a sequence is allocated that is larger than allowed. */
function checkFrameLimit(frameCount: number, vertexCount: number, limits: ReadLimits): void {
  if (frameCount * vertexCount <= limits.maxElements) return;
  throw new PosespaceError(
    'bad-input',
    `io/readSequence: ${frameCount} frames of ${vertexCount} vertices are more than the limit of ` +
      `${limits.maxElements}; lower the frame rate or raise maxElements`,
  );
}

async function animationOf(model: Model, settings: Settings): Promise<MeshSequence> {
  const { json } = model.source.gltf;
  const wanted = settings.clip;
  const { clips } = model;
  const animation = (json.animations ?? []).findIndex(
    (candidate, i) =>
      hasMorphAnimation(json, i) &&
      (wanted === undefined || candidate.name === wanted || clipOf(model, i)?.name === wanted),
  );
  const clip = wanted === undefined ? clips[0] : clips.find(({ name }) => name === wanted);
  const check = (frameCount: number) =>
    checkFrameLimit(frameCount, model.mesh.positions.length / 3, settings.limits);
  if (animation >= 0) return bakeMorphs(model, animation, clipOf(model, animation), { ...settings, check });
  const rig = modelRig(model);
  if (rig && clip) {
    check(Math.ceil((clip.times[clip.times.length - 1] - clip.times[0]) * settings.frameRate) + 1);
    return bakeClip(rig, clip, { ...settings, maxNumbers: settings.limits.maxElements * 3 });
  }
  if (wanted !== undefined) {
    throw new PosespaceError(
      'bad-usage',
      `io/readSequence: "${model.name}" has no animation "${wanted}" that moves a mesh; it has ` +
        `${(json.animations ?? []).map((a, i) => `"${a.name ?? clipOf(model, i)?.name ?? i}"`).join(', ') || 'none'}`,
    );
  }
  if (model.mesh.positions.length === 0) {
    throw new PosespaceError('bad-input', `io/readSequence: "${model.name}" has no vertices`);
  }
  // One frame is a sequence too; fitting it reports that there is no motion.
  return {
    name: model.name,
    triangles: model.mesh.triangles,
    frames: [model.mesh.positions],
    times: Float32Array.of(0),
  };
}

function clipOf(model: Model, animation: number) {
  const index = model.source.clipAnimations.indexOf(animation);
  return index < 0 ? undefined : model.clips[index];
}

const stem = (name: string): string => name.replace(/^.*[\\/]/, '').replace(/\.[^.]*$/, '');

/** Orders names as people do: runs of digits by value, the rest by code; `f2` comes before `f10`. */
export function compareNaturally(a: string, b: string): number {
  const [left, right] = [split(a), split(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i], right[i]];
    if (x === y) continue;
    if (/^\d/.test(x) && /^\d/.test(y)) {
      // Longer without leading zeros is larger, whatever number of digits a float could not hold.
      const [p, q] = [x.replace(/^0+(?=\d)/, ''), y.replace(/^0+(?=\d)/, '')];
      if (p !== q) return p.length - q.length || (p < q ? -1 : 1);
      continue;
    }
    return x < y ? -1 : 1;
  }
  return left.length - right.length || (a < b ? -1 : a > b ? 1 : 0);
}

const split = (name: string): string[] => name.match(/\d+|\D+/g) ?? [];
