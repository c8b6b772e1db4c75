/**
 * @file The example poses of a pose space, saved in the extras of the rig's own glTF file, which other programs keep. Joints
 * are matched by name, so that a file whose joints were reordered still has them.
 *
 * Rotations have 16 bits per number (0.002°), root positions 32, both little-endian in base64: ten poses of forty joints
 * are 4.5 KB. Sizes are checked against limits before anything is decoded.
 */

import { PosespaceError } from '../base/errors.js';
import type { Finding } from '../base/finding.js';
import { normalizeQuaternion } from '../math/quaternion.js';
import { type Pose, restPose } from '../rig/rig-records.js';
import { asRecord, readOwn, withOwn } from './gltf/own-extras.js';
import type { Model } from './model.js';

/** As it stands in `extras.posespace.examples`. */
interface SavedPoses {
  readonly version: number;
  readonly joints: readonly string[];
  readonly count: number;
  /** 16-bit integers, 32767 for 1. [count, joints, 4] */
  readonly rotations: string;
  /** Metres, 32-bit floats. [count, 3] */
  readonly roots: string;
  /** Where the last poses came from, group by group; those before them are the user's own. */
  readonly sources?: readonly PoseSource[];
}

/** Poses of one origin, such as one video. */
export interface PoseSource {
  /** In words: `"walks", seed 2, fal:fal-ai/wan-move`. */
  readonly label: string;
  readonly count: number;
}

const VERSION = 1;
const MOST_POSES = 512;
const UNIT = 32767;

/** Poses saved in a file for its pose space. */
export interface ExamplePoses {
  readonly poses: readonly Pose[];
  /** Where the last of them came from, group by group; absent: all are the user's own. */
  readonly sources?: readonly PoseSource[];
  /** Why saved poses could not be used. */
  readonly findings: readonly Finding[];
}

/**
 * The model with these poses saved in it, replacing those it had; an empty list removes them. `sources` says where the
 * last of them came from, group by group.
 */
export function withExamplePoses(
  model: Model,
  poses: readonly Pose[],
  sources: readonly PoseSource[] = [],
): Model {
  const { json } = model.source.gltf;
  const changed = withOwn(json, 'examples', poses.length > 0 ? encode(model, poses, sources) : undefined);
  return { ...model, source: { ...model.source, gltf: { ...model.source.gltf, json: changed } } };
}

/** The poses that are saved in a model; throws if they are malformed. */
export function readExamplePoses({ source, skeleton }: Model): ExamplePoses {
  const saved = readOwn(source.gltf.json, 'examples');
  if (saved === undefined || !skeleton) return { poses: [], findings: [] };
  const { joints, count, rotations, roots, sources } = check(saved);
  const order = matchNames(joints, skeleton.names);
  const missing = order.flatMap((from, joint) => (from < 0 ? [joint] : []));
  if (missing.length > 0) return { poses: [], findings: [describeMissing(missing)] };
  const quantised = new Int16Array(decode(rotations).buffer);
  const positions = new Float32Array(decode(roots).buffer);
  if (!positions.every(Number.isFinite)) throw broken('root positions that are not finite');
  const poses = Array.from({ length: count }, (_, i): Pose => {
    const pose = restPose(skeleton);
    order.forEach((from, joint) => {
      for (let k = 0; k < 4; k++)
        pose.rotations[joint * 4 + k] = quantised[(i * joints.length + from) * 4 + k] / UNIT;
      normalizeQuaternion(pose.rotations, joint * 4);
    });
    pose.root.set(positions.subarray(i * 3, i * 3 + 3));
    return pose;
  });
  return { poses, ...(sources && { sources }), findings: [] };
}

/** The index of each name in `joints`; −1 if it is missing or ambiguous. */
function matchNames(joints: readonly string[], names: readonly string[]): number[] {
  if (joints.length === names.length && joints.every((name, j) => name === names[j]))
    return [...names.keys()];
  return names.map((name) => {
    const first = joints.indexOf(name);
    return first === joints.lastIndexOf(name) ? first : -1;
  });
}

