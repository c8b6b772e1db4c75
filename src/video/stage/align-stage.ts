/**
 * @file A stage for a video without one: where a camera must stand for the body at rest to fill the outline of the first
 * frame.
 *
 * Views all around and at a few heights are drawn; each is moved and scaled so that its box is that of the matte, which
 * in perspective is a change of distance and of direction; the best by overlap is refined by a pattern search over yaw,
 * pitch, distance and both shifts.
 */

import type { Finding } from '../../base/finding.js';
import type { Vec3 } from '../../math/vector.js';
import { usedPositions } from '../../mesh/used-vertices.js';
import { type Camera, closenessRange, frameCamera, projectPointsInto } from '../../render/camera.js';
import { createSampleBuffer, rasterizeInto } from '../../render/rasterize.js';
import type { Rig } from '../../rig/rig-records.js';
import type { VideoFrames } from '../frames/video-frames.js';
import type { Matte } from '../track/find-matte.js';
import { composePrompt } from './compose-prompt.js';
import { CREATE_STAGE_DEFAULTS } from './create-stage.js';
import type { Stage } from './stage-record.js';

/** A stage that was found, and how well the body fills the outline from there. */
export interface AlignedStage {
  readonly stage: Stage;
  /** Intersection of outlines over their union, 0 to 1. */
  readonly overlap: number;
  readonly findings: readonly Finding[];
}

/** Where a camera stands: angles in degrees, distance in body radii, shifts in parts of the picture's height. */
interface View {
  readonly yaw: number;
  readonly pitch: number;
  readonly distance: number;
  readonly x: number;
  readonly y: number;
}

const YAWS = 24;
const PITCHES = [0, 12, 25, 45];
/** Height of the trial pictures, pixels. */
const TRIAL_HEIGHT = 72;
const FIRST_STEP: View = { yaw: 7, pitch: 6, distance: 0.15, x: 0.03, y: 0.03 };
const SEARCH_ROUNDS = 24;
const GOOD_OVERLAP = 0.8;

/** Finds the stage of a video whose first frame shows the body at rest, or nearly. */
export function alignStage(
  rig: Rig,
  matte: Matte,
  video: Pick<VideoFrames, 'width' | 'height' | 'images'>,
): AlignedStage {
  const positions = usedPositions(rig.mesh);
  const scene = createTrial(rig, positions, matte);
  const starts: { view: View; score: number }[] = [];
  for (const pitch of PITCHES) {
    for (let i = 0; i < YAWS; i++) {
      const view = scene.fillMatte({
        yaw: (i * 360) / YAWS,
        pitch,
        distance: scene.usualDistance,
        x: 0,
        y: 0,
      });
      starts.push({ view, score: scene.score(view) });
    }
  }
  starts.sort((a, b) => b.score - a.score);
  const best = starts
    .slice(0, 3)
    .map(({ view, score }) => refine(scene.score, view, score))
    .sort((a, b) => b.score - a.score)[0];
  const { pixels } = video.images[0];
  let ground = Infinity;
  for (let i = 1; i < positions.length; i += 3) ground = Math.min(ground, positions[i]);
  const stage: Stage = {
    aligned: true,
    width: video.width,
    height: video.height,
    camera: scene.cameraOf(best.view),
    ground,
    background: [pixels[0], pixels[1], pixels[2]],
    checkerboard: false,
    pattern: false,
    ...composePrompt(CREATE_STAGE_DEFAULTS.action),
  };
  return { stage, overlap: best.score, findings: describeAlignment(best.score) };
}

function describeAlignment(overlap: number): Finding[] {
  const share = `${Math.round(overlap * 100)} %`;
  return [
    {
      code: 'stage-aligned',
      severity: overlap < GOOD_OVERLAP ? 'warning' : 'info',
      message: `the camera was found by aligning the body at rest with the first frame: outlines overlap by ${share}`,
      fix:
        overlap < GOOD_OVERLAP
          ? 'Start the video where the creature stands as at rest, or film a stage (posespace video stage).'
          : 'For an exact camera, start from the picture of a stage (posespace video stage).',
    },
  ];
}

