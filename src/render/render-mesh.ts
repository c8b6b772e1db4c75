/**
 * @file A picture of a mesh without a GPU: rasterise at several samples per pixel, shade what is seen, catch the
 * shadow on the ground, average in linear light.
 */

import { PosespaceError } from '../base/errors.js';
import type { Mesh } from '../mesh/mesh.js';
import {
  type Camera,
  closenessRange,
  type FrameCameraOptions,
  frameCamera,
  type PointArrays,
  projectPointsInto,
  type Vector3,
} from './camera.js';
import { type Color, encodeLinear, LINEAR_OF_BYTE, THEMES, type Theme, type ThemeName } from './color.js';
import { createImage, type Image } from './image.js';
import {
  createOcclusionMaps,
  type GroundLight,
  groundLightAt,
  lightGround,
  vertexVisibility,
} from './occlusion.js';
import { createSampleBuffer, rasterizeInto, type SampleBuffer } from './rasterize.js';
import { createShader, placeLights, type Shader } from './shade.js';
import { createShadowMap, surround } from './shadow-map.js';
import { smoothNormals, weldPositions } from './smooth-normals.js';

/** What every picture has. */
export interface RenderOptions {
  /** Pixels. */
  readonly width?: number;
  /** Pixels. */
  readonly height?: number;
  /** Samples per pixel along each side, 1 to 4. */
  readonly supersample?: number;
  readonly theme?: ThemeName;
  /** The theme's gradient, nothing at all, or one colour. */
  readonly background?: 'theme' | 'transparent' | Color;
  /** A camera, or how to frame one. */
  readonly camera?: Camera | FrameCameraOptions;
  /** What the camera frames where it is not the subject itself: all poses of a clip, for one. */
  readonly frame?: PointArrays;
  /** Shadow on the ground under the subject: at its lowest point, or at this height in metres; false: none. */
  readonly ground?: boolean | number;
  /** Shadows and occlusion on the subject itself. */
  readonly shadows?: boolean;
  /** Dark line around the subject and where it passes in front of itself. */
  readonly outline?: boolean;
}

export interface RenderMeshOptions extends RenderOptions {
  /** Colour of the whole surface; the theme's clay where absent. */
  readonly color?: Color;
  /** Colour of each vertex, sRGB; alpha is not used. [V, 4] */
  readonly colors?: Uint8Array;
  /** Triangles drawn in the highlight colour, faintly also where something hides them. */
  readonly highlight?: ArrayLike<number>;
  readonly highlightColor?: Color;
  /** Vertex positions to draw instead of the mesh's own: the mesh in a pose. [V, 3] */
  readonly positions?: Float32Array;
  /** Edges sharper than this stay sharp, degrees; 180 smooths all. */
  readonly creaseAngle?: number;
}

export const RENDER_DEFAULTS = Object.freeze({
  width: 480,
  height: 480,
  supersample: 2,
  theme: 'light',
  background: 'theme',
  ground: true,
  shadows: true,
  outline: false,
} as const satisfies RenderOptions);

export const RENDER_MESH_DEFAULTS = Object.freeze({
  ...RENDER_DEFAULTS,
  creaseAngle: 50,
} as const satisfies RenderMeshOptions);

const KEY_MAP_SIZE = 448;
/** How much of a hidden highlight shines through. */
const HIDDEN_HIGHLIGHT = 0.4;

/** Draws a mesh. Triangles that are not finite are left out; an empty mesh gives the background. */
export function renderMesh(mesh: Mesh, options: RenderMeshOptions = {}): Image {
  const settings = { ...RENDER_MESH_DEFAULTS, ...options };
  const positions = settings.positions ?? mesh.positions;
  const { triangles } = mesh;
  checkInput(positions, triangles, settings);
  const { width, height, supersample } = settings;
  const theme = THEMES[settings.theme];
  const camera = cameraOf(positions, settings);

  // (1) What is seen where.
  const projected = new Float64Array((positions.length / 3) * 4);
  projectPointsInto(projected, camera, width * supersample, height * supersample, positions);
  const buffer = createSampleBuffer(width * supersample, height * supersample);
  rasterizeInto(buffer, projected, triangles, closenessRange(camera));
  const marks = highlightBuffer(buffer, projected, triangles, camera, settings.highlight);

  // (2) Light.
  const weld = weldPositions(positions);
  const normals = smoothNormals(positions, triangles, weld, settings.creaseAngle);
  const lights = placeLights(camera);
  const surroundings = surround(positions);
  const needsMaps = (settings.shadows || settings.ground !== false) && triangles.length > 0;
  const keyShadow = needsMaps
    ? createShadowMap(positions, triangles, surroundings, lights.key, KEY_MAP_SIZE)
    : undefined;
  const maps = needsMaps ? createOcclusionMaps(positions, triangles, surroundings) : [];
  const groundHeight = typeof settings.ground === 'number' ? settings.ground : lowestPoint(positions);
  const ground =
    settings.ground !== false && keyShadow
      ? lightGround(maps, keyShadow, surroundings, groundHeight)
      : undefined;
  const shader = createShader({
    positions,
    triangles,
    projected,
    cornerNormals: normals.corners,
    visibility: settings.shadows
      ? vertexVisibility(maps, positions, normals.vertices, weld.representative)
      : undefined,
    colors: settings.colors && linearColors(settings.colors),
    color: linearColor(settings.color ?? theme.clay),
    highlighted: marks?.marked,
    highlightColor: linearColor(settings.highlightColor ?? theme.highlight),
    camera,
    lights,
    keyShadow: settings.shadows ? keyShadow : undefined,
  });

  // (3) Pixels.
  const image = createImage(width, height);
  fillBackground(image, theme, settings.background, camera, ground);
  resolveSamples(image, buffer, supersample, shader, {
    outline: settings.outline ? linearColor(theme.outline) : undefined,
    closenessScale: camera.projection === 'perspective' ? 0 : surroundings.radius,
    hidden: marks?.buffer,
    highlightColor: linearColor(settings.highlightColor ?? theme.highlight),
  });
  return image;
}

