/**
 * @file Where a picture is taken from, and `frameCamera`, which finds it.
 *
 * Framing is exact rather than by bounding sphere: each side of the view pyramid is a plane that has to pass
 * outside of every point, so the extreme point per side gives the eye position in closed form and the
 * subject fills the picture whatever its shape. The axes are rounded to single precision: `sin` may differ
 * in its last bit between engines, the picture must not.
 */

import { PosespaceError } from '../base/errors.js';
import type { Vec3 } from '../math/vector.js';

/** A camera of the renderer. */
export interface Camera {
  readonly eye: Vec3;
  /** Unit axes of the picture: to the right, upwards, and from the subject towards the eye. */
  readonly right: Vec3;
  readonly up: Vec3;
  readonly back: Vec3;
  readonly projection: 'perspective' | 'orthographic';
  /** Half of the picture's height at distance 1 (perspective) or in metres (orthographic). */
  readonly halfHeight: number;
  /** Nothing nearer to the eye than this is drawn, metres. */
  readonly near: number;
}

export const VIEWS = {
  'three-quarter': { azimuth: 38, elevation: 16 },
  front: { azimuth: 0, elevation: 6 },
  side: { azimuth: 90, elevation: 6 },
  back: { azimuth: 180, elevation: 6 },
  top: { azimuth: 0, elevation: 90 },
} as const;

/** A named view. */
export type ViewName = keyof typeof VIEWS;

/** Options of `frameCamera`. */
export interface FrameCameraOptions {
  /** A named view. Creatures face +Z. */
  readonly view?: ViewName;
  /** Degrees about +Y, 0 in front (on +Z), 90 on +X; overrides the view's. */
  readonly azimuth?: number;
  /** Degrees above the horizon, −90 to 90; overrides the view's. */
  readonly elevation?: number;
  readonly projection?: 'perspective' | 'orthographic';
  /** Vertical field of view of a perspective camera, degrees, 1 to 150. */
  readonly fieldOfView?: number;
  /** Width by height of the picture. */
  readonly aspect?: number;
  /** Free border on each side as a fraction of the picture, 0 to 0.4. */
  readonly margin?: number;
}

/** Defaults of `frameCamera`. */
export const FRAME_CAMERA_DEFAULTS = Object.freeze({
  view: 'three-quarter',
  projection: 'perspective',
  fieldOfView: 26,
  aspect: 1,
  margin: 0.09,
} as const satisfies FrameCameraOptions);

/** Arrays of points, [N, 3] each: one mesh, or the same mesh in several poses. */
export type PointArrays = Float32Array | Float64Array | readonly (Float32Array | Float64Array)[];

/** A camera that shows all of the points; points that are not finite are left out. */
export function frameCamera(points: PointArrays, options: FrameCameraOptions = {}): Camera {
  const { view, projection, fieldOfView, aspect, margin } = { ...FRAME_CAMERA_DEFAULTS, ...options };
  const azimuth = (options.azimuth ?? VIEWS[view].azimuth) * (Math.PI / 180);
  const elevation = (options.elevation ?? VIEWS[view].elevation) * (Math.PI / 180);
  if (!(aspect > 0 && margin >= 0 && margin <= 0.4 && fieldOfView >= 1 && fieldOfView <= 150)) {
    throw new PosespaceError(
      'bad-usage',
      'render/frameCamera: needs aspect > 0, margin 0 to 0.4 and fieldOfView 1 to 150, ' +
        `got ${aspect}, ${margin}, ${fieldOfView}; correct the option`,
    );
  }
  const [ca, sa] = [Math.fround(Math.cos(azimuth)), Math.fround(Math.sin(azimuth))];
  const [ce, se] = [Math.fround(Math.cos(elevation)), Math.fround(Math.sin(elevation))];
  const right: Vec3 = [ca, 0, -sa];
  const up: Vec3 = [-sa * se, ce, -ca * se];
  const back: Vec3 = [sa * ce, se, ca * ce];

  // The margin shrinks the pyramid that the points have to fit in, not the one that is drawn.
  const halfHeight = Math.fround(Math.tan((fieldOfView * Math.PI) / 360));
  const inner = 1 - 2 * margin;
  const list = points instanceof Float32Array || points instanceof Float64Array ? [points] : points;
  if (projection === 'orthographic') return frameOrthographic(list, { right, up, back }, aspect, inner);
  const tangent: [number, number] = [halfHeight * aspect * inner, halfHeight * inner];
  const extent = sideExtents(list, { right, up, back }, tangent);

  // The two planes left and right meet at a line; so do those above and below. The farther one decides.
  const distance = Math.max(
    (extent.right + extent.left) / (2 * tangent[0]),
    (extent.top + extent.bottom) / (2 * tangent[1]),
    // A single point still needs a distance to be seen from.
    extent.back + Math.max((extent.back - extent.front) * 0.05, Math.abs(extent.back) * 1e-6, 1e-9),
  );
  // Where there is room to spare, the middle of the free space is the middle of the subject's outline.
  const eye = combine(
    { right, up, back },
    (extent.right - extent.left) / 2,
    (extent.top - extent.bottom) / 2,
    distance,
  );
  const depth = distance - extent.front;
  return { eye, right, up, back, projection, halfHeight, near: Math.max(depth * 1e-4, 1e-12) };
}