/** Draws views of a body and compares them with a matte. */
function createTrial(rig: Rig, positions: Float32Array, matte: Matte) {
  const aspect = matte.width / matte.height;
  const [width, height] = [Math.round(TRIAL_HEIGHT * aspect), TRIAL_HEIGHT];
  const target = shrinkMask(matte, width, height);
  const wanted = boxOf(target, width, height);
  const { center, radius } = sphereOf(positions);
  const all = rig.mesh.positions;
  const projected = new Float64Array((all.length / 3) * 4);
  const { fieldOfView } = CREATE_STAGE_DEFAULTS;
  const cameraOf = (view: View): Camera => {
    const base = frameCamera(Float32Array.from(center), {
      azimuth: view.yaw,
      elevation: view.pitch,
      fieldOfView,
      aspect,
    });
    const { right, up, back, halfHeight } = base;
    const distance = view.distance * radius;
    const shift = 2 * halfHeight * distance;
    const eye = [0, 1, 2].map(
      (k) => center[k] + back[k] * distance - right[k] * view.x * shift + up[k] * view.y * shift,
    ) as unknown as Vec3;
    return { ...base, eye, near: Math.max(radius * 1e-4, 1e-12) };
  };
  const draw = (view: View): Uint8Array => {
    const camera = cameraOf(view);
    projectPointsInto(projected, camera, width, height, all);
    const buffer = createSampleBuffer(width, height);
    rasterizeInto(buffer, projected, rig.mesh.triangles, closenessRange(camera));
    return Uint8Array.from(buffer.triangle, (t) => (t >= 0 ? 1 : 0));
  };
  const score = (view: View): number => {
    const mask = draw(view);
    let [both, either] = [0, 0];
    for (let i = 0; i < mask.length; i++) {
      both += mask[i] & target[i];
      either += mask[i] | target[i];
    }
    return either > 0 ? both / either : 0;
  };
  const tangent = Math.tan((fieldOfView * Math.PI) / 360);
  /** Moves and scales a view so that its box is the matte's. */
  const fillMatte = (view: View): View => {
    let moved = view;
    for (let pass = 0; pass < 2; pass++) {
      const box = boxOf(draw(moved), width, height);
      const ratio = Math.sqrt((box.width * box.height) / Math.max(1, wanted.width * wanted.height)) || 1;
      moved = {
        ...moved,
        distance: Math.min(40, Math.max(1.1, moved.distance * ratio)),
        x: moved.x + (wanted.x - box.x) / height,
        y: moved.y + (wanted.y - box.y) / height,
      };
    }
    return moved;
  };
  return { cameraOf, score, fillMatte, usualDistance: 1.6 / tangent };
}

/** Coordinate steps that halve where none of them improves. */
function refine(score: (view: View) => number, start: View, first: number): { view: View; score: number } {
  let [view, best] = [start, first];
  let share = 1;
  const keys = Object.keys(FIRST_STEP) as (keyof View)[];
  for (let round = 0; round < SEARCH_ROUNDS && share > 0.05; round++) {
    let improved = false;
    for (const key of keys) {
      for (const sign of [1, -1]) {
        const step = FIRST_STEP[key] * share * sign;
        const trial = { ...view, [key]: key === 'distance' ? view[key] * (1 + step) : view[key] + step };
        const value = score(trial);
        if (value <= best) continue;
        [view, best, improved] = [trial, value, true];
      }
    }
    if (!improved) share /= 2;
  }
  return { view, score: best };
}

function shrinkMask({ mask, width, height }: Matte, w: number, h: number): Uint8Array {
  const out = new Uint8Array(w * h);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const i = Math.floor(((y + 0.5) * height) / h) * width + Math.floor(((x + 0.5) * width) / w);
      out[y * w + x] = mask[i];
    }
  }
  return out;
}

function boxOf(mask: Uint8Array, width: number, height: number) {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left + 1, height: bottom - top + 1 };
}

function sphereOf(positions: Float32Array): { center: Vec3; radius: number } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const center = [0, 1, 2].map((k) => (low[k] + high[k]) / 2) as unknown as Vec3;
  return { center, radius: Math.hypot(high[0] - low[0], high[1] - low[1], high[2] - low[2]) / 2 || 1 };
}
