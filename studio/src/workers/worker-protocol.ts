/**
 * @file What a worker can be asked: the verbs of the package, on plain data. Everything is stateless except the body
 * whose pose space is open (`bind`): the page holds the truth, so that a worker can be ended at any moment and its
 * successor be told again.
 */

import type { Finding, Progress } from 'posespace';
import type { CreatureKind } from 'posespace/creatures';
import type { Appearance, Model } from 'posespace/io';
import type {
  CleanFootSkateOptions,
  Clip,
  ClipContacts,
  KeyPose,
  LoopedClip,
  MotionMetrics,
} from 'posespace/motion';
import type {
  PlausibilityScore,
  PoseFinding,
  PoseHandle,
  RepairedPose,
  SampleOptions,
  SolvedPose,
  VaryPoseOptions,
} from 'posespace/pose';
import type { FoundBodyPlan, Landmark, NameConvention, Pose, Rig, Skeleton, Skin } from 'posespace/rig';
import type { ExportedFile, ExportOptions } from '../features/export/work/export-model.js';
import type { ModelReport } from '../features/export/work/report-model.js';

/** A file as the page has it. */
export interface NamedBytes {
  /** Path within what was dropped, with forward slashes. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A model ready to be shown: rigged if it can be. */
export interface OpenedModel {
  readonly model: Model;
  readonly appearance: Appearance;
  /** How sure each joint is, where the skeleton was found here. */
  readonly confidence?: Float32Array;
  readonly body?: FoundBodyPlan;
  /** Partner of each joint on the other side, −1 in the middle. */
  readonly partners: Int16Array;
  readonly findings: readonly Finding[];
}

export interface SolvedBody {
  readonly skin: Skin;
  readonly body: FoundBodyPlan;
  readonly findings: readonly Finding[];
}

export interface RerigResult extends SolvedBody {
  readonly skeleton: Skeleton;
  readonly confidence: Float32Array;
  readonly clips: readonly Clip[];
}

/** What the pose space of a body is opened with. */
export interface BoundBody {
  readonly skeleton: Skeleton;
  readonly mesh?: Rig['mesh'];
  readonly skin?: Skin;
  /** Poses of the clips it came with, to learn from. */
  readonly examples: readonly Pose[];
}

/** What is known of a body once it can be moved. */
export interface BodyFacts {
  /** The joint that carries the whole body; what it hangs from only places it. */
  readonly root: number;
  /** Joints that carry the feet, those on the ground at rest. */
  readonly feet: readonly number[];
  /** Height of the ground, metres. */
  readonly ground: number;
  readonly provider: 'webgpu' | 'wasm';
  readonly threads: number;
}

/** What is known of a pose space once its networks are open. */
export interface SpaceFacts {
  readonly provider: BodyFacts['provider'];
  readonly threads: number;
  /** Poses of clips that it was taught. */
  readonly exampleCount: number;
}

export interface PoseCheck {
  readonly findings: readonly PoseFinding[];
  /** Triangles that run through others. */
  readonly intersecting: Uint32Array;
}

export interface MappedPoses {
  /** Where the poses lie. [N, 2] */
  readonly points: Float32Array;
  /** Where samples lie. [M, 2] */
  readonly landmarks: Float32Array;
}

/** The verbs: what goes in and what comes out. Each takes a signal and tells its progress. */
export interface WorkerVerbs {
  /** Reads what was dropped: one model, or the frames of a moving one; rigs it where it has no rig. */
  open(files: readonly NamedBytes[]): OpenedModel;
  creature(kind: CreatureKind, seed: number): OpenedModel;
  /** Weights for a skeleton that was changed, and what its joints are now; those that are kept change only where joints were touched. */
  weights(
    mesh: Rig['mesh'],
    skeleton: Skeleton,
    kept?: { readonly skin: Skin; readonly touched: ReadonlySet<number> },
  ): SolvedBody;
  /** Another skeleton for a mesh; clips of the one it had are carried over. */
  rerig(
    parts: Pick<Model, 'mesh' | 'skeleton' | 'skin' | 'clips'>,
    options: {
      readonly jointCount?: number;
      readonly landmarks?: readonly Landmark[];
      readonly names?: NameConvention;
    },
  ): RerigResult;
  /** The body tipped by a quarter turn, what was +z is up, and rigged again. */
  rotateUpright(model: Model): OpenedModel;
  /** The motions of files on the body that is open. */
  retargetFiles(
    files: readonly NamedBytes[],
    body: BoundBody,
  ): { readonly clips: readonly Clip[]; readonly findings: readonly Finding[] };
  /** The names of the joints in a convention. */
  names(
    mesh: Rig['mesh'],
    skeleton: Skeleton,
    convention: NameConvention,
  ): {
    readonly names: readonly string[];
    readonly findings: readonly Finding[];
  };
  /** A model as one file to save. */
  export(model: Model, fileName: string, options: ExportOptions): ExportedFile;
  report(model: Model, confidence: Float32Array | undefined): ModelReport;

  /** Makes a body one that can be moved; the verbs below work on it. `solve` and `mirror` answer from now on. */
  bind(body: BoundBody): BodyFacts;
  /** Answers when `solve` knows how the creature moves; the other verbs wait for what they need. */
  ready(): SpaceFacts;
  solve(handles: readonly PoseHandle[], previous: Pose): SolvedPose;
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
  /** Where a pose lies on the last map. */
  mapPosition(pose: Pose): { readonly x: number; readonly y: number };

  /** Keys into a clip: along the pose space, or every joint turning evenly. */
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
  /** How a clip stands on the ground: what it skates and sinks in. */
  measureMotion(rig: Rig, clip: Clip, contacts: ClipContacts): MotionMetrics;
  /** A clip made into another. */
  editClip(skeleton: Skeleton, clip: Clip, edit: ClipEdit): Clip;
}

/** What is done to a clip that is too much for the page. */
export type ClipEdit =
  | { readonly kind: 'mirror'; readonly partners: Int16Array }
  | { readonly kind: 'remove-root-motion' }
  /** Another clip behind it, passing over in so many seconds. */
  | { readonly kind: 'join'; readonly next: Clip; readonly blend: number }
  /** As few frames as keep every joint within so many % of the body's size. */
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
  | { readonly id: number; readonly progress: Progress };
