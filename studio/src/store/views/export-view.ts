/** @file What the export panel remembers; not undone, not saved. */

import type { NameConvention } from 'posespace/rig';

export type ModelFormat = 'glb' | 'gltf' | 'fbx' | 'obj' | 'ply' | 'stl' | 'bvh';

export interface ExportView {
  readonly format: ModelFormat;
  /** Clips that are not written, by name. */
  readonly clipsLeftOut: readonly string[];
  /** The clip that a format which holds one takes, by name; the first where it is not there. */
  readonly oneClip: string;
  /** Whether the model stands in the pose that is shown, instead of at rest. */
  readonly posed: boolean;
  /** Names of the joints: as they are, or those of a convention. */
  readonly names: NameConvention | 'kept';
  /** Whether frames that say nothing are left out of the clips. */
  readonly reduced: boolean;

  /** Height of a picture, pixels. */
  readonly pictureHeight: number;
  readonly pictureShape: 'stage' | 'square' | 'wide';
  readonly transparent: boolean;

  readonly video: 'turntable' | 'clip';
  readonly videoFormat: 'mp4' | 'gif';
  readonly videoHeight: number;
  /** Whether the camera of a clip goes along with the body, instead of standing where the stage is seen from. */
  readonly cameraFollows: boolean;
  /** Of a turntable, seconds for one turn. */
  readonly turntableSeconds: number;
}

export const EXPORT_VIEW: ExportView = {
  format: 'glb',
  clipsLeftOut: [],
  oneClip: '',
  posed: false,
  names: 'kept',
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
