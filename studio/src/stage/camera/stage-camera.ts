/**
 * @file The camera of the stage: where it shall be and where it is on its way there. Pointers, the view cube and the
 * keyboard change where it shall be; a frame brings it nearer, the same share in the same time on any screen.
 */

import { FIELD_OF_VIEW, type StageView, setStageView, THREE_QUARTER } from '../stage-view.js';
import { approach, isSame, nearestTurn, orbitBy, panBy, zoomBy } from './orbit.js';

/** How fast the camera follows: shares of the way per second, as exponents. */
const FOLLOWING = 30;
const TRAVELLING = 9;
/** Turn per pixel, of half a turn over the height of the stage. */
const TURN = Math.PI;

class StageCamera {
  /** Whether pointers move it; a tool that has a pointer in hand sets it to false. */
  enabled = true;
  #shown: StageView = { target: [0, 0, 0], ...THREE_QUARTER, distance: 5, fieldOfView: FIELD_OF_VIEW };
  #goal: StageView = this.#shown;
  #pace = FOLLOWING;
  /** Pixels. */
  width = 1;
  height = 1;
  /** Of the body, metres: what near and far are measured by. */
  radius = 1;
  /** Called when a frame is wanted. */
  onFrameNeeded: () => void = () => undefined;

  get shown(): StageView {
    return this.#shown;
  }

  get goal(): StageView {
    return this.#goal;
  }

  orbit(x: number, y: number): void {
    const turn = TURN / Math.max(320, this.height);
    this.#follow(orbitBy(this.#goal, -x * turn, y * turn));
  }

  pan(x: number, y: number): void {
    this.#follow(panBy(this.#goal, x, y, this.height));
  }

  /** @param anchor Pixels from the middle of the stage, y down; stays where it is. */
  zoom(factor: number, anchor: { readonly x: number; readonly y: number } | null = null): void {
    this.#follow(zoomBy(this.#goal, factor, this.radius, anchor, this.height));
  }

  /** Travels to another view, the short way round. */
  goTo(view: Partial<StageView>, snap = false): void {
    const azimuth = nearestTurn(view.azimuth ?? this.#goal.azimuth, this.#shown.azimuth);
    this.#goal = { ...this.#goal, ...view, azimuth };
    this.#pace = TRAVELLING;
    if (snap || matchMedia('(prefers-reduced-motion: reduce)').matches) this.#shown = this.#goal;
    setStageView(this.#shown);
    this.onFrameNeeded();
  }

  /** A frame later; gives whether the camera is still on its way. */
  step(seconds: number): boolean {
    if (this.#shown === this.#goal) return false;
    // A long pause before a frame is no reason to jump.
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
