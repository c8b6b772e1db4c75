/** @file Tracks of a guide as the JSON that models take. Points that are hidden most of the time are left out. */

import { ATI_TRACKS, resampleTrack, speedTrack } from '../models/track-points.js';
import type { TrackPoint } from '../models/video-request.js';
import type { GuideTrack } from './follow-points.js';

/**
 * Forms of tracks:
 * - `ati`: fal's `wan-ati` and ComfyUI's `WanTrackToVideo`: 121 points at 24 per second
 * - `wan-move`: fal's `wan-move`: points with a speed
 * - `comfyui`: ComfyUI's `WanMoveTracksFromCoords`: a point per frame
 */
export const TRACK_FORMS = ['ati', 'wan-move', 'comfyui'] as const;

/** A form of tracks. */
export type TrackForm = (typeof TRACK_FORMS)[number];

/** A track must be seen in this share of the frames: models cannot be told that a point is hidden. */
const SEEN = 0.7;

/** The tracks that are seen, one point per frame. */
export const seenTracks = (tracks: readonly GuideTrack[]): TrackPoint[][] =>
  tracks
    .filter(({ points }) => points.filter(({ visible }) => visible).length >= points.length * SEEN)
    .map(({ points }) =>
      points.map(({ x, y }) => ({ x: Math.round(x * 100) / 100, y: Math.round(y * 100) / 100 })),
    );

/** The JSON of tracks in a form. */
export function writeTracks(tracks: readonly GuideTrack[], fps: number, form: TrackForm): string {
  const seen = seenTracks(tracks);
  if (form === 'ati') return JSON.stringify(seen.map((points) => resampleTrack(points, fps, ATI_TRACKS)));
  return JSON.stringify(form === 'wan-move' ? seen.map(speedTrack) : seen);
}
