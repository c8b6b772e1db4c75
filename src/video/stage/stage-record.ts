/**
 * @file The Stage record: where a video of a creature is filmed from and what it shows at first. One file, `stage.json`,
 * that every later step reads: drawing the first frame, asking a video model, fitting the rig to its video.
 */

import { PosespaceError } from '../../base/errors.js';
import type { Vec3 } from '../../math/vector.js';
import type { Camera } from '../../render/camera.js';
import type { Pose } from '../../rig/rig-records.js';

/** Where a video is filmed from and what it shows at first. */
export interface Stage {
  /** Size of the pictures, pixels. */
  readonly width: number;
  readonly height: number;
  readonly camera: Camera;
  /** Height of the ground, metres. */
  readonly ground: number;
  /** Colour of the plain background, sRGB, 0 to 255. */
  readonly background: readonly [number, number, number];
  /** Whether the ground shows a checkerboard. */
  readonly checkerboard: boolean;
  /** Whether a surface without colours is drawn with a mottled pattern, so that its motion can be followed. */
  readonly pattern: boolean;
  /** The camera was found by alignment, or placed by hand, and is a little off; absent: it is exact. */
  readonly aligned?: boolean;
  /** The pose of the first frame; absent: the rest pose. */
  readonly pose?: Pose;
  /** What a video model is asked for. */
  readonly prompt: string;
  /** What it is asked to leave out. */
  readonly negativePrompt: string;
}

/** The text of `stage.json`. */
export function encodeStage(stage: Stage): string {
  const { pose, ...rest } = stage;
  const plain = pose && { rotations: Array.from(pose.rotations), root: Array.from(pose.root) };
  return `${JSON.stringify({ format: 'posespace-stage', version: 1, ...rest, ...(plain && { pose: plain }) }, null, 2)}\n`;
}

/** Reads `stage.json`; every field is checked. */
export function decodeStage(text: string): Stage {
  const fail = (what: string): never => {
    throw new PosespaceError(
      'bad-input',
      `video/decodeStage: ${what}; write the stage again with "posespace video stage"`,
    );
  };
  let json: Record<string, unknown>;
  try {
    json = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return fail('the file is no JSON');
  }
  if (json === null || typeof json !== 'object' || json.format !== 'posespace-stage')
    return fail('the file is no stage');
  if (json.version !== 1) fail(`version ${String(json.version)} is not known`);
  const numbers = (value: unknown, count: number, what: string): number[] =>
    Array.isArray(value) && value.length === count && value.every(Number.isFinite)
      ? (value as number[])
      : fail(`${what} needs ${count} numbers`);
  const number = (value: unknown, what: string, least = -Infinity, most = Infinity): number =>
    typeof value === 'number' && value >= least && value <= most && Number.isFinite(value)
      ? value
      : fail(`${what} is ${JSON.stringify(value)?.slice(0, 40)}`);
  const text_ = (value: unknown, what: string): string =>
    typeof value === 'string' && value.length <= 4000 ? value : fail(`${what} is no text`);
  const lens = (json.camera ?? {}) as Record<string, unknown>;
  const axis = (name: string): Vec3 => numbers(lens[name], 3, `camera.${name}`) as unknown as Vec3;
  const pose = json.pose as { rotations?: unknown[]; root?: unknown } | undefined;
  return {
    width: Math.round(number(json.width, 'width', 16, 8192)),
    height: Math.round(number(json.height, 'height', 16, 8192)),
    camera: {
      eye: axis('eye'),
      right: axis('right'),
      up: axis('up'),
      back: axis('back'),
      projection: lens.projection === 'orthographic' ? 'orthographic' : 'perspective',
      halfHeight: number(lens.halfHeight, 'camera.halfHeight', 1e-12),
      near: number(lens.near, 'camera.near', 0),
    },
    ground: number(json.ground, 'ground'),
    background: numbers(json.background, 3, 'background') as [number, number, number],
    checkerboard: json.checkerboard === true,
    pattern: json.pattern === true,
    ...(json.aligned === true && { aligned: true }),
    ...(pose && {
      pose: {
        rotations: Float32Array.from(numbers(pose.rotations, pose.rotations?.length ?? 0, 'pose.rotations')),
        root: Float32Array.from(numbers(pose.root, 3, 'pose.root')),
      },
    }),
    prompt: text_(json.prompt, 'prompt'),
    negativePrompt: text_(json.negativePrompt, 'negativePrompt'),
  };
}
