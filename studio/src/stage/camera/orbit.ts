/** @file Pure functions that orbit, pan and zoom a view; angles in radians. */

import { cameraPosition, type StageView, type Vector } from '../stage-view.js';

/** Largest elevation: straight up and down have no azimuth. */
const STEEPEST = Math.PI / 2 - 0.001;
/** Distance limits, as multiples of the body's radius. */
const NEAREST = 0.05;
const FARTHEST = 40;

export function orbitBy(view: StageView, azimuth: number, elevation: number): StageView {
  const steep = Math.max(-STEEPEST, Math.min(STEEPEST, view.elevation + elevation));
  return { ...view, azimuth: view.azimuth + azimuth, elevation: steep };
}

/** Right, up and forward of a view. */
export function axesOf({ azimuth, elevation }: StageView): {
  readonly right: Vector;
  readonly up: Vector;
  readonly forward: Vector;
} {
  const [sine, cosine] = [Math.sin(azimuth), Math.cos(azimuth)];
  const [rise, ring] = [Math.sin(elevation), Math.cos(elevation)];
  return {
    right: [cosine, 0, -sine],
    up: [-rise * sine, ring, -rise * cosine],
    forward: [-ring * sine, -rise, -ring * cosine],
  };
}

/** Pans a view so that points at the target's depth move by these pixels, y down. */
export function panBy(view: StageView, x: number, y: number, height: number): StageView {
  const { right, up } = axesOf(view);
  const size = metresPerPixel(view, height);
  const shift = (k: number) => view.target[k] + (up[k] * y - right[k] * x) * size;
  return { ...view, target: [shift(0), shift(1), shift(2)] };
}

/** Metres per pixel at the target's depth. */
export const metresPerPixel = ({ distance, fieldOfView }: StageView, height: number): number =>
  (2 * distance * Math.tan(fieldOfView / 2)) / height;

/**
 * Zooms in (factor below 1) or out.
 * @param anchor The fixed point: pixels from the centre of the image, y down.
 */
export function zoomBy(
  view: StageView,
  factor: number,
  radius: number,
  anchor: { readonly x: number; readonly y: number } | null,
  height: number,
): StageView {
  const distance = Math.max(NEAREST * radius, Math.min(FARTHEST * radius, view.distance * factor));
  const kept = 1 - distance / view.distance;
  const moved = anchor ? panBy(view, -anchor.x * kept, -anchor.y * kept, height) : view;
  return { ...moved, distance };
}

/** Interpolates between two views. */
export function approach(from: StageView, to: StageView, share: number): StageView {
  const mix = (a: number, b: number) => a + (b - a) * share;
  const rotation = to.azimuth - from.azimuth;
  return {
    target: [
      mix(from.target[0], to.target[0]),
      mix(from.target[1], to.target[1]),
      mix(from.target[2], to.target[2]),
    ],
    azimuth: from.azimuth + rotation * share,
    elevation: mix(from.elevation, to.elevation),
    // Even in magnification, not in metres.
    distance: from.distance * (to.distance / from.distance) ** share,
    fieldOfView: to.fieldOfView,
  };
}

/** The equivalent of `azimuth` that is nearest to another azimuth. */
export function nearestTurn(azimuth: number, to: number): number {
  const round = 2 * Math.PI;
  return azimuth - Math.round((azimuth - to) / round) * round;
}

/** Whether two views are indistinguishable on a screen. */
export function isSame(a: StageView, b: StageView): boolean {
  const near = 1e-4;
  const [from, to] = [cameraPosition(a), cameraPosition(b)];
  const reach = near * b.distance;
  return [0, 1, 2].every(
    (k) => Math.abs(from[k] - to[k]) < reach && Math.abs(a.target[k] - b.target[k]) < reach,
  );
}
