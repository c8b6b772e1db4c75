/**
 * @file Corrects a stage by hand: the body is moved, scaled and turned in the picture by moving the camera about the
 * middle of the body, which stays where it is in the picture unless it is moved.
 */

import { add, cross, dot, scale as scaled, subtract, type Vec3 } from '../../math/vector.js';
import type { Camera } from '../../render/camera.js';
import type { Rig } from '../../rig/rig-records.js';
import type { Stage } from './stage-record.js';

/** A correction of a stage, as seen in the picture. */
export interface StageAdjustment {
  /** How far the body moves to the right, in heights of the picture. */
  readonly right?: number;
  /** How far it moves down, in heights of the picture. */
  readonly down?: number;
  /** How many times larger it appears, above 0. */
  readonly scale?: number;
  /** How far the camera goes around it, degrees, from in front towards its left. */
  readonly azimuth?: number;
  /** How far the camera rises, degrees; it stops above and below the body. */
  readonly elevation?: number;
}

/** The camera does not look down or up more steeply than this, degrees. */
const STEEPEST = 88;

/**
 * The stage with the body elsewhere in the picture.
 *
 * @example
 * const larger = adjustStage(rig, stage, { scale: 1.1, azimuth: -5 });
 */
export function adjustStage(rig: Rig, stage: Stage, adjustment: StageAdjustment): Stage {
  const { right = 0, down = 0, scale = 1, azimuth = 0, elevation = 0 } = adjustment;
  const center = middleOf(rig.mesh.positions);
  const turned = turnCamera(stage.camera, center, azimuth, elevation);
  const camera = scaleCamera(turned, center, scale);
  const depth =
    camera.projection === 'perspective' ? Math.abs(dot(subtract(camera.eye, center), camera.back)) : 1;
  const height = 2 * camera.halfHeight * depth;
  const eye = moved(moved(camera.eye, camera.right, -right * height), camera.up, down * height);
  return { ...stage, camera: { ...camera, eye } };
}

function turnCamera(camera: Camera, center: Vec3, azimuth: number, elevation: number): Camera {
  const steepness = (Math.asin(Math.min(1, Math.max(-1, camera.back[1]))) * 180) / Math.PI;
  const rise = Math.min(STEEPEST, Math.max(-STEEPEST, steepness + elevation)) - steepness;
  const about = (v: Vec3): Vec3 => rotate(rotate(v, camera.right, -rise), [0, 1, 0], azimuth);
  return {
    ...camera,
    eye: add(center, about(subtract(camera.eye, center))),
    right: about(camera.right),
    up: about(camera.up),
    back: about(camera.back),
  };
}

function scaleCamera(camera: Camera, center: Vec3, scale: number): Camera {
  if (camera.projection === 'orthographic') return { ...camera, halfHeight: camera.halfHeight / scale };
  return { ...camera, eye: moved(center, subtract(camera.eye, center), 1 / scale) };
}

/** Rodrigues' rotation of a vector about a unit axis. */
function rotate(v: Vec3, axis: Vec3, degrees: number): Vec3 {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [Math.fround(Math.cos(angle)), Math.fround(Math.sin(angle))];
  const across = cross(axis, v);
  const along = dot(v, axis) * (1 - c);
  return [0, 1, 2].map((k) => v[k] * c + across[k] * s + axis[k] * along) as unknown as Vec3;
}

const moved = (point: Vec3, by: Vec3, factor: number): Vec3 => add(point, scaled(by, factor));

function middleOf(positions: Float32Array): Vec3 {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return [0, 1, 2].map((k) => (low[k] + high[k]) / 2) as unknown as Vec3;
}