function checkInput(positions: Float32Array, triangles: Uint32Array, settings: RenderMeshOptions): void {
  const count = positions.length / 3;
  for (let i = 0; i < triangles.length; i++) {
    if (triangles[i] < count) continue;
    throw new PosespaceError(
      'bad-input',
      `render/renderMesh: triangles refer to vertices below ${count}, got ${triangles[i]}; repair the mesh`,
    );
  }
  const { supersample = 1, colors } = settings;
  if (!(Number.isInteger(supersample) && supersample >= 1 && supersample <= 4)) {
    throw new PosespaceError(
      'bad-usage',
      `render/renderMesh: supersample is 1 to 4, got ${supersample}; pass 2`,
    );
  }
  if (colors && colors.length !== count * 4) {
    throw new PosespaceError(
      'bad-usage',
      `render/renderMesh: colors hold 4 bytes per vertex, ${count * 4} in all, got ${colors.length}; pass [V, 4]`,
    );
  }
}

/** The camera asked for, or one that frames the subject. */
export function cameraOf(
  subject: PointArrays,
  options: Pick<RenderOptions, 'camera' | 'frame' | 'width' | 'height'>,
): Camera {
  const { camera, width = RENDER_DEFAULTS.width, height = RENDER_DEFAULTS.height } = options;
  if (camera && 'eye' in camera) return camera;
  return frameCamera(options.frame ?? subject, { aspect: width / height, ...camera });
}

const linearColor = (color: Color): Vector3 => [
  LINEAR_OF_BYTE[color[0]],
  LINEAR_OF_BYTE[color[1]],
  LINEAR_OF_BYTE[color[2]],
];

function linearColors(colors: Uint8Array): Float32Array {
  const linear = new Float32Array((colors.length / 4) * 3);
  for (let i = 0, o = 0; i < colors.length; i += 4, o += 3) {
    for (let k = 0; k < 3; k++) linear[o + k] = LINEAR_OF_BYTE[colors[i + k]];
  }
  return linear;
}

function lowestPoint(positions: Float32Array): number {
  let lowest = Infinity;
  for (let i = 1; i < positions.length; i += 3) if (positions[i] < lowest) lowest = positions[i];
  return Number.isFinite(lowest) ? lowest : 0;
}

/** The marked triangles, and a buffer of them alone, to let hidden ones shine through. */
function highlightBuffer(
  { width, height }: SampleBuffer,
  projected: Float64Array,
  triangles: Uint32Array,
  camera: Camera,
  highlight: ArrayLike<number> | undefined,
) {
  if (!highlight || highlight.length === 0) return undefined;
  const marked = new Uint8Array(triangles.length / 3);
  for (let i = 0; i < highlight.length; i++) marked[highlight[i]] = 1;
  const subset = new Uint32Array(triangles.filter((_, i) => marked[Math.floor(i / 3)] === 1));
  const buffer = createSampleBuffer(width, height);
  rasterizeInto(buffer, projected, subset, closenessRange(camera));
  return { marked, buffer };
}

/** Background and the shadow that the ground catches. */
export function fillBackground(
  image: Image,
  theme: Theme,
  background: 'theme' | 'transparent' | Color,
  camera: Camera,
  ground: GroundLight | undefined,
): void {
  const { width, height, pixels } = image;
  const transparent = background === 'transparent';
  const [top, bottom] = typeof background === 'string' ? [theme.top, theme.bottom] : [background, background];
  const [from, to] = [linearColor(top), linearColor(bottom)];
  const alpha = typeof background === 'string' ? 255 : (background[3] ?? 255);
  for (let y = 0; y < height; y++) {
    const t = height > 1 ? y / (height - 1) : 0;
    for (let x = 0; x < width; x++) {
      const o = (y * width + x) * 4;
      const shadow = ground
        ? (1 - groundLightAtPixel(ground, camera, image, x, y)) * theme.shadowStrength
        : 0;
      if (transparent) {
        pixels[o + 3] = Math.round(shadow * 255);
        continue;
      }
      for (let k = 0; k < 3; k++)
        pixels[o + k] = encodeLinear((from[k] + (to[k] - from[k]) * t) * (1 - shadow));
      pixels[o + 3] = alpha;
    }
  }
}

