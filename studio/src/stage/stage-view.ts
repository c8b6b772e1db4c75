/** @file The view of the stage as plain numbers, for code that does not load Three.js. */

export type Vector = readonly [number, number, number];

/** A camera that looks at a target. */
export interface StageView {
  readonly target: Vector;
  /** Rotation about +Y from +Z, radians. */
  readonly azimuth: number;
  /** Angle above the horizon, radians. */
  readonly elevation: number;
  /** From the target, metres. */
  readonly distance: number;
  /** Vertical field of view, radians. */
  readonly fieldOfView: number;
}

export const FIELD_OF_VIEW = (32 * Math.PI) / 180;
/** The initial view: from the front left, slightly from above. */
export const THREE_QUARTER = { azimuth: 0.62, elevation: 0.24 } as const;

let view: StageView | null = null;

/** The current view; null before anything was shown. */
export const stageView = (): StageView | null => view;

const listeners = new Set<() => void>();

/** Calls back when the view changes. */
export function onStageView(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setStageView(next: StageView): void {
  view = next;
  for (const listener of listeners) listener();
}

/** The camera position of a view. */
export function cameraPosition({ target, azimuth, elevation, distance }: StageView): Vector {
  const ring = distance * Math.cos(elevation);
  return [
    target[0] + ring * Math.sin(azimuth),
    target[1] + distance * Math.sin(elevation),
    target[2] + ring * Math.cos(azimuth),
  ];
}

/** Distance at which a sphere fits into an image. */
export function distanceOf(radius: number, aspect: number, fieldOfView = FIELD_OF_VIEW): number {
  const vertical = fieldOfView / 2;
  const horizontal = Math.atan(Math.tan(vertical) * aspect);
  return radius / Math.sin(Math.min(vertical, horizontal));
}

/** The azimuth of a direction: its rotation about +Y from +Z. */
export const azimuthOf = (direction: Vector): number => Math.atan2(direction[0], direction[2]);