function encode({ skeleton }: Model, poses: readonly Pose[], sources: readonly PoseSource[]): SavedPoses {
  if (!skeleton) {
    throw new PosespaceError('bad-input', 'io/withExamplePoses: the model has no skeleton; rig it first');
  }
  const jointCount = skeleton.names.length;
  if (poses.length > MOST_POSES) {
    throw new PosespaceError(
      'bad-usage',
      `io/withExamplePoses: ${poses.length} poses; at most ${MOST_POSES} are saved, choose the most different`,
    );
  }
  const rotations = new Int16Array(poses.length * jointCount * 4);
  const roots = new Float32Array(poses.length * 3);
  for (const [i, pose] of poses.entries()) {
    if (pose.rotations.length !== jointCount * 4) {
      throw new PosespaceError(
        'bad-input',
        `io/withExamplePoses: pose ${i} has ${pose.rotations.length / 4} joints, the rig ${jointCount}; use its own`,
      );
    }
    const unit = Float64Array.from(pose.rotations);
    for (let o = 0; o < unit.length; o += 4) normalizeQuaternion(unit, o);
    rotations.set(
      unit.map((value) => Math.round(value * UNIT)),
      i * unit.length,
    );
    roots.set(pose.root, i * 3);
  }
  return {
    version: VERSION,
    joints: skeleton.names,
    count: poses.length,
    rotations: base64(rotations),
    roots: base64(roots),
    ...(sources.length > 0 && { sources }),
  };
}

function check(value: unknown): SavedPoses {
  const { version, joints, count, rotations, roots, sources } = asRecord(value) as Partial<SavedPoses>;
  if (version !== VERSION) throw broken(`version ${JSON.stringify(version)}`);
  if (!Array.isArray(joints) || joints.length === 0 || !joints.every((name) => typeof name === 'string')) {
    throw broken('no names of joints');
  }
  if (!Number.isInteger(count) || count! < 1 || count! > MOST_POSES) {
    throw broken(`${JSON.stringify(count)} poses where 1 to ${MOST_POSES} can be`);
  }
  for (const [name, text, bytes] of [
    ['rotations', rotations, count! * joints.length * 8],
    ['roots', roots, count! * 12],
  ] as const) {
    const length = Math.ceil(bytes / 3) * 4;
    if (typeof text !== 'string' || text.length !== length) throw broken(`${name} of another length`);
  }
  if (sources !== undefined && !areSources(sources, count!)) throw broken('sources that do not add up');
  return { version, joints, count, rotations, roots, ...(sources && { sources }) } as SavedPoses;
}

/** Whether groups are whole, and no more poses than there are. */
function areSources(sources: unknown, most: number): boolean {
  if (!Array.isArray(sources) || sources.length > MOST_POSES) return false;
  const counts = sources.map((one) => {
    const { label, count } = asRecord(one) as Partial<PoseSource>;
    return typeof label === 'string' && label.length <= 400 && Number.isInteger(count) && count! > 0
      ? count!
      : Number.NaN;
  });
  return counts.reduce((sum, count) => sum + count, 0) <= most;
}

const broken = (what: string): PosespaceError =>
  new PosespaceError(
    'bad-input',
    `io/readExamplePoses: the poses saved in the file have ${what}; remove them with posespace pose adapt --forget`,
  );

const describeMissing = (joints: readonly number[]): Finding => ({
  code: 'examples-of-another-rig',
  severity: 'warning',
  message: `the poses saved in the file lack ${joints.length} joints of the rig and are ignored`,
  fix: 'Run posespace pose adapt again, or remove them with --forget.',
  kind: 'joint',
  elements: joints.slice(0, 256),
  count: joints.length,
});

function base64({ buffer, byteOffset, byteLength }: Int16Array | Float32Array): string {
  let text = '';
  for (const byte of new Uint8Array(buffer, byteOffset, byteLength)) text += String.fromCharCode(byte);
  return btoa(text);
}

function decode(text: string): Uint8Array {
  let bytes: string;
  try {
    bytes = atob(text);
  } catch {
    throw broken('characters that are not base64');
  }
  return Uint8Array.from(bytes, (letter) => letter.charCodeAt(0));
}
