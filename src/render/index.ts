/** @file `posespace/render`: pictures without a GPU. */

export {
  type Camera,
  FRAME_CAMERA_DEFAULTS,
  type FrameCameraOptions,
  frameCamera,
  type ViewName,
} from './camera.js';
export type { Color, ThemeName } from './color.js';
export {
  CONTACT_SHEET_DEFAULTS,
  type ContactSheetOptions,
  contactSheet,
  type Tile,
} from './contact-sheet.js';
export { decodePicture } from './decode-picture.js';
export { encodePng } from './encode-png.js';
export { createImage, type Image, pasteImageInto } from './image.js';
export {
  RENDER_MESH_DEFAULTS,
  type RenderMeshOptions,
  type RenderOptions,
  renderMesh,
} from './render-mesh.js';
export { RENDER_RIG_DEFAULTS, type RenderRigOptions, renderRig } from './render-rig.js';
export { RENDER_SKELETON_DEFAULTS, type RenderSkeletonOptions, renderSkeleton } from './render-skeleton.js';
export type { PaintMaterial, SurfacePaint, SurfacePattern } from './surface-paint.js';
