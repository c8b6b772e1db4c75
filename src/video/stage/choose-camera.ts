/**
 * @file The camera of a stage: of a ring of views the one that shows most of every joint's surface, apart from the rest.
 *
 * score = Σ_j w_j (visible pixels of part j) / (pixels of part j seen alone), w_j by the surface of the part, with a
 * bonus for views from the side, where a gait moves across the picture.
 */

import {
  type Camera,
  closenessRange,
  type FrameCameraOptions,
  frameCamera,
  projectPointsInto,
} from '../../render/camera.js';
import { createSampleBuffer, rasterizeInto } from '../../render/rasterize.js';
import { triangleJoints } from '../../rig/dominant-joints.js';
import type { Rig } from '../../rig/rig-records.js';

export interface ChooseCameraOptions {
  /** Degrees about +Y, 0 in front, 90 on the creature's left; absent: chosen. */
  readonly azimuth?: number;
  /** Degrees above the horizon; absent: chosen. */
  readonly elevation?: number;
  /** Vertical field of view, degrees. */
  readonly fieldOfView: number;
  /** Free border on each side as a fraction of the picture, 0 to 0.4: room to move. */
  readonly margin: number;
  readonly width: number;
  readonly height: number;
}

const AZIMUTHS = [25, 40, 55, 70, -25, -40, -55, -70];
const ELEVATIONS = [10, 22];
/** Height of the trial pictures, pixels. */
const TRIAL_HEIGHT = 96;
const SIDE_BONUS = 0.12;

/** A camera that shows the limbs of a mesh at `positions`. */
export function chooseCamera(rig: Rig, positions: Float32Array, options: ChooseCameraOptions): Camera {
  const { azimuth, elevation, fieldOfView, margin, width, height } = options;
  const aspect = width / height;
  const frame = (view: FrameCameraOptions): Camera =>
    frameCamera(positions, { fieldOfView, margin, aspect, ...view });
  const azimuths = azimuth === undefined ? AZIMUTHS : [azimuth];
  const elevations = elevation === undefined ? ELEVATIONS : [elevation];
  const joints = triangleJoints(rig);
  let best = frame({ azimuth: azimuths[0], elevation: elevations[0] });
  if (azimuths.length * elevations.length === 1) return best;
  let highest = -Infinity;
  for (const a of azimuths) {
    for (const e of elevations) {
      const camera = frame({ azimuth: a, elevation: e });
      const score =
        scoreView(rig, positions, joints, camera, aspect) +
        SIDE_BONUS * Math.abs(Math.sin((a * Math.PI) / 180));
      if (score > highest) [best, highest] = [camera, score];
    }
  }
  return best;
}

/** Mean visible share of the parts, 0 to 1. */
function scoreView(
  rig: Rig,
  positions: Float32Array,
  joints: Int16Array,
  camera: Camera,
  aspect: number,
): number {
  const { triangles } = rig.mesh;
  const [width, height] = [Math.round(TRIAL_HEIGHT * aspect), TRIAL_HEIGHT];
  const projected = new Float64Array((positions.length / 3) * 4);
  projectPointsInto(projected, camera, width, height, positions);
  const buffer = createSampleBuffer(width, height);
  rasterizeInto(buffer, projected, triangles, closenessRange(camera));
  const count = rig.skeleton.parents.length;
  const seen = new Float64Array(count);
  for (const t of buffer.triangle) if (t >= 0) seen[joints[t]]++;
  // The area of a part seen alone: of its triangles about half face the camera.
  const alone = new Float64Array(count);
  for (let t = 0; t < joints.length; t++) alone[joints[t]] += triangleArea(projected, triangles, t) / 2;
  let score = 0;
  let total = 0;
  for (let j = 0; j < count; j++) {
    if (alone[j] < 1) continue;
    const weight = Math.sqrt(alone[j]);
    score += weight * Math.min(1, seen[j] / alone[j]);
    total += weight;
  }
  return total > 0 ? score / total : 0;
}

function triangleArea(p: Float64Array, triangles: Uint32Array, t: number): number {
  const [a, b, c] = [triangles[t * 3] * 4, triangles[t * 3 + 1] * 4, triangles[t * 3 + 2] * 4];
  const [ax, ay] = [p[a] / p[a + 2], p[a + 1] / p[a + 2]];
  return (
    Math.abs(
      (p[b] / p[b + 2] - ax) * (p[c + 1] / p[c + 2] - ay) -
        (p[b + 1] / p[b + 2] - ay) * (p[c] / p[c + 2] - ax),
    ) / 2
  );
}
