/**
 * @file A model that makes videos, in the shape of the AI SDK's `Experimental_VideoModelV4` (`@ai-sdk/provider` 4): a
 * request starts an operation, whose status is asked for until it is completed. Structural, without a dependency: models
 * of the AI SDK (`fal.video(…)`, `google.video(…)`) can be passed unchanged, and ours can be passed to it.
 *
 * The last members of a model, all optional, are ours: cancelling, the greatest cost, what would be sent.
 */

import { PosespaceError } from '../../base/errors.js';

/** What can be written as JSON. */
export type JsonValue =
  | null
  | string
  | number
  | boolean
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** Facts of a provider, by its name. */
export type ProviderFacts = Readonly<Record<string, { readonly [key: string]: JsonValue | undefined }>>;

/** A picture or video that is sent. */
export type VideoModelFile =
  | { type: 'file'; mediaType: string; data: string | Uint8Array }
  | { type: 'url'; url: string; mediaType?: string };

/** A picture that is the first or last frame. */
export interface VideoModelFrame {
  image: VideoModelFile;
  frameType: 'first_frame' | 'last_frame';
}

/** What a model is asked for, as the AI SDK has it. */
export interface VideoModelCall {
  prompt: string | undefined;
  n: number;
  aspectRatio: `${number}:${number}` | undefined;
  resolution: `${number}x${number}` | undefined;
  /** Seconds. */
  duration: number | undefined;
  fps: number | undefined;
  seed: number | undefined;
  image: VideoModelFile | undefined;
  frameImages: VideoModelFrame[] | undefined;
  inputReferences: VideoModelFile[] | undefined;
  generateAudio: boolean | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the AI SDK's JSON type is mutable, ours is not
  providerOptions: any;
  abortSignal?: AbortSignal;
  headers?: Record<string, string | undefined>;
}

/** A video that a model made: where it is, or its bytes. Several PNG pictures are the frames of one video. */
export type VideoModelOutput =
  | { type: 'url'; url: string; mediaType: string }
  | { type: 'base64'; data: string; mediaType: string }
  | { type: 'binary'; data: Uint8Array; mediaType: string };

/** Something that a model could not do as it was asked. */
export type VideoModelWarning =
  | { type: 'unsupported' | 'compatibility'; feature: string; details?: string }
  | { type: 'deprecated'; setting: string; message: string }
  | { type: 'other'; message: string };

/** An operation that was started. */
export interface VideoModelStart {
  /** What `doStatus` needs to find it again. */
  operation: unknown;
  warnings: VideoModelWarning[];
  providerMetadata?: ProviderFacts;
}

/** Where an operation stands. */
export type VideoModelStatus =
  | { status: 'pending'; providerMetadata?: ProviderFacts }
  | {
      status: 'completed';
      videos: VideoModelOutput[];
      warnings: VideoModelWarning[];
      providerMetadata?: ProviderFacts;
    }
  | { status: 'error'; error: string; providerMetadata?: ProviderFacts };

/** What is known of an operation that is asked about. */
export interface VideoModelOperation {
  // biome-ignore lint/suspicious/noExplicitAny: opaque, and typed differently by every provider
  operation: any;
  abortSignal?: AbortSignal;
  headers?: Record<string, string | undefined>;
}

/** What a request costs at most. */
export interface VideoCost {
  /** Absent where the price is not known. */
  readonly dollars?: number;
  /** How it was reckoned, or why it is not known. */
  readonly note: string;
}

/** A model that makes videos. */
export interface VideoModel {
  readonly provider: string;
  readonly modelId: string;
  /** A model that makes a mesh of a picture; absent: videos. */
  readonly makes?: 'mesh';
  doGenerate?(options: VideoModelCall): PromiseLike<{
    videos: VideoModelOutput[];
    warnings: VideoModelWarning[];
    providerMetadata?: ProviderFacts;
  }>;
  doStart?(options: VideoModelCall): PromiseLike<VideoModelStart>;
  doStatus?(options: VideoModelOperation): PromiseLike<VideoModelStatus>;
  /** Stops an operation; what was used up until then may still be charged. */
  doCancel?(options: VideoModelOperation): PromiseLike<void>;
  /** The greatest cost of a request. */
  estimateCost?(options: VideoModelCall): VideoCost;
  /** Fetches a video of the service; absent: from anywhere but private networks. */
  fetchOutput?(url: string, options: { signal?: AbortSignal }): Promise<Uint8Array>;
  /** What would be sent, for people: pictures by their size, no keys. */
  describeCall?(options: VideoModelCall): JsonValue;
  /** Lets go of what following an operation holds. */
  release?(operation: unknown): void;
  /**
   * An operation that can be found again although the answer to its start was lost: models that let the caller choose
   * the id have one.
   */
  operationOf?(jobId: string): JsonValue;
}

/** The name of a model in records and messages: `fal:fal-ai/wan-move`. */
export const videoModelName = ({ provider, modelId }: VideoModel): string => `${provider}:${modelId}`;

/** Throws unless a value has the shape of a video model. */
export function checkVideoModel(value: unknown, origin: string): VideoModel {
  const model = (typeof value === 'object' && value !== null ? value : {}) as Partial<VideoModel>;
  const named = typeof model.provider === 'string' && typeof model.modelId === 'string';
  const starts = typeof model.doStart === 'function' && typeof model.doStatus === 'function';
  if (named && (starts || typeof model.doGenerate === 'function')) return model as VideoModel;
  throw new PosespaceError(
    'bad-usage',
    `video/checkVideoModel: ${origin} has no video model (provider, modelId, doStart and doStatus, or doGenerate); ` +
      'export a model of the AI SDK, such as fal.video(…)',
  );
}
