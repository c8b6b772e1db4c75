/** @file State of the export panel; not undone, not saved. */

import type { NameConvention } from 'posespace/rig';

export type ModelFormat = 'glb' | 'gltf' | 'fbx' | 'obj' | 'ply' | 'stl' | 'bvh';

export interface ExportView {
  readonly format: ModelFormat;
  /** Clips that are not written, by name. */
  readonly clipsLeftOut: readonly string[];
  /** The clip for formats that hold one, by name; the first where it does not exist. */
  readonly oneClip: string;
  /** Exports the current pose instead of the rest pose. */
  readonly posed: boolean;
  /** Joint names: unchanged, or those of a convention. */
  readonly names: NameConvention | 'unchanged';
  /** Removes redundant frames from clips. */
  readonly reduced: boolean;

  /** Image height, pixels. */
  readonly pictureHeight: number;
  readonly pictureShape: 'stage' | 'square' | 'wide';
  readonly transparent: boolean;

  readonly video: 'turntable' | 'clip';
  readonly videoFormat: 'mp4' | 'gif';
  readonly videoHeight: number;
  /** The camera follows the body during a clip, instead of keeping the view of the stage. */
  readonly cameraFollows: boolean;
  /** Duration of a turntable, seconds. */
  readonly turntableSeconds: number;
}

export const EXPORT_VIEW: ExportView = {
  format: 'glb',
  clipsLeftOut: [],
  oneClip: '',
  posed: false,
  names: 'unchanged',
  reduced: false,
  pictureHeight: 1080,
  pictureShape: 'stage',
  transparent: false,
  video: 'turntable',
  videoFormat: 'mp4',
  videoHeight: 720,
  cameraFollows: false,
  turntableSeconds: 6,
};
