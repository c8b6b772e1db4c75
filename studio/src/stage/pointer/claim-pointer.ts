/**
 * @file Who gets a pointer that goes down on the stage. Overlays may claim it before the body and the camera do, for
 * instance to move joints at rest: `useEffect(() => claimPointer(({ event, joint }) => { …; return true; }), [])`.
 * The claimant listens to the canvas for what comes after; the pointer is captured for it.
 */

import type { Ray } from 'three';

export interface StagePress {
  readonly event: PointerEvent;
  /** The joint under the pointer, −1 where there is none. */
  readonly joint: number;
  /** From the camera through the pointer. */
  readonly ray: Ray;
  readonly canvas: HTMLCanvasElement;
  /** The ray of a later event. */
  rayOf(event: PointerEvent): Ray;
}

/** Gives true where it takes the pointer. */
export type PointerClaim = (press: StagePress) => boolean;

const claims: PointerClaim[] = [];

/** The last who claims is asked first. Gives how to stop. */
export function claimPointer(claim: PointerClaim): () => void {
  claims.unshift(claim);
  return () => claims.splice(claims.indexOf(claim), 1);
}

export const isClaimed = (press: StagePress): boolean => claims.some((claim) => claim(press));
