/** @file From where the stage is seen, for what draws the same view elsewhere; plain numbers, without three. */

export type Vector = readonly [number, number, number];

/** A camera that looks at something. */
export interface StageView {
  readonly target: Vector;
  /** Turn about +Y from +Z, radians. */
  readonly azimuth: number;
  /** Angle above the horizon, radians. */
  readonly elevation: number;
  /** From the target, metres. */
  readonly distance: number;
  /** Vertical field of view, radians. */
  readonly fieldOfView: number;
}

export const FIELD_OF_VIEW = (32 * Math.PI) / 180;
/** How a body is first looked at: from its front left, a little from above. */
export const THREE_QUARTER = { azimuth: 0.62, elevation: 0.24 } as const;

let view: StageView | null = null;

/** How the stage is seen now; null before anything was shown. */
export const stageView = (): StageView | null => view;

const listeners = new Set<() => void>();

/** Tells when the stage is seen differently. */
export function onStageView(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setStageView(next: StageView): void {
  view = next;
  for (const listener of listeners) listener();
}

/** Where the camera of a view stands. */
export function cameraPosition({ target, azimuth, elevation, distance }: StageView): Vector {
  const ring = distance * Math.cos(elevation);
  return [
    target[0] + ring * Math.sin(azimuth),
    target[1] + distance * Math.sin(elevation),
    target[2] + ring * Math.cos(azimuth),
  ];
}

/** Distance at which a ball fills a picture, whichever side is the shorter. */
export function distanceOf(radius: number, aspect: number, fieldOfView = FIELD_OF_VIEW): number {
  const vertical = fieldOfView / 2;
  const horizontal = Math.atan(Math.tan(vertical) * aspect);
  return radius / Math.sin(Math.min(vertical, horizontal));
}

/** The turn about +Y of a direction, from +Z. */
export const azimuthOf = (direction: Vector): number => Math.atan2(direction[0], direction[2]);
