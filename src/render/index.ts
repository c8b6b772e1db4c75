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
export {
  bindSplats,
  CREATE_SPLATS_DEFAULTS,
  type CreateSplatsOptions,
  createSplats,
} from './splat/create-splats.js';
export { RENDER_SPLATS_DEFAULTS, type RenderSplatsOptions, renderSplats } from './splat/render-splats.js';
export type { BoundSplats, SplatCloud } from './splat/splat-cloud.js';
export type { SplatGround } from './splat/splat-ground.js';
export { createSplatRenderer, type SplatRenderer, type SplatScene } from './splat/splat-renderer.js';
export type { PaintMaterial, SurfacePaint, SurfacePattern } from './surface-paint.js';
