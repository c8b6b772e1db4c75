/**
 * @file Renders a mesh on the CPU: rasterize with supersampling, shade the visible surface, add the ground shadow, average
 * in linear light.
 */

import { PosespaceError } from '../base/errors.js';
import type { Mesh } from '../mesh/mesh.js';
import { usedPositions } from '../mesh/used-vertices.js';
import { type Background, fillBackgroundInto } from './background.js';
import {
  type Camera,
  closenessRange,
  type FrameCameraOptions,
  frameCamera,
  type PointArrays,
  projectPointsInto,
} from './camera.js';
import { type Color, LINEAR_OF_BYTE, linearColor, THEMES, type ThemeName } from './color.js';
import { createImage, type Image } from './image.js';
import { createSampleBuffer, rasterizeInto, type SampleBuffer } from './rasterize.js';
import { resolveSamplesInto } from './resolve-samples.js';
import { createSceneLighting } from './scene-lighting.js';
import { createShader } from './shade.js';
import { createPaintSampler, type SurfacePaint } from './surface-paint.js';

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
  readonly background?: Background;
  /** A camera, or how to frame one. */
  readonly camera?: Camera | FrameCameraOptions;
  /** What the camera frames where it is not the subject itself: all poses of a clip, for one. */
  readonly frame?: PointArrays;
  /**
   * Shadow on the ground under the subject: at its lowest point, or at this height in metres; false: none.
   */
  readonly ground?: boolean | number;
  /** Shadows and occlusion on the subject itself. */
  readonly shadows?: boolean;
  /** Dark line around the subject and where it passes in front of itself. */
  readonly outline?: boolean;
}

/** Options of `renderMesh`. */
export interface RenderMeshOptions extends RenderOptions {
  /** Colour of the whole surface; the theme's clay where absent. */
  readonly color?: Color;
  /** Colour of each vertex, sRGB; alpha is not used. [V, 4] */
  readonly colors?: Uint8Array;
  /** Textures, materials and vertex colours; instead of `color` and `colors`. */
  readonly surface?: SurfacePaint;
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

/** Defaults of `renderMesh`. */
export const RENDER_MESH_DEFAULTS = Object.freeze({
  ...RENDER_DEFAULTS,
  creaseAngle: 50,
} as const satisfies RenderMeshOptions);

/** A jump in depth that the outline of an orthographic picture shows, over the subject's radius. */
const EDGE_JUMP = 0.05;

/** Draws a mesh. Triangles that are not finite are left out; an empty mesh gives the background. */
export function renderMesh(mesh: Mesh, options: RenderMeshOptions = {}): Image {
  const settings = { ...RENDER_MESH_DEFAULTS, ...options };
  const positions = settings.positions ?? mesh.positions;
  const { triangles } = mesh;
  checkInput(positions, triangles, settings);
  const { width, height, supersample } = settings;
  const theme = THEMES[settings.theme];
  const camera = cameraOf(usedPositions({ positions, triangles }), settings);

  // (1) What is seen where.
  const projected = new Float64Array((positions.length / 3) * 4);
  projectPointsInto(projected, camera, width * supersample, height * supersample, positions);
  const buffer = createSampleBuffer(width * supersample, height * supersample);
  const drawn = rasterizeInto(buffer, projected, triangles, closenessRange(camera));
  const marks = highlightBuffer(buffer, projected, triangles, camera, settings.highlight);

  // (2) Light.
  const { ground, radius, ...light } = createSceneLighting(positions, triangles, camera, settings);
  const highlightColor = linearColor(settings.highlightColor ?? theme.highlight);
  const shader = createShader({
    ...light,
    positions,
    triangles,
    projected,
    camera,
    colors: settings.colors && linearColors(settings.colors),
    color: linearColor(settings.color ?? theme.clay),
    paint:
      settings.surface &&
      createPaintSampler(settings.surface, triangles, (t) => projectedArea(projected, triangles, t)),
    highlighted: marks?.marked,
    highlightColor,
  });

  // (3) Pixels.
  const image = createImage(width, height);
  fillBackgroundInto(image, theme, settings.background, camera, ground);
  resolveSamplesInto(image, buffer, drawn, supersample, shader, {
    outline: settings.outline ? linearColor(theme.outline) : undefined,
    edgeJump: camera.projection === 'perspective' ? 0 : radius * EDGE_JUMP,
    highlights: marks?.buffer,
    highlightColor,
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
      `render/renderMesh: colors hold 4 bytes per vertex, ${count * 4} in all, ` +
        `got ${colors.length}; pass [V, 4]`,
    );
  }
}

/** The given camera, or one that frames the subject. */
export function cameraOf(
  subject: PointArrays,
  options: Pick<RenderOptions, 'camera' | 'frame' | 'width' | 'height'>,
): Camera {
  const { camera, width = RENDER_DEFAULTS.width, height = RENDER_DEFAULTS.height } = options;
  if (camera && 'eye' in camera) return camera;
  return frameCamera(options.frame ?? subject, { aspect: width / height, ...camera });
}

/** Area of a triangle in the picture, samples; 0 where it reaches behind the eye. */
function projectedArea(projected: Float64Array, triangles: Uint32Array, t: number): number {
  const [a, b, c] = [triangles[t * 3] * 4, triangles[t * 3 + 1] * 4, triangles[t * 3 + 2] * 4];
  const at = (i: number, k: number) => projected[i + k] / projected[i + 2];
  if (!(projected[a + 2] > 0 && projected[b + 2] > 0 && projected[c + 2] > 0)) return 0;
  const [ux, uy] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1)];
  const [vx, vy] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1)];
  return Math.abs(ux * vy - uy * vx) / 2;
}

function linearColors(colors: Uint8Array): Float32Array {
  const linear = new Float32Array((colors.length / 4) * 3);
  for (let i = 0, o = 0; i < colors.length; i += 4, o += 3) {
    for (let k = 0; k < 3; k++) linear[o + k] = LINEAR_OF_BYTE[colors[i + k]];
  }
  return linear;
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
