/**
 * @file The verbs of the workers, on plain data. They are stateless except for the bound body (`bind`) and the frames of an
 * open video: the page owns all state, so that a worker can be terminated at any time and replaced.
 */

import type { Finding, PoseVerbs, Progress, RigModelOptions, StandingFoot, Vec3 } from 'posespace';
import type { Appearance, Model } from 'posespace/io';
import type {
  CleanFootSkateOptions,
  Clip,
  ClipContacts,
  CreatedMotion,
  KeyPose,
  LoopedClip,
  MotionMetrics,
  MotionStyle,
  TrackedMotion,
} from 'posespace/motion';
import type {
  PlausibilityScore,
  PoseFinding,
  RepairedPose,
  SampleOptions,
  SolvedPose,
  VaryPoseOptions,
} from 'posespace/pose';
import type { Anatomy, AnatomyCorrections, Pose, Rig, Skeleton, Skin } from 'posespace/rig';
import type { Stage, StageAdjustment, VideoFitReport } from 'posespace/video';
import type { ExportedFile, ExportOptions } from '../features/export/work/export-model.js';
import type { ModelReport } from '../features/export/work/report-model.js';

/** A file in memory. */
export interface NamedBytes {
  /** Path within the drop, with forward slashes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A model ready to be shown, rigged if possible, with its anatomy. */
export interface OpenedModel {
  readonly model: Model;
  readonly appearance: Appearance;
  /** Confidence of each joint where the skeleton was found by auto-rigging, 0 to 1. */
  readonly confidence?: Float32Array;
  /** What was noticed of its rig; what was noticed of the file is in the model. */
  readonly findings: readonly Finding[];
}

export interface SolvedSkin {
  readonly skin: Skin;
  readonly findings: readonly Finding[];
}

export type RerigOptions = Pick<RigModelOptions, 'jointCount' | 'landmarks' | 'body'>;

export interface RerigResult extends SolvedSkin {
  readonly skeleton: Skeleton;
  readonly anatomy: Anatomy;
  readonly confidence?: Float32Array;
  readonly clips: readonly Clip[];
}

/** The body whose pose space is opened. */
export interface BoundBody {
  readonly skeleton: Skeleton;
  readonly mesh?: Rig['mesh'];
  readonly skin?: Skin;
  /** Example poses from its clips. */
  readonly examples: readonly Pose[];
  readonly anatomy: Anatomy;
}

/** Colours of the surface: materials with their colour textures. */
export type Coat = Pick<Appearance, 'uvs' | 'colors' | 'groups' | 'materials' | 'images'>;

/** Frames of a clip, side by side in one picture. */
export interface ClipStrip {
  readonly picture: Blob;
  readonly count: number;
}

/** A part of a video, seconds. */
export interface VideoPart {
  readonly start: number;
  readonly end: number;
}

/** A decoded video: its frames as pictures. */
export interface OpenedVideo {
  readonly width: number;
  readonly height: number;
  readonly frameRate: number;
  readonly pictures: readonly Blob[];
}

/** The body as the camera of a video sees it, on nothing. */
export interface BodyPicture {
  readonly width: number;
  readonly height: number;
  /** RGBA. [H, W, 4] */
  readonly pixels: Uint8Array;
  /** Where the joints are, in parts of the picture from the top left. [J, 2] */
  readonly joints: Float32Array;
}

/** Where the body stands in the first frame of a video. */
export interface PlacedBody {
  readonly stage: Stage;
  readonly picture: BodyPicture;
  /** Of the outlines, 0 to 1. */
  readonly overlap: number;
}

/** The motion of a video, and how well each joint was seen. */
export interface FollowedVideo extends Pick<VideoFitReport, 'overlaps' | 'visible' | 'jointCount'> {
  readonly clip: Clip;
  readonly findings: readonly Finding[];
}

/** Progress; `fitted` is a frame of a video that was just fitted. */
export interface WorkProgress extends Progress {
  readonly fitted?: { readonly frame: number; readonly picture: BodyPicture };
}

/** A motion of the library that the bound body can do. */
export interface LibraryMotion {
  readonly name: string;
  /** What it is, in a few words. */
  readonly summary: string;
}

/** Facts about a body that can be posed. */
export interface BodyFacts {
  /** The root joint of the body; its ancestors only position it. */
  readonly root: number;
  /** The feet that it stands on; none where it does not stand. */
  readonly feet: readonly StandingFoot[];
  /** Height of the ground, metres. */
  readonly ground: number;
  readonly provider: 'webgpu' | 'wasm';
  readonly threads: number;
}

/** Facts about an open pose space. */
export interface SpaceFacts {
  readonly provider: BodyFacts['provider'];
  readonly threads: number;
  /** Number of example poses it was fitted to. */
  readonly exampleCount: number;
}

export interface PoseCheck {
  readonly findings: readonly PoseFinding[];
  /** Self-intersecting triangles. */
  readonly intersecting: Uint32Array;
}

export interface MappedPoses {
  /** Positions of the poses. [N, 2] */
  readonly points: Float32Array;
  /** Positions of the samples. [M, 2] */
  readonly landmarks: Float32Array;
}

/** The verbs with parameters and results. Each supports cancellation and progress. */
export interface WorkerVerbs {
  /** Reads dropped files, one model or a mesh sequence, and rigs it where it has no rig. */
  open(files: readonly NamedBytes[]): OpenedModel;
  /** Weights of an edited skeleton; with `kept`, weights change only near touched joints. */
  weights(
    mesh: Rig['mesh'],
    skeleton: Skeleton,
    kept?: { readonly skin: Skin; readonly touched: ReadonlySet<number> },
  ): SolvedSkin;
  /** A new skeleton for a model; clips are retargeted to it. */
  rerig(model: Model, options: RerigOptions): RerigResult;
  /** The anatomy of a body with what the user says of it; read again without. */
  correct(body: BoundBody, said: AnatomyCorrections | undefined): Anatomy;
  /** Rotates the model from +z up to +y up and rigs it again. */
  rotateUpright(model: Model): OpenedModel;
  /** Retargets the motions of files to the body. */
  retargetFiles(
    files: readonly NamedBytes[],
    body: BoundBody,
  ): { readonly clips: readonly Clip[]; readonly findings: readonly Finding[] };
  /** A model as one file. */
  export(model: Model, fileName: string, options: ExportOptions): ExportedFile;
  report(model: Model, confidence: Float32Array | undefined): ModelReport;

