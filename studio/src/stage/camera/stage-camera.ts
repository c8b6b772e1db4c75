/**
 * @file The camera of the stage: its goal and its current view. Pointers, view cube and keyboard change the goal;
 * every frame approaches it at the same speed on any screen.
 */

import { FIELD_OF_VIEW, type StageView, setStageView, THREE_QUARTER } from '../stage-view.js';
import { approach, isSame, nearestTurn, orbitBy, panBy, zoomBy } from './orbit.js';

/** Speeds of the exponential approach while dragging and for view changes, 1 / second. */
const FOLLOWING = 30;
const TRAVELLING = 9;
/** Rotation of a drag over the height of the stage, radians. */
const TURN = Math.PI;

class StageCamera {
  /** Whether pointers move the camera; tools that use the pointer set it to false. */
  enabled = true;
  #shown: StageView = { target: [0, 0, 0], ...THREE_QUARTER, distance: 5, fieldOfView: FIELD_OF_VIEW };
  #goal: StageView = this.#shown;
  #pace = FOLLOWING;
  /** Pixels. */
  width = 1;
  height = 1;
  /** Radius of the body, metres. */
  radius = 1;
  /** Called when a frame is needed. */
  onFrameNeeded: () => void = () => undefined;

  get shown(): StageView {
    return this.#shown;
  }

  get goal(): StageView {
    return this.#goal;
  }

  orbit(x: number, y: number): void {
    const perPixel = TURN / Math.max(320, this.height);
    this.#follow(orbitBy(this.#goal, -x * perPixel, y * perPixel));
  }

  pan(x: number, y: number): void {
    this.#follow(panBy(this.#goal, x, y, this.height));
  }

  /** @param anchor The fixed point: pixels from the centre of the stage, y down. */
  zoom(factor: number, anchor: { readonly x: number; readonly y: number } | null = null): void {
    this.#follow(zoomBy(this.#goal, factor, this.radius, anchor, this.height));
  }

  /** Moves to another view, by the shorter rotation. */
  goTo(view: Partial<StageView>, snap = false): void {
    const azimuth = nearestTurn(view.azimuth ?? this.#goal.azimuth, this.#shown.azimuth);
    this.#goal = { ...this.#goal, ...view, azimuth };
    this.#pace = TRAVELLING;
    if (snap || matchMedia('(prefers-reduced-motion: reduce)').matches) this.#shown = this.#goal;
    setStageView(this.#shown);
    this.onFrameNeeded();
  }

  /** Advances by a frame; returns whether the camera is still moving. */
  step(seconds: number): boolean {
    if (this.#shown === this.#goal) return false;
    // A long frame must not make it jump.
    const share = 1 - Math.exp(-Math.min(seconds, 0.05) * this.#pace);
    this.#shown = approach(this.#shown, this.#goal, share);
    if (isSame(this.#shown, this.#goal)) this.#shown = this.#goal;
    setStageView(this.#shown);
    return this.#shown !== this.#goal;
  }

  #follow(goal: StageView): void {
    this.#goal = goal;
    this.#pace = FOLLOWING;
    this.onFrameNeeded();
  }
}

export const stageCamera = new StageCamera();