interface Axes {
  readonly right: Vec3;
  readonly up: Vec3;
  readonly back: Vec3;
}

const combine = ({ right, up, back }: Axes, x: number, y: number, z: number): Vec3 => [
  right[0] * x + up[0] * y + back[0] * z,
  right[1] * x + up[1] * y + back[1] * z,
  right[2] * x + up[2] * y + back[2] * z,
];

/** How far out each side plane of slope `tangent` must lie, and the depth range along `back`. */
function sideExtents(
  list: readonly (Float32Array | Float64Array)[],
  { right, up, back }: Axes,
  tangent: readonly [number, number],
) {
  const e = {
    right: -Infinity,
    left: -Infinity,
    top: -Infinity,
    bottom: -Infinity,
    back: -Infinity,
    front: Infinity,
  };
  for (const p of list) {
    for (let i = 0; i + 2 < p.length; i += 3) {
      const x = p[i] * right[0] + p[i + 1] * right[1] + p[i + 2] * right[2];
      const y = p[i] * up[0] + p[i + 1] * up[1] + p[i + 2] * up[2];
      const z = p[i] * back[0] + p[i + 1] * back[1] + p[i + 2] * back[2];
      if (!Number.isFinite(x + y + z)) continue;
      e.right = Math.max(e.right, x + tangent[0] * z);
      e.left = Math.max(e.left, -x + tangent[0] * z);
      e.top = Math.max(e.top, y + tangent[1] * z);
      e.bottom = Math.max(e.bottom, -y + tangent[1] * z);
      e.back = Math.max(e.back, z);
      e.front = Math.min(e.front, z);
    }
  }
  // Nothing to frame: a metre around the origin.
  if (e.back === -Infinity) return { right: 1, left: 1, top: 1, bottom: 1, back: 1, front: -1 };
  return e;
}

function frameOrthographic(
  list: readonly (Float32Array | Float64Array)[],
  axes: Axes,
  aspect: number,
  inner: number,
): Camera {
  const e = sideExtents(list, axes, [0, 0]);
  const depth = e.back - e.front;
  const halfHeight =
    Math.max((e.top + e.bottom) / 2, (e.right + e.left) / (2 * aspect), depth * 1e-3, 1e-12) / inner;
  const gap = depth + halfHeight;
  const eye = combine(axes, (e.right - e.left) / 2, (e.top - e.bottom) / 2, e.back + gap);
  return { eye, ...axes, projection: 'orthographic', halfHeight, near: gap * 1e-4 };
}

/**
 * out = points in homogeneous picture coordinates: (X, Y, W, D) with X / W and Y / W in pixels from the top
 * left corner. D / W is linear over the picture and greater for what is nearer. [N, 4]
 */
export function projectPointsInto(
  out: Float64Array,
  camera: Camera,
  width: number,
  height: number,
  points: Float32Array | Float64Array,
): void {
  const { eye, right, up, back, halfHeight } = camera;
  const perspective = camera.projection === 'perspective';
  const scale = height / 2 / halfHeight;
  for (let i = 0, o = 0; i + 2 < points.length; i += 3, o += 4) {
    const x = points[i] - eye[0];
    const y = points[i + 1] - eye[1];
    const z = points[i + 2] - eye[2];
    const depth = -(x * back[0] + y * back[1] + z * back[2]);
    const w = perspective ? depth : 1;
    out[o] = (x * right[0] + y * right[1] + z * right[2]) * scale + (w * width) / 2;
    out[o + 1] = -(x * up[0] + y * up[1] + z * up[2]) * scale + (w * height) / 2;
    out[o + 2] = w;
    out[o + 3] = perspective ? 1 : -depth;
  }
}

/** The range of D / W between the near plane and infinity. */
export function closenessRange(camera: Camera): readonly [number, number] {
  return camera.projection === 'perspective' ? [0, 1 / camera.near] : [-Infinity, -camera.near];
}