  /** Binds a body, which the verbs below use. `drag` and `mirror` are available from now on. */
  bind(body: BoundBody): BodyFacts;
  /** Resolves when drags use the pose space; other verbs wait for what they need. */
  ready(): SpaceFacts;
  /** Moves what is dragged to a target, metres; the first call with an `id` starts the drag. */
  drag(id: number, dragged: Parameters<PoseVerbs['drag']>, target: Vec3): SolvedPose;
  sample(
    options: Omit<SampleOptions, 'signal' | 'onProgress'> & {
      readonly clean?: boolean;
      readonly symmetric?: boolean;
    },
  ): Pose[];
  vary(pose: Pose, options: Omit<VaryPoseOptions, 'signal' | 'onProgress'>): Pose[];
  interpolate(
    poses: readonly Pose[],
    steps: number,
  ): { readonly poses: readonly Pose[]; readonly stops: readonly number[] };
  project(pose: Pose, strength: number, pinned: readonly number[]): Pose;
  mirror(pose: Pose): Pose;
  measure(pose: Pose): PlausibilityScore;
  check(pose: Pose): PoseCheck;
  repair(pose: Pose, pinned: readonly number[]): RepairedPose;
  map(poses: readonly Pose[]): MappedPoses;
  /** The pose at a point of the last map. */
  mapAt(x: number, y: number): Pose;
  /** The position of a pose on the last map. */
  mapPosition(pose: Pose): { readonly x: number; readonly y: number };

  /** The motions of the library that the body can do. */
  motions(): readonly LibraryMotion[];
  /** A motion of the library. */
  generate(name: string, style: MotionStyle): CreatedMotion;
  /** Sets the colours of the body for its strips. */
  dress(coat: Coat): void;
  /** A small picture of the frames of a clip. */
  strip(clip: Clip): ClipStrip;

  /** Decodes a part of a video, which the verbs below use; they give null where none is open. */
  openVideo(files: readonly NamedBytes[], part: VideoPart): OpenedVideo;
  /** The body at a place of the first frame, or where it fits best without a stage. */
  placeOnVideo(from: Stage | null, pose: Pose, adjustment: StageAdjustment): PlacedBody | null;
  drawOnVideo(stage: Stage, pose: Pose): BodyPicture | null;
  /** Fits the body to the video. */
  followVideo(stage: Stage, name: string): FollowedVideo | null;
  closeVideo(): void;

  /** A clip from keyframes, interpolated in the pose space or per joint. */
  fill(
    skeleton: Skeleton,
    keys: readonly KeyPose[],
    options: {
      readonly name: string;
      readonly frameRate: number;
      readonly interpolation: 'pose-space' | 'joints';
    },
  ): Clip;
  loop(skeleton: Skeleton, clip: Clip): LoopedClip;
  contacts(body: BoundBody, clip: Clip): ClipContacts;
  cleanFootSkate(
    body: BoundBody,
    clip: Clip,
    options: Omit<CleanFootSkateOptions, 'signal' | 'onProgress'>,
  ): {
    readonly clip: Clip;
    readonly contacts: ClipContacts;
    readonly findings: readonly Finding[];
  };
  /** Simulates a clip with physics. */
  track(body: BoundBody, clip: Clip): TrackedMotion;
  /** Foot sliding and ground penetration of a clip. */
  measureMotion(rig: Rig, clip: Clip, contacts: ClipContacts): MotionMetrics;
  /** Edits a clip. */
  editClip(skeleton: Skeleton, clip: Clip, edit: ClipEdit): Clip;
}

/** Clip edits that are too slow for the page. */
export type ClipEdit =
  | { readonly kind: 'mirror'; readonly partners: Int16Array }
  | { readonly kind: 'remove-root-motion' }
  /** Appends a clip, blended over `blend` seconds. */
  | { readonly kind: 'join'; readonly next: Clip; readonly blend: number }
  /** Reduces frames with a position error up to `tolerance` % of the body size. */
  | { readonly kind: 'reduce'; readonly tolerance: number };

export type VerbName = keyof WorkerVerbs;

/** From the page to a worker. */
export type WorkRequest =
  | { readonly id: number; readonly verb: VerbName; readonly parameters: readonly unknown[] }
  | { readonly id: number; readonly abort: true };

/** From a worker to the page. */
export type WorkReply =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: { readonly code: string; readonly message: string } }
  | { readonly id: number; readonly progress: WorkProgress };
