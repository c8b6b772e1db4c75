/** @file `posespace/render`: pictures without a GPU. */

export {
  type Camera,
  FRAME_CAMERA_DEFAULTS,
  type FrameCameraOptions,
  frameCamera,
  type ViewName,
} from './camera.js';
export type { Color, ThemeName } from './color.js';
export * from './contact-sheet.js';
export * from './encode-png.js';
export * from './image.js';
export * from './render-mesh.js';
export * from './render-rig.js';
export * from './render-skeleton.js';
