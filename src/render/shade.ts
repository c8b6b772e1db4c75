/**
 * @file The light of the studio: a warm key light from the upper left of the camera that throws shadows, a
 * cool fill from the right, a rim light from behind, and a sky and ground all around, dimmed by occlusion.
 * All in linear light.
 */

import type { Vec3 } from '../math/vector.js';
import type { Camera } from './camera.js';
import { edgeFunctionsInto } from './rasterize.js';
import { lightReaching, type ShadowMap, toMapInto } from './shadow-map.js';
import type { PaintSampler } from './surface-paint.js';

export interface Lights {
  readonly key: Vec3;
  readonly fill: Vec3;
  readonly rim: Vec3;
}

/** Unit directions towards the lights, fixed to the camera's heading but always above the horizon. */
export function placeLights(camera: Camera): Lights {
  const [x, , z] = camera.right;
  // Seen from above, what lies towards the camera is the right-hand axis rotated by 90°.
  const place = (right: number, up: number, back: number): Vec3 => {
    const length = Math.sqrt(right * right + up * up + back * back);
    return [(x * right - z * back) / length, up / length, (z * right + x * back) / length];
  };
  return { key: place(-0.55, 1, 0.6), fill: place(0.9, 0.25, 0.55), rim: place(0.35, 0.55, -1) };
}

const KEY = [1.0, 0.95, 0.87] as const;
const FILL = [0.13, 0.15, 0.19] as const;
const RIM = [0.42, 0.44, 0.48] as const;
const SKY = [0.37, 0.39, 0.43] as const;
const GROUND = [0.17, 0.15, 0.135] as const;
const SHINE = 0.05;

/** Everything that decides what colour a piece of surface has. */
export interface ShadedSurface {
  readonly positions: Float32Array;
  readonly triangles: Uint32Array;
  /** From `projectPointsInto`. [V, 4] */
  readonly projected: Float64Array;
  /** Unit normals of the triangle corners. [T, 3, 3] */
  readonly cornerNormals: Float32Array;
  /** Share of the surroundings that each vertex sees; absent: all. [V] */
  readonly visibility?: Float32Array;
  /** Linear colours per vertex; absent: `color` everywhere. [V, 3] */
  readonly colors?: Float32Array;
  /** Base colours of a painted surface; absent: `colors` or `color`. */
  readonly paint?: PaintSampler;
  /** Linear. */
  readonly color: Vec3;
  /** 1 for triangles to be drawn in `highlightColor`. [T] */
  readonly highlighted?: Uint8Array;
  readonly highlightColor: Vec3;
  readonly camera: Camera;
  readonly lights: Lights;
  readonly keyShadow?: ShadowMap;
}

/** Writes the linear colour of triangle `t` at the picture point (x, y) to `out`. [3] */
export type Shader = (out: Float64Array, t: number, x: number, y: number) => void;

/** Prepares shading; consecutive calls for the same triangle are cheap. */
export function createShader(surface: ShadedSurface): Shader {
  const { positions, triangles, projected, cornerNormals, visibility, colors, color, camera, lights } =
    surface;
  const { keyShadow, highlighted, highlightColor, paint } = surface;
  const painted = new Float64Array(3);
  const edges = new Float64Array(9);
  const point = new Float64Array(3);
  const lift = keyShadow ? (3 / keyShadow.size) * keyShadow.surroundings.radius : 0;
  const perspective = camera.projection === 'perspective';
  let current = -1;
  let facing = 1;

  return (out, t, x, y) => {
    const a = triangles[t * 3];
    const b = triangles[t * 3 + 1];
    const c = triangles[t * 3 + 2];
    if (t !== current) {
      facing = edgeFunctionsInto(edges, projected, a * 4, b * 4, c * 4);
      current = t;
    }
    // (1) Perspective-correct weights of the corners.
    let wa = edges[0] * x + edges[1] * y + edges[2];
    let wb = edges[3] * x + edges[4] * y + edges[5];
    let wc = edges[6] * x + edges[7] * y + edges[8];
    const total = wa + wb + wc;
    wa /= total;
    wb /= total;
    wc /= total;
    const n = t * 9;
    let nx = wa * cornerNormals[n] + wb * cornerNormals[n + 3] + wc * cornerNormals[n + 6];
    let ny = wa * cornerNormals[n + 1] + wb * cornerNormals[n + 4] + wc * cornerNormals[n + 7];
    let nz = wa * cornerNormals[n + 2] + wb * cornerNormals[n + 5] + wc * cornerNormals[n + 8];
    // Seen from behind, the surface shows its other side.
    const s = facing / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1);
    nx *= s;
    ny *= s;
    nz *= s;
    const px = wa * positions[a * 3] + wb * positions[b * 3] + wc * positions[c * 3];
    const py = wa * positions[a * 3 + 1] + wb * positions[b * 3 + 1] + wc * positions[c * 3 + 1];
    const pz = wa * positions[a * 3 + 2] + wb * positions[b * 3 + 2] + wc * positions[c * 3 + 2];

    // (2) Directions: v towards the eye.
    let vx: number = camera.back[0];
    let vy: number = camera.back[1];
    let vz: number = camera.back[2];
    if (perspective) {
      vx = camera.eye[0] - px;
      vy = camera.eye[1] - py;
      vz = camera.eye[2] - pz;
      const length = Math.sqrt(vx * vx + vy * vy + vz * vz) || 1;
      vx /= length;
      vy /= length;
      vz /= length;
    }
    const { key, fill, rim } = lights;
    const open = visibility ? wa * visibility[a] + wb * visibility[b] + wc * visibility[c] : 1;
    const towardsKey = nx * key[0] + ny * key[1] + nz * key[2];
    let lit = 0;
    if (towardsKey > 0) {
      lit = towardsKey;
      if (keyShadow) {
        toMapInto(point, 0, keyShadow, px + nx * lift, py + ny * lift, pz + nz * lift);
        lit *= lightReaching(keyShadow, point, 1 / keyShadow.size);
      }
    }
    const filled = Math.max(0, nx * fill[0] + ny * fill[1] + nz * fill[2]) * open;
    const glancing = 1 - Math.max(0, nx * vx + ny * vy + nz * vz);
    const rimmed = Math.max(0, nx * rim[0] + ny * rim[1] + nz * rim[2] + 0.2) * glancing * glancing * open;
    const up = 0.5 + 0.5 * ny;

    // (3) Shine: half-way vector between eye and key light, to the 16th power.
    const hx = vx + key[0];
    const hy = vy + key[1];
    const hz = vz + key[2];
    let shine = Math.max(0, nx * hx + ny * hy + nz * hz) / (Math.sqrt(hx * hx + hy * hy + hz * hz) || 1);
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine * SHINE * (lit > 0 ? lit / towardsKey : 0);

    const marked = highlighted !== undefined && highlighted[t] === 1;
    paint?.(painted, t, wa, wb, wc);
    for (let k = 0; k < 3; k++) {
      const ambient = (GROUND[k] + (SKY[k] - GROUND[k]) * up) * open;
      const light = ambient + KEY[k] * lit + FILL[k] * filled + RIM[k] * rimmed;
      const base = paint
        ? painted[k]
        : colors
          ? wa * colors[a * 3 + k] + wb * colors[b * 3 + k] + wc * colors[c * 3 + k]
          : color[k];
      // Marked triangles glow a little, so that they are found in the dark as well.
      out[k] = marked ? highlightColor[k] * (0.45 + 0.55 * light) : base * light + shine;
    }
  };
}