/** Follows the line of sight through a pixel to the ground. */
function groundLightAtPixel(ground: GroundLight, camera: Camera, image: Image, x: number, y: number): number {
  const { eye, right, up, back, halfHeight } = camera;
  const unit = (2 * halfHeight) / image.height;
  const sx = (x + 0.5 - image.width / 2) * unit;
  const sy = (image.height / 2 - y - 0.5) * unit;
  const perspective = camera.projection === 'perspective';
  const offset = (k: number) => right[k] * sx + up[k] * sy;
  const direction = (k: number) => (perspective ? offset(k) - back[k] : -back[k]);
  const start = (k: number) => (perspective ? eye[k] : eye[k] + offset(k));
  const fall = direction(1);
  // Ground is seen from above only.
  if (!(fall < 0)) return 1;
  const distance = (ground.height - start(1)) / fall;
  if (!(distance > 0)) return 1;
  return groundLightAt(ground, start(0) + direction(0) * distance, start(2) + direction(2) * distance);
}

interface ResolveOptions {
  /** Linear colour of the outline; absent: none. */
  readonly outline: Vector3 | undefined;
  /** 0: closeness is relative to distance; else the size of the subject, to judge jumps in depth by. */
  readonly closenessScale: number;
  /** Highlighted triangles alone. */
  readonly hidden: SampleBuffer | undefined;
  readonly highlightColor: Vector3;
}

/** Shades the samples and averages them into pixels, over the background already there. */
function resolveSamples(
  image: Image,
  buffer: SampleBuffer,
  supersample: number,
  shader: Shader,
  options: ResolveOptions,
): void {
  const { width, height, pixels } = image;
  const perPixel = supersample * supersample;
  const color = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let covered = 0;
      let red = 0;
      let green = 0;
      let blue = 0;
      let last = -1;
      for (let s = 0; s < perPixel; s++) {
        const sx = x * supersample + (s % supersample);
        const sy = y * supersample + Math.floor(s / supersample);
        const o = sy * buffer.width + sx;
        const t = buffer.triangle[o];
        if (t < 0) continue;
        // Samples of one pixel on one triangle look alike: shade the first.
        if (t !== last) shader(color, t, sx + 0.5, sy + 0.5);
        last = t;
        covered++;
        let shine = 0;
        if (
          options.hidden &&
          options.hidden.closeness[o] < buffer.closeness[o] &&
          options.hidden.triangle[o] >= 0
        ) {
          shine = HIDDEN_HIGHLIGHT;
        }
        const line = options.outline ? outlineAt(buffer, sx, sy, supersample, options.closenessScale) : 0;
        const mark = options.highlightColor;
        const ink = options.outline ?? mark;
        red += mix(mix(color[0], mark[0], shine), ink[0], line);
        green += mix(mix(color[1], mark[1], shine), ink[1], line);
        blue += mix(mix(color[2], mark[2], shine), ink[2], line);
      }
      if (covered === 0) continue;
      const p = (y * width + x) * 4;
      const share = covered / perPixel;
      const below = (pixels[p + 3] / 255) * (1 - share);
      const total = share + below;
      pixels[p] = encodeLinear((red / perPixel + LINEAR_OF_BYTE[pixels[p]] * below) / total);
      pixels[p + 1] = encodeLinear((green / perPixel + LINEAR_OF_BYTE[pixels[p + 1]] * below) / total);
      pixels[p + 2] = encodeLinear((blue / perPixel + LINEAR_OF_BYTE[pixels[p + 2]] * below) / total);
      pixels[p + 3] = Math.round(total * 255);
    }
  }
}

const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

const OUTLINE_STRENGTH = 0.75;
/** A jump in depth draws a line from this share of the distance (perspective) or of the subject's radius on. */
const OUTLINE_JUMP = 0.025;

/** How much of the outline a sample shows: 0 inside, up to 1 where something much nearer ends here. */
function outlineAt(buffer: SampleBuffer, x: number, y: number, reach: number, scale: number): number {
  const { width, height, closeness } = buffer;
  const here = closeness[y * width + x];
  const jump = scale > 0 ? scale * 2 * OUTLINE_JUMP : here * OUTLINE_JUMP;
  const ends = (nx: number, ny: number) =>
    nx < 0 || ny < 0 || nx >= width || ny >= height || here - closeness[ny * width + nx] > jump;
  return ends(x - reach, y) || ends(x + reach, y) || ends(x, y - reach) || ends(x, y + reach)
    ? OUTLINE_STRENGTH
    : 0;
}
