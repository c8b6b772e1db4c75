/**
 * @file What fal's endpoints call their fields, one row each: they differ by model. Read in `@fal-ai/client` 1.10 and on
 * the models' pages, November 2026; prices are the highest found there, and absent where none was found. Another endpoint
 * gets the usual names.
 */

/** One endpoint of fal. */
export interface FalEndpoint {
  /** Fields of the first and last frame. */
  readonly first?: string;
  readonly last?: string;
  /** Field of a depth video. */
  readonly depth?: string;
  /** Field of point tracks. */
  readonly tracks?: string;
  /** Points have a speed beside their position, instead of a fixed rate. */
  readonly speeds?: boolean;
  readonly seed: boolean;
  /** Field of the number of frames with its range; a model without one has a fixed length. */
  readonly frames?: readonly [field: string, least: number, most: number];
  readonly fps?: readonly [field: string, least: number, most: number];
  /** Durations in whole seconds, sent as text. */
  readonly seconds?: readonly [least: number, most: number];
  /** Heights that can be chosen. */
  readonly resolutions?: readonly number[];
  /** Makes a picture of the prompt, of any size. */
  readonly picture?: boolean;
  /** Sends `generate_audio: false`. */
  readonly silent?: boolean;
  /** Fields that are always sent. */
  readonly fixed?: Readonly<Record<string, unknown>>;
  /** Dollars at most. */
  readonly price?: (facts: PriceFacts) => number;
}

/** What a price depends on. */
export interface PriceFacts {
  /** Lines of the picture. */
  readonly lines: number;
  readonly seconds: number;
  readonly frames: number;
  readonly width: number;
  readonly height: number;
}

const PICTURE = {
  picture: true,
  seed: true,
  fixed: { num_images: 1, output_format: 'png' },
} as const;

const WAN_TRACKS = { first: 'image_url', seed: true } as const;

/** Endpoints whose fields are known. The first is the default. */
export const FAL_ENDPOINTS: Readonly<Record<string, FalEndpoint>> = Object.freeze({
  'fal-ai/wan/v2.2-a14b/image-to-video/turbo': {
    first: 'image_url',
    last: 'end_image_url',
    seed: true,
    resolutions: [480, 580, 720],
    price: ({ lines }) => (lines <= 480 ? 0.05 : lines <= 580 ? 0.075 : 0.1),
  },
  'fal-ai/wan-flf2v': {
    first: 'start_image_url',
    last: 'end_image_url',
    seed: true,
    frames: ['num_frames', 81, 100],
    fps: ['frames_per_second', 5, 24],
    resolutions: [480, 720],
    price: ({ lines, frames }) => (lines <= 480 ? 0.2 : 0.4) * (frames > 81 ? 1.25 : 1),
  },
  'fal-ai/wan-ati': { ...WAN_TRACKS, tracks: 'track', resolutions: [480, 580, 720] },
  'fal-ai/wan-move': { ...WAN_TRACKS, tracks: 'trajectories', speeds: true },
  'fal-ai/wan-22-vace-fun-a14b/depth': {
    first: 'first_frame_url',
    last: 'last_frame_url',
    depth: 'video_url',
    seed: true,
    frames: ['num_frames', 81, 241],
    fps: ['frames_per_second', 5, 30],
    resolutions: [240, 360, 480, 580, 720],
    // Our depth is drawn, not to be estimated once more.
    fixed: { preprocess: false },
  },
  'fal-ai/kling-video/v3/pro/image-to-video': {
    first: 'start_image_url',
    last: 'end_image_url',
    seed: false,
    seconds: [3, 15],
    silent: true,
    price: ({ seconds }) => seconds * 0.224,
  },
  'bytedance/seedance-2.0/image-to-video': {
    first: 'image_url',
    last: 'end_image_url',
    seed: true,
    seconds: [4, 15],
    resolutions: [480, 720, 1080],
    silent: true,
    price: ({ lines, width, height, seconds }) =>
      (0.014 * ((lines * lines * Math.max(width, height)) / Math.min(width, height)) * seconds * 24) /
      1024 /
      1000,
  },
  'fal-ai/flux/dev': PICTURE,
  'fal-ai/flux/schnell': PICTURE,
} satisfies Record<string, FalEndpoint>);

/** Fields of an endpoint that is not in the table. */
export const USUAL_ENDPOINT: FalEndpoint = Object.freeze({
  first: 'image_url',
  last: 'end_image_url',
  seed: true,
});
